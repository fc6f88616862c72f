"""The problem documents that answer the errors of moderation."""

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
        "already_reported", "you have already reported this", hint="wait; moderators will look at it"
    ),
    TooManyReports: lambda _: problem_response(
        "too_many_reports", f"you have {OPEN_LIMIT} open reports", hint="wait until moderators have closed some"
    ),
    CannotBeReported: lambda error: problem_response("cannot_be_reported", str(error)),
    NoSuchReport: lambda error: problem_response("not_found", f"there is no report {error}"),
    ReportClosed: lambda _: problem_response("report_closed", "this report is already closed"),
    OwnCase: lambda _: problem_response(
        "own_case", "you made this report, or it is about you", hint="leave it to another moderator"
    ),
    MeasureDoesNotFit: lambda error: problem_response(
        "action_does_not_fit", f"{error} does not apply to this report", hint="choose another action, or none"
    ),
}
