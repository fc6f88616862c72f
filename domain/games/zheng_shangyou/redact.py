"""Redaction of the events of Zheng Shangyou. The table itself redacts the deal.

ZS-EXCH-01, DEC-102  a card chosen as tribute: only the giver sees it until both are revealed
ZS-EXCH-02, DEC-102  a card chosen as discard: only the giver sees it until both are revealed
`PUBLIC`             every viewer sees them in full
"""

from dataclasses import replace

from domain.games.zheng_shangyou.events import (
    ClimbingEvent,
    CombinationPlayed,
    DealPrepared,
    DiscardLaid,
    DiscardLeft,
    DiscardsRevealed,
    DiscardTaken,
    LeaderFound,
    PlacesScored,
    RanOut,
    RoundEnded,
    TributeLeft,
    TributePaid,
    TributeRevealed,
    TributeTaken,
    TurnPassed,
)
from domain.kernel.cards import HIDDEN
from domain.kernel.viewers import Viewer, may_see
from domain.table.game import UnlistedEvent

PUBLIC = frozenset(
    {
        DealPrepared,
        LeaderFound,
        TributeRevealed,
        TributeTaken,
        TributeLeft,
        DiscardsRevealed,
        DiscardTaken,
        DiscardLeft,
        CombinationPlayed,
        TurnPassed,
        RanOut,
        RoundEnded,
        PlacesScored,
    }
)
"""Events that every viewer sees in full."""


def redact(event: ClimbingEvent, viewer: Viewer) -> ClimbingEvent:
    """Returns the event as the viewer may see it.

    Raises:
        UnlistedEvent: the event is neither public nor one of those below.
    """
    if type(event) in PUBLIC:
        return event
    match event:
        case TributePaid(seat) | DiscardLaid(seat):
            return event if may_see(viewer, seat) else replace(event, card=HIDDEN)
        case _:
            raise UnlistedEvent(type(event))
