"""What this program is called where it notes that it could not do something."""

from typing import Any

from service.leagues.codec import LEAGUES
from service.platform.store.folding import Folding
from service.platform.version import VERSION
from service.series.codec import SERIES
from service.tables.codec import TABLES
from service.tournaments.codec import TOURNAMENTS

FOLDINGS: tuple[Folding[Any], ...] = (TABLES, TOURNAMENTS, LEAGUES, SERIES)
"""All kinds of streams."""
RELEASE = f"{VERSION} ({', '.join(f'{each.prefix}{each.revision}' for each in FOLDINGS)})"
"""The version of the program, and the revisions of the states that it folds; another release has another one."""
