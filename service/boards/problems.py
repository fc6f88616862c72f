"""The problem documents that answer the errors of boards."""

from domain.kernel.messages import message
from service.boards.models import NoSuchBoard
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NoSuchBoard: lambda error: problem_response(
        "not_found", message("there is no board {error}, and you have no such match", error=error)
    ),
}
