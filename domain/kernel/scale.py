"""IMP scales: from a difference of scores to IMPs."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple


class Scale(NamedTuple):
    """A scale of IMPs.

    Attributes:
        steps: for each IMP from 1 the least difference that earns it, ascending, in units of the scale.
        per: the number of units in one point of a score.
    """

    steps: tuple[int, ...]
    per: int = 1

    def imps(self, difference: int) -> int:
        """Returns the IMPs of a difference of scores, with its sign."""
        return self.imps_of_units(difference * self.per)

    def imps_of_units(self, units: int) -> int:
        """Returns the IMPs of a difference in units of the scale, with its sign."""
        reached = bisect_right(self.steps, abs(units))
        return reached if units > 0 else -reached

    def units(self, scores: Sequence[int]) -> list[int]:
        """Returns scores in units of the scale."""
        return [score * self.per for score in scores]


def scale(steps: Sequence[int]) -> Scale:
    """Returns a scale with these steps.

    Raises:
        ValueError: the steps are not positive or not strictly ascending.
    """
    if not steps or steps[0] <= 0 or any(one >= two for one, two in pairwise(steps)):
        raise ValueError("the steps of a scale ascend from above 0")
    return Scale(tuple(steps))
