"""Fitting the scale of IMPs to a game: bridge's table made wider or narrower until a board weighs what it does there.

The samples are differences between two tables that played the same deal, with sides of equal strength. A scale is right
when the standard deviation of a board is `TARGET` IMPs: bridge has 5 to 6, and the scale of victory points is made for
that.

    step k of the scale at p per cent = the least multiple of the unit that is not below p/100 of bridge's step k,
                                        and above step k - 1

Every whole per cent up to `WIDEST` is tried, and the one whose deviation is nearest to the target taken; of equals the
narrowest.
"""

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from domain.tournament.scoring.imps import BRIDGE, DATUM_UNIT, Scale, scale

TARGET = 5.5
WIDEST = 200
"""Per cent of bridge's table."""


class Calibration(NamedTuple):
    """A scale that was fitted.

    Attributes:
        percent: how wide it is, in per cent of bridge's table.
        deviation: of a board of the samples, in IMPs.
        samples: how many there were.
    """

    scale: Scale
    percent: int
    deviation: float
    samples: int


def stretched(percent: int, unit: int = DATUM_UNIT) -> Scale:
    """Bridge's table at so many per cent, in multiples of a unit."""
    steps: list[int] = []
    for step in BRIDGE.steps:
        units = -(-step * percent // (100 * unit))
        steps.append(max(units * unit, (steps[-1] if steps else 0) + unit))
    return scale(steps)


def deviation(scale: Scale, differences: Sequence[int]) -> float:
    """The standard deviation of a board, in IMPs, when neither side is stronger: about 0, and not about the mean."""
    counts = Counter(differences)
    return sqrt(sum(count * scale.imps(each) ** 2 for each, count in counts.items()) / len(differences))


def calibrated(differences: Sequence[int], target: float = TARGET, per: int = 1) -> Calibration:
    """The scale on which a board of these samples has the standard deviation that is wanted.

    Args:
        differences: between the scores of two tables on the same deal.
        target: in IMPs.
        per: how many units of the scale are one point of a score.

    Raises:
        ValueError: there are no samples, or all differences are 0.
    """
    if not any(differences):
        raise ValueError("without differences there is nothing to fit a scale to")
    scales = {percent: stretched(percent)._replace(per=per) for percent in range(1, WIDEST + 1)}
    found = [(percent, deviation(each, differences)) for percent, each in scales.items()]
    percent, fitted = min(found, key=lambda each: (abs(each[1] - target), each[0]))
    return Calibration(scales[percent], percent, fitted, len(differences))
