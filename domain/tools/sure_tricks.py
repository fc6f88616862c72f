"""What the seat on lead certainly wins by leading single cards, if all cards are known to everyone.

The seat leads the highest cards of its side suits first, as long as every other hand with trumps can follow. Then it
leads its highest trumps. If the others have no trumps left after that, it leads its other trumps and the highest cards
of its side suits. A suit of which the others have no card left is led to its end.
"""

from typing import NamedTuple

from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, CardOrder, EffectiveSuit
from domain.games.sheng_ji.holding import holding_cards, in_suit
from domain.games.sheng_ji.layers import Hand
from domain.games.sheng_ji.state import MatchState, Tricks
from domain.kernel.cards import Cards, points


class SureTricks(NamedTuple):
    """The points of the cards that certainly win, and whether they are the whole hand."""

    points: int
    is_all: bool


def sure_tricks(match: MatchState, tricks: Tricks) -> SureTricks:
    """Returns what the seat on lead certainly wins. All hands are known."""
    rules, order = match.rules, tricks.deal.order
    if rules.bombs != "off" or rules.hong_wu_penalty:
        return SureTricks(0, is_all=False)
    hand = tricks.hands[tricks.turn].known
    others = [other.known for seat, other in enumerate(tricks.hands) if seat != tricks.turn]
    trumps = _winners(order, TRUMPS, hand, others)
    drawn = len(trumps) >= _longest(others, TRUMPS)
    sure: Cards = _led_out(order, TRUMPS, hand) if drawn else trumps
    for suit in EFFECTIVE_SUITS:
        if suit != TRUMPS:
            sure += _of_side_suit(order, suit, hand, others, drawn=drawn)
    return SureTricks(points(sure), len(sure) == hand.bit_count())


def _of_side_suit(order: CardOrder, suit: EffectiveSuit, hand: Hand, others: list[Hand], *, drawn: bool) -> Cards:
    """Returns the cards of a side suit that certainly win."""
    winners = _winners(order, suit, hand, others)
    if drawn:
        return _led_out(order, suit, hand) if len(winners) >= _longest(others, suit) else winners
    # A hand without trumps cannot ruff. The others follow as often as they can.
    follow = [in_suit(other, suit).bit_count() for other in others if in_suit(other, TRUMPS)]
    return winners[: min(follow, default=len(winners))]


def _winners(order: CardOrder, suit: EffectiveSuit, hand: Hand, others: list[Hand]) -> Cards:
    """Returns the cards of a suit than which no other hand has a higher one, highest first."""
    level_of = order.chains[suit].level_of
    highest = max(
        (level_of[order.slot_of[card]] for other in others for card in _led_out(order, suit, other)), default=-1
    )
    return tuple(card for card in _led_out(order, suit, hand) if level_of[order.slot_of[card]] >= highest)


def _led_out(order: CardOrder, suit: EffectiveSuit, hand: Hand) -> Cards:
    """Returns the cards of a suit in a hand, highest first."""
    return holding_cards(order, suit, in_suit(hand, suit))[::-1]


def _longest(hands: list[Hand], suit: EffectiveSuit) -> int:
    return max(in_suit(hand, suit).bit_count() for hand in hands)
