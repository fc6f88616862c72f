"""Redaction of the events of Zheng Shangyou. The table itself redacts the deal.

ZS-EXCH-01, DEC-102  a card chosen as tribute: only the giver sees it until both are revealed
ZS-EXCH-02, DEC-102  a card chosen as discard: only the giver sees it until both are revealed
all other events     every viewer sees them in full
"""

from dataclasses import replace

from domain.games.zheng_shangyou.events import ClimbingEvent, DiscardLaid, TributePaid
from domain.kernel.cards import HIDDEN
from domain.kernel.viewers import Viewer, may_see


def redact(event: ClimbingEvent, viewer: Viewer) -> ClimbingEvent:
    """Returns the event as the viewer may see it."""
    match event:
        case TributePaid(seat) | DiscardLaid(seat):
            return event if may_see(viewer, seat) else replace(event, card=HIDDEN)
        case _:
            return event
