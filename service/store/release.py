"""The name of this release, as recorded when it could not read a stream."""

from typing import Any

from service.store.folding import Folding
from service.store.leagues import LEAGUES
from service.store.series import SERIES
from service.store.tables import TABLES
from service.store.tournaments import TOURNAMENTS
from service.version import VERSION

FOLDINGS: tuple[Folding[Any], ...] = (TABLES, TOURNAMENTS, LEAGUES, SERIES)
"""All kinds of streams."""
RELEASE = f"{VERSION} ({', '.join(f'{each.prefix}{each.revision}' for each in FOLDINGS)})"
"""The version of the program and the revisions of its states. Each release has its own value."""
