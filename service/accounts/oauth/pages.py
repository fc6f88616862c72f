"""The OAuth consent pages: plain HTML from this server, without scripts.

Players who are signed in consent with one click. Others sign in on the page of the web client and come back, or give
login and password here, which needs no scripts. All text from clients and requests is escaped where it is written.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import urlencode

from flask import Response

from domain.kernel.messages import Message, message
from service.accounts.handlers import SCOPES
from service.accounts.oauth.consent import SEAL, SignedIn
from service.platform.http.language import spoken_around, spoken_html
from service.platform.http.pages import page

SIGN_IN = "/sign-in"
"""The page of the web client for signing in. It goes to `then` afterwards."""
_ASKS = message("{client} asks to do this with your account:")
_END_IT = message("You can end this permission at any time: revoke the program's token in your account.")
_SIGNED_IN = message("You are signed in as {name}.")
_COME_BACK = message("Sign in to decide. You come back to this page.")
_ALLOW_ONCE = message("Allow it once, without signing in here")
_PASSWORD_STAYS = message("Your password stays on this server; the program does not receive it.")
_SHOWN_CODE = message("The code that your device or program shows")
_ALLOW, _DENY = message("Allow"), message("Deny")


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


def question_page(
    asked: Question, by: SignedIn | None, *, wrong: Wrong | None = None, login: str = "", sends_to: str = ""
) -> Response:
    """Returns the consent page for the player who is signed in, or for a stranger.

    After a failed attempt, `wrong` is the error and `login` the entered login.
    """
    can = "".join(f"<li>{spoken_html(SCOPES[scope])} <small>({escape(scope)})</small></li>" for scope in asked.scopes)
    complaint = _complaint(wrong.text if wrong else "")
    body = (
        f"{complaint}<p>{spoken_around(_ASKS, client=f'<strong>{escape(asked.client)}</strong>')}</p>"
        f"<ul>{can}</ul><p>{asked.where}</p>"
        f"{_form_of_player(asked, by) if by else _forms_of_stranger(asked, login, is_open=wrong is not None)}"
        f"<p><small>{spoken_html(_END_IT)}</small></p>"
    )
    status = 200 if wrong is None else 429 if wrong.wait_s else 403
    response = page(message("May this program play for you?"), body, status, sends_to=sends_to)
    if wrong and wrong.wait_s:
        response.headers["Retry-After"] = str(wrong.wait_s)
    return response


def _form_of_player(asked: Question, by: SignedIn) -> str:
    """Returns the form of a player who is signed in, and a way to sign in as somebody else."""
    return (
        f"<p>{spoken_around(_SIGNED_IN, name=f'<strong>{escape(by.name)}</strong>')}</p>"
        f'<form method="post" action="{escape(asked.action)}">{_hidden({**asked.hidden, SEAL: by.seal})}'
        f'<button class="go" name="decision" value="allow">{spoken_html(_ALLOW)}</button>'
        f'<button name="decision" value="deny">{spoken_html(_DENY)}</button></form>'
        f"{_way_to_sign_in(asked, message('Use another account'))}"
    )


def _forms_of_stranger(asked: Question, login: str, *, is_open: bool) -> str:
    """Returns the ways to sign in, and a form for login and password, which is unfolded after a failed attempt."""
    return (
        f"<p>{spoken_html(_COME_BACK)}</p>{_way_to_sign_in(asked, message('Sign in'), is_first=True)}"
        f"{_way_to_sign_in(asked, message('Create an account'), new='1')}"
        f'<form method="post" action="{escape(asked.action)}">{_hidden(asked.hidden)}'
        f"<details{' open' if is_open else ''}><summary>{spoken_html(_ALLOW_ONCE)}</summary>"
        f'<label>{spoken_html(message("Login"))} <input name="login" value="{escape(login)}" '
        'autocomplete="username" required></label>'
        f'<label>{spoken_html(message("Password"))} <input name="password" type="password" '
        'autocomplete="current-password" required></label>'
        f'<button class="go" name="decision" value="allow">{spoken_html(_ALLOW)}</button>'
        f"<p><small>{spoken_html(_PASSWORD_STAYS)}</small></p></details>"
        f'<button name="decision" value="deny" formnovalidate>{spoken_html(_DENY)}</button></form>'
    )


def _way_to_sign_in(asked: Question, text: Message, *, is_first: bool = False, **more: str) -> str:
    then = {"then": f"{asked.action}?{urlencode(asked.hidden)}", **more}
    kind = ' class="go"' if is_first else ""
    return (
        f'<form class="way" method="get" action="{SIGN_IN}">{_hidden(then)}'
        f"<button{kind}>{spoken_html(text)}</button></form>"
    )


def _hidden(fields: Mapping[str, str]) -> str:
    return "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in fields.items()
    )


def user_code_page(action: str, *, wrong: str = "") -> Response:
    """Returns the page on which the player enters the code that a device shows."""
    body = (
        f'{_complaint(wrong)}<form method="get" action="{escape(action)}">'
        f'<label>{spoken_html(_SHOWN_CODE)} <input name="user_code" autocomplete="off" '
        'autocapitalize="characters" placeholder="XXXX-XXXX" required></label>'
        f'<button class="go">{spoken_html(message("Continue"))}</button></form>'
    )
    return page(message("Connect a device"), body, 400 if wrong else 200)


def _complaint(wrong: str) -> str:
    return f'<p class="wrong" role="alert">{spoken_html(wrong)}</p>' if wrong else ""
