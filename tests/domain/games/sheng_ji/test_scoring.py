"""SJ-SCORE: levels for the opponents' points."""

import pytest

from domain.games.sheng_ji.play_events import HandScored
from domain.games.sheng_ji.scoring import Score, levels_of_winner, score
from tests.support.deals import playing, started
from tests.support.laws import law
from tests.support.table import plays


def result(points, *, decks=2, step=None, below_zero_row=True, advancement="table"):
    return score(points, 40 * decks, step or 20 * decks, below_zero_row=below_zero_row, advancement=advancement)


TABLE = [
    # from, to, who advances, by how many levels
    (0, 0, "declarers", 3),
    (5, 35, "declarers", 2),
    (40, 75, "declarers", 1),
    (80, 115, "opponents", 0),
    (120, 155, "opponents", 1),
    (160, 195, "opponents", 2),
    (200, 235, "opponents", 3),
    (240, 275, "opponents", 4),
    (280, 315, "opponents", 5),
]
ROWS = [(points, side, levels) for low, high, side, levels in TABLE for points in range(low, high + 1, 5)]


@law
@pytest.mark.parametrize(("points", "side", "levels"), ROWS, ids=[f"{points} points" for points, *_ in ROWS])
def test_sj_score_03_two_decks_are_scored_by_the_table(points, side, levels):
    assert result(points) == Score(side, levels)


@law
@pytest.mark.parametrize("more", range(0, 900, 7))
def test_sj_score_03_the_table_has_no_upper_end(more):
    assert result(80 + 40 * more) == result(115 + 40 * more) == Score("opponents", more)


def test_sj_score_03_a_kitty_can_give_any_number_of_levels():
    assert result(655_480) == Score("opponents", 16_385)


@law
@pytest.mark.parametrize("decks", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("steps", range(13))
def test_sj_score_04_with_more_decks_points_and_steps_grow_in_proportion(decks, steps):
    points = 20 * decks * steps
    expected = Score("opponents", steps - 2) if steps >= 2 else Score("declarers", 2 - steps + (steps == 0))

    assert result(points, decks=decks) == expected
    assert result(points + 20 * decks - 5, decks=decks).winners == expected.winners


@pytest.mark.parametrize(("decks", "threshold"), [(1, 40), (2, 80), (3, 120), (4, 160)])
def test_sj_score_02_the_opponents_win_the_hand_exactly_from_the_threshold(decks, threshold):
    assert result(threshold, decks=decks) == Score("opponents", 0)
    assert result(threshold - 5, decks=decks) == Score("declarers", 1)


BELOW = [(-5, 4), (-35, 4), (-40, 5), (-75, 5), (-80, 6), (-120, 7), (-195, 8), (-200, 9)]


@pytest.mark.parametrize(("points", "levels"), BELOW)
def test_sj_score_05_and_dec_76_below_zero_the_declarers_gain_four_levels_and_one_more_for_each_forty(points, levels):
    assert result(points) == Score("declarers", levels)


@pytest.mark.parametrize("points", [-5, -40, -200])
def test_sj_score_05_without_that_row_points_below_zero_count_as_zero(points):
    assert result(points, below_zero_row=False) == Score("declarers", 3)


@pytest.mark.parametrize(("points", "levels"), [(-5, 4), (-55, 4), (-60, 5), (-120, 6)])
def test_sj_score_05_points_below_zero_are_scored_with_three_decks(points, levels):
    assert result(points, decks=3) == Score("declarers", levels)


ACCELERATED = [
    # step, points, who, levels
    (10, 90, "opponents", 1),
    (10, 85, "opponents", 0),
    (10, 80, "opponents", 0),
    (10, 100, "opponents", 2),
    (20, 95, "opponents", 0),
    (20, 100, "opponents", 1),
    (10, 75, "declarers", 1),
    (10, 70, "declarers", 1),
    (10, 65, "declarers", 2),
    (10, 60, "declarers", 2),
    (10, 5, "declarers", 8),
    (20, 75, "declarers", 1),
    (20, 60, "declarers", 1),
    (20, 55, "declarers", 2),
    (20, 15, "declarers", 4),
    (5, 75, "declarers", 1),
    (5, 85, "opponents", 1),
    (80, 75, "declarers", 1),
    (80, 5, "declarers", 1),
    (80, 155, "opponents", 0),
    (80, 160, "opponents", 1),
]


@pytest.mark.parametrize(("step", "points", "side", "levels"), ACCELERATED)
def test_sj_score_06_points_are_rounded_down_to_the_step_and_levels_are_counted_in_steps(step, points, side, levels):
    assert result(points, step=step) == Score(side, levels)


@pytest.mark.parametrize(("step", "levels"), [(5, 17), (10, 9), (20, 5), (40, 3), (80, 2)])
def test_dec_75_a_shut_out_costs_one_more_level_at_any_step(step, levels):
    assert result(0, step=step) == Score("declarers", levels)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (-40, Score("declarers", 1)),
        (0, Score("declarers", 1)),
        (75, Score("declarers", 1)),
        (80, Score("opponents", 0)),
        (400, Score("opponents", 0)),
    ],
)
def test_sj_score_01_simple_declarers_gain_one_level_or_opponents_take_over_without_one(points, expected):
    assert result(points, advancement="simple") == expected


