"""Hands as whole numbers, compared with counts of cards."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, CardOrder, order_of
from domain.games.sheng_ji.chain import Ordering
from domain.games.sheng_ji.holding import as_hand, hand_cards, hand_of, hand_points, holding_cards, in_suit, sole_suit
from domain.games.sheng_ji.layers import (
    LAYER_BITS,
    MOST_COPIES,
    NO_CARDS,
    SIDE_SLOTS,
    TRUMP_SLOTS,
    copies,
    holds,
    most_copies,
    together,
    without,
)
from domain.games.sheng_ji.options.catalogue import OPTIONS
from domain.kernel.cards import FACES, FILLER, RANKS, SUITS, Cards, points

ORDERS = [
    order_of(rank, suit, Ordering(permanent_twos=twos, hong_wu=red, fillers=fillers))
    for rank, suit, twos, red, fillers in product(
        (None, *RANKS), (None, *SUITS), (False, True), ("off", "h5", "h5_d5"), (False, True)
    )
]


def cards_by_luck(luck: Random, order: CardOrder, decks: int) -> Counter[int]:
    """Up to `decks` copies of some cards, and up to the largest number of fillers."""
    drawn = Counter({card: luck.randint(0, decks) for card in FACES if luck.random() < 0.4})
    if order.ordering.fillers:
        drawn[FILLER] = luck.randint(0, MOST_COPIES)
    return +drawn


def spread(cards: Counter[int], luck: Random) -> Cards:
    every = list(cards.elements())
    luck.shuffle(every)
    return tuple(every)


def test_each_suit_of_each_order_has_room_in_a_layer():
    longest = [max(order.chains[suit].slots for order in ORDERS) for suit in EFFECTIVE_SUITS]

    assert max(longest[:TRUMPS]) <= SIDE_SLOTS
    assert longest[TRUMPS] <= TRUMP_SLOTS
    assert max(value for value in OPTIONS["decks"].values if isinstance(value, int)) <= MOST_COPIES
    assert OPTIONS["filler_cards"].most == MOST_COPIES
    assert all(max(order.bit_of).bit_length() <= LAYER_BITS for order in ORDERS)


def test_higher_cards_of_the_suit_and_trumps_are_over_a_card():
    for order in ORDERS[::11]:
        faces = [card for card in (*FACES, FILLER) if order.bit_of[card]]
        for low in faces:
            suit, level = order.suit_of[low], order.level_of(low)
            over = {high for high in faces if order.bit_of[high] & order.over[suit][level]}
            higher = {high for high in faces if order.suit_of[high] == suit and order.level_of(high) > level}
            ruffs = {high for high in faces if order.is_trump(high) and suit != TRUMPS}

            assert over == higher | ruffs


@pytest.mark.parametrize("decks", [1, 2, 3, 6])
@pytest.mark.parametrize("seed", range(40))
def test_hands_are_counts_of_cards(seed, decks):
    luck = Random(f"{seed} {decks}")
    order = luck.choice(ORDERS)
    one = cards_by_luck(luck, order, decks)
    part = Counter({card: luck.randint(0, count) for card, count in one.items()})
    hand, smaller = hand_of(order, spread(one, luck)), hand_of(order, spread(+part, luck))

    assert hand.bit_count() == one.total()
    assert most_copies(hand) == max(one.values(), default=0)
    assert Counter(hand_cards(order, hand)) == one
    assert hand_points(order, hand) == points(tuple(one.elements()))
    assert without(hand, smaller) == hand_of(order, spread(one - part, luck))
    assert together(without(hand, smaller), smaller) == together(smaller, without(hand, smaller)) == hand
    assert holds(hand, smaller)
    other = cards_by_luck(luck, order, decks)
    assert holds(hand, hand_of(order, spread(other, luck))) == (other <= one)


@pytest.mark.parametrize("seed", range(40))
def test_a_hand_is_the_sum_of_its_suits(seed):
    luck = Random(seed)
    order = luck.choice(ORDERS)
    cards = cards_by_luck(luck, order, 4)
    hand = hand_of(order, spread(cards, luck))

    whole = NO_CARDS
    for suit in EFFECTIVE_SUITS:
        holding = in_suit(hand, suit)
        its_cards = Counter({card: count for card, count in cards.items() if order.suit_of[card] == suit})
        assert Counter(holding_cards(order, suit, holding)) == its_cards
        assert all(copies(holding, order.slot_of[card]) == its_cards[card] for card in order.faces[suit])
        assert sole_suit(as_hand(suit, holding)) == (suit if its_cards else None)
        assert in_suit(as_hand(suit, holding), suit) == holding
        whole = together(whole, as_hand(suit, holding))
    assert whole == hand
    assert sole_suit(hand) is None or len({order.suit_of[card] for card in cards}) == 1
