"""Tables of matches that are sealed, and until when.

| the table is | it is sealed until |
|---|---|
| of a match that plays duplicate boards | their set is closed: nobody has to play them any more |
| of a match whose results are kept back (`is_sealed`) | its round is closed |
| of a match of a round that was called off, with boards that other rounds play | their set is closed |
| of any other match of a round that was called off | it is over: nobody plays its deals, and it counts for nothing |
| opened, and never linked to a match | the round of its number, and all sets that were dealt by now, are closed |

When nothing is left to play all of them are unsealed. A table is unsealed when it is over itself, and not before. Those
who sit there see it at all times, and staff who do not sit there no more of it than others: what they may know they are
told with the round.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.tournament.duplicate.dealing import closed_sets
from domain.tournament.events import TableId
from domain.tournament.format import Format
from domain.tournament.settings import Settings
from domain.tournament.state import Tournament, TournamentRound


class SealedTable(NamedTuple):
    """A table that was opened sealed for a match of the round of that number, which may have been called off since."""

    id: TableId
    round: int


def opened_sealed(settings: Settings) -> bool:
    """Whether the tables of a tournament are sealed when they are opened."""
    return settings.is_sealed or settings.boards is not None


def to_unseal(tournament: Tournament, form: Format, tables: Iterable[SealedTable]) -> tuple[TableId, ...]:
    """Those of these tables that everybody may see as soon as they are over."""
    given = tuple(tables)
    if tournament.play_is_over or not given:
        return tuple(each.id for each in given)
    closed = closed_sets(tournament, form)
    known = dict((*_of_rounds_called_off(tournament, closed), *_of_matches(tournament, closed)))
    return tuple(each.id for each in given if known.get(each.id, _is_past(tournament, each.round, closed)))


def _of_matches(tournament: Tournament, closed: frozenset[int]) -> Iterator[tuple[TableId, bool]]:
    """The tables of the rounds, and whether they may be seen."""
    for played in tournament.rounds:
        sets = played.sets or (None,) * len(played.tables)
        for tables, which in zip(played.tables, sets, strict=True):
            told = not _is_kept_back(tournament.settings, played) if which is None else which in closed
            yield from ((table, told) for table in tables)


def _of_rounds_called_off(tournament: Tournament, closed: frozenset[int]) -> Iterator[tuple[TableId, bool]]:
    for undone in tournament.called_off:
        sets = undone.sets or (0,) * len(undone.tables)
        for tables, which in zip(undone.tables, sets, strict=True):
            yield from ((table, not which or which in closed) for table in tables)


def _is_past(tournament: Tournament, number: int, closed: frozenset[int]) -> bool:
    """Whether nobody can play any more what was played for a round of that number."""
    if not closed.issuperset(each.number for each in tournament.sets):
        return False
    return number > len(tournament.rounds) or tournament.rounds[number - 1].closed_at is not None


def _is_kept_back(settings: Settings, played: TournamentRound) -> bool:
    return settings.is_sealed and played.closed_at is None
