"""The problem documents that answer the errors of seeks."""

from domain.kernel.messages import message
from service.lobby.seeks.handlers import SEEKS_LIMIT, AlreadyMatched, NoFixedTeams, NoSuchSeek, OwnPartner, TooManySeeks
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NoSuchSeek: lambda error: problem_response("not_found", message("you have no open seek {error}", error=error)),
    TooManySeeks: lambda _: problem_response(
        "too_many_seeks",
        message("you have {seeks_limit} open seeks", seeks_limit=SEEKS_LIMIT),
        hint=message("withdraw one, or give one more alternatives"),
    ),
    AlreadyMatched: lambda _: problem_response(
        "already_matched",
        message("its table is open or being opened"),
        hint=message("your account events name the table"),
    ),
    NoFixedTeams: lambda error: problem_response(
        "no_fixed_teams", message("{error} has no fixed partners", error=error), hint=message("seek alone")
    ),
    OwnPartner: lambda _: problem_response(
        "own_partner", message("you cannot be your own partner"), hint=message("name another player")
    ),
}
