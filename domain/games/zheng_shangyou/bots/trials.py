"""Trials: several options of a seat, tried in the same worlds."""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from domain.games.zheng_shangyou.bots.worlds import World, Worlds
from domain.games.zheng_shangyou.commands import Move
from domain.games.zheng_shangyou.playouts.kernel import Position, playouts
from domain.games.zheng_shangyou.scoring import points_of_sides
from domain.games.zheng_shangyou.state import MatchState
from domain.kernel.seats import Seat
from domain.table.bot import Luck


class Option(NamedTuple):
    """A move, and the position in which it results in a world, which is given as the cards of each seat."""

    move: Move
    begin: Callable[[World], Position]


class Mean(NamedTuple):
    """A mean, and its standard error."""

    value: float
    error: float


def mean_of(values: Sequence[float]) -> Mean:
    """Returns the mean of at least two values."""
    count = len(values)
    mean = sum(values) / count
    return Mean(mean, sqrt(sum((value - mean) ** 2 for value in values) / (count * (count - 1))))


class Trials:
    """Tries the options of one seat in one situation.

    Attributes:
        values: the results of each option, in the order of the worlds.
    """

    def __init__(self, match: MatchState, seat: Seat, options: Sequence[Option], luck: Luck) -> None:
        rules = match.rules
        sides = [match.side_of(Seat(other)) for other in range(rules.players)]
        self._options = options
        self._luck = luck
        self._own, self._sides, self._scoring = sides[seat], sides, rules.scoring
        # The first two places decide the points of individual players and of two pairs.
        self._playouts = playouts(sides, 2 if rules.scoring == "first_second_2_1" else rules.players)
        self._worlds = Worlds(match)
        self._gains: dict[bytes, float] = {}
        self.values: list[list[float]] = []
        self.forget()

    def forget(self) -> None:
        """Starts again without results."""
        self.values = [[] for _ in self._options]

    def run(self, options: Sequence[int], worlds: int) -> None:
        """Tries some of the options in as many new worlds."""
        for _ in range(worlds):
            world = self._worlds.draw(self._luck, self._playouts)
            for option in options:
                order = self._playouts.order(*self._options[option].begin(world))
                gain = self._gains.get(order)
                if gain is None:
                    gain = self._gains[order] = self._gain(order)
                self.values[option].append(gain)

    def _gain(self, order: bytes) -> float:
        """Returns the points of the own side less the mean of the other sides."""
        number = max(self._sides) + 1
        points = points_of_sides(self._scoring, [self._sides[seat] for seat in order], number)
        return (points[self._own] * number - sum(points)) / (number - 1)

    def best(self, options: Sequence[int]) -> list[int]:
        """Returns the options with the highest results first; of equal ones, the order stays the same."""
        return sorted(options, key=lambda option: -sum(self.values[option]))

    def gain(self, option: int, over: int) -> Mean:
        """Returns the mean difference of two options that were tried in the same worlds."""
        return mean_of([one - other for one, other in zip(self.values[option], self.values[over], strict=True)])
