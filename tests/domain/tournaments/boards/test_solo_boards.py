"""Boards outside tournaments: deals derived from a secret, and results compared with values computed by hand."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.bots import BOTS
from domain.games.registry import GAMES
from domain.games.sheng_ji.scale import SHENG_JI
from domain.games.zheng_shangyou.scale import ZHENG_SHANGYOU_OF_FOUR
from domain.kernel.players import PlayerId
from domain.kernel.refusals import InvalidRules
from domain.table.commands import SeatBot, Sit
from domain.table.decide import decide
from domain.table.events import CardsDealt
from domain.table.hands import Chance
from domain.tournaments.boards.dealing import LEVEL
from domain.tournaments.boards.solo import (
    BoardSetting,
    NotABoard,
    compare_scores,
    every_deal,
    seat_of,
    solo_board,
    solo_opening,
)
from domain.tournaments.boards.solo_matches import solo_match_result

PLAIN = BoardSetting("sheng_ji", "zhang-2021", {}, "steady")
SETTINGS = [
    PLAIN,
    BoardSetting("sheng_ji", "zhao-peng-you", {}, "steady"),
    BoardSetting("sheng_ji", "zhang-2021", {"final_level": "8"}, "random"),
    BoardSetting("zheng_shangyou", "zheng-shangyou-4-partners", {}, "steady"),
]
SECRETS = st.binary(min_size=32, max_size=32)


@given(SECRETS, st.sampled_from(SETTINGS))
def test_a_deal_is_a_full_pack_derived_from_the_secret_and_the_id(secret, setting):
    solo = solo_board(secret, "brd_1", setting)
    orders = (solo.board.order, *solo.board.again)

    assert solo == solo_board(secret, "brd_1", setting)
    other = solo_board(secret, "brd_2", setting).board
    assert orders != (other.order, *other.again)
    for order in orders:
        assert sorted(order) == sorted(every_deal(setting).pack)
    assert len(set(orders)) == 4
    assert solo.seat == seat_of(secret, "brd_1", setting.seats) < setting.seats
    assert (solo.board.level is None) == (setting.game == "zheng_shangyou")


@given(SECRETS, st.sampled_from(SETTINGS))
def test_the_table_of_a_board_is_sealed_and_seats_the_player_among_equal_bots(secret, setting):
    solo = solo_board(secret, "brd_1", setting)
    deal = solo.board
    opened, then = solo_opening(
        solo, setting, (PlayerId("ann"),), lambda bot: PlayerId(f"house {bot}"), lambda: "entropy"
    )
    outcome = decide(GAMES, None, opened, Chance(b"1" * 32))
    events = [*outcome.events]
    for command in then:
        outcome = decide(GAMES, outcome.table, command, Chance(b"2" * 32, b"3" * 32))
        events += outcome.events

    table = outcome.table
    assert (table.sealed, table.listed, table.hands, table.status) == (True, False, 1, "playing")
    hand = next(event for event in events if isinstance(event, CardsDealt))
    assert (hand.order, hand.first_drawer, hand.chosen) == (deal.order, deal.first_drawer, True)
    assert [each.by for each in then if isinstance(each, Sit)] == ["ann"]
    assert {each.bot for each in then if isinstance(each, SeatBot)} == {setting.bot}
    assert table.seat_of(PlayerId("ann")) == solo.seat
    assert setting.bot in BOTS[setting.game]


def test_levels_are_drawn_among_those_the_options_allow():
    levels = {solo_board(bytes([number]) * 32, "brd_1", SETTINGS[2]).board.level for number in range(200)}
    assert levels == {"2", "3", "4", "5", "6", "7", "8"}
    assert solo_board(b"1" * 32, "brd_1", PLAIN._replace(options={LEVEL: "K"})).board.level is None
    assert len({solo_board(bytes([number]) * 32, "brd_1", PLAIN).board.level for number in range(250)}) == 13


def test_rules_without_a_recordable_deal_are_refused():
    for profile, options in (("zhang-2021", {"no_such": 1}), ("no-such-profile", {})):
        with pytest.raises(InvalidRules):
            every_deal(BoardSetting("sheng_ji", profile, options, "steady"))
    with pytest.raises(NotABoard):
        every_deal(BoardSetting("sheng_ji", "zhang-2021", {"kitty_size": 9, "kitty_removes_cards": "on"}, "steady"))


def test_scores_compare_as_computed_by_hand():
    # 65, 15 and -20: the mean is 20; 45 above is 4 IMPs, 5 below none, 40 below 3.
    comparison = compare_scores([65, 15, -20], SHENG_JI)
    assert (comparison.top, comparison.datum, comparison.left_out) == (400, 20, 0)
    assert [tuple(each) for each in comparison.lines] == [(400, 10000, 4), (200, 5000, 0), (0, 0, -3)]
    # Ten scores: the best and the worst are left out of the datum, so that 500 does not move it.
    many = compare_scores([500, *[10] * 8, -90], SHENG_JI)
    assert (many.datum, many.left_out, many.lines[0].imps, many.lines[1].imps, many.lines[9].imps) == (10, 1, 17, 0, -7)
    assert compare_scores([7], SHENG_JI).lines[0].share is None
    assert [tuple(each) for each in compare_scores([3, 3, -1, 1], None).lines] == [
        (500, 8333, None),
        (500, 8333, None),
        (0, 0, None),
        (200, 3333, None),
    ]


@given(st.lists(st.integers(-400, 400), min_size=1, max_size=40))
def test_matchpoints_average_half_of_the_top_and_never_fall_with_a_higher_score(scores):
    comparison = compare_scores(scores, SHENG_JI)
    assert 2 * sum(each.points for each in comparison.lines) == comparison.top * len(scores)
    ordered = sorted(zip(scores, comparison.lines, strict=True))
    for (_, lower), (_, higher) in pairwise(ordered):
        assert lower.points <= higher.points
        assert lower.imps is not None
        assert higher.imps is not None
        assert lower.imps <= higher.imps


def test_matches_are_scored_by_the_published_scale():
    # 140 more is 10 IMPs. On the scale for 16 boards 10 IMPs are 12.80, and 30 are 16.73.
    assert tuple(solo_match_result([(140, 0)] + [(0, 0)] * 15, SHENG_JI).points) == (1280, 720)
    assert tuple(solo_match_result([(0, 140)] * 3 + [(0, 0)] * 13, SHENG_JI).points) == (327, 1673)


def test_a_board_without_a_score_on_one_side_is_worth_three_imps():
    made = solo_match_result([(None, 4), (4, None), (None, None), (0, 10)], SHENG_JI)
    assert [tuple(each) for each in made.swings] == [(None, -3), (None, 3), (None, 0), (-10, -1)]
    assert made.imps == -1


def test_places_of_zheng_shangyou_compare_in_hundredths():
    # 4, 2 and -1 places: the mean is 167 hundredths, rounded to 165; 235 above are 5 IMPs, 35 are 1, 265 below 6.
    comparison = compare_scores([4, 2, -1], ZHENG_SHANGYOU_OF_FOUR)
    assert (comparison.datum, [each.imps for each in comparison.lines]) == (165, [5, 1, -6])
    made = solo_match_result([(4, 2), (-4, 4), (None, 0)], ZHENG_SHANGYOU_OF_FOUR)
    assert [tuple(each) for each in made.swings] == [(2, 5), (-8, -12), (None, -3)]
