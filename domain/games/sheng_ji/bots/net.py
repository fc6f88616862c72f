"""A small net of weights, with which the bot `club` scores its leads and follows.

A score is fixed weights times the features, and the sum of the units that are positive, with the sign of each. A unit
is its bias, and weights times the features.
"""

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple


class Unit(NamedTuple):
    """A unit of the score."""

    sign: int
    bias: float
    weights: tuple[float, ...]


def numbers(text: str) -> tuple[float, ...]:
    """Returns the numbers of a text."""
    return tuple(map(float, text.split()))


class Scorer:
    """A net for one decision. Some features are the same for all plays, so they are weighed only once."""

    def __init__(self, direct: Sequence[float], units: Sequence[Unit], shared: Sequence[float]) -> None:
        """Weighs the shared features, which are the first ones of the net."""
        start = len(shared)
        self._direct = direct[start:]
        # `map` stops at the end of the shared features.
        self._units = [(sign, bias + sum(map(mul, shared, weights)), weights[start:]) for sign, bias, weights in units]

    def score(self, features: Sequence[float]) -> float:
        """Returns the score of a play, relative to other plays of the decision.

        Args:
            features: those of the play that follow the shared ones.
        """
        total: float = sum(map(mul, self._direct, features))
        for sign, bias, weights in self._units:
            unit = bias + sum(map(mul, weights, features))
            if unit > 0.0:
                total += sign * unit
        return total
