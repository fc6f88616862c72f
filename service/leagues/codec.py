"""The folded state of a league as JSON, and back: what `head` holds for the streams of leagues.

As with tables (`store/tables.py`), a state of another revision is not read, but folded anew from the events.
"""

from datetime import datetime
from typing import Any

from domain.kernel.instants import utc
from domain.tournaments.leagues.evolve import fold_league
from domain.tournaments.leagues.seasons import due
from domain.tournaments.leagues.state import League
from service.platform.store.codec import decoder, encoder
from service.platform.store.folding import Folding

STATE_REVISION = 3
STREAM_PREFIX = "league-"

_write = encoder(League)
_read = decoder(League)


def stream_of(league_id: str) -> str:
    """The stream of a league."""
    return STREAM_PREFIX + league_id


def league_of(stream: str) -> str:
    """The league of a stream."""
    return stream.removeprefix(STREAM_PREFIX)


def head_document(league: League) -> dict[str, Any]:
    """The league as JSON."""
    return {"league": _write(league)}


def league_from_head(document: dict[str, Any]) -> League:
    """The league that `head_document` wrote."""
    league: League = _read(document["league"])
    return league


def due_time(league: League) -> datetime | None:
    """When time alone brings something about in the league next."""
    at = due(league)
    return None if at is None else utc(at)


LEAGUES = Folding(STREAM_PREFIX, STATE_REVISION, fold_league, head_document, league_from_head, due_time)
"""The streams of leagues."""
