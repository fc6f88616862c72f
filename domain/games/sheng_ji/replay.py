"""Reconstructs moves from their events, for verifying records."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from domain.games.sheng_ji.commands import (
    Bury,
    CallFriends,
    ChallengePlay,
    Claim,
    ClaimRedeal,
    CloseDeclaring,
    Consent,
    Declare,
    DrawRound,
    EndHand,
    FilePlan,
    Move,
    Pass,
    Play,
    TakeBack,
    Tick,
)
from domain.games.sheng_ji.declare import show
from domain.games.sheng_ji.events import (
    DeclarationPassed,
    Declared,
    FriendsCalled,
    HandRedealt,
    KittyBid,
    KittyBidPassed,
    KittyBuried,
    KittyTurned,
    PlanFiled,
    RedealClaimed,
    RedealWaived,
    RoundDrawn,
    TrumpFixed,
)
from domain.games.sheng_ji.move_checks import rank_to_declare
from domain.games.sheng_ji.play_events import (
    CardsPlayed,
    ClaimProven,
    HandEnded,
    LeadForced,
    ReviewPassed,
    RevokeProven,
    TakeBackAnswered,
    TakeBackAsked,
    ThrowFailed,
)
from domain.games.sheng_ji.state import Declaring, MatchState, Tricks
from domain.kernel.cards import Cards
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat


def move_of_events(match: MatchState, events: Sequence[Any], place: int) -> tuple[Seat, Move] | None:
    """Returns the seat and the move whose first event is at an index, or `None` if no move begins there.

    Args:
        match: the match before that event.
        events: the events.
        place: the index of the event.
    """
    move = _declare_behind(match, events, place) or _move_behind(events, place)
    if move is None:
        return None
    event = events[place]
    chosen_by = match.phase.chooser if isinstance(event, LeadForced) and isinstance(match.phase, Tricks) else None
    return event.seat if chosen_by is None else chosen_by, move


def _declare_behind(match: MatchState, events: Sequence[Any], place: int) -> Move | None:
    """Returns the `Declare` that begins here, or `None`.

    An opening pair where only a single card may open is two acts of one move (RUL-05).
    """
    first, second = events[place], events[place + 1] if place + 1 < len(events) else None
    if not isinstance(first, Declared):
        return None
    if isinstance(second, Declared) and isinstance(match.phase, Declaring) and first.seat == second.seat:
        both = (*first.cards, *second.cards)
        if _acts(match, match.phase, first.seat, both) == [first.cards, second.cards]:
            return Declare(both)
    return Declare(first.cards)


def _acts(match: MatchState, declaring: Declaring, seat: Seat, cards: Cards) -> list[Cards]:
    """Returns the cards of each act when the seat shows these cards; empty if it cannot."""
    rank = rank_to_declare(match, declaring, seat)
    try:
        return [act.cards for act in show(match.rules, rank, declaring.floor, seat, cards)]
    except Illegal:
        return []


def _move_behind(events: Sequence[Any], place: int) -> Move | None:  # noqa: C901, PLR0911, PLR0912 - each event
    match events[place]:
        case PlanFiled(plan=plan):
            return FilePlan(plan)
        case DeclarationPassed() | RedealWaived() | KittyBidPassed() | ReviewPassed():
            return Pass()
        case RedealClaimed():
            return ClaimRedeal()
        case KittyBid(cards=cards):
            return Declare(cards)
        case KittyBuried(cards=cards):
            return Bury(cards)
        case FriendsCalled(calls=calls, solo=solo):
            return CallFriends(calls, solo)
        case LeadForced(cards=cards):
            return Play(cards)
        case ThrowFailed(cards=cards, units=units) | CardsPlayed(cards=cards, units=units):
            return Play(cards, units)
        case RevokeProven(trick=trick, offender=offender):
            return ChallengePlay(trick, offender)
        case HandEnded():
            return EndHand()
        case ClaimProven(leads=leads):
            return Claim(leads)
        case TakeBackAsked():
            return TakeBack()
        case TakeBackAnswered(agreed=agreed):
            return Consent(agreed)
        case _:
            return None


def as_recorded(decided: Any, recorded: Any) -> Any:
    """Returns the decided event, without the units of a throw if the recorded event is too old to hold them."""
    if isinstance(decided, ThrowFailed) and isinstance(recorded, ThrowFailed) and not recorded.units:
        return replace(decided, units=())
    return decided


def tick_of_event(event: Any) -> Tick | None:
    """Returns the tick whose first event this is, or `None`."""
    match event:
        case RoundDrawn():
            return DrawRound()
        case KittyTurned() | TrumpFixed() | HandRedealt():
            return CloseDeclaring()
        case _:
            return None
