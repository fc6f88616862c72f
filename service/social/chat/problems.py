"""The problem documents that answer the errors of chat."""

from service.platform.documents import timestamp
from service.platform.http.problems import Answers, problem_response
from service.social.chat.handlers import NoSuchMessage, NotYourMessage, Silenced

PROBLEMS: Answers = {
    Silenced: lambda error: problem_response(
        "silenced",
        f"you cannot send messages or reports until {timestamp(error.until)}",
        hint="your account events show the actions of moderators",
        facts={"until": timestamp(error.until)},
    ),
    NoSuchMessage: lambda error: problem_response("not_found", f"there is no message {error} in this room"),
    NotYourMessage: lambda _: problem_response(
        "not_your_message", "another player sent this message", hint="report it, or block its author"
    ),
}
