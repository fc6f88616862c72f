"""From what has happened back to the move that brought it about, for verifying records."""

from collections.abc import Sequence
from typing import Any

from domain.shengji.commands import Bury, Declare, Move, Pass, Play
from domain.shengji.events import CardsPlayed, DeclarationPassed, Declared, KittyBuried, LeadForced, ThrowFailed


def move_behind(events: Sequence[Any], place: int) -> Move | None:
    """The move whose first event stands at that place; none when no move of a seat begins there."""
    match events[place]:
        case Declared(seat=seat, cards=cards):
            # A pair that opens where only a single card may counts as two acts of one move (RUL-05).
            later = events[place + 1] if place + 1 < len(events) else None
            if isinstance(later, Declared) and later.seat == seat and later.kind == "reinforce":
                return Declare((*cards, *later.cards))
            return Declare(cards)
        case DeclarationPassed():
            return Pass()
        case KittyBuried(cards=cards):
            return Bury(cards)
        case ThrowFailed(cards=cards) | LeadForced(cards=cards) | CardsPlayed(cards=cards):
            return Play(cards)
        case _:
            return None
