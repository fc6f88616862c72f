"""Undoable moves, which reveal no card of a hand.

An undoable move may still reveal something: a pass shows that the seat declared nothing. But it makes no hidden card
visible. A move with further consequences cannot be undone, such as the last pass, after which the dealer takes the
kitty.
"""

from typing import Any

from domain.games.sheng_ji.events import (
    DeclarationPassed,
    FriendsCalled,
    KittyBidPassed,
    KittyBuried,
    PlanFiled,
    RedealWaived,
)
from domain.games.sheng_ji.play_events import ReviewPassed
from domain.table.game import Undoable

UNDOABLE = frozenset(
    {PlanFiled, DeclarationPassed, RedealWaived, KittyBuried, KittyBidPassed, FriendsCalled, ReviewPassed}
)


def undoable(event: Any) -> Undoable | None:
    """Returns the seat of an undoable move, or `None` for other events."""
    return Undoable(event.seat) if type(event) in UNDOABLE else None
