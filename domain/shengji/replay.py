"""From what has happened back to the move that brought it about, for verifying records."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from domain.seats import Seat
from domain.shengji.commands import (
    Bury,
    CallFriends,
    Challenge,
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
from domain.shengji.events import (
    CardsPlayed,
    DeclarationPassed,
    Declared,
    FriendsCalled,
    HandEnded,
    HandRedealt,
    KittyBid,
    KittyBidPassed,
    KittyBuried,
    KittyTurned,
    LeadForced,
    PlanFiled,
    RedealClaimed,
    RedealWaived,
    ReviewPassed,
    RevokeProven,
    RoundDrawn,
    TakeBackAnswered,
    TakeBackAsked,
    ThrowFailed,
    TrumpFixed,
)
from domain.shengji.rules import Rules
from domain.shengji.state import Match, Tricks


def move_behind(match: Match, events: Sequence[Any], place: int) -> tuple[Seat, Move] | None:
    """The move whose first event stands at that place, and whose it is; none when no move of a seat begins there.

    Args:
        match: the match before that event.
        events: what has happened.
        place: a place among the events.
    """
    move = _move_behind(match.rules, events, place)
    if move is None:
        return None
    event = events[place]
    chosen_by = match.phase.chooser if isinstance(event, LeadForced) and isinstance(match.phase, Tricks) else None
    return event.seat if chosen_by is None else chosen_by, move


def _move_behind(  # noqa: C901, PLR0911, PLR0912 - one case for each event
    rules: Rules, events: Sequence[Any], place: int
) -> Move | None:
    match events[place]:
        case Declared(seat=seat, cards=cards):
            # A pair that opens where only a single card may counts as two acts of one move (RUL-05).
            later = events[place + 1] if place + 1 < len(events) else None
            two_acts = rules.declaration.initial_declare != "single_or_pair_or_joker_pair"
            if two_acts and isinstance(later, Declared) and later.seat == seat and later.kind == "reinforce":
                return Declare((*cards, *later.cards))
            return Declare(cards)
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
            return Challenge(trick, offender)
        case HandEnded():
            return EndHand()
        case TakeBackAsked():
            return TakeBack()
        case TakeBackAnswered(agreed=agreed):
            return Consent(agreed)
        case _:
            return None


def as_recorded(decided: Any, recorded: Any) -> Any:
    """The event that was decided, without what the recorded one does not hold: at first the units of a throw."""
    if isinstance(decided, ThrowFailed) and isinstance(recorded, ThrowFailed) and not recorded.units:
        return replace(decided, units=())
    return decided


def tick_behind(event: Any) -> Tick | None:
    """The tick of the clock that brought an event about first; none when no tick does."""
    match event:
        case RoundDrawn():
            return DrawRound()
        case KittyTurned() | TrumpFixed() | HandRedealt():
            return CloseDeclaring()
        case _:
            return None
