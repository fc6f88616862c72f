"""SJ-CARD and SJ-POINT: the pack, the order of the cards in a hand, and their points."""

from collections import Counter
from itertools import pairwise

import pytest

from domain.games.sheng_ji.card_order import EFFECTIVE_SUIT_NAMES, display_order, order_of
from domain.games.sheng_ji.holding import hand_cards, hand_of, hand_points
from domain.kernel.cards import (
    FACES,
    FILLER,
    HIDDEN,
    NAMES,
    RANK_NAMES,
    RANK_OF_NAME,
    RANKS,
    SUIT_OF_NAME,
    SUITS,
    UnknownCard,
    face,
    has_rank,
    is_joker,
    ordered_decks,
    points,
    read_card,
    read_cards,
    write_cards,
)
from tests.support.holdings import ORDERINGS, Ground
from tests.support.laws import law
from tests.support.oracle import ladder
from tests.support.table import cards, order

HANDS = [(rank, trumps) for rank in RANK_NAMES for trumps in ("C", "D", "H", "S", None)]
every_hand = pytest.mark.parametrize(("rank", "trumps"), HANDS, ids=[f"{rank}{suit or ''}" for rank, suit in HANDS])


def suit_of(trumps: str, card: str) -> str:
    return EFFECTIVE_SUIT_NAMES[order(trumps).suit_of[read_card(card)]]


def level(trumps: str, card: str) -> int:
    return order(trumps).level_of(read_card(card))


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_sj_card_01_a_deck_has_fifty_two_cards_and_two_different_jokers(decks):
    pack = Counter(write_cards(ordered_decks(decks)))
    suited = {rank + suit for rank in RANK_NAMES for suit in "CDHS"}

    assert len(suited) == 52
    assert pack == Counter(dict.fromkeys(suited | {"BJ", "SJ"}, decks))


def test_the_pack_is_ordered_by_deck_suit_and_rank_with_jokers_last():
    deck = [rank + suit for suit in "CDHS" for rank in RANK_NAMES] + ["SJ", "BJ"]

    assert write_cards(ordered_decks(2)) == deck * 2


@law
@pytest.mark.parametrize("name", NAMES[:-1])
def test_a_card_round_trips_through_its_name(name):
    assert write_cards((read_card(name),)) == [name]


@pytest.mark.parametrize("name", ["", "1S", "11S", "10", "S", "SA", "as", "Js", "0H", "??", "JOKER", "BJ ", "ÄS"])
def test_an_invalid_name_of_a_card_is_refused(name):
    with pytest.raises(UnknownCard, match=r"^" + name.replace("?", r"\?") + r"$"):
        read_cards(["AS", name])


def test_the_small_joker_is_not_the_jack_of_spades():
    assert read_card("SJ") != read_card("JS")


def test_every_rank_and_suit_is_a_distinct_face():
    assert len({face(rank, suit) for rank in RANKS for suit in SUITS} | set(FACES[52:])) == 54


@law
@every_hand
def test_sj_card_02_to_05_cards_rank_in_the_order_of_the_catalogue(rank, trumps):
    its_order = order_of(RANK_OF_NAME[rank], SUIT_OF_NAME.get(trumps or ""))
    for number, name in enumerate(EFFECTIVE_SUIT_NAMES):
        expected = [] if name == trumps else ladder(rank, trumps, name)
        found: list[list[str]] = [[] for _ in expected]
        for card in FACES:
            if its_order.suit_of[card] == number:
                found[its_order.level_of(card)].append(NAMES[card])
        assert [sorted(level) for level in found] == [sorted(level) for level in expected]


@law
@every_hand
def test_sj_card_06_a_deck_has_eighteen_trumps_or_six_in_no_trump(rank, trumps):
    its_order = order_of(RANK_OF_NAME[rank], SUIT_OF_NAME.get(trumps or ""))
    suits = Counter(EFFECTIVE_SUIT_NAMES[its_order.suit_of[card]] for card in ordered_decks(3))
    trump_total = suits.pop("T")

    assert trump_total == (3 * 18 if trumps else 3 * 6)
    assert set(suits) == set("CDHS") - {trumps}
    assert set(suits.values()) == {3 * 12}


