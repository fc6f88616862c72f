"""The problem documents that answer the errors of the inbox."""

from service.notifications.inbox.marks import CannotSnooze, NothingWaits
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NothingWaits: lambda _: problem_response(
        "not_found", "nothing at this table waits for you", hint="read GET /v1/me/inbox"
    ),
    CannotSnooze: lambda error: problem_response(
        "cannot_snooze",
        f"until: {error}",
        hint="give another until, or answer now",
        facts={"fields": {"until": str(error)}},
    ),
}
