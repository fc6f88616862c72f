"""The events with which moves of a seat begin."""

from typing import Any

from domain.games.sheng_ji.events import (
    DeclarationPassed,
    Declared,
    FriendsCalled,
    KittyBid,
    KittyBidPassed,
    KittyBuried,
    PlanFiled,
    RedealClaimed,
    RedealWaived,
)
from domain.games.sheng_ji.play_events import (
    CardsPlayed,
    ClaimProven,
    HandEnded,
    ReviewPassed,
    RevokeProven,
    TakeBackAnswered,
    TakeBackAsked,
    ThrowFailed,
)
from domain.kernel.seats import Seat

MOVES = frozenset(
    {
        PlanFiled,
        Declared,
        DeclarationPassed,
        RedealWaived,
        RedealClaimed,
        KittyBuried,
        KittyBid,
        KittyBidPassed,
        FriendsCalled,
        ThrowFailed,
        CardsPlayed,
        ClaimProven,
        HandEnded,
        ReviewPassed,
        RevokeProven,
        TakeBackAsked,
        TakeBackAnswered,
    }
)


def moving_seat(event: Any) -> Seat | None:
    """Returns the seat whose move begins with the event, or `None`."""
    return event.seat if type(event) in MOVES else None
