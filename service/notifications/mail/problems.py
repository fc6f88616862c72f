"""The problem documents with which the API reports errors of e-mail (RFC 9457)."""

from service.notifications.mail.handlers import CODES_A_DAY, NoMail, NoSuchCode, TooManyCodes
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NoMail: lambda _: problem_response("no_mail", "this server sends no e-mail", hint="use a webhook"),
    TooManyCodes: lambda _: problem_response(
        "too_many_codes", f"you have requested {CODES_A_DAY} codes in the last day", hint="try again tomorrow"
    ),
    NoSuchCode: lambda _: problem_response(
        "code_not_good",
        "the code is wrong, used, or older than a day, or another address was entered since",
        hint="enter the address again to get a new code",
    ),
}
