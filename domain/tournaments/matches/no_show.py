"""No-shows: a match does not count as played if no player of a side acts in it.

| at the tables of a match | result of the match |
|---|---|
| no player of a side has acted, and the side has missed a turn | forfeited by that side |
| the same for both sides | forfeited by both: neither wins, and in a knock-out neither advances |
| a side never had a turn | no no-show, because it missed nothing |

`domain/table/presence.py` defines acting: the moves of a player, and those of the player's standing orders. Moves of a
bot that replaces an absent player do not count.

If each seat is compared individually, there are no sides. A seat whose player has not acted gets average minus on that
board, and the other seats keep their scores.

An entrant that was a no-show in a match and has acted in none is *absent*. Absent entrants share the last rank, with
any number of points, so an entrant cannot win a tournament without acting. When a knock-out is over, the same holds for
entrants that lead by byes and walkovers alone. A result set by staff counts as a played match.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple, Protocol

from domain.kernel.seats import Seat
from domain.table.state import Table
from domain.tournaments.boards import line_ups
from domain.tournaments.boards.records import BoardResult, Place, SeatResult
from domain.tournaments.formats.format import Format, entrants_of_match
from domain.tournaments.parts import TournamentRound
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.state import Tournament
from domain.tournaments.terms import EntrantId, Match

SideSeats = tuple[Seat, ...]


class PlacedTable(Protocol):
    """A table of a match, and its position in the match."""

    @property
    def place(self) -> Place:
        """The room and the board."""

    @property
    def table(self) -> Table:
        """The table."""


class NoShow(NamedTuple):
    """For each side of a match, whether it is a no-show."""

    first: bool = False
    second: bool = False


class _Activity(NamedTuple):
    """Whether a side or an entrant has acted at the tables of a match, and whether it has missed a turn."""

    has_acted: bool
    has_missed: bool

    @property
    def is_absent(self) -> bool:
        return self.has_missed and not self.has_acted


def no_shows(tournament: Tournament, tables: Iterable[PlacedTable]) -> NoShow:
    """Returns which sides of a match are no-shows at all of its tables."""
    tables = list(tables)
    first, second = ([(each.table, _sides(tournament, each)[side]) for each in tables] for side in (0, 1))
    return NoShow(_activity_of(first).is_absent, _activity_of(second).is_absent)


def is_a_side_absent(tables: Sequence[Table]) -> bool:
    """Returns whether a side is a no-show in a match that was played at one table after another."""
    sides = tables[-1].game.teams(tables[-1].rules) if tables else ()
    return any(_activity_of([(table, side) for table in tables]).is_absent for side in sides)


def idle_entrants(
    tournament: Tournament, format_: Format, match: Match, tables: Iterable[PlacedTable]
) -> tuple[EntrantId, ...]:
    """Returns the entrants of a match that have missed a turn and not acted at any of its tables."""
    seats: dict[EntrantId, list[tuple[Table, SideSeats]]] = {}
    for each in tables:
        for side, own in zip(match, _sides(tournament, each), strict=True):
            for seat in own:
                entrant = _entrant_of(tournament, format_, side, each.table, seat)
                if entrant is not None:
                    seats.setdefault(entrant, []).append((each.table, (seat,)))
    return tuple(sorted(entrant for entrant, held in seats.items() if _activity_of(held).is_absent))


def _activity_of(held: Sequence[tuple[Table, SideSeats]]) -> _Activity:
    return _Activity(
        any(set(seats) & set(table.presence.acted) for table, seats in held),
        any(set(seats) & set(table.presence.missed) for table, seats in held),
    )


def _sides(tournament: Tournament, at: PlacedTable) -> tuple[SideSeats, SideSeats]:
    """Returns the seats of the first side of the match at a table, and those of the second."""
    even, odd = line_ups.sides_of_match(tournament.settings.play)
    return (even, odd) if line_ups.even_is_first(tournament.settings, at.place.room) else (odd, even)


def _entrant_of(tournament: Tournament, format_: Format, side: EntrantId, table: Table, seat: Seat) -> EntrantId | None:
    """Returns the entrant of a side that holds a seat; `None` if the seat's player has left all of them."""
    entrants = format_.entrants_of(side)
    if len(entrants) == 1:
        return entrants[0]
    occupant = table.seats[seat]
    for entry in map(tournament.entry, entrants):
        if entry is not None and occupant is not None and occupant.player in entry.players:
            return entry.id
    return None


