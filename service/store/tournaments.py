"""The folded state of a tournament as JSON, and back: what `head` holds for the streams of tournaments.

As with tables (`store/tables.py`), a state of another revision is not read, but folded anew from the events.
"""

from datetime import datetime
from typing import Any

from domain.instants import utc
from domain.tournament.state import Tournament
from domain.tournament.times import due
from service.store.codec import decoder, encoder

STATE_REVISION = 2
STREAM_PREFIX = "tournament-"

_write = encoder(Tournament)
_read = decoder(Tournament)


def stream_of(tournament_id: str) -> str:
    """The stream of a tournament."""
    return STREAM_PREFIX + tournament_id


def tournament_of(stream: str) -> str:
    """The tournament of a stream."""
    return stream.removeprefix(STREAM_PREFIX)


def head_document(tournament: Tournament) -> dict[str, Any]:
    """The tournament as JSON."""
    return {"tournament": _write(tournament)}


def tournament_from_head(document: dict[str, Any]) -> Tournament:
    """The tournament that `head_document` wrote."""
    tournament: Tournament = _read(document["tournament"])
    return tournament


def due_time(tournament: Tournament) -> datetime | None:
    """When time alone brings something about in the tournament next."""
    at = due(tournament)
    return None if at is None else utc(at)
