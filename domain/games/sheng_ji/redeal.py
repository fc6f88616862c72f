"""Redeals: the conditions for claiming one, and their limit.

SJ-REDEAL-01  `redeal_no_trump`: a hand without trumps
SJ-REDEAL-02  `redeal_points_below` 5 or 10: a hand with fewer points; 0 is off (DEC-15)
DEC-14        after trumps are fixed and before the dealer takes the kitty; at most three redeals of one hand
"""

from domain.games.sheng_ji.card_order import CardOrder
from domain.kernel.cards import Cards, points
from domain.kernel.messages import message
from domain.kernel.refusals import Illegal

MOST_REDEALS = 3


class HandTooGood(Illegal):
    """This hand does not qualify for a new deal."""

    usual_rule = "SJ-REDEAL-01"


class TooManyRedeals(Illegal):
    """The hand cannot be dealt again."""

    usual_rule = "SJ-REDEAL-01"


def may_claim(order: CardOrder, hand: Cards, *, redeal_no_trump: bool, redeal_points_below: int) -> bool:
    """Returns whether a hand is weak enough to claim a redeal (SJ-REDEAL-01, SJ-REDEAL-02)."""
    without_trumps = redeal_no_trump and not any(map(order.is_trump, hand))
    return without_trumps or points(hand) < redeal_points_below


def may_redeal(redeals: int) -> bool:
    """Returns whether a hand that was redealt `redeals` times may be redealt again (DEC-14)."""
    return redeals < MOST_REDEALS


def check_claim(
    order: CardOrder, hand: Cards, redeals: int, *, redeal_no_trump: bool, redeal_points_below: int
) -> None:
    """Refuses an illegal claim.

    Raises:
        Illegal: the hand is not weak enough, or has been redealt too often.
    """
    if not may_redeal(redeals):
        raise TooManyRedeals(
            message("this hand has already been dealt again {redeals} times", redeals=redeals),
            rule="DEC-14",
            hint=message("continue to play"),
        )
    if not may_claim(order, hand, redeal_no_trump=redeal_no_trump, redeal_points_below=redeal_points_below):
        raise HandTooGood(message("your hand has enough trumps or points"), hint=message("continue to play"))
