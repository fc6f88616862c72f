"""Who may know what of a hand of Sheng Ji (SJ-GEN-06): hands are dealt by the table; here it is the kitty's turn."""

from dataclasses import replace

from domain.cards import HIDDEN
from domain.shengji.events import (
    CardsPlayed,
    DeclarationPassed,
    Declared,
    HandPrepared,
    HandScored,
    KittyBuried,
    KittyRevealed,
    KittyTaken,
    KittyTurned,
    LeadForced,
    ShengJiEvent,
    ThrowFailed,
    TrickWon,
    TrumpFixed,
)
from domain.viewers import Viewer, may_see


def redact(event: ShengJiEvent, viewer: Viewer) -> ShengJiEvent:
    """The event as the viewer may see it: only the kitty's setter sees the kitty, all else is public (SJ-KITTY-03)."""
    match event:
        case KittyTaken(seat, cards) | KittyBuried(seat, cards):
            return event if may_see(viewer, seat) else replace(event, cards=(HIDDEN,) * len(cards))
        case HandPrepared() | Declared() | DeclarationPassed() | KittyTurned() | TrumpFixed() | KittyRevealed():
            return event
        case ThrowFailed() | LeadForced() | CardsPlayed() | TrickWon() | HandScored():
            return event
