"""Rounds for players who are compared seat by seat: chooses the players who sit out, all seats, and all tables.

| decision of a round | goal; each row outweighs the rows below it |
|---|---|
| players who sit out, if they do not fill the tables | nobody twice running, then who sat out least; ties by lot |
| seats of the others | the least sum of the squared numbers of times that each player had each seat |
| companions at the table, and players on the same seat elsewhere | those met least, summed over all pairs |

All tables of a round play the same boards. Each player is compared with those on the same seat of the other tables.

Seats are assigned by the cheapest augmenting path, one player after the other. The first sum is then the least possible
after the earlier rounds. Suppose that no player sits out, and that a table has s seats. Then each player has every seat
once in the first s rounds, because the open seats form a regular bipartite graph, which always has a perfect matching
(D. König, 1916). After that, two players at a time exchange places while that improves both sums, in this order. The
best of several random starts is used. The result is close to a balanced design, for any number of players and even if
they change.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from domain.kernel.shuffle import Dice, shuffled
from domain.tournaments.terms import EntrantId

TRIED = 4
"""The number of random starts."""

TableOfPlayers = tuple[EntrantId, ...]
"""The players of a table, by seats."""


class SeatedRound(NamedTuple):
    """The tables of a round, and the players who sit out."""

    tables: tuple[TableOfPlayers, ...]
    out: tuple[EntrantId, ...]


class SeatHistory(NamedTuple):
    """Counts of earlier rounds.

    Attributes:
        seats: how often each player held each seat.
        together: how often two players met at a table.
        compared: how often two players were compared on a seat.
        out: how often each player sat out.
        last_out: the players who sat out in the last round.
    """

    seats: Counter[tuple[EntrantId, int]]
    together: Counter[frozenset[EntrantId]]
    compared: Counter[frozenset[EntrantId]]
    out: Counter[EntrantId]
    last_out: frozenset[EntrantId] = frozenset()


def seat_history(rounds: Iterable[SeatedRound]) -> SeatHistory:
    """Returns the counts of some rounds."""
    found = SeatHistory(Counter(), Counter(), Counter(), Counter())
    for each in rounds:
        found.out.update(each.out)
        for table in each.tables:
            found.seats.update((player, seat) for seat, player in enumerate(table))
            found.together.update(map(frozenset, combinations(table, 2)))
        for column in zip(*each.tables, strict=True):
            found.compared.update(map(frozenset, combinations(column, 2)))
        found = found._replace(last_out=frozenset(each.out))
    return found


def seated_round(players: Sequence[EntrantId], seats: int, past: SeatHistory, key: bytes) -> SeatedRound:
    """Returns the next round.

    Args:
        players: the present players; at least as many as a table has seats.
        seats: the number of seats of a table.
        past: the counts of earlier rounds.
        key: the key of all lots.

    Raises:
        ValueError: the players do not fill a table.
    """
    if len(players) < seats:
        raise ValueError(f"{len(players)} players are too few for a table of {seats}")
    by_lot = shuffled(players, Dice(key, b"out"))
    out = sorted(by_lot, key=lambda player: (player in past.last_out, past.out[player]))[: len(players) % seats]
    playing = [player for player in by_lot if player not in out]
    tried = [
        _Places(shuffled(playing, Dice(key, b"try%d" % number)), seats, past).exchange_players()
        for number in range(TRIED)
    ]
    best = min(tried, key=_Places.cost)
    return SeatedRound(tuple(best.tables()), tuple(player for player in players if player in out))


class _Place(NamedTuple):
    table: int
    seat: int


class _Places:
    """An assignment of players to seats, with counts of how often each player has met each table and column."""

    def __init__(self, playing: Sequence[EntrantId], seats: int, past: SeatHistory) -> None:
        self._past = past
        columns = _columns(playing, seats, past)
        self._at = {
            _Place(table, seat): player for seat, column in enumerate(columns) for table, player in enumerate(column)
        }
        tables = range(len(columns[0]))
        self._of_table = {
            player: [
                sum(self._times_together(player, self._at[_Place(table, seat)]) for seat in range(seats))
                for table in tables
            ]
            for player in playing
        }
        self._of_column = {
            player: [sum(self._times_compared(player, other) for other in column) for column in columns]
            for player in playing
        }

    def tables(self) -> list[TableOfPlayers]:
        """Returns the players of each table, by seats."""
        found: dict[int, list[EntrantId]] = {}
        for place in sorted(self._at):
            found.setdefault(place.table, []).append(self._at[place])
        return [tuple(each) for each in found.values()]

    def cost(self) -> tuple[int, int]:
        """Returns how often players have had their seats, and how often those that meet or are compared already did."""
        seats = sum(self._past.seats[player, place.seat] for place, player in self._at.items())
        had = sum(
            self._of_table[player][place.table] + self._of_column[player][place.seat]
            for place, player in self._at.items()
        )
        return seats, had // 2

    def exchange_players(self) -> "_Places":
        """Applies all improving exchanges of two players, and returns itself."""
        places = sorted(self._at)
        while sum(self._exchange(one, other) for one, other in combinations(places, 2)):
            pass
        return self

    def _exchange(self, one: _Place, other: _Place) -> bool:
        """Exchanges two players if that is better; returns whether it did."""
        if self._gain(one, other) >= (0, 0):
            return False
        first, second = self._at[one], self._at[other]
        self._at[one], self._at[other] = second, first
        for player in self._of_table:
            more = self._times_together(player, second) - self._times_together(player, first)
            self._of_table[player][one.table] += more
            self._of_table[player][other.table] -= more
            more = self._times_compared(player, second) - self._times_compared(player, first)
            self._of_column[player][one.seat] += more
            self._of_column[player][other.seat] -= more
        return True

    def _gain(self, one: _Place, other: _Place) -> tuple[int, int]:
        """Returns the increase of both sums by an exchange."""
        first, second, seats = self._at[one], self._at[other], self._past.seats
        on_seats = seats[first, other.seat] + seats[second, one.seat]
        on_seats -= seats[first, one.seat] + seats[second, other.seat]
        had = 0
        if one.table != other.table:
            of = self._of_table
            had += of[first][other.table] + of[second][one.table] - of[first][one.table] - of[second][other.table]
            had -= 2 * self._times_together(first, second)
        if one.seat != other.seat:
            of = self._of_column
            had += of[first][other.seat] + of[second][one.seat] - of[first][one.seat] - of[second][other.seat]
            had -= 2 * self._times_compared(first, second)
        return on_seats, had

    def _times_together(self, one: EntrantId, other: EntrantId) -> int:
        return self._past.together[frozenset((one, other))] if one != other else 0

    def _times_compared(self, one: EntrantId, other: EntrantId) -> int:
        return self._past.compared[frozenset((one, other))] if one != other else 0


# ------------------------------------------------------------------------------------------------ seats


def _columns(playing: Sequence[EntrantId], seats: int, past: SeatHistory) -> list[list[EntrantId]]:
    """Returns the players of each seat, equally many on each, at the least total of earlier uses of the seats."""
    columns: list[list[EntrantId]] = [[] for _ in range(seats)]
    for player in playing:
        _seat_player(player, columns, len(playing) // seats, past)
    return columns


def _seat_player(player: EntrantId, columns: list[list[EntrantId]], room: int, past: SeatHistory) -> None:
    """Seats one more player; others may have to move."""
    costs = [past.seats[player, seat] for seat in range(len(columns))]
    came_from: list[int | None] = [None] * len(columns)
    movers = {
        (here, there): _cheapest_move(columns[here], here, there, past)
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


def _cheapest_move(column: Sequence[EntrantId], here: int, there: int, past: SeatHistory) -> tuple[int, EntrantId]:
    """Returns the cheapest cost of moving a player from one seat to another, and the player."""
    return min((past.seats[each, there] - past.seats[each, here], each) for each in column)
