"""Deals of finished hands, so that they can be played again."""

from domain.kernel.cards import HIDDEN
from domain.table.deals import GivenDeal
from domain.table.events import CardsDealt


def recorded_deal(dealt: CardsDealt) -> GivenDeal:
    """Returns the deal of a hand in the form that tables need to play it again.

    Raises:
        ValueError: some of its cards are hidden.
    """
    if HIDDEN in dealt.order:
        raise ValueError("a deal with hidden cards cannot be played again")
    return GivenDeal(order=dealt.order, hands=(), kitty=(), first_drawer=dealt.first_drawer)
