"""The problem documents that answer the errors of seeks."""

from service.lobby.seeks.handlers import SEEKS_LIMIT, AlreadyMatched, NoFixedTeams, NoSuchSeek, OwnPartner, TooManySeeks
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NoSuchSeek: lambda error: problem_response("not_found", f"you have no open seek {error}"),
    TooManySeeks: lambda _: problem_response(
        "too_many_seeks", f"you have {SEEKS_LIMIT} open seeks", hint="withdraw one, or give one more alternatives"
    ),
    AlreadyMatched: lambda _: problem_response(
        "already_matched", "its table is open or being opened", hint="your account events name the table"
    ),
    NoFixedTeams: lambda error: problem_response("no_fixed_teams", f"{error} has no fixed partners", hint="seek alone"),
    OwnPartner: lambda _: problem_response("own_partner", "you cannot be your own partner", hint="name another player"),
}
