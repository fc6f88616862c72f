"""Redaction: what each viewer may see of an event.

Only this module and the `redact` of each game hide anything.
"""

from dataclasses import replace
from typing import Any

from domain.clocks.running import ClockReading
from domain.kernel.cards import HIDDEN
from domain.kernel.instants import Instant
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.events import (
    CardsDealt,
    ClocksSet,
    HandOpened,
    MatchEnded,
    MoveUndone,
    ProposalAgreed,
    ProposalDeclined,
    ProposalMade,
    ProposalWithdrawn,
    RematchOpened,
    SecretPublished,
    TableCalledOff,
    TableCancelled,
    TableExpired,
    TableOpened,
    TablePaused,
    TableResumed,
    TableStarted,
    TableUnsealed,
    TurnLapsed,
    TurnMissed,
)
from domain.table.game import Game
from domain.table.seat_events import (
    ActedFor,
    ChallengeAccepted,
    ChallengeDeclined,
    ChallengeWithdrawn,
    EntropyChanged,
    OrdersEnded,
    OrdersGiven,
    PlayerChallenged,
    SeatLeft,
    SeatResumed,
    SeatTaken,
    StandInSeated,
    SubstituteSeated,
    TimeGiven,
)

PUBLIC = frozenset(
    {
        SeatTaken,
        SeatLeft,
        EntropyChanged,
        TableStarted,
        TableCancelled,
        TableExpired,
        TableCalledOff,
        PlayerChallenged,
        ChallengeAccepted,
        ChallengeDeclined,
        ChallengeWithdrawn,
        TimeGiven,
        TurnMissed,
        TurnLapsed,
        StandInSeated,
        SeatResumed,
        SubstituteSeated,
        ProposalMade,
        ProposalAgreed,
        ProposalDeclined,
        ProposalWithdrawn,
        MoveUndone,
        SecretPublished,
        MatchEnded,
        TableUnsealed,
    }
)
"""Events of a table that every viewer sees in full."""


def redact(game: Game, event: Any, viewer: Viewer) -> Any:
    """Returns the event as the viewer may see it.

    Every viewer sees that the event happened, so feeds have no gaps.
    """
    if type(event) in PUBLIC:
        return event
    match event:
        case TableOpened():
            return replace(event, secret=None, deals=tuple(deal.hidden_deal() for deal in event.deals))
        case ClocksSet() | TablePaused() | TableResumed():
            return _to_the_minute(event, viewer)
        case HandOpened():
            return replace(event, next_secret=None)
        case CardsDealt():
            return event if viewer is Onlooker.ARCHIVE else replace(event, order=_visible_draw(event, viewer))
        case RematchOpened():
            return replace(event, table=None if isinstance(viewer, Onlooker) else event.table)
        case OrdersGiven() | OrdersEnded() | ActedFor():
            return event if viewer == event.seat else _without_orders_of_others(event, viewer)
        case _:
            return game.redact(event, viewer)


def without_earlier_orders(event: Any, seat: Seat) -> Any:
    """Returns the event as a later substitute on the seat sees it, without the orders of the player before."""
    if type(event) in _OF_ORDERS and event.seat == seat:
        return _without_orders_of_others(event, seat)
    return event


_OF_ORDERS = frozenset({OrdersGiven, OrdersEnded, ActedFor})


def is_of_orders(event: Any, seat: Seat) -> bool:
    """Returns whether the event contains orders of the seat that only the player who gave them may know."""
    return type(event) in _OF_ORDERS and bool(without_earlier_orders(event, seat) != event)


def _without_orders_of_others(event: OrdersGiven | OrdersEnded | ActedFor, viewer: Viewer) -> Any:
    """Returns an event about orders as other seats see it.

    Other seats see that orders were given or have ended, but not whose. They see that the table acted for a seat, but
    until the hand is over not whether the move was forced or ordered. The orders themselves stay hidden forever.
    """
    match event:
        case OrdersGiven():
            return OrdersGiven(None, (), None)
        case OrdersEnded():
            return OrdersEnded(None, (), None, None)
        case ActedFor(seat, how):
            is_visible = how == "stand_in" or viewer is Onlooker.ARCHIVE
            return ActedFor(seat, how if is_visible else "automatic", None)


def _visible_draw(dealt: CardsDealt, viewer: Viewer) -> tuple[Any, ...]:
    """Returns the draw, with all cards hidden that the viewer did not draw."""
    drawn = dealt.seats * dealt.drawn
    return tuple(
        card if place < drawn and Seat((dealt.first_drawer + place) % dealt.seats) == viewer else HIDDEN
        for place, card in enumerate(dealt.order)
    )


MINUTE_MS = 60_000


def _to_the_minute(event: ClocksSet | TablePaused | TableResumed, viewer: Viewer) -> Any:
    """Returns the clocks, with those of other seats rounded to the minute: thinking times hint at cards (DEC-96)."""
    clocks = tuple(each if each.seat == viewer else _rounded_reading(each) for each in event.clocks)
    return replace(event, at=_minute_before(event.at), clocks=clocks)


def _rounded_reading(reading: ClockReading) -> ClockReading:
    running = reading.running
    budget = reading.budget._replace(reserve_ms=_whole_minutes(reading.budget.reserve_ms))
    if running is None:
        return reading._replace(budget=budget)
    return ClockReading(
        reading.seat,
        budget,
        running._replace(
            since=_minute_before(running.since),
            used_ms=_whole_minutes(running.used_ms),
            left_ms=_whole_minutes(running.left_ms),
            deadline=_minute_after(running.deadline),
        ),
    )


def visible_deadline(reading: ClockReading, viewer: Viewer) -> Instant | None:
    """Returns the deadline of a running clock as the viewer may know it; `None` if the clock is stopped.

    That of another seat is the next full minute (DEC-96).
    """
    if reading.running is None:
        return None
    return reading.running.deadline if reading.seat == viewer else _minute_after(reading.running.deadline)


def _minute_after(at: Instant) -> Instant:
    return Instant(-_whole_minutes(-at))


def _minute_before(at: Instant) -> Instant:
    return Instant(_whole_minutes(at))


def _whole_minutes(milliseconds: int) -> int:
    return milliseconds - milliseconds % MINUTE_MS
