"""The problem documents that answer the errors of chat."""

from service.platform.documents import timestamp
from service.platform.http.problems import Answers, problem_response
from service.social.chat.handlers import NoSuchMessage, NotYourMessage, Silenced

PROBLEMS: Answers = {
    Silenced: lambda error: problem_response(
        "silenced",
        f"you can say and report nothing until {timestamp(error.until)}",
        hint="what moderators have done about you is in the feed of your account",
        facts={"until": timestamp(error.until)},
    ),
    NoSuchMessage: lambda error: problem_response("not_found", f"there is no message {error} in this room"),
    NotYourMessage: lambda _: problem_response(
        "not_your_message", "somebody else has said this", hint="report it, or block who said it"
    ),
}
