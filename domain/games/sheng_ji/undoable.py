"""Quiet moves, which reveal no card of a hand, so they can be undone.

A quiet move may still reveal something: a pass shows that the seat declared nothing. But it makes no hidden card
visible. A move with further consequences is not quiet, such as the last pass, after which the dealer takes the kitty.
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
from domain.table.game import Quiet

QUIET = frozenset(
    {PlanFiled, DeclarationPassed, RedealWaived, KittyBuried, KittyBidPassed, FriendsCalled, ReviewPassed}
)


def quiet(event: Any) -> Quiet | None:
    """Returns the seat of a quiet move, or `None` for other events."""
    return Quiet(event.seat) if type(event) in QUIET else None
