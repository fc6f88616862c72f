"""Lessons: how a game names the phases of a hand, and says why one move is better than another.

Bots that search know which move scores more, and not why. The reason names the first difference between two moves that
the rules know about, such as a pair that one of them breaks. It uses what the seat knew, and nothing else.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, get_args

from domain.kernel.messages import Message, message
from domain.kernel.seats import Seat

HandPhase = Literal["declare", "exchange", "kitty", "lead", "follow", "ruff", "end"]
"""A phase of a hand, from the view of a seat. `end` has its last cards, whether it leads or follows."""
PHASES: tuple[HandPhase, ...] = get_args(HandPhase)


class Reason(NamedTuple):
    """Why a move is better than the one that was played.

    Attributes:
        code: a stable name of the reason, for clients with texts of their own.
        sentence: the reason in one sentence.
    """

    code: str
    sentence: Message


OTHER = Reason("other", message("In the deals that fit what the seat had seen, the other move scores more."))
"""The reason if the moves differ in nothing that the rules name."""


class Lessons(NamedTuple):
    """What a game says about decisions.

    Attributes:
        phase: returns the phase of a decision, from the match as the seat sees it, the seat and the move. `None` for
            moves that are not judged, such as answers to requests.
        reason: returns why the last argument is better than the third, from the match as the seat sees it and the seat.
        least_cost: the points a hand below which a difference is no mistake, however certain it is.
    """

    phase: Callable[[Any, Seat, Any], HandPhase | None]
    reason: Callable[[Any, Seat, Any, Any], Reason]
    least_cost: float


NO_LESSONS = Lessons(lambda _match, _seat, _move: None, lambda _match, _seat, _played, _best: OTHER, 0.0)
"""Judges nothing: for games without a bot that can."""
