"""The problem documents that answer the errors of invitations."""

from service.lobby.invitations.handlers import INVITATIONS_LIMIT, NoSuchInvitation, TooManyInvitations
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NoSuchInvitation: lambda _: problem_response(
        "not_found", "the invitation does not exist, has expired or is used up", hint="ask for another link"
    ),
    TooManyInvitations: lambda _: problem_response(
        "too_many_invitations",
        f"the table has {INVITATIONS_LIMIT} invitations",
        hint="revoke one, or allow more uses for one",
    ),
}