@pytest.mark.parametrize(
    ("trumps", "card", "suit"),
    [
        ("8H", "8C", "T"),
        ("8H", "8S", "T"),
        ("8H", "AH", "T"),
        ("8H", "7D", "D"),
        ("8H", "SJ", "T"),
        ("8", "8H", "T"),
        ("8", "AH", "H"),
        ("8", "BJ", "T"),
        ("QC", "QD", "T"),
        ("QC", "JC", "T"),
        ("QC", "JD", "D"),
    ],
)
def test_sj_card_07_a_card_of_the_trump_rank_belongs_to_trumps_only(trumps, card, suit):
    assert suit_of(trumps, card) == suit
    assert order(trumps).is_trump(read_card(card)) == (suit == "T")


@pytest.mark.parametrize(
    ("trumps", "low", "high"),
    [
        ("7H", "6S", "8S"),
        ("7H", "6H", "8H"),
        ("7", "6C", "8C"),
        ("KD", "QS", "AS"),
        ("2S", "3H", "4H"),
        ("KS", "QS", "AS"),
    ],
)
def test_sj_card_08_the_ranks_beside_the_trump_rank_are_adjacent(trumps, low, high):
    assert level(trumps, high) == level(trumps, low) + 1


@pytest.mark.parametrize("trumps", ["8H", "8C", "8"])
def test_sj_card_03_and_04_off_suit_cards_of_the_trump_rank_are_equal(trumps):
    others = [f"8{suit}" for suit in "CDHS" if trumps[1:] != suit]

    assert len({level(trumps, card) for card in others}) == 1
    if trumps != "8":
        assert level(trumps, trumps) == level(trumps, others[0]) + 1
        assert level(trumps, "A" + trumps[1]) == level(trumps, others[0]) - 1


@pytest.mark.parametrize(("trumps", "jokers_above"), [("8H", "8H"), ("8", "8C")])
def test_sj_card_03_and_04_the_big_joker_ranks_highest_and_the_small_one_next(trumps, jokers_above):
    assert level(trumps, "SJ") == level(trumps, jokers_above) + 1
    assert level(trumps, "BJ") == level(trumps, "SJ") + 1
    assert level(trumps, "BJ") == max(
        level(trumps, NAMES[card]) for card in FACES if suit_of(trumps, NAMES[card]) == "T"
    )


@law
@pytest.mark.parametrize("card", NAMES[:-1])
def test_sj_point_01_fives_are_worth_five_tens_and_kings_ten_and_all_others_nothing(card):
    expected = 0 if card in ("BJ", "SJ", "FC") else {"5": 5, "10": 10, "K": 10}.get(card[:-1], 0)

    assert points(cards(card)) == expected


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_sj_point_02_a_deck_is_worth_a_hundred_points_and_a_suit_twenty_five(decks):
    pack = ordered_decks(decks)

    assert points(pack) == 100 * decks
    for suit in "CDHS":
        assert points(card for card in pack if NAMES[card].endswith(suit)) == 25 * decks


@pytest.mark.parametrize("trumps", ["KS", "10D", "5", "KH", "2C"])
def test_sj_point_03_trumps_do_not_change_points_and_points_do_not_change_order(trumps):
    pack = ordered_decks(2)

    assert hand_points(order(trumps), hand_of(order(trumps), pack)) == 200
    assert hand_points(order(trumps), hand_of(order(trumps), cards("KS KS 10D 5H 5C AS BJ"))) == 40


@pytest.mark.parametrize(
    ("trumps", "colours"),
    [("8C", "HSD"), ("8D", "SHC"), ("8H", "SDC"), ("8S", "HCD"), ("8", "HSDC")],
)
def test_sj_deal_04_a_hand_is_sorted_with_trumps_first_and_alternating_colours(trumps, colours):
    shown = [EFFECTIVE_SUIT_NAMES[suit] for suit in display_order(order(trumps))]

    assert shown == ["T", *colours]
    red = [suit in "DH" for suit in colours]
    assert all(one != other for one, other in pairwise(red))
    assert sorted(colours) == sorted(set("CDHS") - {trumps[-1]})


def test_sorting_a_hand_keeps_all_cards():
    held = cards("BJ 8C 8C AS 3H 8H SJ AS")
    kept = hand_cards(order("8H"), hand_of(order("8H"), held))

    assert write_cards(kept) == ["AS", "AS", "3H", "8C", "8C", "8H", "SJ", "BJ"]


# Options -------------------------------------------------------------------------------------------------------------


