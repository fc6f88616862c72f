"""Tables of players who are compared seat by seat: who sits out, on which seat everybody sits, and with whom.

| of a round | is wanted, what stands first above all that follows |
|---|---|
| who sits out where players do not fill the tables | whoever has sat out least so far; among equals by lot |
| on which seats the others sit | that the squares of how often each has sat on each seat have the least sum |
| with whom, and against whom on the same seat of other tables | whom they have had least, in sum over all twos |

All tables of a round play the same boards, from which everybody is compared with those on the same seat of the others.

Seats are dealt out by the cheapest augmenting path for one player after the other, so that the first sum is the least
that a round allows after those before. Where nobody sits out everybody has had every seat equally often after as many
rounds as a table has seats, and before that no seat twice: the seats that are still to be had make a regular bipartite
graph, which always has a perfect matching (D. König, 1916). For the rest, two at a time exchange their places as long
as that is better for both sums in this order; of several beginnings, which are drawn, the best is taken. So it is no
design in which all meet equally often, but comes near it for any number of players, whoever is there.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from domain.shuffle import Dice, shuffled
from domain.tournament.rounds import EntrantId

TRIED = 4
"""So many beginnings are tried."""

TableOfPlayers = tuple[EntrantId, ...]
"""Who sits at a table, by seats."""


class Seated(NamedTuple):
    """A round: its tables, and who sits out."""

    tables: tuple[TableOfPlayers, ...]
    out: tuple[EntrantId, ...]


class Had(NamedTuple):
    """What players have had so far: how often which seat, whom at a table, whom on the same seat, and sat out."""

    seats: Counter[tuple[EntrantId, int]]
    together: Counter[frozenset[EntrantId]]
    compared: Counter[frozenset[EntrantId]]
    out: Counter[EntrantId]


def had(rounds: Iterable[Seated]) -> Had:
    """What players have had in some rounds."""
    found = Had(Counter(), Counter(), Counter(), Counter())
    for each in rounds:
        found.out.update(each.out)
        for table in each.tables:
            found.seats.update((player, seat) for seat, player in enumerate(table))
            found.together.update(map(frozenset, combinations(table, 2)))
        for column in zip(*each.tables, strict=True):
            found.compared.update(map(frozenset, combinations(column, 2)))
    return found


def seated_round(players: Sequence[EntrantId], seats: int, past: Had, key: bytes) -> Seated:
    """The next round.

    Args:
        players: who is there; not fewer than a table has seats.
        seats: how many a table has.
        past: what everybody has had.
        key: from which all lots are drawn.

    Raises:
        ValueError: there are not enough players for a table.
    """
    if len(players) < seats:
        raise ValueError(f"{len(players)} players do not fill a table of {seats}")
    by_lot = shuffled(players, Dice(key, b"out"))
    out = sorted(by_lot, key=lambda player: past.out[player])[: len(players) % seats]
    playing = [player for player in by_lot if player not in out]
    tried = [
        _Places(shuffled(playing, Dice(key, b"try%d" % number)), seats, past).exchanged() for number in range(TRIED)
    ]
    best = min(tried, key=_Places.cost)
    return Seated(tuple(best.tables()), tuple(player for player in players if player in out))


class _Place(NamedTuple):
    table: int
    seat: int


class _Places:
    """Players on their seats, and for everybody how often they have had those of each table and of each column."""

    def __init__(self, playing: Sequence[EntrantId], seats: int, past: Had) -> None:
        self._past = past
        columns = _columns(playing, seats, past)
        self._at = {
            _Place(table, seat): player for seat, column in enumerate(columns) for table, player in enumerate(column)
        }
        tables = range(len(columns[0]))
        self._of_table = {
            player: [
                sum(self._together(player, self._at[_Place(table, seat)]) for seat in range(seats)) for table in tables
            ]
            for player in playing
        }
        self._of_column = {
            player: [sum(self._compared(player, other) for other in column) for column in columns] for player in playing
        }

    def tables(self) -> list[TableOfPlayers]:
        """Who sits where, by tables."""
        found: dict[int, list[EntrantId]] = {}
        for place in sorted(self._at):
            found.setdefault(place.table, []).append(self._at[place])
        return [tuple(each) for each in found.values()]

    def cost(self) -> tuple[int, int]:
        """How often those who are on a seat have had it, and how often those who meet or are compared have before."""
        seats = sum(self._past.seats[player, place.seat] for place, player in self._at.items())
        had = sum(
            self._of_table[player][place.table] + self._of_column[player][place.seat]
            for place, player in self._at.items()
        )
        return seats, had // 2

    def exchanged(self) -> "_Places":
        """The same after all exchanges of two that make it better."""
        places = sorted(self._at)
        while sum(self._exchange(one, other) for one, other in combinations(places, 2)):
            pass
        return self

    def _exchange(self, one: _Place, other: _Place) -> bool:
        """Lets the players of two places change them if that is better."""
        if self._gain(one, other) >= (0, 0):
            return False
        first, second = self._at[one], self._at[other]
        self._at[one], self._at[other] = second, first
        for player in self._of_table:
            more = self._together(player, second) - self._together(player, first)
            self._of_table[player][one.table] += more
            self._of_table[player][other.table] -= more
            more = self._compared(player, second) - self._compared(player, first)
            self._of_column[player][one.seat] += more
            self._of_column[player][other.seat] -= more
        return True

    def _gain(self, one: _Place, other: _Place) -> tuple[int, int]:
        """By how much both sums would become greater."""
        first, second, seats = self._at[one], self._at[other], self._past.seats
        on_seats = seats[first, other.seat] + seats[second, one.seat]
        on_seats -= seats[first, one.seat] + seats[second, other.seat]
        had = 0
        if one.table != other.table:
            of = self._of_table
            had += of[first][other.table] + of[second][one.table] - of[first][one.table] - of[second][other.table]
            had -= 2 * self._together(first, second)
        if one.seat != other.seat:
            of = self._of_column
            had += of[first][other.seat] + of[second][one.seat] - of[first][one.seat] - of[second][other.seat]
            had -= 2 * self._compared(first, second)
        return on_seats, had

    def _together(self, one: EntrantId, other: EntrantId) -> int:
        return self._past.together[frozenset((one, other))] if one != other else 0

    def _compared(self, one: EntrantId, other: EntrantId) -> int:
        return self._past.compared[frozenset((one, other))] if one != other else 0


# ------------------------------------------------------------------------------------------------ seats


def _columns(playing: Sequence[EntrantId], seats: int, past: Had) -> list[list[EntrantId]]:
    """Who sits on each seat, equally many on each, as cheaply as can be; each player costs how often they sat there."""
    columns: list[list[EntrantId]] = [[] for _ in range(seats)]
    for player in playing:
        _seat(player, columns, len(playing) // seats, past)
    return columns


def _seat(player: EntrantId, columns: list[list[EntrantId]], room: int, past: Had) -> None:
    """Seats one more player, for whom others may have to move."""
    costs = [past.seats[player, seat] for seat in range(len(columns))]
    came_from: list[int | None] = [None] * len(columns)
    movers = {
        (here, there): _mover(columns[here], here, there, past)
        for here in range(len(columns))
        if columns[here]
        for there in range(len(columns))
        if here != there
    }
    for _ in columns:
        for (here, there), (more, _mover_of) in movers.items():
            if costs[here] + more < costs[there]:
                costs[there], came_from[there] = costs[here] + more, here
    at = min((seat for seat, column in enumerate(columns) if len(column) < room), key=costs.__getitem__)
    while (before := came_from[at]) is not None:
        mover = movers[before, at][1]
        columns[before].remove(mover)
        columns[at].append(mover)
        at = before
    columns[at].append(player)


def _mover(column: Sequence[EntrantId], here: int, there: int, past: Had) -> tuple[int, EntrantId]:
    """Who moves most cheaply from a seat to another one, and at what cost."""
    return min((past.seats[each, there] - past.seats[each, here], each) for each in column)
