"""From what has happened back to the move that brought it about, for verifying records."""

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


def move_behind(events: Sequence[Any], place: int) -> tuple[Seat, Move] | None:
    """The move whose first event stands at that place, and whose it is; none when no move of a seat begins there."""
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
            # Cards of one pattern, width and top have one reading, so this names it whether it was named or not.
            return Play(cards, Named(reading.pattern, reading.top, reading.width))
        case TurnPassed():
            return Pass()
        case _:
            return None
