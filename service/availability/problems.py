"""The problem documents that answer the errors of availability."""

from domain.kernel.messages import message
from service.availability.handlers import CHANGES_LIMIT, ChangedTooOften
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    ChangedTooOften: lambda _: problem_response(
        "changed_too_often",
        message("the schedule was changed {changes_limit} times in the last 30 days", changes_limit=CHANGES_LIMIT),
        hint=message("wait some days"),
    ),
}
