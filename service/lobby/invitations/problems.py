"""The problem documents that answer the errors of invitations."""

from service.lobby.invitations.handlers import INVITATIONS_LIMIT, NoSuchInvitation, TooManyInvitations
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NoSuchInvitation: lambda _: problem_response(
        "not_found", "there is no such invitation, or nothing is left of it", hint="ask for another link"
    ),
    TooManyInvitations: lambda _: problem_response(
        "too_many_invitations",
        f"{INVITATIONS_LIMIT} invitations lead to the table",
        hint="take one back, or give one more uses",
    ),
}
