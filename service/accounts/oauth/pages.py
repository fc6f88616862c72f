"""The OAuth consent pages: plain HTML from this server, without scripts.

There is no session. The player enters the password for each decision, so other sites cannot decide for the player. All
text from clients and requests is escaped where it is written.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from flask import Response

from service.accounts.handlers import SCOPES
from service.platform.http.pages import page


class Question(NamedTuple):
    """A request for consent.

    Attributes:
        client: the name of the program. It is chosen by its owner, and proves nothing.
        scopes: the requested scopes.
        where: where the answer is sent, or which device waits for it. HTML.
        action: the address to which the form is sent.
        hidden: the hidden fields of the form.
    """

    client: str
    scopes: Sequence[str]
    where: str
    action: str
    hidden: Mapping[str, str]


class Wrong(NamedTuple):
    """An error in the player's answer, and the seconds until the next attempt is allowed."""

    text: str
    wait_s: int = 0


def question_page(asked: Question, *, wrong: Wrong | None = None, login: str = "", sends_to: str = "") -> Response:
    """Returns the consent page. After a failed attempt, `wrong` is the error and `login` the entered login."""
    can = "".join(f"<li>{escape(SCOPES[scope])} <small>({escape(scope)})</small></li>" for scope in asked.scopes)
    hidden = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in asked.hidden.items()
    )
    complaint = _complaint(wrong.text if wrong else "")
    body = (
        f"{complaint}<p><strong>{escape(asked.client)}</strong> asks to do this with your account:</p>"
        f"<ul>{can}</ul><p>{asked.where}</p>"
        f'<form method="post" action="{escape(asked.action)}">{hidden}'
        f'<label>Login <input name="login" value="{escape(login)}" autocomplete="username" required></label>'
        '<label>Password <input name="password" type="password" autocomplete="current-password" required></label>'
        '<button class="go" name="decision" value="allow">Allow</button>'
        '<button name="decision" value="deny" formnovalidate>Deny</button></form>'
        "<p><small>Your password stays on this server; the program does not receive it. You can end this permission at "
        "any time: revoke the program's token.</small></p>"
    )
    status = 200 if wrong is None else 429 if wrong.wait_s else 403
    response = page("May this program play for you?", body, status, sends_to=sends_to)
    if wrong and wrong.wait_s:
        response.headers["Retry-After"] = str(wrong.wait_s)
    return response


def user_code_page(action: str, *, wrong: str = "") -> Response:
    """Returns the page on which the player enters the code that a device shows."""
    body = (
        f'{_complaint(wrong)}<form method="get" action="{escape(action)}">'
        '<label>The code that your device or program shows <input name="user_code" autocomplete="off" '
        'autocapitalize="characters" placeholder="XXXX-XXXX" required></label><button class="go">Continue</button>'
        "</form>"
    )
    return page("Connect a device", body, 400 if wrong else 200)


def _complaint(wrong: str) -> str:
    return f'<p class="wrong" role="alert">{escape(wrong)}</p>' if wrong else ""
