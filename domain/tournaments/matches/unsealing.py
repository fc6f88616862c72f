"""Sealed tables of matches, and when they are unsealed.

| table of | sealed until |
|---|---|
| a match with duplicate boards | the set is closed: no further match plays it |
| a match with hidden results (`is_sealed`) | its round is closed |
| a match of a round that was called off, with boards that other rounds play | the set is closed |
| any other match of a round that was called off | the table is over: its deals are not played and do not count |
| no match, although it was opened for one | the round of its number, and all sets dealt by now, are closed |

When play is over, all tables are unsealed. A table is unsealed only after it is over itself. Its players see it at all
times. Staff without a seat see no more of it than others until the results of the round are public.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.tournaments.boards.sets import closed_sets
from domain.tournaments.formats.format import Format
from domain.tournaments.parts import TournamentRound
from domain.tournaments.rounds.events import TableId
from domain.tournaments.settings import TournamentSettings
from domain.tournaments.state import Tournament


class SealedTable(NamedTuple):
    """A table that was opened sealed for a match of a round; the round may have been called off since."""

    id: TableId
    round: int


def is_opened_sealed(settings: TournamentSettings) -> bool:
    """Returns whether the tables of a tournament are sealed when they are opened."""
    return settings.is_sealed or settings.boards is not None


def tables_to_unseal(tournament: Tournament, format_: Format, tables: Iterable[SealedTable]) -> tuple[TableId, ...]:
    """Returns the tables that may be unsealed as soon as they are over."""
    given = tuple(tables)
    if tournament.play_is_over or not given:
        return tuple(each.id for each in given)
    closed = closed_sets(tournament, format_)
    known = dict(
        (*_sealed_tables_of_rounds_called_off(tournament, closed), *_sealed_tables_of_matches(tournament, closed))
    )
    return tuple(each.id for each in given if known.get(each.id, _is_past(tournament, each.round, closed)))


def _sealed_tables_of_matches(tournament: Tournament, closed: frozenset[int]) -> Iterator[tuple[TableId, bool]]:
    """Yields the tables of the rounds, and whether each may be unsealed."""
    for round_ in tournament.rounds:
        sets = round_.sets or (None,) * len(round_.tables)
        for tables, which in zip(round_.tables, sets, strict=True):
            may_unseal = not _is_sealed_longer(tournament.settings, round_) if which is None else which in closed
            yield from ((table, may_unseal) for table in tables)


def _sealed_tables_of_rounds_called_off(
    tournament: Tournament, closed: frozenset[int]
) -> Iterator[tuple[TableId, bool]]:
    for undone in tournament.called_off:
        sets = undone.sets or (0,) * len(undone.tables)
        for tables, which in zip(undone.tables, sets, strict=True):
            yield from ((table, not which or which in closed) for table in tables)


def _is_past(tournament: Tournament, number: int, closed: frozenset[int]) -> bool:
    """Returns whether the deals played for a round of that number can no longer be played."""
    if not closed.issuperset(each.number for each in tournament.sets):
        return False
    return number > len(tournament.rounds) or tournament.rounds[number - 1].closed_at is not None


def _is_sealed_longer(settings: TournamentSettings, round_: TournamentRound) -> bool:
    return settings.is_sealed and round_.closed_at is None
