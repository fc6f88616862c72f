"""A movement: the pairs at each table in each round, and the set of boards they play there.

Pairs, tables and sets of boards are numbered from 1. The number of boards in a set is not part of the movement.
"""

from typing import Literal, NamedTuple

from domain.kernel.refusals import Illegal


class NoMovement(Illegal):
    """There is no movement of this kind for this number."""


class TableSeating(NamedTuple):
    """A table in a round: the pairs on the even and on the odd seats, and the set of boards that they play."""

    table: int
    even: int
    odd: int
    boards: int


class Movement(NamedTuple):
    """A whole movement.

    Attributes:
        pairs: the number of pairs.
        sets: the number of sets of boards.
        winners: 2 if the pairs on the even and on the odd seats are ranked separately.
        rounds: the tables of each round.
    """

    pairs: int
    sets: int
    winners: Literal[1, 2]
    rounds: tuple[tuple[TableSeating, ...], ...]

    def sitting_out(self, number: int) -> tuple[int, ...]:
        """Returns the pairs that sit out in a round; rounds count from 1."""
        playing = {pair for seating in self.rounds[number - 1] for pair in (seating.even, seating.odd)}
        return tuple(pair for pair in range(1, self.pairs + 1) if pair not in playing)


def without_phantom(pairs: int, rounds: list[list[TableSeating]]) -> tuple[tuple[TableSeating, ...], ...]:
    """Returns the rounds without tables of a missing pair above `pairs`; its opponents sit out."""
    return tuple(tuple(seating for seating in each if max(seating.even, seating.odd) <= pairs) for each in rounds)
