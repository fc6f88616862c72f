"""The problem documents that answer the errors of blocks."""

from service.platform.http.problems import Answers, problem_response
from service.social.blocks.handlers import CannotBeBlocked, SeatRefused, TooManyBlocks

PROBLEMS: Answers = {
    CannotBeBlocked: lambda error: problem_response("cannot_be_blocked", f"{error} is yourself or a house bot"),
    TooManyBlocks: lambda error: problem_response(
        "too_many_blocks", f"you block {error} players", hint="unblock some of them first"
    ),
    SeatRefused: lambda _: problem_response(
        "seat_refused", "you cannot take a seat at this table", hint="join another table, or open one of your own"
    ),
}
