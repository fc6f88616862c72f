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
        "already_reported", "you have reported this, and moderators will look at it", hint="nothing has to be done"
    ),
    TooManyReports: lambda _: problem_response(
        "too_many_reports", f"{OPEN_LIMIT} reports of yours wait", hint="wait until moderators have looked at some"
    ),
    CannotBeReported: lambda error: problem_response("cannot_be_reported", str(error)),
    NoSuchReport: lambda error: problem_response("not_found", f"there is no report {error}"),
    ReportClosed: lambda _: problem_response("report_closed", "somebody has dealt with this report"),
    OwnCase: lambda _: problem_response(
        "own_case", "you have made this report, or it is about you", hint="leave it to another moderator"
    ),
    MeasureDoesNotFit: lambda error: problem_response(
        "action_does_not_fit", f"there is nobody and nothing that {error} could be done to", hint="close it with none"
    ),
}
