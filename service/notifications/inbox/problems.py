"""The problem documents that answer the errors of the inbox."""

from domain.kernel.messages import message
from service.notifications.inbox.marks import CannotSnooze, NothingWaits
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NothingWaits: lambda _: problem_response(
        "not_found", message("nothing at this table waits for you"), hint=message("read GET /v1/me/inbox")
    ),
    CannotSnooze: lambda error: problem_response(
        "cannot_snooze",
        message("until: {error}", error=error.args[0]),
        hint=message("give another until, or answer now"),
        facts={"fields": {"until": error.args[0]}},
    ),
}
