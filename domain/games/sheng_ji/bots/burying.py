"""Burying the kitty: shortens the side suits, and hides points only if the hand has many trumps (BOT-03).

Prices are in points of the score. They were determined by playing out hands with different burials.
"""

from typing import NamedTuple

from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, CardOrder, EffectiveSuit
from domain.games.sheng_ji.holding import holding_cards, in_suit
from domain.games.sheng_ji.layers import Hand, copies
from domain.games.sheng_ji.state import Burying, MatchState
from domain.kernel.cards import POINTS, Cards, Face
from domain.kernel.seats import Seat

SHORT = (10.0, 6.0, 4.0, 1.0)
"""The value of a side suit with zero, one, two or three cards left."""
ACE = 2.6
"""The price of the highest card of a side suit."""
PAIR = 3.0
HIGH_PAIR = 2.3
"""PAIR is the price of a pair. HIGH_PAIR is added if the pair is among the highest HIGH_LEVELS levels."""
HIGH_LEVELS = 5
HEIGHT = 0.01
"""The price of one level, so that of two equally valuable cards the lower one is buried."""
POINT = 0.39
POINT_TRUMP = 0.12
LENGTH = 11.0
"""POINT is the price of a point in the kitty with LENGTH trumps; each further trump lowers it by POINT_TRUMP."""
TRUMP = 8.0
"""The price of the lowest trump."""

Way = tuple[float, Cards]
"""The price of some cards, and the cards."""


class Taste(NamedTuple):
    """How far a burial departs from the prices above.

    Attributes:
        point: what is added to the price of a point.
        short: the factor of the value of short suits.
        pair: the factor of the price of pairs.
        ace: the factor of the price of the highest cards of side suits.
    """

    point: float = 0.0
    short: float = 1.0
    pair: float = 1.0
    ace: float = 1.0


PLAIN = Taste()


def bury(match: MatchState, burying: Burying, seat: Seat, taste: Taste = PLAIN) -> Cards:
    """Returns the cards to bury: some of the cheapest of each suit, with the lowest total price."""
    buried = _Burial(burying.deal.order, burying.hands[seat].known, taste)
    wanted = match.rules.deal_shape.kitty
    best: list[Way] = [(0.0, ())]
    for suit in EFFECTIVE_SUITS:
        best = _joined(best, buried.ways(suit, wanted), wanted)
    return best[wanted][1]


def _joined(best: list[Way], ways: list[Way], wanted: int) -> list[Way]:
    """Returns the cheapest way to bury each number of cards up to `wanted`, with one more suit."""
    joined = []
    for total in range(min(wanted, len(best) + len(ways) - 2) + 1):
        options = [
            (best[total - number][0] + price, best[total - number][1] + cards)
            for number, (price, cards) in enumerate(ways)
            if 0 <= total - number < len(best)
        ]
        joined.append(min(options, key=lambda option: option[0]))
    return joined


class _Burial:
    """A hand with the kitty, and the prices of its cards."""

    def __init__(self, order: CardOrder, hand: Hand, taste: Taste) -> None:
        self.order = order
        self.hand = hand
        self.taste = taste
        self.point = POINT - POINT_TRUMP * (in_suit(hand, TRUMPS).bit_count() - LENGTH) + taste.point

    def ways(self, suit: EffectiveSuit, most: int) -> list[Way]:
        """Returns, for each number of cards of the suit up to `most`, the cheapest ones and their price."""
        cards = holding_cards(self.order, suit, in_suit(self.hand, suit))
        prices = {card: self._price(suit, card) for card in set(cards)}
        cheapest = sorted(cards, key=prices.__getitem__)[:most]
        ways: list[Way] = []
        price = 0.0
        for number in range(len(cheapest) + 1):
            left = len(cards) - number
            short = self.taste.short * SHORT[left] if cards and left < len(SHORT) and suit != TRUMPS else 0.0
            ways.append((price - short, tuple(cheapest[:number])))
            if number < len(cheapest):
                price += prices[cheapest[number]]
        return ways

    def _price(self, suit: EffectiveSuit, card: Face) -> float:
        """Returns the price of burying a card."""
        slot, chain = self.order.slot_of[card], self.order.chains[suit]
        height = chain.level_of[slot]
        price = self.point * POINTS[card] + HEIGHT * height
        if suit == TRUMPS:
            return price + TRUMP + height
        if height == chain.levels - 1:
            price += ACE * self.taste.ace
        if copies(in_suit(self.hand, suit), slot) > 1:
            price += PAIR / 2 * self.taste.pair
            if height >= chain.levels - HIGH_LEVELS:
                price += HIGH_PAIR / 2 * self.taste.pair
        return price
