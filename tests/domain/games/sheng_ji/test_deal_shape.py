"""SJ-DECK: number of decks, cards in hand and kitty, and their points."""

from collections import Counter

import pytest

from domain.games.sheng_ji.deal_shape import (
    DealShape,
    UnevenDeal,
    cards_removed,
    deal_shape,
    declarers_nominal,
    pack,
    possible_kitties,
    threshold,
    usual_decks,
    usual_step,
)
from domain.games.sheng_ji.rules import rules_of
from domain.kernel.cards import FILLER, RANK_OF_NAME, ordered_decks, points, write_cards
from tests.support.laws import law
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


@law
@pytest.mark.parametrize(
    ("players", "decks", "kitty", "hand"), TABLE, ids=[f"{players}p{decks}d" for players, decks, _, _ in TABLE]
)
def test_sj_deck_03_and_04_the_kitty_has_at_least_six_cards_and_leaves_equal_hands(players, decks, kitty, hand):
    assert deal_shape(players, decks) == DealShape(54 * decks, hand, kitty)


@pytest.mark.parametrize(("players", "decks"), [(7, 1), (9, 1), (10, 1)])
def test_dec_22_a_kitty_larger_than_a_hand_is_refused(players, decks):
    with pytest.raises(UnevenDeal, match="larger than a hand"):
        deal_shape(players, decks)


@pytest.mark.parametrize(
    ("players", "decks", "kitty", "hand"), [(5, 1, 4, 10), (7, 1, 5, 7), (8, 2, 4, 13), (4, 2, 4, 26), (4, 2, 20, 22)]
)
def test_sj_deck_03_an_explicit_kitty_size_is_used_if_it_leaves_equal_hands(players, decks, kitty, hand):
    assert deal_shape(players, decks, kitty_size=kitty) == DealShape(54 * decks, hand, kitty)


@pytest.mark.parametrize("kitty", [-4, 0, 1, 6, 7, 24, 104, 108, 112])
def test_sj_deck_03_an_empty_uneven_or_too_large_kitty_is_refused(kitty):
    with pytest.raises(UnevenDeal):
        deal_shape(4, 2, kitty_size=kitty)


def test_sj_deck_03_the_refusal_names_the_possible_kitty_sizes():
    assert possible_kitties(4, 108) == [4, 8, 12, 16, 20]
    with pytest.raises(UnevenDeal, match="4, 8, 12, 16, 20"):
        deal_shape(4, 2, kitty_size=6)


def test_sj_deck_05_fillers_and_removed_jokers_change_the_pack():
    assert deal_shape(7, 5, fillers=2) == DealShape(272, 38, 6)
    assert deal_shape(4, 2, jokers_removed=2) == DealShape(106, 25, 6)


@pytest.mark.parametrize(("decks", "needed", "step"), [(1, 40, 20), (2, 80, 40), (3, 120, 60), (4, 160, 80)])
def test_sj_deck_06_the_threshold_is_forty_points_a_deck_and_a_level_twenty(decks, needed, step):
    assert threshold(decks) == needed
    assert usual_step(decks) == step


@pytest.mark.parametrize(("players", "team"), [(4, 2), (5, 2), (6, 3), (7, 3), (8, 4)])
def test_ff_num_01_half_of_the_players_are_declarers(players, team):
    assert declarers_nominal(players) == team


@pytest.mark.parametrize("profile", ["zhang-2016", "zhang-2021"])
def test_sj_deck_02_four_players_with_two_decks_draw_twenty_five_cards_and_leave_eight(profile):
    rules = rules_of(profile)

    assert SHENG_JI.seats(rules) == 4
    assert rules.deal_shape == DealShape(108, 25, 8)


def test_sj_deck_05_more_jokers_than_there_are_cannot_be_removed():
    assert deal_shape(4, 2, jokers_removed=4).cards == 104
    with pytest.raises(UnevenDeal) as refused:
        deal_shape(4, 2, jokers_removed=5)

    assert refused.value.options == ("jokers_removed", "decks")


