"""SJ-TRAC, with two decks and `tractor_adjacency` = `distinct_rank`."""

import pytest

from domain.shengji.check import MustFollow
from domain.shengji.holding import hand_of, sole_suit
from domain.shengji.units import Unit, decompose
from tests.support.deals import playing
from tests.support.table import cards, order, plays


def units(trumps: str, text: str) -> tuple[Unit, ...]:
    hand = hand_of(order(trumps), 2, cards(text))
    suit = sole_suit(hand)
    return () if suit is None else decompose(order(trumps).chains[suit], hand[suit])


TRACTORS = [
    ("8H", "3C 3C 4C 4C"),
    ("8H", "7S 7S 9S 9S"),
    ("8H", "7H 7H 9H 9H"),
    ("8H", "6D 6D 7D 7D 9D 9D 10D 10D"),
    ("8H", "KH KH AH AH"),
    ("8H", "AH AH 8C 8C"),
    ("8H", "AH AH 8S 8S 8H 8H"),
    ("8H", "8D 8D 8H 8H"),
    ("8H", "8H 8H SJ SJ"),
    ("8H", "SJ SJ BJ BJ"),
    ("8H", "KH KH AH AH 8C 8C 8H 8H SJ SJ BJ BJ"),
    ("8", "8C 8C SJ SJ"),
    ("8", "8H 8H SJ SJ BJ BJ"),
    ("8", "AC AC KC KC"),
    ("AS", "KS KS AC AC"),
    ("AS", "KS KS AC AC AS AS"),
    ("AS", "QD QD KD KD"),
    ("2D", "3S 3S 4S 4S"),
    ("2D", "AD AD 2S 2S"),
    ("KC", "QC QC AC AC"),
    ("KC", "QH QH AH AH"),
]


@pytest.mark.parametrize(("trumps", "text"), TRACTORS, ids=[f"{text} at {trumps}" for trumps, text in TRACTORS])
def test_sj_trac_01_02_and_05_pairs_on_neighbouring_levels_are_a_tractor(trumps, text):
    (unit,) = units(trumps, text)

    assert unit.shape == (2, len(text.split()) // 2)


NO_TRACTORS = [
    ("8H", "3C 3C 5C 5C", 2),
    ("8H", "7S 7S 8S 8S", 0),  # the eights are trumps
    ("8H", "3C 3C 4S 4S", 0),
    ("8H", "8C 8C 8D 8D", 2),
    ("8H", "AH AH 8H 8H", 2),
    ("8H", "8C 8C SJ SJ", 2),
    ("8H", "8H 8H BJ BJ", 2),
    ("8H", "2S 2S AS AS", 2),
    ("8H", "AH AH 2H 2H", 2),
    ("8H", "3C 3C 4C", 2),
    ("8H", "3C 4C", 2),
    ("8", "8C 8C 8H 8H", 2),
    ("8", "8S 8S BJ BJ", 2),
    ("8", "AH AH 8H 8H", 0),
    ("8", "7H 7H 8H 8H", 0),
    ("2S", "AC AC 2S 2S", 0),
    ("AS", "KD KD AD AD", 0),
    ("AS", "2S 2S AS AS", 2),
]


@pytest.mark.parametrize(
    ("trumps", "text", "number"), NO_TRACTORS, ids=[f"{text} at {trumps}" for trumps, text, _ in NO_TRACTORS]
)
def test_sj_trac_02_05_and_06_what_is_no_tractor(trumps, text, number):
    found = units(trumps, text)

    assert len(found) == number
    assert all(unit.length == 1 for unit in found)


def test_sj_trac_02_any_one_of_the_off_suit_pairs_links_ace_and_the_trump_of_the_suit():
    found = units("8H", "AH AH 8C 8C 8D 8D 8S 8S 8H 8H")

    assert sorted(unit.shape for unit in found) == [(2, 1), (2, 1), (2, 3)]


@pytest.mark.parametrize(
    ("low", "high"),
    [("3C 3C 4C 4C", "4C 4C 5C 5C"), ("7C 7C 9C 9C", "9C 9C 10C 10C"), ("2C 2C 3C 3C", "KC KC AC AC")],
)
def test_sj_trac_07_a_tractor_is_as_high_as_its_highest_pair(low, high):
    (lower,), (higher,) = units("8H", low), units("8H", high)

    assert lower.top < higher.top


def test_sj_trac_07_tractors_that_reach_the_off_suit_eights_are_equally_high():
    (clubs,), (spades,) = units("8H", "AH AH 8C 8C"), units("8H", "AH AH 8S 8S")

    assert clubs.top == spades.top


HANDS = [
    "3S 3S 4S 4S 5S",
    "6S 6S 7S 7S 9D",
    "10S 10S QS QS KD",
    "8C 8C AH AH 3D",
]


def test_a_tractor_is_won_by_a_higher_tractor_and_by_one_of_trumps():
    given = playing(HANDS, trumps="8H").after_plays("0: 3S 3S 4S 4S", "1: 6S 6S 7S 7S")
    assert given.phase.trick.winner == 1

    given = given.after_plays("2: 10S 10S QS QS")
    assert given.phase.trick.winner == 1

    assert given.after_plays("3: AH AH 8C 8C").phase.last_trick.winner == 3


def test_a_tractor_led_asks_for_a_tractor():
    given = playing(HANDS, trumps="8H").after_plays("0: 3S 3S 4S 4S")
    hands = [HANDS[0], "6S 6S 7S 7S 9S", *HANDS[2:]]
    other = playing(hands, trumps="8H").after_plays("0: 3S 3S 4S 4S")

    given.when(1, plays("6S 6S 7S 9D")).then_refused(MustFollow, "SJ-FOLLOW-02", legal=["6S 6S 7S 7S"])
    other.when(1, plays("6S 6S 7S 9S")).then_refused(MustFollow, "SJ-FOLLOW-03", legal=["6S 6S 7S 7S"])
