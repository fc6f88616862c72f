"""Scales of IMPs by game: rules with a scale, and the fitted scales of Zheng Shangyou."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.sheng_ji.scale import SHENG_JI
from domain.games.zheng_shangyou.scale import PLACE_UNITS, ZHENG_SHANGYOU_OF_FOUR, ZHENG_SHANGYOU_OF_SIX
from domain.kernel.scale import Scale
from domain.tournaments.boards.imps import butler
from domain.tournaments.boards.scales import scale_of
from tests.support.calibration import TARGET, calibrated, deviation, stretched

OF_FOUR = {-8: 19, -6: 87, -4: 352, -2: 872, 0: 1331, 2: 894, 4: 343, 6: 87, 8: 15}
OF_SIX = {-16: 1, -14: 6, -12: 18, -10: 51, -8: 133, -6: 275, -4: 433, -2: 627, 0: 838} | {
    2: 673,
    4: 478,
    6: 273,
    8: 110,
    10: 65,
    12: 15,
    14: 3,
    16: 1,
}
"""Number of deals, of 4,000, in which two tables differed by each number of places, from the benchmark."""


@pytest.mark.parametrize(
    ("game", "profile", "overrides", "scale"),
    [
        ("sheng_ji", "zhang-2021", {}, SHENG_JI),
        ("sheng_ji", "six-player-teams", {}, SHENG_JI),
        ("sheng_ji", "zhao-peng-you", {}, SHENG_JI),
        ("zheng_shangyou", "zheng-shangyou-4-partners", {}, ZHENG_SHANGYOU_OF_FOUR),
        ("zheng_shangyou", "san-jia-xi", {}, ZHENG_SHANGYOU_OF_SIX),
        ("zheng_shangyou", "zheng-shangyou", {}, None),
        ("zheng_shangyou", "zheng-shangyou", {"zs_players": 4}, None),
        ("zheng_shangyou", "zheng-shangyou", {"zs_players": 4, "zs_team_mode": "teams_2x2"}, ZHENG_SHANGYOU_OF_FOUR),
    ],
)
def test_rules_with_sides_have_a_scale(game: str, profile: str, overrides: dict, scale: Scale | None):
    assert scale_of(game, profile, overrides) == scale


@pytest.mark.parametrize(
    ("scale", "counted", "percent", "weighs"),
    [(ZHENG_SHANGYOU_OF_FOUR, OF_FOUR, 107, 5.62), (ZHENG_SHANGYOU_OF_SIX, OF_SIX, 178, 5.58)],
)
def test_the_scales_of_places_are_the_fitted_ones(scale: Scale, counted: dict, percent: int, weighs: float):
    differences = [places for places, times in counted.items() for _ in range(times)]
    assert len(differences) == 4000

    assert scale == stretched(percent)._replace(per=PLACE_UNITS)
    assert calibrated(differences, per=PLACE_UNITS).scale == scale
    assert deviation(scale, differences) == pytest.approx(weighs, abs=0.005)
    by_hand = sqrt(sum(times * scale.imps(places) ** 2 for places, times in counted.items()) / 4000)
    assert abs(by_hand - TARGET) < 0.15


@pytest.mark.parametrize(
    ("scale", "imps"),
    [
        (ZHENG_SHANGYOU_OF_FOUR, {0: 0, 2: 5, 4: 9, 6: 11, 8: 12, -4: -9}),
        (ZHENG_SHANGYOU_OF_SIX, {0: 0, 2: 3, 4: 6, 6: 8, 8: 10, 18: 14, -18: -14}),
    ],
)
def test_places_convert_to_imps(scale: Scale, imps: dict):
    assert {places: scale.imps(places) for places in imps} == imps


@given(st.sampled_from([ZHENG_SHANGYOU_OF_FOUR, ZHENG_SHANGYOU_OF_SIX]), st.lists(st.integers(-9, 9), min_size=1))
def test_more_places_never_give_fewer_imps_and_the_other_side_gets_the_negative(scale, places):
    imps = butler(scale, places)
    for one, own in zip(places, imps, strict=True):
        assert all(own >= other for two, other in zip(places, imps, strict=True) if one >= two)
    assert butler(scale, [-each for each in places]) == tuple(-each for each in imps)
