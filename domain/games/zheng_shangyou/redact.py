"""Who may know what of a hand of Zheng Shangyou, whose cards the table has dealt.

ZS-EXCH-01, DEC-102  a card chosen as tribute: who pays it, until both are revealed
ZS-EXCH-02, DEC-102  a card chosen as discard: who lays it down, until both are revealed
all else             everybody
"""

from dataclasses import replace

from domain.games.zheng_shangyou.events import ClimbingEvent, DiscardLaid, TributePaid
from domain.kernel.cards import HIDDEN
from domain.kernel.viewers import Viewer, may_see


def redact(event: ClimbingEvent, viewer: Viewer) -> ClimbingEvent:
    """The event as the viewer may see it."""
    match event:
        case TributePaid(seat) | DiscardLaid(seat):
            return event if may_see(viewer, seat) else replace(event, card=HIDDEN)
        case _:
            return event
