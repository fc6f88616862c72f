"""Burying: shorten the side suits, and hide points only under long trumps (BOT-03).

The prices are in points of the score, found by playing hands to their end with one burial or another.
"""

from domain.games.sheng_ji.holding import Hand, copies, holding_cards, size
from domain.games.sheng_ji.order import EFFECTIVE_SUITS, TRUMPS, EffectiveSuit, Order
from domain.games.sheng_ji.state import Burying, Match
from domain.kernel.cards import POINTS, Cards, Face
from domain.kernel.seats import Seat

SHORT = (10.0, 6.0, 4.0, 1.0)
"""What a side suit is worth of which no, one, two or three cards are left."""
ACE = 2.6
"""The price of the highest card of a side suit."""
PAIR = 3.0
HIGH_PAIR = 2.3
"""The price of a pair, and what it costs more when it is among the highest HIGH_LEVELS."""
HIGH_LEVELS = 5
HEIGHT = 0.01
"""The price of a step in height: of two cards that are worth the same the lower one goes."""
POINT = 0.39
POINT_TRUMP = 0.12
LENGTH = 11.0
"""The price of a point in the kitty with LENGTH trumps, and by how much each further trump makes it safer."""
TRUMP = 8.0
"""The price of the lowest trump."""

Way = tuple[float, Cards]
"""The price of some cards, and the cards."""


def bury(match: Match, burying: Burying, seat: Seat) -> Cards:
    """The cards to set aside: of each suit some of the cheapest, so that together they cost least."""
    order, hand = burying.deal.order, burying.hands[seat].known
    wanted = match.rules.deal_shape.kitty
    best: list[Way] = [(0.0, ())]
    for suit in EFFECTIVE_SUITS:
        best = _joined(best, _ways(order, hand, suit, wanted), wanted)
    return best[wanted][1]


def _joined(best: list[Way], ways: list[Way], wanted: int) -> list[Way]:
    """The cheapest way to set aside any number of cards up to `wanted`, of the suits so far and one more."""
    joined = []
    for total in range(min(wanted, len(best) + len(ways) - 2) + 1):
        options = [
            (best[total - number][0] + price, best[total - number][1] + cards)
            for number, (price, cards) in enumerate(ways)
            if 0 <= total - number < len(best)
        ]
        joined.append(min(options, key=lambda option: option[0]))
    return joined


def _ways(order: Order, hand: Hand, suit: EffectiveSuit, most: int) -> list[Way]:
    """For each number of cards of the suit, from none up to `most`, the cheapest of them and what they cost."""
    cards = holding_cards(order, suit, hand[suit])
    point = POINT - POINT_TRUMP * (size(hand[TRUMPS]) - LENGTH)
    prices = {card: _price(order, hand, suit, card, point) for card in set(cards)}
    cheapest = sorted(cards, key=prices.__getitem__)[:most]
    ways: list[Way] = []
    price = 0.0
    for number in range(len(cheapest) + 1):
        left = len(cards) - number
        short = SHORT[left] if cards and left < len(SHORT) and suit != TRUMPS else 0.0
        ways.append((price - short, tuple(cheapest[:number])))
        if number < len(cheapest):
            price += prices[cheapest[number]]
    return ways


def _price(order: Order, hand: Hand, suit: EffectiveSuit, card: Face, point: float) -> float:
    """What it costs to set a card aside."""
    slot, chain = order.slot_of[card], order.chains[suit]
    height = chain.level_of[slot]
    price = point * POINTS[card] + HEIGHT * height
    if suit == TRUMPS:
        return price + TRUMP + height
    if height == chain.levels - 1:
        price += ACE
    if copies(hand[suit], slot) > 1:
        price += PAIR / 2
        if height >= chain.levels - HIGH_LEVELS:
            price += HIGH_PAIR / 2
    return price
