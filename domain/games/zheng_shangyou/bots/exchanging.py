"""The choices of the bots in the exchange (ZS-EXCH-01, ZS-EXCH-02), by the cost of the hand that is left."""

from domain.games.zheng_shangyou.bots.planning import cost_of
from domain.games.zheng_shangyou.card_order import RUNG_OF, highest
from domain.games.zheng_shangyou.commands import Discard, Move, PayTribute, Take
from domain.games.zheng_shangyou.state import Choosing, Discarding, MatchState, Paying, Returning, held
from domain.kernel.cards import Cards, Face
from domain.kernel.seats import Seat


def exchange(match: MatchState, seat: Seat) -> Move:
    """Returns the move that leaves the best hand. Raises `ValueError` if no exchange is going on."""
    match match.phase:
        case Paying(hands=hands):
            return PayTribute(_least_wanted(held(hands, seat), highest(held(hands, seat)))[0])
        case Choosing(hands=hands, offers=offers) | Returning(hands=hands, offers=offers):
            return Take(_most_wanted(held(hands, seat), tuple(offer.card for offer in offers)))
        case Discarding(hands=hands):
            return Discard(least_wanted(held(hands, seat))[0])
        case phase:
            raise ValueError(f"nothing is asked in {type(phase).__name__}")


def least_wanted(hand: Cards) -> list[Face]:
    """Returns the cards of a hand, those first without which it is best."""
    return _least_wanted(hand, hand)


def without(hand: Cards, cards: Cards) -> Cards:
    """Returns the hand without some cards."""
    return tuple(card for card in hand if card not in cards)


def _least_wanted(hand: Cards, among: Cards) -> list[Face]:
    """Returns the cards without which the hand is best; of equal ones, the lowest first."""
    return sorted(among, key=lambda card: (cost_of(without(hand, (card,))), RUNG_OF[card]))


def _most_wanted(hand: Cards, among: Cards) -> Face:
    """Returns the card with which the hand is best; of equal ones, the highest."""
    return min(among, key=lambda card: (cost_of((*hand, card)), -RUNG_OF[card]))
