"""Hides what viewers may not know of the events of a hand.

SJ-GEN-06, SJ-KITTY-03  the kitty: visible to the seat that took or buried it
EX-LIVE-01              a card drawn in a live draw: visible to the seat that drew it
EX-PLAN-01              a sealed plan: visible to the seat that filed it
DEC-51                  the beatable units of a throw: visible to the seat that chooses one; the others see the throw,
                        later the forced lead, and the witness as far as `throw_reveal` shows it
`PUBLIC`                visible to all
"""

from dataclasses import replace

from domain.games.sheng_ji.events import (
    DeclarationPassed,
    Declared,
    FriendsCalled,
    HandPrepared,
    HandRedealt,
    KittyBid,
    KittyBidPassed,
    KittyBuried,
    KittyTaken,
    KittyTurned,
    PlanFiled,
    RedealClaimed,
    RedealWaived,
    RoundDrawn,
    ShengJiEvent,
    TrumpFixed,
)
from domain.games.sheng_ji.play_events import (
    CallAnswered,
    CardsPlayed,
    ClaimProven,
    HandConceded,
    HandEnded,
    HandScored,
    KittyRevealed,
    LeadForced,
    ReviewPassed,
    RevokeProven,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    ThrowFailed,
    TrickWon,
)
from domain.kernel.cards import HIDDEN
from domain.kernel.seats import Seat
from domain.kernel.viewers import Viewer, may_see
from domain.table.game import UnlistedEvent

PUBLIC = frozenset(
    {
        HandPrepared,
        Declared,
        DeclarationPassed,
        KittyTurned,
        TrumpFixed,
        RedealWaived,
        RedealClaimed,
        HandRedealt,
        KittyBid,
        KittyBidPassed,
        FriendsCalled,
        CallAnswered,
        LeadForced,
        CardsPlayed,
        TrickWon,
        HandEnded,
        ClaimProven,
        HandConceded,
        ReviewPassed,
        RevokeProven,
        TakeBackAsked,
        TakeBackAnswered,
        TakenBack,
        KittyRevealed,
        HandScored,
    }
)
"""Events that every viewer sees in full."""


def redact(event: ShengJiEvent, viewer: Viewer) -> ShengJiEvent:
    """Returns the event as the viewer may see it.

    Raises:
        UnlistedEvent: the event is neither public nor one of those below.
    """
    if type(event) in PUBLIC:
        return event
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
            raise UnlistedEvent(type(event))