def without_idle_seats(table: Table, result: BoardResult) -> BoardResult:
    """Returns the result of a board with average minus for seats that did not act, where each seat is compared."""
    absent = [table.presence.is_absent((Seat(seat),)) for seat in range(len(result.seats))]
    if not any(absent):
        return result
    minus = SeatResult(None, "average_minus")
    seats = tuple(minus if gone else each for gone, each in zip(absent, result.seats, strict=True))
    return result._replace(seats=seats)


# ------------------------------------------------------------------------------------------------ standings


def absent_entrants(
    tournament: Tournament, format_: Format, hidden: frozenset[int] = frozenset()
) -> frozenset[EntrantId]:
    """Returns the entrants that were no-shows in a match and have acted in none.

    Args:
        tournament: its current state.
        format_: its format.
        hidden: the numbers of the rounds whose results are hidden.
    """
    missed: set[EntrantId] = set()
    came: set[EntrantId] = set()
    for round_ in tournament.rounds:
        if round_.paired.number in hidden:
            continue
        idle = round_.idle or ((),) * len(round_.results)
        of_matches = zip(round_.paired.matches, round_.results, round_.tables, idle, strict=True)
        for match, result, tables, gone in of_matches:
            if result is not None and tables:
                missed.update(gone)
                came.update(entrants_of_match(format_, match) - set(gone))
    return frozenset(missed - came)


def idle_winners(
    tournament: Tournament, format_: Format, ranked: Sequence[Standing], absent: frozenset[EntrantId]
) -> frozenset[EntrantId]:
    """Returns the leaders of a finished knock-out that acted in no match, down to the first entrant that did.

    Args:
        tournament: its current state.
        format_: its format.
        ranked: its standings, rank 1 first.
        absent: the absent entrants.
    """
    if not (format_.needs_winners and tournament.play_is_over and tournament.rounds):
        return frozenset()
    came = {entrant for round_ in tournament.rounds for entrant in _present_entrants(format_, round_)}
    there = (each.entrant for each in ranked if each.entrant not in absent)
    return frozenset(takewhile(lambda entrant: entrant not in came, there))


def _present_entrants(format_: Format, round_: TournamentRound) -> Iterator[EntrantId]:
    idle = round_.idle or ((),) * len(round_.results)
    of_matches = zip(round_.paired.matches, round_.results, round_.tables, idle, strict=True)
    for match, result, tables, gone in of_matches:
        if result is not None and (tables or result.kind in ("played", "adjudicated")):
            yield from entrants_of_match(format_, match) - set(gone)


def absent_last(ranked: Sequence[Standing], absent: frozenset[EntrantId]) -> tuple[Standing, ...]:
    """Returns the standings with absent entrants at the end, all on the last rank."""
    if not absent:
        return tuple(ranked)
    there = [_rank_without_absent(each, ranked, absent) for each in ranked if each.entrant not in absent]
    gone = [
        each._replace(rank=sum(other.line == each.line for other in ranked), is_absent=True)
        for each in ranked
        if each.entrant in absent
    ]
    return (*there, *gone)


def _rank_without_absent(each: Standing, ranked: Sequence[Standing], absent: frozenset[EntrantId]) -> Standing:
    """Returns a standing with the rank that it has when absent entrants above it are removed."""
    before = sum(other.entrant in absent and other.line == each.line and other.rank < each.rank for other in ranked)
    return each._replace(rank=each.rank - before)
