"""The problem documents that answer the errors of blocks."""

from domain.kernel.messages import message
from service.platform.http.problems import Answers, problem_response
from service.social.blocks.handlers import CannotBeBlocked, SeatRefused, TooManyBlocks

PROBLEMS: Answers = {
    CannotBeBlocked: lambda error: problem_response(
        "cannot_be_blocked", message("{error} is yourself or a house bot", error=error)
    ),
    TooManyBlocks: lambda error: problem_response(
        "too_many_blocks", message("you block {error} players", error=error), hint=message("unblock some of them first")
    ),
    SeatRefused: lambda _: problem_response(
        "seat_refused",
        message("you cannot take a seat at this table"),
        hint=message("join another table, or open one of your own"),
    ),
}
