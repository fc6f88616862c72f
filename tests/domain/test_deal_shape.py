"""SJ-DECK: how many decks, how many cards in hand and kitty, and the points that go with them."""

import pytest

from domain.shengji.deal_shape import (
    DealShape,
    UnevenDeal,
    deal_shape,
    declarers_nominal,
    possible_kitties,
    threshold,
    usual_decks,
    usual_step,
)
from domain.shengji.rules import rules_of
from tests.support.table import SHENG_JI


@pytest.mark.parametrize(("players", "decks"), [(4, 2), (5, 2), (6, 3), (7, 3), (8, 4)])
def test_sj_deck_01_there_is_one_deck_for_every_two_players(players, decks):
    assert usual_decks(players) == decks


TABLE = [
    (4, 1, 6, 12),
    (4, 2, 8, 25),
    (4, 3, 6, 39),
    (4, 4, 8, 52),
    (4, 5, 6, 66),
    (5, 1, 9, 9),
    (5, 2, 8, 20),
    (5, 3, 7, 31),
    (5, 4, 6, 42),
    (5, 5, 10, 52),
    (6, 1, 6, 8),
    (6, 2, 6, 17),
    (6, 3, 6, 26),
    (6, 4, 6, 35),
    (6, 5, 6, 44),
    (7, 2, 10, 14),
    (7, 3, 8, 22),
    (7, 4, 6, 30),
    (7, 5, 11, 37),
    (8, 1, 6, 6),
    (8, 2, 12, 12),
    (8, 3, 10, 19),
    (8, 4, 8, 26),
    (8, 5, 6, 33),
    (9, 2, 9, 11),
    (10, 2, 8, 10),
    (10, 5, 10, 26),
]


@pytest.mark.parametrize(
    ("players", "decks", "kitty", "hand"), TABLE, ids=[f"{players}p{decks}d" for players, decks, _, _ in TABLE]
)
def test_sj_deck_03_and_04_the_kitty_is_the_least_of_six_or_more_that_leaves_equal_hands(players, decks, kitty, hand):
    assert deal_shape(players, decks) == DealShape(54 * decks, hand, kitty)


@pytest.mark.parametrize(("players", "decks"), [(7, 1), (9, 1), (10, 1)])
def test_dec_22_a_kitty_larger_than_a_hand_is_refused(players, decks):
    with pytest.raises(UnevenDeal, match="larger than a hand"):
        deal_shape(players, decks)


@pytest.mark.parametrize(
    ("players", "decks", "kitty", "hand"), [(5, 1, 4, 10), (7, 1, 5, 7), (8, 2, 4, 13), (4, 2, 4, 26), (4, 2, 20, 22)]
)
def test_sj_deck_03_an_explicit_kitty_is_dealt_when_it_leaves_equal_hands(players, decks, kitty, hand):
    assert deal_shape(players, decks, kitty_size=kitty) == DealShape(54 * decks, hand, kitty)


@pytest.mark.parametrize("kitty", [-4, 0, 1, 6, 7, 24, 104, 108, 112])
def test_sj_deck_03_a_kitty_that_is_empty_uneven_or_larger_than_a_hand_is_refused(kitty):
    with pytest.raises(UnevenDeal):
        deal_shape(4, 2, kitty_size=kitty)


def test_sj_deck_03_the_kitties_that_are_possible_are_named():
    assert possible_kitties(4, 108) == [4, 8, 12, 16, 20]
    with pytest.raises(UnevenDeal, match="4, 8, 12, 16, 20"):
        deal_shape(4, 2, kitty_size=6)


def test_sj_deck_05_fillers_and_removed_jokers_change_the_pack():
    assert deal_shape(7, 5, fillers=2) == DealShape(272, 38, 6)
    assert deal_shape(4, 2, jokers_removed=2) == DealShape(106, 25, 6)


@pytest.mark.parametrize(("decks", "needed", "step"), [(1, 40, 20), (2, 80, 40), (3, 120, 60), (4, 160, 80)])
def test_sj_deck_06_the_opponents_need_forty_points_a_deck_and_a_level_is_twenty(decks, needed, step):
    assert threshold(decks) == needed
    assert usual_step(decks) == step


@pytest.mark.parametrize(("players", "team"), [(4, 2), (5, 2), (6, 3), (7, 3), (8, 4)])
def test_ff_num_01_the_declarers_are_half_the_players(players, team):
    assert declarers_nominal(players) == team


@pytest.mark.parametrize("profile", ["zhang-2016", "zhang-2021"])
def test_sj_deck_02_four_players_with_two_decks_draw_twenty_five_cards_and_leave_eight(profile):
    rules = rules_of(profile)

    assert SHENG_JI.seats(rules) == 4
    assert rules.deal_shape == DealShape(108, 25, 8)
