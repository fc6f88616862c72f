"""The problem documents that answer the errors of invitations."""

from domain.kernel.messages import message
from service.lobby.invitations.handlers import INVITATIONS_LIMIT, NoSuchInvitation, TooManyInvitations
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NoSuchInvitation: lambda _: problem_response(
        "not_found",
        message("the invitation does not exist, has expired or is used up"),
        hint=message("ask for another link"),
    ),
    TooManyInvitations: lambda _: problem_response(
        "too_many_invitations",
        message("the table has {invitations_limit} invitations", invitations_limit=INVITATIONS_LIMIT),
        hint=message("revoke one, or allow more uses for one"),
    ),
}