@pytest.mark.parametrize(
    ("options", "levels"),
    [({}, 2), ({"score_step": 10}, 7), ({"score_step": 20}, 4), ({"advancement": "simple"}, 1)],
    ids=["table", "10", "20", "simple"],
)
def test_sj_score_06_and_01_a_hand_is_scored_by_the_options_of_its_table(options, levels):
    given = playing(["3S", "10S", "4S", "6S"], match=started(**options)).after_plays("0: 3S", "1: 10S", "2: 4S")
    scored = given.when(3, plays("6S")).told(HandScored)

    assert scored.opponent_points == 10
    assert (scored.winners, scored.levels_won) == ("declarers", levels)


@law
@pytest.mark.parametrize(("points", "side", "levels"), ROWS, ids=[f"{points} points" for points, *_ in ROWS])
def test_ff_score_04_and_dec_46_auto_leveling_gives_winning_opponents_one_more_level_in_every_row(points, side, levels):
    scored = score(points, 80, 40, below_zero_row=True, advancement="table", auto_leveling=True)

    assert scored == Score(side, levels + (side == "opponents"))


def test_ff_score_04_with_auto_leveling_a_player_advances_in_every_hand():
    assert score(80, 80, 40, below_zero_row=True, advancement="simple", auto_leveling=True) == Score("opponents", 1)


@pytest.mark.parametrize(("levels", "doubled"), [(3, 6), (2, 4), (1, 2)])
@pytest.mark.parametrize("missing_bonus", [None, "dealer", "declarers"])
def test_lu_1v4_01_and_dec_45_playing_alone_only_doubles_the_levels(levels, doubled, missing_bonus):
    won = Score("declarers", levels)

    assert levels_of_winner(won, is_dealer=True, missing=1, missing_bonus=missing_bonus, solo=True) == doubled


@pytest.mark.parametrize(
    ("levels", "missing", "gained"), [(2, 0, 2), (2, 1, 4), (2, 2, 6), (1, 2, 3), (3, 3, 12), (0, 2, 0)]
)
def test_ff_score_03_every_missing_friend_adds_the_levels_once_more(levels, missing, gained):
    won = Score("declarers", levels)

    assert levels_of_winner(won, is_dealer=True, missing=missing, missing_bonus="dealer", solo=False) == gained
    assert levels_of_winner(won, is_dealer=True, missing=missing, missing_bonus=None, solo=False) == levels


@pytest.mark.parametrize(("scope", "gained"), [("dealer", 2), ("declarers", 4), (None, 2)])
def test_dec_45_the_option_gives_the_bonus_to_the_dealer_or_to_every_declarer(scope, gained):
    won = Score("declarers", 2)

    assert levels_of_winner(won, is_dealer=False, missing=1, missing_bonus=scope, solo=False) == gained


@pytest.mark.parametrize("solo", [True, False])
def test_winning_opponents_gain_by_the_table_regardless_of_missing_friends(solo):
    won = Score("opponents", 2)

    assert levels_of_winner(won, is_dealer=False, missing=2, missing_bonus="declarers", solo=solo) == 2
