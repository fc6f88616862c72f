"""Scoring a hand by the order in which the seats ran out of cards, and winning the game.

`first_second_2_1` (ZS-SCORE-01); partners add up their points (ZS-TEAM-01):

    first 2    second 1    all others 0

`team_table_3_2_2_10_5` (ZS-TEAM-03), for two teams of three:

    first and second place                                          first's team    other team
    in different teams                                              3               2
      and 2 more for the team that does not have the last place
    in one team, and its third member comes third                   10              0
                                            fourth or fifth         5               0
                                            last                    5               2

Once a side has reached the target, the side with the most points wins the game. If several sides share the lead,
another hand is played (ZS-SCORE-01, ZS-TEAM-06, DEC-106).
"""

from collections.abc import Sequence

from domain.games.zheng_shangyou.options import Scoring

FIRST, SECOND = 2, 1
FIRST_OF_DIFFERENT, SECOND_OF_DIFFERENT, NOT_LAST = 3, 2, 2
ALL_THREE, FIRST_TWO = 10, 5


def points_of_sides(scoring: Scoring, order: Sequence[int], sides: int) -> tuple[int, ...]:
    """Returns the points that each side gains in a hand.

    Args:
        scoring: the value of the option.
        order: for each place, from first to last, the side of the seat that took it.
        sides: the number of sides.
    """
    gained = [0] * sides
    if scoring == "first_second_2_1":
        gained[order[0]] += FIRST
        gained[order[1]] += SECOND
    elif order[0] != order[1]:
        gained[order[0]] += FIRST_OF_DIFFERENT
        gained[order[1]] += SECOND_OF_DIFFERENT
        gained[1 - order[-1]] += NOT_LAST
    else:
        third_member = order.index(order[0], 2)
        gained[order[0]] += ALL_THREE if third_member == 2 else FIRST_TWO
        gained[1 - order[0]] += NOT_LAST if third_member == len(order) - 1 else 0
    return tuple(gained)


def ahead(totals: Sequence[int]) -> tuple[int, ...]:
    """Returns the sides with the most points."""
    return tuple(side for side, total in enumerate(totals) if total == max(totals))


def winner(totals: Sequence[int], target: int) -> int | None:
    """Returns the side that has won the game, or `None` while it continues. A tie for the lead means another hand."""
    leading = ahead(totals)
    return leading[0] if max(totals) >= target and len(leading) == 1 else None
