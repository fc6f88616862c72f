"""IMPs: the scale, the datum, and fitting a scale to samples."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.sheng_ji.scale import SHENG_JI
from domain.kernel.scale import Scale, scale
from domain.tournaments.boards.imps import butler, datum
from tests.support.calibration import BRIDGE, TARGET, calibrated, deviation, stretched

POINTS = st.integers(-120, 120).map(lambda number: number * 5)
SCALES = st.sampled_from([BRIDGE, SHENG_JI, stretched(1), stretched(77)])


@pytest.mark.parametrize(
    ("difference", "imps"),
    [(0, 0), (10, 0), (20, 1), (40, 1), (50, 2), (420, 9), (430, 10), (590, 11), (600, 12), (3990, 23), (4000, 24)],
)
def test_the_table_of_imps_is_that_of_bridge(difference: int, imps: int):
    assert BRIDGE.imps(difference) == imps
    assert BRIDGE.imps(-difference) == -imps


@given(SCALES, POINTS, POINTS)
def test_one_team_wins_what_the_other_loses(scale: Scale, one: int, other: int):
    assert scale.imps(one - other) == -scale.imps(other - one)
    assert scale.imps(one - other) * (one - other) >= 0


@given(SCALES, POINTS, POINTS)
def test_a_greater_difference_never_gives_fewer_imps(scale: Scale, one: int, other: int):
    low, high = sorted((one, other))

    assert scale.imps(low) <= scale.imps(high)


@pytest.mark.parametrize("steps", [(), (0, 10), (-5,), (10, 10), (20, 10)])
def test_a_scale_ascends_from_above_zero(steps: tuple[int, ...]):
    with pytest.raises(ValueError, match="ascend"):
        scale(steps)


@pytest.mark.parametrize(
    ("scores", "left_out", "middle"),
    [
        ([400, 40, 40, 0, -300], 1, 25),
        ([40, 400, -300, 0, 40], 1, 25),
        ([400, 40, 40, 0, -300], 0, 35),
        ([400, 40, 40, 0, -300], 2, 40),
        ([5, 0], 0, 5),
        ([-5, 0], 0, -5),
        ([5, 0, 0], 0, 0),
        ([-10, -10, 0], 0, -5),
    ],
)
def test_the_datum_is_the_mean_without_outliers(scores: list[int], left_out: int, middle: int):
    assert datum(scores, left_out) == middle


@pytest.mark.parametrize(("scores", "left_out"), [([], 0), ([5, 5], 1), ([5], -1)])
def test_a_datum_needs_a_score(scores: list[int], left_out: int):
    with pytest.raises(ValueError, match="left out at each end"):
        datum(scores, left_out)


@given(st.lists(POINTS, min_size=3, max_size=9), POINTS)
def test_a_discarded_outlier_can_have_any_value(scores: list[int], further: int):
    top = max(scores)
    scores.remove(top)

    assert datum([*scores, top], 1) == datum([*scores, top + abs(further)], 1)


@given(SCALES, st.lists(POINTS, min_size=1, max_size=9))
def test_butler_imps_of_the_odd_seats_mirror_those_of_the_even_ones(scale: Scale, scores: list[int]):
    assert butler(scale, [-score for score in scores]) == tuple(-each for each in butler(scale, scores))


def test_butler_imps_agree_with_values_computed_by_hand():
    assert butler(BRIDGE, [400, 40, 40, 0, -300], 1) == (9, 0, 0, -1, -8)


def test_a_stretched_scale_keeps_the_shape_in_points_of_the_game():
    assert stretched(100, 10) == BRIDGE
    assert stretched(50).steps[:6] == (10, 25, 45, 65, 85, 110)
    assert stretched(1).steps == tuple(range(5, 125, 5))


def test_the_scale_of_the_game_is_the_fitted_one():
    assert stretched(32) == SHENG_JI


@given(st.integers(1, 200))
def test_every_stretched_scale_ascends_in_points_of_the_game(percent: int):
    steps = stretched(percent).steps

    assert all(one < two for one, two in pairwise(steps))
    assert all(step % 5 == 0 for step in steps)
    assert all(100 * step >= percent * of_bridge for step, of_bridge in zip(steps, BRIDGE.steps, strict=True))


def test_the_deviation_is_about_zero():
    assert deviation(BRIDGE, [50, 50]) == 2
    assert deviation(BRIDGE, [100, -100, 0, 0]) == pytest.approx(4.5**0.5)


@given(st.lists(POINTS, min_size=2, max_size=30).filter(any))
def test_no_other_width_is_closer_to_the_target(differences: list[int]):
    found = calibrated(differences)

    assert found.scale == stretched(found.percent)
    assert found.deviation == deviation(found.scale, differences)
    away = abs(found.deviation - TARGET)
    assert all(abs(deviation(stretched(percent), differences) - TARGET) >= away for percent in range(1, 201))


@pytest.mark.parametrize("differences", [[], [0, 0]])
def test_a_scale_cannot_be_fitted_without_differences(differences: list[int]):
    with pytest.raises(ValueError, match="nothing to fit"):
        calibrated(differences)
