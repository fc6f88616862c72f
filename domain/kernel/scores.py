"""Scores of boards, and the scales that turn their differences into IMPs."""

from typing import NamedTuple


class BoardScore(NamedTuple):
    """The score of a board for a side or a seat, with its parts.

    Attributes:
        excess: the points above the threshold, from the view of this side.
        levels: the levels won; negative for levels of the other side.
        step: the points that a level counts.
    """

    excess: int
    levels: int
    step: int

    @property
    def total(self) -> int:
        """The score for comparisons, in points of the game."""
        return self.excess + self.step * self.levels


def of_sides(even: BoardScore, seats: int) -> tuple[BoardScore, ...]:
    """Returns the scores of all seats, given the score of the even seats."""
    odd = BoardScore(-even.excess, -even.levels, even.step)
    return tuple(odd if seat % 2 else even for seat in range(seats))
