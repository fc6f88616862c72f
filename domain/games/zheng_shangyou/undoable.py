"""Undoable moves in Zheng Shangyou: moves that reveal no card and so can be undone.

These are passes, even if they end the round, and the cards chosen in the exchange until both are revealed.
"""

from typing import Any

from domain.games.zheng_shangyou.events import DiscardLaid, RoundEnded, TributePaid, TurnPassed
from domain.table.game import Undoable


def undoable(event: Any) -> Undoable | None:
    """Returns an `Undoable` if the event reveals nothing, with the seat whose move begins with it, or `None` else."""
    match event:
        case TurnPassed(seat) | TributePaid(seat) | DiscardLaid(seat):
            return Undoable(seat)
        case RoundEnded():
            return Undoable(None)
        case _:
            return None
