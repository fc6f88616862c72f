"""IMPs: score differences on a scale on which large differences count less and less.

| quantity | IMPs |
|---|---|
| difference of two scores | the number of steps of the scale that it reaches, with its sign |
| team match | from the sum of the scores of both pairs of a team on a board |
| cross-IMPs | summed over all other tables; the average divides the sum by the number of other tables |
| against the datum (Butler) | against the mean of the scores without the outliers |

The outliers are the highest and the lowest scores, equally many at each end, as the conditions of the event say. The
datum is rounded to the nearest multiple of `DATUM_UNIT`, halves away from 0.

`BRIDGE` is the table of the World Bridge Federation (Law 78B). `tests/support/calibration.py` fits the other scales to
the scores of our games. A note at each scale says how it was measured; `scales` assigns scales to games.
"""

from collections.abc import Sequence
from fractions import Fraction

from domain.kernel.scale import Scale, scale
from domain.tournaments.rounds import Points

DATUM_UNIT = 5
"""All points of Sheng Ji are multiples of this."""
BRIDGE = scale(
    (
        *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
        *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
    )
)


def match_imps(scale: Scale, at_one: int, at_other: int) -> int:
    """Returns the IMPs of a team on a board: it had the even seats at one table and the odd seats at the other.

    Args:
        scale: the IMP scale.
        at_one: the score of the even seats at the table where the team held them.
        at_other: the score of the even seats at the other table.
    """
    return scale.imps(at_one - at_other)


def cross_imps(scale: Scale, scores: Sequence[int]) -> tuple[int, ...]:
    """Returns the IMPs of each score of the even seats against all others; their sum is 0."""
    return tuple(sum(scale.imps(score - other) for other in scores) for score in scores)


def average_cross_imps(scale: Scale, scores: Sequence[int]) -> tuple[Points, ...]:
    """Returns the cross-IMPs per comparison, in hundredths, rounded towards 0; 0 without other scores."""
    others = max(len(scores) - 1, 1)
    return tuple(Points(int(Fraction(100 * total, others))) for total in cross_imps(scale, scores))


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
