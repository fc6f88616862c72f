"""Time odds change the clock of each seat."""

import pytest

from domain.clocks.figures import InvalidTimes
from domain.clocks.odds import check_odds, clock_of_seat
from domain.clocks.rules import LONGEST_S, NO_CLOCK, ClockRules

FISCHER = ClockRules("fischer", initial_s=1000, increment_s=100, cap_s=2000)
BYO_YOMI = ClockRules("byo_yomi", main_s=0, periods=3, period_s=30)


def test_every_figure_but_the_number_of_periods_is_scaled():
    assert clock_of_seat(FISCHER, (100, 50), 1) == ClockRules("fischer", initial_s=500, increment_s=50, cap_s=1000)
    assert clock_of_seat(BYO_YOMI, (200, 100), 0) == ClockRules("byo_yomi", main_s=0, periods=3, period_s=60)
    assert clock_of_seat(FISCHER, (100, 50), 0) == FISCHER
    assert clock_of_seat(FISCHER, (), 1) == FISCHER


def test_scaled_figures_stay_within_the_limits_of_clocks():
    short, long = ClockRules("simple", per_move_s=20), ClockRules("simple", per_move_s=LONGEST_S)
    assert clock_of_seat(short, (10,), 0).per_move_s == 10
    assert clock_of_seat(long, (400,), 0).per_move_s == LONGEST_S


@pytest.mark.parametrize(
    ("odds", "clock", "seats"), [((100, 50), NO_CLOCK, 2), ((100, 50), FISCHER, 4), ((100, 9), FISCHER, 2)]
)
def test_odds_that_do_not_fit_are_refused(odds: tuple[int, ...], clock: ClockRules, seats: int):
    with pytest.raises(InvalidTimes) as refused:
        check_odds(odds, clock, seats)
    assert refused.value.facts["option"] == "time_odds"


def test_equal_times_need_no_clock():
    check_odds((), NO_CLOCK, 4)
    check_odds((400, 10), FISCHER, 2)