def missing(decks: int, dealt: int, rank: str | None = None, **options) -> list[str]:
    """Cards missing from a pack, in the order of the whole pack."""
    whole = Counter(ordered_decks(decks))
    trump_rank = None if rank is None else RANK_OF_NAME[rank]
    whole.subtract(pack(decks, dealt, trump_rank=trump_rank, **options))
    return write_cards(sorted(whole.elements()))


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_sj_card_01_the_default_pack_is_whole_decks_in_order(decks):
    assert pack(decks, 54 * decks, trump_rank=RANK_OF_NAME["2"]) == ordered_decks(decks)


@pytest.mark.parametrize(
    ("removed", "gone"),
    [(1, ["SJ"]), (2, ["SJ", "BJ"]), (3, ["SJ", "SJ", "BJ"]), (4, ["SJ", "SJ", "BJ", "BJ"])],
)
def test_sj_deck_05_small_and_big_jokers_are_removed_in_turn(removed, gone):
    assert missing(2, 108 - removed, jokers_removed=removed) == gone


def test_sj_card_12_fillers_are_at_the_end_of_the_pack():
    assert pack(5, 272, fillers=2) == (*ordered_decks(5), FILLER, FILLER)


REMOVED = [
    # decks, cards removed, trump rank, permanent twos, missing cards
    (2, 1, "8", False, ["2C"]),
    (2, 3, "8", False, ["2C", "2D", "2H"]),
    (2, 4, "8", False, ["2C", "2D", "2H", "2S"]),
    (2, 6, "8", False, ["2C", "2C", "2D", "2D", "2H", "2S"]),
    (2, 3, "2", False, ["3C", "3D", "3H"]),
    (2, 3, "8", True, ["3C", "3D", "3H"]),
    (2, 3, "3", True, ["4C", "4D", "4H"]),
    (2, 3, None, False, ["2C", "2D", "2H"]),
    (2, 3, None, True, ["3C", "3D", "3H"]),
    (1, 6, "8", False, ["2C", "3C", "2D", "3D", "2H", "2S"]),
    (1, 6, "3", False, ["2C", "4C", "2D", "4D", "2H", "2S"]),
    (1, 9, "2", False, ["3C", "4C", "6C", "3D", "4D", "3H", "4H", "3S", "4S"]),
]


@pytest.mark.parametrize(("decks", "removed", "rank", "twos", "gone"), REMOVED)
def test_ex_kitty_01_cards_without_points_of_the_lowest_rank_are_removed_suit_by_suit(decks, removed, rank, twos, gone):
    assert missing(decks, 54 * decks - removed, rank, permanent_twos=twos) == gone


@pytest.mark.parametrize(("players", "decks"), [(players, decks) for players in range(4, 9) for decks in (1, 2, 3, 4)])
def test_ex_kitty_01_any_kitty_can_be_chosen_and_every_pack_keeps_its_points_and_trumps(players, decks):
    for kitty in range(1, 54 * decks // (players + 1)):
        shape = deal_shape(players, decks, kitty_size=kitty, removes_cards=True)

        assert (shape.cards, shape.kitty) == (players * shape.hand + kitty, kitty)
        assert 0 <= cards_removed(decks, shape.cards) == 54 * decks - shape.cards < players
        for rank in ("2", "3", "A"):
            cards = pack(decks, shape.cards, trump_rank=RANK_OF_NAME[rank])
            assert (len(cards), points(cards)) == (shape.cards, 100 * decks)
            assert sum(name.startswith(rank) for name in write_cards(cards)) == 4 * decks


def test_ex_kitty_01_jokers_and_fillers_are_counted_before_cards_are_removed():
    shape = deal_shape(4, 2, kitty_size=8, fillers=3, jokers_removed=1, removes_cards=True)

    assert shape == DealShape(108, 25, 8)
    assert cards_removed(2, 108, fillers=3, jokers_removed=1) == 2

    kept = Counter(write_cards(pack(2, 108, fillers=3, jokers_removed=1)[:-3]))
    assert Counter(write_cards(ordered_decks(2))) - kept == {"SJ": 1, "2C": 1, "2D": 1}
    assert kept.total() == 105


@pytest.mark.parametrize("kitty", [0, -1, 22, 40])
def test_ex_kitty_01_an_empty_or_too_large_kitty_is_still_refused(kitty):
    with pytest.raises(UnevenDeal):
        deal_shape(4, 2, kitty_size=kitty, removes_cards=True)
