"""Victory points of a match: both sides share 20, by the margin in IMPs and the number of boards.

The continuous scale of the World Bridge Federation (2013), for a margin of I IMPs over N boards:

    tau = (sqrt(5) - 1) / 2
        B   = 15 sqrt(N)                                          from this margin on the winner has all points
    VP  = 10 + 10 (1 - tau^(3 I / B)) / (1 - tau^3)           to two decimals, at most 20.00

No IMP may bring more than the one before it. If rounding breaks this rule, the value before is raised by a hundredth
until it holds everywhere. The other side has the rest of 20.00. Both are hundredths.
"""

from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from domain.tournaments.terms import Points

ALL = 2000
"""The total points of a match, in hundredths."""

_EXACT = Context(prec=40, rounding=ROUND_HALF_UP)


class VictoryPoints(NamedTuple):
    """The points of both sides of a match, in hundredths; their sum is 20.00."""

    first: Points
    second: Points


def victory_points(margin: int, boards: int) -> VictoryPoints:
    """Returns the victory points of a match.

    Args:
        margin: the IMPs of the first side less those of the second.
        boards: the number of boards played, at least 1.
    """
    winners = winners_points(boards)
    more = winners[min(abs(margin), len(winners) - 1)]
    first = more if margin >= 0 else ALL - more
    return VictoryPoints(Points(first), Points(ALL - first))


@lru_cache(maxsize=256)
def winners_points(boards: int) -> tuple[int, ...]:
    """Returns the winner's points for a margin of 0, 1, 2, … IMPs, up to the first margin that is worth all.

    Raises:
        ValueError: there are no boards.
    """
    if boards < 1:
        raise ValueError("a match has at least one board")
    blitz = _EXACT.multiply(Decimal(15), _EXACT.sqrt(Decimal(boards)))
    return _without_growing_steps([_points_of_margin(Decimal(margin), blitz) for margin in range(ceil(blitz) + 1)])


def _points_of_margin(margin: Decimal, blitz: Decimal) -> int:
    """The value of the formula, in hundredths."""
    if margin >= blitz:
        return ALL
    tau = _EXACT.divide(_EXACT.subtract(_EXACT.sqrt(Decimal(5)), Decimal(1)), Decimal(2))
    cube = _EXACT.power(tau, 3)
    left = _EXACT.power(cube, _EXACT.divide(margin, blitz))
    gained = _EXACT.divide(_EXACT.subtract(Decimal(1), left), _EXACT.subtract(Decimal(1), cube))
    hundredths = _EXACT.add(Decimal(1000), _EXACT.multiply(Decimal(1000), gained))
    return int(_EXACT.to_integral_value(hundredths))


def _without_growing_steps(points: list[int]) -> tuple[int, ...]:
    """Returns the least values, none below these, in which no step is greater than the one before it."""
    raised = list(points)
    place = 1
    while place < len(raised) - 1:
        if raised[place + 1] - raised[place] > raised[place] - raised[place - 1]:
            raised[place] += 1
            # The step after the previous place has grown.
            place = max(place - 1, 1)
        else:
            place += 1
    return tuple(raised)
