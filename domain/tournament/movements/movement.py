"""A movement: which pairs meet at which table in which round, and which set of boards they play there.

Pairs, tables and sets of boards are numbers from 1. How many boards a set has is no matter of the movement.
"""

from collections import Counter
from itertools import combinations
from typing import Literal, NamedTuple

from domain.refusals import Illegal


class NoMovement(Illegal):
    """There is no movement of this kind for so many."""


class Seating(NamedTuple):
    """A table in a round: the pairs on the even and on the odd seats, and the set of boards that they play."""

    table: int
    even: int
    odd: int
    boards: int


class Movement(NamedTuple):
    """A whole movement.

    Attributes:
        pairs: how many take part.
        sets: how many sets of boards there are.
        winners: 2 where those on the even seats and those on the odd ones are ranked apart.
        rounds: the tables of each round.
    """

    pairs: int
    sets: int
    winners: Literal[1, 2]
    rounds: tuple[tuple[Seating, ...], ...]

    def sitting_out(self, number: int) -> tuple[int, ...]:
        """Who does not play in a round; rounds are counted from 1."""
        playing = {pair for seating in self.rounds[number - 1] for pair in (seating.even, seating.odd)}
        return tuple(pair for pair in range(1, self.pairs + 1) if pair not in playing)

    def comparisons(self) -> Counter[frozenset[int]]:
        """How often two pairs have played the same set in the same direction, and so are compared."""
        fields: dict[tuple[int, str], list[int]] = {}
        for seating in (seating for each in self.rounds for seating in each):
            fields.setdefault((seating.boards, "even"), []).append(seating.even)
            fields.setdefault((seating.boards, "odd"), []).append(seating.odd)
        return Counter(frozenset(two) for field in fields.values() for two in combinations(field, 2))


def without_phantom(pairs: int, rounds: list[list[Seating]]) -> tuple[tuple[Seating, ...], ...]:
    """The rounds without the tables of a pair whose number is above those that there are: who meets it sits out."""
    return tuple(tuple(seating for seating in each if max(seating.even, seating.odd) <= pairs) for each in rounds)
