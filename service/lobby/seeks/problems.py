"""The problem documents that answer the errors of seeks."""

from service.lobby.seeks.handlers import SEEKS_LIMIT, AlreadyMatched, NoFixedTeams, NoSuchSeek, OwnPartner, TooManySeeks
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NoSuchSeek: lambda error: problem_response("not_found", f"there is no seek {error} of yours that is not over"),
    TooManySeeks: lambda _: problem_response(
        "too_many_seeks", f"you have {SEEKS_LIMIT} open seeks", hint="withdraw one, or give one more alternatives"
    ),
    AlreadyMatched: lambda _: problem_response(
        "already_matched", "its table is open, or is just being opened", hint="the feed of your account tells at which"
    ),
    NoFixedTeams: lambda error: problem_response(
        "no_fixed_teams", f"at a table by {error} partners are not fixed", hint="look for it alone"
    ),
    OwnPartner: lambda _: problem_response("own_partner", "the partner is yourself", hint="name another player"),
}
