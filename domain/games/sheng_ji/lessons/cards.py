"""What the cards of two moves have in common and where they differ, as far as reasons need it."""

from collections import Counter

from domain.games.sheng_ji.card_order import TRUMPS, CardOrder, EffectiveSuit
from domain.games.sheng_ji.holding import hand_cards, in_suit
from domain.games.sheng_ji.layers import Hand
from domain.kernel.cards import Cards, Face
from domain.kernel.messages import Message, message
from domain.kernel.wording import cards as names

SUIT_WORDS = (
    message("clubs"),
    message("diamonds"),
    message("hearts"),
    message("spades"),
    message("trumps"),
)


def suit_word(order: CardOrder, card: Face) -> Message:
    """Returns the effective suit of a card in words."""
    return SUIT_WORDS[order.suit_of[card]]


def named(cards: Cards) -> str:
    """Returns the names of cards."""
    return names(sorted(cards))


def only_in(cards: Cards, others: Cards) -> Cards:
    """Returns the cards that are not among the others, copy by copy."""
    return tuple((Counter(cards) - Counter(others)).elements())


def broken_pair(order: CardOrder, hand: Hand, cards: Cards) -> Face | None:
    """Returns the highest face of which the cards take one copy from a pair in the hand, or `None`."""
    held, taken = Counter(hand_cards(order, hand)), Counter(cards)
    left = held - taken
    broken = [card for card in taken if left[card] and held[card] // 2 > left[card] // 2]
    return max(broken, key=order.level_of, default=None)


def breaks_pair(played: Cards, pair: Face, best: Cards) -> Message:
    """Returns that cards break the pair of a face, and that others do not."""
    return message(
        "{played} breaks the pair of {pair}; {best} keeps all pairs.",
        played=named(played),
        pair=named((pair,)),
        best=named(best),
    )


def trumps_in(order: CardOrder, cards: Cards) -> int:
    """Returns the number of trumps among cards."""
    return sum(order.suit_of[card] == TRUMPS for card in cards)


def emptied_suit(order: CardOrder, hand: Hand, cards: Cards) -> EffectiveSuit | None:
    """Returns a side suit of which the cards are all that the hand holds, or `None`."""
    for suit, count in Counter(order.suit_of[card] for card in cards).items():
        if suit != TRUMPS and in_suit(hand, suit).bit_count() == count:
            return suit
    return None


def height(order: CardOrder, cards: Cards) -> int:
    """Returns the sum of the levels of cards in their suits."""
    return sum(order.level_of(card) for card in cards)
