"""The events with which the moves of a seat begin in Zheng Shangyou."""

from typing import Any

from domain.games.zheng_shangyou.events import (
    CombinationPlayed,
    DiscardLaid,
    DiscardTaken,
    TributePaid,
    TributeTaken,
    TurnPassed,
)
from domain.kernel.seats import Seat

MOVES = (TributePaid, TributeTaken, DiscardLaid, DiscardTaken, CombinationPlayed, TurnPassed)


def moving_seat(event: Any) -> Seat | None:
    """Returns the seat whose move begins with the event, or `None` if no move begins with it."""
    return event.seat if isinstance(event, MOVES) else None
