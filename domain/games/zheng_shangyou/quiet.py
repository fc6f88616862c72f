"""Quiet moves: those by which nobody comes to know a card of a hand of Zheng Shangyou, so that they can be undone.

A pass is one, also when the round is over with it; and a card chosen in the exchange, until both are revealed.
"""

from typing import Any

from domain.games.zheng_shangyou.events import DiscardLaid, RoundEnded, TributePaid, TurnPassed
from domain.table.game import Quiet


def quiet(event: Any) -> Quiet | None:
    """The seat whose move has shown nothing by the event; none when it is another event."""
    match event:
        case TurnPassed(seat) | TributePaid(seat) | DiscardLaid(seat):
            return Quiet(seat)
        case RoundEnded():
            return Quiet(None)
        case _:
            return None
