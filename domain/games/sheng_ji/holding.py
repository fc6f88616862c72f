"""Hands and holdings in an order of the cards: which cards they are, and what they are worth."""

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache

from domain.games.sheng_ji.card_order import CardOrder, EffectiveSuit
from domain.games.sheng_ji.layers import (
    LAYER_BITS,
    NO_CARDS,
    ONE_LAYER,
    SUIT_MASKS,
    SUIT_SHIFTS,
    Hand,
    Holding,
    layer,
    most_copies,
    slots_in,
)
from domain.kernel.cards import Cards, Face

SUIT_AT = tuple(EffectiveSuit(bisect_right(SUIT_SHIFTS, bit) - 1) for bit in range(LAYER_BITS))
"""For each bit of a layer of a hand, its effective suit."""


def in_suit(hand: Hand, suit: EffectiveSuit) -> Holding:
    """Returns the cards of the hand in an effective suit."""
    return hand >> SUIT_SHIFTS[suit] & SUIT_MASKS[suit]  # type: ignore[return-value]


def as_hand(suit: EffectiveSuit, holding: Holding) -> Hand:
    """Returns the hand that has only these cards."""
    return holding << SUIT_SHIFTS[suit]  # type: ignore[return-value]


def hand_of(order: CardOrder, cards: Iterable[Face]) -> Hand:
    """Returns the hand with these cards, none hidden."""
    hand, bit_of = NO_CARDS, order.bit_of
    for card in cards:
        bit = bit_of[card]
        while hand & bit:
            bit <<= LAYER_BITS
        hand |= bit  # type: ignore[assignment]
    return hand


@lru_cache(maxsize=1 << 14)
def holding_cards(order: CardOrder, suit: EffectiveSuit, holding: Holding) -> Cards:
    """Returns the cards of the holding, from low to high."""
    return hand_cards(order, as_hand(suit, holding))


def hand_cards(order: CardOrder, hand: Hand) -> Cards:
    """Returns the cards of the hand, suit by suit, from low to high."""
    face_at, bits = order.face_at, [*slots_in(hand & ONE_LAYER)]
    if hand > ONE_LAYER:
        for copy in range(2, most_copies(hand) + 1):
            bits += slots_in(layer(hand, copy))
        bits.sort()
    return tuple([face_at[bit] for bit in bits])


def holding_points(order: CardOrder, suit: EffectiveSuit, holding: Holding) -> int:
    """Returns the points of the cards in the holding (SJ-POINT-01)."""
    return hand_points(order, as_hand(suit, holding))


def hand_points(order: CardOrder, hand: Hand) -> int:
    """Returns the points of the cards in the hand (SJ-POINT-01)."""
    return 10 * (hand & order.tens).bit_count() + 5 * (hand & order.fives).bit_count()


def sole_suit(hand: Hand) -> EffectiveSuit | None:
    """Returns the effective suit of all cards of the hand, or `None` if there are several suits or no cards."""
    faces = hand & ONE_LAYER
    if not faces:
        return None
    suit = SUIT_AT[faces.bit_length() - 1]
    return suit if not faces & (1 << SUIT_SHIFTS[suit]) - 1 else None
