"""IMPs: score differences on a scale that compresses large differences.

| quantity | IMPs |
|---|---|
| difference of two scores | the number of steps of the scale that it reaches, with its sign |
| against the datum (Butler) | against the mean of the scores without the outliers |

The outliers are the highest and the lowest scores, equally many at each end, as the conditions of the event say. The
datum is rounded to the nearest multiple of `DATUM_UNIT`, halves away from 0.

`tests/support/calibration.py` fits the scale of the World Bridge Federation (Law 78B) to the scores of our games. A
note at each scale says how it was measured; `scales` assigns scales to games.
"""

from collections.abc import Sequence
from fractions import Fraction

from domain.kernel.scale import Scale

DATUM_UNIT = 5
"""All points of Sheng Ji are multiples of this."""


def datum(scores: Sequence[int], left_out: int = 0) -> int:
    """Returns the mean of the scores without the outliers, rounded.

    Args:
        scores: the scores of the even seats, in units of the scale.
        left_out: the number of scores to leave out at each end.

    Raises:
        ValueError: no score would remain.
    """
    if left_out < 0 or len(scores) <= 2 * left_out:
        raise ValueError(f"of {len(scores)} scores {left_out} cannot be left out at each end")
    kept = sorted(scores)[left_out : len(scores) - left_out]
    units = Fraction(abs(sum(kept)), len(kept) * DATUM_UNIT)
    rounded = DATUM_UNIT * int(units + Fraction(1, 2))
    return rounded if sum(kept) > 0 else -rounded


def butler(scale: Scale, scores: Sequence[int], left_out: int = 0) -> tuple[int, ...]:
    """Returns the IMPs of each score of the even seats against the datum; the odd seats have the negative."""
    units = scale.units(scores)
    against = datum(units, left_out)
    return tuple(scale.imps_of_units(each - against) for each in units)
