"""The problem documents that answer the errors of chat."""

from domain.kernel.messages import message
from service.platform.documents import timestamp
from service.platform.http.problems import Answers, problem_response
from service.social.chat.handlers import NoSuchMessage, NotYourMessage, Silenced

PROBLEMS: Answers = {
    Silenced: lambda error: problem_response(
        "silenced",
        message("you cannot send messages or reports until {timestamp}", timestamp=timestamp(error.until)),
        hint=message("your account events show the actions of moderators"),
        facts={"until": timestamp(error.until)},
    ),
    NoSuchMessage: lambda error: problem_response(
        "not_found", message("there is no message {error} in this room", error=error)
    ),
    NotYourMessage: lambda _: problem_response(
        "not_your_message", message("another player sent this message"), hint=message("report it, or block its author")
    ),
}
