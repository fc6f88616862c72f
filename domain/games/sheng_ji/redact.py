"""Who may know what of a hand of Sheng Ji, whose cards the table has dealt.

SJ-GEN-06, SJ-KITTY-03  the kitty: who took it up and set it aside
EX-LIVE-01              a card drawn in a live draw: who drew it
EX-PLAN-01              a sealed plan: who filed it
DEC-51                  which units of a throw can be beaten: whoever has to choose one; the others see the throw, and
                        later what is led and as much of a witness as `throw_reveal` shows
all else                everybody
"""

from dataclasses import replace
from typing import get_args

from domain.games.sheng_ji.events import KittyBuried, KittyTaken, PlanFiled, RoundDrawn, ShengJiEvent, ThrowFailed
from domain.kernel.cards import HIDDEN
from domain.kernel.seats import Seat
from domain.kernel.viewers import Viewer, may_see

KNOWN = frozenset(get_args(ShengJiEvent))


def redact(event: ShengJiEvent, viewer: Viewer) -> ShengJiEvent | None:
    """The event as the viewer may see it; nothing of what is not known here."""
    match event:
        case KittyTaken(seat, cards) | KittyBuried(seat, cards):
            return event if may_see(viewer, seat) else replace(event, cards=(HIDDEN,) * len(cards))
        case RoundDrawn(cards=cards):
            seen = tuple(card if may_see(viewer, Seat(seat)) else HIDDEN for seat, card in enumerate(cards))
            return replace(event, cards=seen)
        case PlanFiled(seat):
            return event if may_see(viewer, seat) else replace(event, plan=())
        case ThrowFailed(chooser=chooser):
            may_choose = chooser is None or may_see(viewer, chooser)
            return event if may_choose else replace(event, choices=())
        case _:
            return event if type(event) in KNOWN else None
