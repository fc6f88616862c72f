"""Bidding for the kitty, and asking for a redeal.

The value of a bid is the gain in strength of the hand against an average one, plus the value of the kitty. The kitty is
worth KITTY if an opponent has it, and nothing if a partner has it. The gain is relative to the current trumps, so
almost any other trumps are better than trumps that are bad for the hand.

The bot asks for a redeal if its hand is weaker than average.
"""

from domain.games.sheng_ji.bots.declaring import allied
from domain.games.sheng_ji.bots.strength import strength
from domain.games.sheng_ji.card_order import order_of, printed_trump_suit
from domain.games.sheng_ji.commands import ClaimRedeal, Declare, Move, Pass
from domain.games.sheng_ji.holding import hand_cards, hand_of
from domain.games.sheng_ji.move_checks import bids
from domain.games.sheng_ji.redeal import may_claim
from domain.games.sheng_ji.state import Bidding, MatchState, Redealing
from domain.kernel.cards import Cards
from domain.kernel.seats import Seat

KITTY = 16.0
TOO_WEAK = 0.0
"""A hand below this strength is dealt again if the rules allow it."""


def bid(match: MatchState, bidding: Bidding, seat: Seat) -> Move:
    """Returns the most valuable bid if its value is positive, else a pass."""
    shows = bids(match, bidding, seat)
    if not shows:
        return Pass()
    now = strength(match, bidding.deal.order, bidding.hands[seat].known)
    kitty = 0.0 if allied(match, bidding.seat, seat) else KITTY

    def worth(cards: Cards) -> float:
        return _strength_with(match, bidding, seat, cards) - now + kitty

    best = max(shows, key=worth)
    return Declare(best) if worth(best) > 0 else Pass()


def _strength_with(match: MatchState, bidding: Bidding, seat: Seat, cards: Cards) -> float:
    """Returns the strength of the seat's hand with the trumps that these cards make."""
    before = bidding.deal.order
    order = order_of(before.trump_rank, printed_trump_suit(cards[0]), before.ordering)
    hand = hand_of(order, hand_cards(before, bidding.hands[seat].known))
    return strength(match, order, hand)


def ask_for_redeal(match: MatchState, redealing: Redealing, seat: Seat) -> Move:
    """Returns a claim for a redeal if the hand is weak and qualifies, else a pass."""
    rules, order, hand = match.rules, redealing.deal.order, redealing.hands[seat].known
    possible = may_claim(
        order,
        hand_cards(order, hand),
        redeal_no_trump=rules.redeal_no_trump,
        redeal_points_below=rules.redeal_points_below,
    )
    return ClaimRedeal() if possible and strength(match, order, hand) < TOO_WEAK else Pass()
