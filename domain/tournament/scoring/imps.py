"""IMPs: how much better than others, on a scale on which great differences weigh less and less.

| what | IMPs |
|---|---|
| difference of two scores | the number of steps of the scale that it reaches, with its sign |
| team match | of the sum of what both pairs of a team scored on a board |
| cross-IMPs | against every other table, added up; the average is that over the number of other tables |
| against the datum (Butler) | against the mean of the scores without the outliers |

The outliers are the highest and the lowest scores, equally many at each end, as the conditions of the event state it;
the datum is rounded to the nearest multiple of `DATUM_UNIT`, halves away from 0.

`BRIDGE` is the table of the World Bridge Federation (Law 78B). The others are that table made to fit the scores of our
games, by `calibration.calibrated`; how each was measured stands beside it, and `scales` says which is whose.
"""

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from domain.tournament.rounds import Points

DATUM_UNIT = 5
"""All points of Sheng Ji are multiples of it."""
PLACE_UNITS = 100
"""Places of Zheng Shangyou are few, so that their scales count in hundredths of them."""


class Scale(NamedTuple):
    """A scale of IMPs.

    Attributes:
        steps: for each IMP from 1 the least difference that is worth it, ascending, in units of the scale.
        per: so many units are one point of a score.
    """

    steps: tuple[int, ...]
    per: int = 1

    def imps(self, difference: int) -> int:
        """What a difference of scores is worth, with its sign."""
        return self.imps_of_units(difference * self.per)

    def imps_of_units(self, units: int) -> int:
        """What a difference is worth that is given in units of the scale, with its sign."""
        reached = bisect_right(self.steps, abs(units))
        return reached if units > 0 else -reached

    def units(self, scores: Sequence[int]) -> list[int]:
        """Scores in units of the scale."""
        return [score * self.per for score in scores]


def scale(steps: Sequence[int]) -> Scale:
    """A scale of these steps.

    Raises:
        ValueError: they do not ascend from above 0.
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
"""For four players with two decks, in the scores of `board.py`: 32 % of bridge's table.

Measured by tests/bench/bench_duplicate.py: 4,000 deals by the rules `zhang-2021`, with each trump rank in turn, each
played at two tables where every pair was the bot `steady` with the bot `random`. The differences had a standard
deviation of 81 points, and have one of 5.54 IMPs on this scale. It is for a field in which strengths differ: between
players who are all `steady` but for one move in ten, 1,500 deals would be fitted by 23 % instead of 32 %.
"""

ZHENG_SHANGYOU_OF_FOUR = Scale(
    (
        *(25, 55, 100, 140, 185, 240, 290, 345, 400, 465, 535, 645),
        *(805, 965, 1180, 1395, 1605, 1875, 2140, 2410, 2675, 3210, 3745, 4280),
    ),
    PLACE_UNITS,
)
"""For two sides of two: bridge's table at 107 %, in hundredths of a place.

Measured by tests/bench/bench_duplicate.py with `--profile zheng-shangyou-4-partners`: 4,000 deals, each played at two
tables where every pair was the bot `steady` with the bot `random`. Places of two differ by an even number, 8 at most:
by 2 is 5 IMPs, 4 are 9, 6 are 11 and 8 are 12. The differences had a standard deviation of 2.58 places, a third of them
was 0, and they have a standard deviation of 5.62 IMPs on this scale.
"""

ZHENG_SHANGYOU_OF_SIX = Scale(
    (
        *(40, 90, 165, 235, 305, 395, 485, 570, 660, 770, 890, 1070),
        *(1335, 1605, 1960, 2315, 2670, 3115, 3560, 4005, 4450, 5340, 6230, 7120),
    ),
    PLACE_UNITS,
)
"""For two sides of three: bridge's table at 178 %, in hundredths of a place.

Measured likewise with `--profile san-jia-xi`: 4,000 deals, of every three two being `steady` and one `random`. By 2
places is 3 IMPs, 4 are 6, 6 are 8, 8 are 10, and 18, which is the most, are 14. The differences had a standard
deviation of 4.29 places, a fifth of them was 0, and they have a standard deviation of 5.58 IMPs on this scale.
"""


def match_imps(scale: Scale, at_one: int, at_other: int) -> int:
    """IMPs of a team on a board: it sat on the even seats at one table, and on the odd ones at the other.

    Args:
        scale: by which differences are turned into IMPs.
        at_one: the score of the even seats where the team held them.
        at_other: the score of the even seats where the other team held them.
    """
    return scale.imps(at_one - at_other)


def cross_imps(scale: Scale, scores: Sequence[int]) -> tuple[int, ...]:
    """For each score of the even seats its IMPs against all others; together they are 0."""
    return tuple(sum(scale.imps(score - other) for other in scores) for score in scores)


def average_cross_imps(scale: Scale, scores: Sequence[int]) -> tuple[Points, ...]:
    """The same for one comparison, in hundredths, rounded towards 0; 0 where there is nobody to be compared with."""
    others = max(len(scores) - 1, 1)
    return tuple(Points(int(Fraction(100 * total, others))) for total in cross_imps(scale, scores))


def datum(scores: Sequence[int], left_out: int = 0) -> int:
    """The mean of the scores without the outliers, rounded.

    Args:
        scores: of the even seats, in units of the scale.
        left_out: how many scores are left out at each end.

    Raises:
        ValueError: no score would be left.
    """
    if left_out < 0 or len(scores) <= 2 * left_out:
        raise ValueError(f"of {len(scores)} scores {left_out} cannot be left out at each end")
    kept = sorted(scores)[left_out : len(scores) - left_out]
    units = Fraction(abs(sum(kept)), len(kept) * DATUM_UNIT)
    rounded = DATUM_UNIT * int(units + Fraction(1, 2))
    return rounded if sum(kept) > 0 else -rounded


def butler(scale: Scale, scores: Sequence[int], left_out: int = 0) -> tuple[int, ...]:
    """For each score of the even seats its IMPs against the datum; who sat on the odd seats has the negative of it."""
    units = scale.units(scores)
    against = datum(units, left_out)
    return tuple(scale.imps_of_units(each - against) for each in units)
