"""The strength of a hand with certain trumps, in points, relative to an average hand of the same pack.

a trump        TRUMP, and up to TRUMP_HEIGHT more, by the square of the share of trumps that it beats
a side card    MASTER, halved for each copy in the pack that ranks above it
a pair         PAIR for each face of which the hand holds two; average hands have pairs too
"""

from functools import cache

from domain.games.sheng_ji.bots.card_counting import units_above, whole_pack
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, CardOrder, EffectiveSuit
from domain.games.sheng_ji.holding import in_suit
from domain.games.sheng_ji.layers import Hand, Holding, copies, layer, slots_in
from domain.games.sheng_ji.state import MatchState

TRUMP = 2.5
TRUMP_HEIGHT = 6.0
MASTER = 3.5
NEXT = 0.5
PAIR = 1.5


def strength(match: MatchState, order: CardOrder, hand: Hand) -> float:
    """Returns the value of the hand above an average one, in points. Pairs are added without deducting an average."""
    pack = whole_pack(order, match)
    average = _worth(order, pack, pack) * hand.bit_count() / pack.bit_count()
    pairs = layer(hand, 2).bit_count()
    return _worth(order, pack, hand) - average + PAIR * pairs


def _worth(order: CardOrder, pack: Hand, hand: Hand) -> float:
    """Returns the value of the single cards of a hand."""
    return sum(
        price * copies(in_suit(hand, suit), slot)
        for suit in EFFECTIVE_SUITS
        for slot, price in _prices(order, suit, in_suit(pack, suit))
    )


@cache
def _prices(order: CardOrder, suit: EffectiveSuit, whole: Holding) -> tuple[tuple[int, float], ...]:
    """Returns the value of a card on each slot of a suit."""
    chain, total = order.chains[suit], whole.bit_count()
    prices = []
    for slot in slots_in(layer(whole, 1)):
        above = units_above(chain, whole, (1, 1), chain.level_of[slot])
        if suit == TRUMPS:
            prices.append((slot, TRUMP + TRUMP_HEIGHT * ((total - above) / total) ** 2))
        else:
            prices.append((slot, MASTER * NEXT**above))
    return tuple(prices)
