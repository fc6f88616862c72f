"""Quiet moves: those by which nobody comes to know a card of a hand of Sheng Ji, so that they can be undone.

What others may know of a move is not always nothing: a pass tells that nothing was shown. But no card is seen by it
that was hidden before. A move that brings about anything else, such as the last pass, after which the dealer takes the
kitty, is not quiet, since what follows is not.
"""

from typing import Any

from domain.games.sheng_ji.events import (
    DeclarationPassed,
    FriendsCalled,
    KittyBidPassed,
    KittyBuried,
    PlanFiled,
    RedealWaived,
    ReviewPassed,
)
from domain.table.game import Quiet

QUIET = (PlanFiled, DeclarationPassed, RedealWaived, KittyBuried, KittyBidPassed, FriendsCalled, ReviewPassed)


def quiet(event: Any) -> Quiet | None:
    """The seat whose move has shown nothing by the event; none when it is another event."""
    return Quiet(event.seat) if isinstance(event, QUIET) else None
