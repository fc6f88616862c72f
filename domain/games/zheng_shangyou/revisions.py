"""The revisions of the rules of Zheng Shangyou that this program supports, with their options, profiles and conflicts.

A table stores the options that differ from the defaults, and keeps the revision with which it was opened. To change a
default, a profile or the values of an option, add a revision with its own catalogue here. Do not change existing
catalogues; `tests/codec/test_golden_rules.py` checks that.
"""

from domain.games.zheng_shangyou.conflicts import CONFLICTS
from domain.games.zheng_shangyou.options import OPTION_BY_NAME
from domain.games.zheng_shangyou.profiles import PROFILES
from domain.kernel.options import Catalogue

CATALOGUES: dict[int, Catalogue] = {1: Catalogue(OPTION_BY_NAME, PROFILES, CONFLICTS)}
"""The catalogue of each revision."""
NEWEST = max(CATALOGUES)
"""The revision for new tables."""
