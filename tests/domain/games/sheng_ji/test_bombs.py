"""Bombs and following suit; tricks won by bombs are in `test_winning_tricks.py`."""

import pytest

from domain.games.sheng_ji.choices import follows
from domain.games.sheng_ji.follow import is_legal_follow, lead_of
from domain.games.sheng_ji.holding import hand_of, in_suit, sole_suit
from domain.games.sheng_ji.units import decompose
from tests.support.table import as_multisets, cards, order

ORDER = order("8H")


def hand(text: str):
    return hand_of(ORDER, cards(text))


def lead(text: str):
    suit = sole_suit(hand(text))
    return lead_of(suit, decompose(ORDER.chains[suit], in_suit(hand(text), suit)))


def is_legal(led: str, held: str, played: str, bombs: str) -> bool:
    chain = ORDER.chains[lead(led).suit]
    return is_legal_follow(chain, lead(led), hand(held), hand(played), bombs=bombs)


@pytest.mark.parametrize(
    ("led", "held", "played", "on", "any_suit"),
    [
        ("3S 3S 4S 4S", "6S 7S 9S JS AS 5C 5C 5C 5C", "5C 5C 5C 5C", False, True),
        ("3S 3S 4S 4S", "6S 5C 5C 5C 5C", "5C 5C 5C 5C", False, True),
        ("3S 3S 4S 4S", "5C 5C 5C 5C 6C", "5C 5C 5C 5C", True, True),
        ("3S 3S 4S 4S", "5S 5S 5S 5S 6S 6S 7S 7S", "5S 5S 5S 5S", False, True),
        ("3S 3S 4S 4S", "6S 7S 9S JS AS 5C 5C 5C", "6S 5C 5C 5C", False, False),
        ("3S 3S 3S 3S", "6S 7S 9S JS AS 5C 5C 5C 5C", "5C 5C 5C 5C", False, False),
        ("3S 3S 3S", "6S 7S 9S JS AS 5C 5C 5C", "5C 5C 5C", False, False),
    ],
)
def test_a_bomb_need_not_follow_suit_if_bombs_may_be_of_any_suit(led, held, played, on, any_suit):
    assert is_legal(led, held, played, "off") == on
    assert is_legal(led, held, played, "on") == on
    assert is_legal(led, held, played, "any_suit") == any_suit


@pytest.mark.parametrize(
    ("held", "plays"),
    [
        ("6S 7S 9S JS 5C 5C 5C 5C", ["6S 7S 9S JS", "5C 5C 5C 5C"]),
        ("5S 5S 5S 5S 6S", ["5S 5S 5S 5S"]),
        ("5C 5C 5C 5C", ["5C 5C 5C 5C"]),
        ("6S 5C 5C 5C 5C", ["6S 5C 5C 5C", "5C 5C 5C 5C"]),
    ],
)
def test_the_choices_of_a_follower_include_each_bomb_once(held, plays):
    offered = list(follows(ORDER, lead("3S 3S 4S 4S"), hand(held), bombs="any_suit"))

    assert as_multisets(offered) == as_multisets(map(cards, plays))
    assert all(is_legal("3S 3S 4S 4S", held, text, "any_suit") for text in plays)
