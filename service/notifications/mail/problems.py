"""The problem documents with which the API reports errors of e-mail (RFC 9457)."""

from domain.kernel.messages import message
from service.notifications.mail.handlers import CODES_A_DAY, NoMail, NoSuchCode, TooManyCodes
from service.platform.http.problems import Answers, problem_response

PROBLEMS: Answers = {
    NoMail: lambda _: problem_response(
        "no_mail", message("this server sends no e-mail"), hint=message("use a webhook")
    ),
    TooManyCodes: lambda _: problem_response(
        "too_many_codes",
        message("you have requested {codes_a_day} codes in the last day", codes_a_day=CODES_A_DAY),
        hint=message("try again tomorrow"),
    ),
    NoSuchCode: lambda _: problem_response(
        "code_not_good",
        message("the code is wrong, used, or older than a day, or another address was entered since"),
        hint=message("enter the address again to get a new code"),
    ),
}
