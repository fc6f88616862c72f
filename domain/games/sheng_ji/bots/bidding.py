"""Bidding for the kitty, and asking for a new deal.

A show is worth by how much stronger it makes one's hand against an average one, and what the kitty is worth to have:
KITTY from an opponent, nothing from a partner. What stood before is taken into account: trumps that are bad for the
hand make any others better.

A new deal is asked for with a hand of less than average strength.
"""

from domain.games.sheng_ji.bots.declaring import allied
from domain.games.sheng_ji.bots.strength import strength
from domain.games.sheng_ji.commands import ClaimRedeal, Declare, Move, Pass
from domain.games.sheng_ji.declaring_checks import bids
from domain.games.sheng_ji.holding import hand_cards, hand_of
from domain.games.sheng_ji.order import order_of, printed_trump_suit
from domain.games.sheng_ji.redeal import may_claim
from domain.games.sheng_ji.state import Bidding, Match, Redealing
from domain.kernel.cards import Cards
from domain.kernel.seats import Seat

KITTY = 16.0
TOO_WEAK = 0.0
"""A hand that may be dealt anew is, when its strength is below this."""


def bid(match: Match, bidding: Bidding, seat: Seat) -> Move:
    """The show that makes most of the kitty and of the trumps, if one is worth it, else a pass."""
    shows = bids(match, bidding, seat)
    if not shows:
        return Pass()
    now = strength(match, bidding.deal.order, bidding.hands[seat].known)
    kitty = 0.0 if allied(match, bidding.seat, seat) else KITTY

    def worth(cards: Cards) -> float:
        return _strength_with(match, bidding, seat, cards) - now + kitty

    best = max(shows, key=worth)
    return Declare(best) if worth(best) > 0 else Pass()


def _strength_with(match: Match, bidding: Bidding, seat: Seat, cards: Cards) -> float:
    """How strong the seat's hand is with the trumps that these cards make."""
    before = bidding.deal.order
    order = order_of(before.trump_rank, printed_trump_suit(cards[0]), before.ordering)
    hand = hand_of(order, match.rules.copies, hand_cards(before, bidding.hands[seat].known))
    return strength(match, order, hand)


def ask_for_redeal(match: Match, redealing: Redealing, seat: Seat) -> Move:
    """A new deal with a weak hand that may have one, else nothing."""
    rules, order, hand = match.rules, redealing.deal.order, redealing.hands[seat].known
    possible = may_claim(
        order,
        hand_cards(order, hand),
        redeal_no_trump=rules.redeal_no_trump,
        redeal_points_below=rules.redeal_points_below,
    )
    return ClaimRedeal() if possible and strength(match, order, hand) < TOO_WEAK else Pass()
