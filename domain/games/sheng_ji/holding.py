"""Hands as bit masks that count copies in each effective suit.

A *holding* contains the cards of one hand in one effective suit: a tuple of masks over the slots of the suit's chain.
Mask k marks the slots with at least k+1 copies. With `d` decks a holding has `d` masks, and each is a subset of the one
before. A *hand* is five holdings, one for each effective suit.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, CardOrder, EffectiveSuit
from domain.kernel.cards import Cards, Face

Holding = tuple[int, ...]
Hand = tuple[Holding, ...]
"""Five holdings. Operations on every play are written out for each suit, because a loop takes twice as long."""


def nothing(decks: int) -> Holding:
    """Returns a holding without cards."""
    return (0,) * decks


def size(holding: Holding) -> int:
    """Returns the number of cards in the holding."""
    if len(holding) == 2:
        return holding[0].bit_count() + holding[1].bit_count()
    return sum(map(int.bit_count, holding))


def hand_size(hand: Hand) -> int:
    """Returns the number of cards in the hand."""
    return sum([mask.bit_count() for holding in hand for mask in holding])


def is_empty(hand: Hand) -> bool:
    """Returns whether the hand has no cards."""
    clubs, diamonds, hearts, spades, trumps = hand
    return not (clubs[0] or diamonds[0] or hearts[0] or spades[0] or trumps[0])


@lru_cache(maxsize=1 << 12)
def _hand_of(order: CardOrder, decks: int, cards: Cards) -> Hand:
    masks = [[0] * decks for _ in EFFECTIVE_SUITS]
    for card in cards:
        copies = masks[order.suit_of[card]]
        bit = order.bit_of[card]
        for copy, mask in enumerate(copies):
            if not mask & bit:
                copies[copy] = mask | bit
                break
    return tuple(map(tuple, masks))


def hand_of(order: CardOrder, decks: int, cards: Iterable[Face]) -> Hand:
    """Returns the hand with these cards, none hidden, and none more often than there are decks."""
    # Cached: checking, deciding, applying and each viewer's view convert the same cards.
    return _hand_of(order, decks, tuple(cards))


def holds(holding: Holding, part: Holding) -> bool:
    """Returns whether every card of `part` is in the holding."""
    if len(holding) == 2:
        return not (part[0] & ~holding[0] or part[1] & ~holding[1])
    return not any(wanted & ~held for held, wanted in zip(holding, part, strict=True))


def hand_holds(hand: Hand, part: Hand) -> bool:
    """Returns whether every card of `part` is in the hand."""
    return all(map(holds, hand, part))


def without(holding: Holding, part: Holding) -> Holding:
    """Returns the holding without the cards of `part`, all of which it must have."""
    if len(holding) == 2:
        one, two = holding
        out_one, out_two = part
        return (one & ~out_one | two & out_one & ~out_two, two & ~out_one)
    # `leaving[j]` marks the slots from which exactly j copies leave. There, mask k of the result is mask k+j of the
    # holding.
    leaving = (~part[0], *(mask & ~deeper for mask, deeper in zip(part, (*part[1:], 0), strict=True)))
    return tuple(
        sum(mask & leaving[copies] for copies, mask in enumerate(holding[depth:])) for depth in range(len(holding))
    )


def together(holding: Holding, part: Holding) -> Holding:
    """Returns the holding with the cards of `part` added. The number of decks must suffice for both."""
    if len(holding) == 2:
        return (holding[0] | part[0], holding[1] | part[1] | holding[0] & part[0])
    masks = [one | other for one, other in zip(holding, part, strict=True)]
    for here, mask in enumerate(holding):
        for there, other in enumerate(part[: len(part) - here - 1]):
            masks[here + there + 1] |= mask & other
    return tuple(masks)


def hands_together(hand: Hand, part: Hand) -> Hand:
    """Returns the hand with the cards of `part` added."""
    clubs, diamonds, hearts, spades, trumps = hand
    more_clubs, more_diamonds, more_hearts, more_spades, more_trumps = part
    return (
        together(clubs, more_clubs) if more_clubs[0] else clubs,
        together(diamonds, more_diamonds) if more_diamonds[0] else diamonds,
        together(hearts, more_hearts) if more_hearts[0] else hearts,
        together(spades, more_spades) if more_spades[0] else spades,
        together(trumps, more_trumps) if more_trumps[0] else trumps,
    )


def no_cards(decks: int) -> Hand:
    """Returns a hand without cards."""
    return (nothing(decks),) * len(EFFECTIVE_SUITS)


def hand_without(hand: Hand, part: Hand) -> Hand:
    """Returns the hand without the cards of `part`, all of which it must have."""
    clubs, diamonds, hearts, spades, trumps = hand
    out_clubs, out_diamonds, out_hearts, out_spades, out_trumps = part
    return (
        without(clubs, out_clubs) if out_clubs[0] else clubs,
        without(diamonds, out_diamonds) if out_diamonds[0] else diamonds,
        without(hearts, out_hearts) if out_hearts[0] else hearts,
        without(spades, out_spades) if out_spades[0] else spades,
        without(trumps, out_trumps) if out_trumps[0] else trumps,
    )


def slots_in(mask: int) -> Iterator[int]:
    """Yields the slots of a mask, from low to high."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def copies(holding: Holding, slot: int) -> int:
    """Returns the number of copies of the face on that slot."""
    return sum([mask >> slot & 1 for mask in holding])


@lru_cache(maxsize=1 << 14)
def holding_cards(order: CardOrder, suit: EffectiveSuit, holding: Holding) -> Cards:
    """Returns the cards of the holding, from low to high."""
    # Cached, because a play changes only one suit of one hand.
    faces = order.faces[suit]
    return tuple([faces[slot] for slot in slots_in(holding[0]) for _ in range(copies(holding, slot))])


def hand_cards(order: CardOrder, hand: Hand) -> Cards:
    """Returns the cards of the hand, suit by suit, from low to high."""
    cards: Cards = ()
    for suit in EFFECTIVE_SUITS:
        if hand[suit][0]:
            cards += holding_cards(order, suit, hand[suit])
    return cards


def holding_points(order: CardOrder, suit: EffectiveSuit, holding: Holding) -> int:
    """Returns the points of the cards in the holding (SJ-POINT-01)."""
    tens, fives = order.tens[suit], order.fives[suit]
    return sum(10 * (mask & tens).bit_count() + 5 * (mask & fives).bit_count() for mask in holding)


def hand_points(order: CardOrder, hand: Hand) -> int:
    """Returns the points of the cards in the hand (SJ-POINT-01)."""
    return sum(holding_points(order, suit, hand[suit]) for suit in EFFECTIVE_SUITS)


def sole_suit(hand: Hand) -> EffectiveSuit | None:
    """Returns the effective suit of all cards of the hand, or `None` if there are several suits or no cards."""
    suits = [suit for suit in EFFECTIVE_SUITS if hand[suit][0]]
    return suits[0] if len(suits) == 1 else None
