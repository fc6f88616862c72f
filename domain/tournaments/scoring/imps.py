"""IMPs: score differences on a scale on which large differences count less and less.

| quantity | IMPs |
|---|---|
| difference of two scores | the number of steps of the scale that it reaches, with its sign |
| team match | from the sum of the scores of both pairs of a team on a board |
| cross-IMPs | summed over all other tables; the average divides the sum by the number of other tables |
| against the datum (Butler) | against the mean of the scores without the outliers |

The outliers are the highest and the lowest scores, equally many at each end, as the conditions of the event say. The
datum is rounded to the nearest multiple of `DATUM_UNIT`, halves away from 0.

`BRIDGE` is the table of the World Bridge Federation (Law 78B). `tests/support/calibration.py` fits the other scales to the
scores of our games. A note at each scale says how it was measured; `scales` assigns scales to games.
"""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from domain.tournaments.rounds import Points

DATUM_UNIT = 5
"""All points of Sheng Ji are multiples of this."""
PLACE_UNITS = 100
"""Zheng Shangyou has few places, so its scales count in hundredths of a place."""


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
        ValueError: the steps are not ascending from above 0.
    """
    if not steps or steps[0] <= 0 or any(one >= two for one, two in pairwise(steps)):
        raise ValueError("the steps of a scale ascend from above 0")
    return Scale(tuple(steps))


BRIDGE = scale(
    (
        *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
        *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
    )
)

SHENG_JI = scale(
    (
        *(10, 20, 30, 45, 55, 75, 90, 105, 120, 140, 160, 195),
        *(240, 290, 355, 420, 480, 560, 640, 720, 800, 960, 1120, 1280),
    )
)
"""For four players with two decks, for the scores of `board.py`: 32 % of the bridge table.

Measured by tests/bench/bench_duplicate.py with 4,000 deals by the rules `zhang-2021`, for all trump ranks in turn. Each
deal was played at two tables; every pair was the bot `steady` with the bot `random`. The differences had a standard
deviation of 81 points, which is 5.54 IMPs on this scale. The scale suits a field of mixed strength. For players who are
all `steady` except for one move in ten, 1,500 deals would fit 23 % instead of 32 %.
"""

ZHENG_SHANGYOU_OF_FOUR = Scale(
    (
        *(25, 55, 100, 140, 185, 240, 290, 345, 400, 465, 535, 645),
        *(805, 965, 1180, 1395, 1605, 1875, 2140, 2410, 2675, 3210, 3745, 4280),
    ),
    PLACE_UNITS,
)
"""For two sides of two: the bridge table at 107 %, in hundredths of a place.

Measured by tests/bench/bench_duplicate.py with `--profile zheng-shangyou-4-partners`: 4,000 deals, each played at two
tables where every pair was the bot `steady` with the bot `random`. Differences of places are even, at most 8: 2 places
are 5 IMPs, 4 are 9, 6 are 11 and 8 are 12. The differences had a standard deviation of 2.58 places, and a third of them
was 0. On this scale the standard deviation is 5.62 IMPs.
"""

ZHENG_SHANGYOU_OF_SIX = Scale(
    (
        *(40, 90, 165, 235, 305, 395, 485, 570, 660, 770, 890, 1070),
        *(1335, 1605, 1960, 2315, 2670, 3115, 3560, 4005, 4450, 5340, 6230, 7120),
    ),
    PLACE_UNITS,
)
"""For two sides of three: the bridge table at 178 %, in hundredths of a place.

Measured likewise with `--profile san-jia-xi`: 4,000 deals, with two bots `steady` and one `random` on each side. 2
places are 3 IMPs, 4 are 6, 6 are 8, 8 are 10, and 18, the maximum, are 14. The differences had a standard deviation of
4.29 places, and a fifth of them was 0. On this scale the standard deviation is 5.58 IMPs.
"""


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
