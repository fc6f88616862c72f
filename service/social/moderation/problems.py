"""The problem documents that answer the errors of moderation."""

from domain.kernel.messages import message
from service.platform.http.problems import Answers, problem_response
from service.social.moderation.handlers import (
    OPEN_LIMIT,
    AlreadyReported,
    CannotBeReported,
    MeasureDoesNotFit,
    NoSuchReport,
    OwnCase,
    ReportClosed,
    TooManyReports,
)

PROBLEMS: Answers = {
    AlreadyReported: lambda _: problem_response(
        "already_reported", message("you have already reported this"), hint=message("wait; moderators will look at it")
    ),
    TooManyReports: lambda _: problem_response(
        "too_many_reports",
        message("you have {open_limit} open reports", open_limit=OPEN_LIMIT),
        hint=message("wait until moderators have closed some"),
    ),
    CannotBeReported: lambda error: problem_response("cannot_be_reported", error.why),
    NoSuchReport: lambda error: problem_response("not_found", message("there is no report {error}", error=error)),
    ReportClosed: lambda _: problem_response("report_closed", message("this report is already closed")),
    OwnCase: lambda _: problem_response(
        "own_case", message("you made this report, or it is about you"), hint=message("leave it to another moderator")
    ),
    MeasureDoesNotFit: lambda error: problem_response(
        "action_does_not_fit",
        message("{error} does not apply to this report", error=error),
        hint=message("choose another action, or none"),
    ),
}
