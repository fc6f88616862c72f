"""Fits the IMP scale to a game: stretches the bridge table until a board has the same weight as in bridge.

The samples are score differences between two tables that played the same deal, with sides of equal strength. A scale
fits if the standard deviation of a board is `TARGET` IMPs. In bridge it is 5 to 6 IMPs, and the scale of victory points
assumes that.

    step k of the scale at p per cent = the least multiple of the unit that is not below p/100 of bridge's step k,
                                        and above step k - 1

All whole percentages up to `WIDEST` are tried. The result is the one whose deviation is nearest to the target. If
several are equally near, it is the smallest percentage.
"""

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from domain.kernel.scale import Scale, scale
from domain.tournaments.boards.imps import DATUM_UNIT

BRIDGE = scale(
    (
        *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
        *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
    )
)
"""The table of the World Bridge Federation (Law 78B)."""
TARGET = 5.5
WIDEST = 200
"""The largest percentage of the bridge table that is tried."""


class Calibration(NamedTuple):
    """A fitted scale.

    Attributes:
        percent: the width, in per cent of the bridge table.
        deviation: the standard deviation of a board of the samples, in IMPs.
        samples: the number of samples.
    """

    scale: Scale
    percent: int
    deviation: float
    samples: int


def stretched(percent: int, unit: int = DATUM_UNIT) -> Scale:
    """Returns the bridge table stretched to a percentage, in multiples of a unit."""
    steps: list[int] = []
    for step in BRIDGE.steps:
        units = -(-step * percent // (100 * unit))
        steps.append(max(units * unit, (steps[-1] if steps else 0) + unit))
    return scale(steps)


def deviation(scale: Scale, differences: Sequence[int]) -> float:
    """Returns the standard deviation of a board in IMPs. It is taken about 0, the true mean for equal sides."""
    counts = Counter(differences)
    return sqrt(sum(count * scale.imps(each) ** 2 for each, count in counts.items()) / len(differences))


def calibrated(differences: Sequence[int], target: float = TARGET, per: int = 1) -> Calibration:
    """Returns the scale that gives a board of these samples the target deviation.

    Args:
        differences: score differences between two tables on the same deal.
        target: the target deviation, in IMPs.
        per: the number of units of the scale in one point of a score.

    Raises:
        ValueError: there are no samples, or all differences are 0.
    """
    if not any(differences):
        raise ValueError("without differences there is nothing to fit a scale to")
    scales = {percent: stretched(percent)._replace(per=per) for percent in range(1, WIDEST + 1)}
    found = [(percent, deviation(each, differences)) for percent, each in scales.items()]
    percent, fitted = min(found, key=lambda each: (abs(each[1] - target), each[0]))
    return Calibration(scales[percent], percent, fitted, len(differences))
