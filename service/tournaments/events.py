"""The streams of tournaments: how they are folded, and how the folded state is stored.

A stored state of another revision is not read. It is folded again from the events. Rounds repeat the same sides and
results many times. So each value is stored once, and rounds refer to its index.
"""

from collections.abc import Callable, Hashable, Iterable
from datetime import datetime
from typing import Any

from domain.kernel.instants import utc
from domain.tournaments.evolve import fold
from domain.tournaments.parts import TournamentRound
from domain.tournaments.schedule import due_at
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Round
from service.platform.store.codec import decoder, encoder
from service.platform.store.folding import Folding

STATE_REVISION = 12
STREAM_PREFIX = "tournament-"

_write = encoder(Tournament)
_read = decoder(Tournament)
_ROUNDS = Tournament._fields.index("rounds")
_PAIRED = TournamentRound._fields.index("paired")
_RESULTS = TournamentRound._fields.index("results")
_MATCHES, _BYES = Round._fields.index("matches"), Round._fields.index("byes")


def head_document(tournament: Tournament) -> dict[str, Any]:
    """Returns the tournament as JSON."""
    document = _write(tournament)
    sides, results = _Places(), _Places()
    document[_ROUNDS] = [
        _with_round(each, sides.place, lambda result: results.place(tuple(result))) for each in document[_ROUNDS]
    ]
    return {"tournament": document, "sides": sides.values, "results": [list(result) for result in results.values]}


def tournament_from_head(document: dict[str, Any]) -> Tournament:
    """Returns the tournament that `head_document` wrote."""
    sides, results = document["sides"], document["results"]
    written = list(document["tournament"])
    written[_ROUNDS] = [_with_round(each, sides.__getitem__, results.__getitem__) for each in written[_ROUNDS]]
    tournament: Tournament = _read(written)
    return tournament


class _Places:
    """Distinct values, each with its index."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._known: dict[Hashable, int] = {}

    def place(self, value: Hashable) -> int:
        """Returns the index of a value. A new value is appended."""
        place = self._known.setdefault(value, len(self.values))
        if place == len(self.values):
            self.values.append(value)
        return place


def _with_round(written: Iterable[Any], side: Callable[[Any], Any], result: Callable[[Any], Any]) -> list[Any]:
    """Returns a stored round with its sides and results replaced."""
    whole = list(written)
    paired = list(whole[_PAIRED])
    paired[_MATCHES] = [[side(each) for each in match] for match in paired[_MATCHES]]
    paired[_BYES] = [[side(entrant), *kind] for entrant, *kind in paired[_BYES]]
    whole[_PAIRED] = paired
    whole[_RESULTS] = [None if each is None else result(each) for each in whole[_RESULTS]]
    return whole


def due_time(tournament: Tournament) -> datetime | None:
    """Returns when the next deadline of the tournament passes, or `None`."""
    at = due_at(tournament)
    return None if at is None else utc(at)


class NoSuchTournament(Exception):
    """No tournament has this id. The argument is the id."""


TOURNAMENTS = Folding(STREAM_PREFIX, STATE_REVISION, fold, head_document, tournament_from_head, due_time)
"""How the streams of tournaments are folded and stored."""
stream_of = TOURNAMENTS.stream_of
tournament_of = TOURNAMENTS.id_of