@law
@pytest.mark.parametrize("ordering", ORDERINGS, ids=str)
@pytest.mark.parametrize(("rank", "trumps"), [*HANDS, (None, None)])
def test_sj_card_10_to_12_cards_rank_in_the_order_of_the_options(rank, trumps, ordering):
    seen: list[str] = []
    for name in EFFECTIVE_SUIT_NAMES:
        ground = Ground(rank, trumps, name, 1, ordering)
        expected = [] if name == trumps else ground.ladder
        its_order, suit = ground.order, ground.effective
        found = [
            [NAMES[its_order.faces[suit][slot]] for slot in range(ground.chain.slots) if at >> slot & 1]
            for at in ground.chain.slots_at
        ]
        assert [sorted(level) for level in found] == [sorted(level) for level in expected]
        seen += [card for level in found for card in level]

    assert sorted(seen) == sorted([NAMES[card] for card in FACES] + ["FC"] * ordering.fillers)


@pytest.mark.parametrize(
    ("trumps", "options", "high_to_low"),
    [
        ("8H", {"permanent_twos": True}, "BJ SJ 8H 8C 2H 2C AH KH"),
        ("8", {"permanent_twos": True}, "BJ SJ 8C 2C"),
        ("", {}, "BJ SJ"),
        ("", {"permanent_twos": True, "fillers": True}, "BJ SJ FC 2S"),
        ("8H", {"hong_wu": "h5"}, "5H BJ SJ 8H 8C AH"),
        ("8S", {"hong_wu": "h5_d5"}, "5H 5D BJ SJ 8S 8C AS"),
        ("5H", {"hong_wu": "h5"}, "5H BJ SJ 5C AH"),
        ("5C", {"hong_wu": "h5_d5"}, "5H 5D BJ SJ 5C 5S AC"),
        ("8H", {"fillers": True}, "BJ SJ FC 8H 8C AH"),
    ],
)
def test_sj_card_10_to_12_each_of_these_cards_ranks_directly_below_the_previous_one(trumps, options, high_to_low):
    its_order = order(trumps, **options)
    levels = [its_order.level_of(card) for card in cards(high_to_low)]

    assert levels == list(range(levels[0], levels[0] - len(levels), -1))
    assert all(its_order.is_trump(card) for card in cards(high_to_low))
    assert levels[0] == its_order.chains[-1].levels - 1


def test_dec_72_permanent_twos_change_nothing_if_two_is_the_trump_rank():
    assert order("2H", permanent_twos=True).faces == order("2H").faces


def test_sj_card_11_red_fives_keep_their_points_and_leave_their_suit():
    with_fives = order("8C", hong_wu="h5")

    assert hand_points(with_fives, hand_of(with_fives, ordered_decks(2))) == 200
    assert with_fives.level_of(read_card("6H")) == with_fives.level_of(read_card("4H")) + 1
    assert with_fives.level_of(read_card("6D")) == with_fives.level_of(read_card("4D")) + 2


def test_a_filler_is_not_a_joker_and_has_no_rank_suit_or_points():
    assert (is_joker(FILLER), has_rank(FILLER), points([FILLER])) == (False, False, 0)
    assert (has_rank(HIDDEN), is_joker(HIDDEN), points([HIDDEN]), write_cards([HIDDEN])) == (False, False, 0, ["??"])
    assert [has_rank(card) for card in cards("2C AS SJ BJ")] == [True, True, False, False]


def test_without_the_option_no_hand_has_fillers():
    without = hand_of(order("8H"), cards("FC FC AS"))

    assert write_cards(hand_cards(order("8H"), without)) == ["AS"]
    with_fillers = order("8H", fillers=True)
    assert write_cards(hand_cards(with_fillers, hand_of(with_fillers, cards("FC FC AS")))) == ["AS", "FC", "FC"]


def test_chains_with_the_same_structure_are_one_object():
    plain, twos = order("8H"), order("8H", permanent_twos=True)
    gaps = order("8H", adjacency="no_gap")

    assert plain.chains[0] is plain.chains[1] is order("KS").chains[2] is gaps.chains[0]
    assert plain.chains[0] is not twos.chains[0]
    assert plain.chains[4] is order("3C").chains[4]
    assert gaps.chains[4] is not plain.chains[4]
    assert order("8H") is order("8H")
