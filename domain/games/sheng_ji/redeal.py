"""Redeals: who may ask for a new deal, and how often.

SJ-REDEAL-01  `redeal_no_trump`: a hand without a single trump
SJ-REDEAL-02  `redeal_points_below` 5 or 10: a hand worth fewer points; 0 is off (DEC-15)
DEC-14        once trumps are fixed and before the dealer takes the kitty; at most three new deals for one hand
"""

from domain.games.sheng_ji.order import Order
from domain.kernel.cards import Cards, points
from domain.kernel.refusals import Illegal

MOST_REDEALS = 3


class HandTooGood(Illegal):
    """This hand is too good to ask for a new deal."""

    usual_rule = "SJ-REDEAL-01"


class TooManyRedeals(Illegal):
    """The hand has been dealt anew as often as it may be."""

    usual_rule = "SJ-REDEAL-01"


def may_claim(order: Order, hand: Cards, *, redeal_no_trump: bool, redeal_points_below: int) -> bool:
    """Whether a hand is poor enough to ask for a new deal (SJ-REDEAL-01, SJ-REDEAL-02)."""
    without_trumps = redeal_no_trump and not any(map(order.is_trump, hand))
    return without_trumps or points(hand) < redeal_points_below


def may_redeal(redeals: int) -> bool:
    """Whether a hand already dealt anew so often may be dealt once more (DEC-14)."""
    return redeals < MOST_REDEALS


def check_claim(order: Order, hand: Cards, redeals: int, *, redeal_no_trump: bool, redeal_points_below: int) -> None:
    """Refuses a claim that is not allowed.

    Raises:
        Illegal: the hand is not poor enough, or there were too many new deals.
    """
    if not may_redeal(redeals):
        raise TooManyRedeals(f"this hand was dealt anew {redeals} times", rule="DEC-14", hint="play on")
    if not may_claim(order, hand, redeal_no_trump=redeal_no_trump, redeal_points_below=redeal_points_below):
        raise HandTooGood("your hand has trumps or points enough", hint="play on")
