"""The revisions of the rules of Sheng Ji that this program plays, each with its options, profiles and conflicts.

A table is stored with the options in which it differs from the defaults, and keeps to the revision it was opened with.
So whoever changes a default, a profile or what a value may be adds a revision here with catalogues of its own beside
those of the old ones, and changes nothing in them (`tests/codec/test_golden_rules.py` sees to it).
"""

from domain.games.sheng_ji.conflicts import CONFLICTS
from domain.games.sheng_ji.options import OPTION_BY_NAME
from domain.games.sheng_ji.profiles import PROFILES
from domain.kernel.options import Catalogue

CATALOGUES: dict[int, Catalogue] = {1: Catalogue(OPTION_BY_NAME, PROFILES, CONFLICTS)}
"""What can be chosen, by revision."""
NEWEST = max(CATALOGUES)
"""The revision of tables that are opened now."""
