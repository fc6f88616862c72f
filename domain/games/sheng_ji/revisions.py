"""The revisions of the rules of Sheng Ji that this program supports, with their options, profiles and conflicts.

A table is stored with the options that differ from the defaults, and keeps the revision with which it was opened. To
change a default, a profile or the permitted values, add a revision with its own catalogue and leave the old ones
unchanged. `tests/codec/test_golden_rules.py` checks this.
"""

from domain.games.sheng_ji.conflicts import CONFLICTS
from domain.games.sheng_ji.options import OPTION_BY_NAME
from domain.games.sheng_ji.profiles import PROFILES
from domain.kernel.options import Catalogue

CATALOGUES: dict[int, Catalogue] = {1: Catalogue(OPTION_BY_NAME, PROFILES, CONFLICTS)}
"""The catalogue of each revision."""
NEWEST = max(CATALOGUES)
"""The revision of new tables."""
