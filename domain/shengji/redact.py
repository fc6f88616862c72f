"""Who may know what of a hand of Sheng Ji, whose cards the table has dealt.

SJ-GEN-06, SJ-KITTY-03  the kitty: who took it up and set it aside
DEC-51                  which units of a throw can be beaten: the leader, who has to choose one; the others see the
throw, and later what is led and as much of a witness as `throw_reveal` shows
all else                everybody
"""

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
    """The event as the viewer may see it."""
    match event:
        case KittyTaken(seat, cards) | KittyBuried(seat, cards):
            return event if may_see(viewer, seat) else replace(event, cards=(HIDDEN,) * len(cards))
        case ThrowFailed(seat):
            return event if may_see(viewer, seat) else replace(event, choices=())
        case HandPrepared() | Declared() | DeclarationPassed() | KittyTurned() | TrumpFixed() | KittyRevealed():
            return event
        case LeadForced() | CardsPlayed() | TrickWon() | HandScored():
            return event
