"""Victory points: the continuous scale of the World Bridge Federation."""

from itertools import pairwise
from math import ceil, isqrt, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournaments.boards.victory_points import victory_points, winners_points

BOARDS = st.integers(1, 128)


def formula(margin: int, boards: int) -> float:
    """The published formula of the scale, before rounding."""
    tau = (sqrt(5) - 1) / 2
    return min(20.0, 10 + 10 * (1 - tau ** (3 * margin / (15 * sqrt(boards)))) / (1 - tau**3))


def concave(points: list[int]) -> list[int]:
    """The smallest integers not below these in which no step is greater than the previous one, by iteration."""
    points = list(points)
    while rising := [at for at in range(1, len(points) - 1) if points[at + 1] + points[at - 1] > 2 * points[at]]:
        for at in rising:
            points[at] += 1
    return points


PUBLISHED = {
    1: 10.31,
    2: 10.61,
    3: 10.91,
    4: 11.20,
    5: 11.48,
    6: 11.76,
    8: 12.29,
    10: 12.80,
    11: 13.04,
    12: 13.28,
    13: 13.52,
    15: 13.97,
    18: 14.60,
    24: 15.74,
    60: 20.00,
}
"""Margins and winners' points from results of 16-board matches of world team championships since 2013."""


@pytest.mark.parametrize(("margin", "points"), PUBLISHED.items())
def test_points_of_matches_over_sixteen_boards_are_as_published(margin: int, points: float):
    assert victory_points(margin, 16) == (round(100 * points), 2000 - round(100 * points))


@pytest.mark.parametrize(("boards", "blitz"), [(4, 30), (8, 43), (9, 45), (16, 60), (20, 68), (32, 85), (64, 120)])
def test_the_smallest_margin_for_all_points_is_as_published(boards: int, blitz: int):
    assert victory_points(blitz, boards) == (2000, 0)
    assert victory_points(blitz - 1, boards).first < 2000


def test_an_even_match_is_shared_equally():
    assert victory_points(0, 16) == (1000, 1000)


def test_values_are_raised_if_rounding_would_make_an_imp_worth_more_than_the_previous_one():
    """Over 14 boards rounding gives 12.16, 12.43 and 12.71: a step of 27 and then one of 28."""
    assert round(100 * formula(8, 14)) == 1243
    assert [victory_points(margin, 14).first for margin in (7, 8, 9)] == [1216, 1244, 1271]


@given(BOARDS)
def test_the_scale_is_the_formula_rounded_and_made_concave(boards: int):
    last = ceil(15 * sqrt(boards)) if isqrt(boards) ** 2 != boards else 15 * isqrt(boards)
    rounded = [int(100 * formula(margin, boards) + 0.5) for margin in range(last + 1)]

    assert list(winners_points(boards)) == concave(rounded)


@given(BOARDS)
def test_no_imp_has_negative_value_or_is_worth_more_than_the_previous_one(boards: int):
    steps = [more - less for less, more in pairwise(winners_points(boards))]

    assert steps == sorted(steps, reverse=True)
    assert steps[-1] >= 0


@given(st.integers(-500, 500), BOARDS)
def test_both_sides_share_twenty_points_symmetrically(margin: int, boards: int):
    points = victory_points(margin, boards)

    assert sum(points) == 2000
    assert victory_points(-margin, boards) == points[::-1]
    assert (points.first > points.second) == (margin > 0)


def test_a_match_has_at_least_one_board():
    with pytest.raises(ValueError, match="at least one board"):
        victory_points(3, 0)
