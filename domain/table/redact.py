"""Who may know what (design §3): the only place, with each game's own `redact`, that hides anything."""

from dataclasses import replace
from typing import Any

from domain.cards import HIDDEN
from domain.seats import Seat
from domain.table.events import (
    CardsDealt,
    ChallengeAccepted,
    ChallengeDeclined,
    ChallengeWithdrawn,
    EntropyChanged,
    HandOpened,
    MatchEnded,
    PlayerChallenged,
    SeatLeft,
    SeatTaken,
    SecretPublished,
    TableCancelled,
    TableOpened,
    TableStarted,
)
from domain.table.game import Game
from domain.viewers import Onlooker, Viewer


def redact(game: Game, event: Any, viewer: Viewer) -> Any:
    """The event as the viewer may see it. Every viewer sees that it happened, so that feeds have no gaps."""
    match event:
        case TableOpened():
            return replace(event, secret=None)
        case HandOpened():
            return replace(event, next_secret=None)
        case CardsDealt():
            return event if viewer is Onlooker.ARCHIVE else replace(event, order=_order_seen(event, viewer))
        case SeatTaken() | SeatLeft() | EntropyChanged() | TableStarted() | TableCancelled():
            return event
        case PlayerChallenged() | ChallengeAccepted() | ChallengeDeclined() | ChallengeWithdrawn():
            return event
        case SecretPublished() | MatchEnded():
            return event
        case _:
            return game.redact(event, viewer)


def _order_seen(dealt: CardsDealt, viewer: Viewer) -> tuple[Any, ...]:
    """The draw with the cards hidden that the viewer did not draw."""
    drawn = dealt.seats * dealt.drawn
    return tuple(
        card if place < drawn and Seat((dealt.first_drawer + place) % dealt.seats) == viewer else HIDDEN
        for place, card in enumerate(dealt.order)
    )
