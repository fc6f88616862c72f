"""The problem documents that answer the errors of notes."""

from domain.kernel.messages import message
from service.platform.http.problems import Answers, problem_response
from service.social.notes.handlers import TooManyNotes

PROBLEMS: Answers = {
    TooManyNotes: lambda error: problem_response(
        "too_many_notes",
        message("you have notes at {error} tables", error=error),
        hint=message("delete the notes of a table that you no longer need"),
    ),
}
