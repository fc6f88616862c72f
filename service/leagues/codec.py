"""Converts the folded state of a league to JSON and back, for `head`.

As with tables (`store/tables.py`), a state of another revision is not read. It is folded again from the events.
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
    """Returns the name of the stream of a league."""
    return STREAM_PREFIX + league_id


def league_of(stream: str) -> str:
    """Returns the id of the league of a stream."""
    return stream.removeprefix(STREAM_PREFIX)


def head_document(league: League) -> dict[str, Any]:
    """Returns the league as JSON."""
    return {"league": _write(league)}


def league_from_head(document: dict[str, Any]) -> League:
    """Returns the league that `head_document` wrote."""
    league: League = _read(document["league"])
    return league


def due_time(league: League) -> datetime | None:
    """Returns when the next deadline of the league passes, or `None`."""
    at = due(league)
    return None if at is None else utc(at)


LEAGUES = Folding(STREAM_PREFIX, STATE_REVISION, fold_league, head_document, league_from_head, due_time)
"""How the streams of leagues are folded and stored."""
