"""Derives moves from recorded events, to verify records."""

from collections.abc import Sequence
from typing import Any

from domain.games.zheng_shangyou.combinations import Named
from domain.games.zheng_shangyou.commands import Discard, Move, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.events import (
    CombinationPlayed,
    DiscardLaid,
    DiscardTaken,
    TributePaid,
    TributeTaken,
    TurnPassed,
)
from domain.kernel.seats import Seat


def move_of_events(events: Sequence[Any], place: int) -> tuple[Seat, Move] | None:
    """Returns the seat and the move whose first event is at index `place`, or `None` if no move begins there."""
    move = _move_behind(events[place])
    return None if move is None else (events[place].seat, move)


def _move_behind(event: Any) -> Move | None:
    match event:
        case TributePaid(card=card):
            return PayTribute(card)
        case TributeTaken(card=card) | DiscardTaken(card=card):
            return Take(card)
        case DiscardLaid(card=card):
            return Discard(card)
        case CombinationPlayed(cards=cards, reading=reading):
            # Pattern, top and width identify the reading, whether or not the player named it.
            return Play(cards, Named(reading.pattern, reading.top, reading.width))
        case TurnPassed():
            return Pass()
        case _:
            return None
