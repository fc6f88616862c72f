"""The problem documents that answer the errors of availability."""

from service.availability.handlers import CHANGES_LIMIT, ChangedTooOften
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    ChangedTooOften: lambda _: problem_response(
        "changed_too_often",
        f"the schedule was changed {CHANGES_LIMIT} times in the last 30 days",
        hint="wait some days",
    ),
}
