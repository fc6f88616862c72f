"""The OAuth consent pages: plain HTML from this server, without scripts.

There is no session. The player enters the password for each decision, so other sites cannot decide for the player. All
text from clients and requests is escaped where it is written.
"""

import hashlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from flask import Response

from service.accounts.handlers import SCOPES

HTML = "text/html; charset=utf-8"
STYLE = """
:root { color-scheme: light dark; --ink: #1d2330; --soft: #5b6475; --paper: #fffdf8; --line: #8a8577; --go: #9a3412; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e3da; --soft: #a3a9b7; --paper: #171a21; --line: #6b7285;
  --go: #b45309; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 26rem; padding: 2rem 1.25rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; line-height: 1.25; }
small { color: var(--soft); }
label { display: block; margin: .8rem 0; }
input { display: block; width: 100%; padding: .5rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: .3rem; }
button { margin: .5rem .5rem 0 0; padding: .55rem 1.1rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--line); border-radius: .3rem; }
button.go { background: var(--go); border-color: var(--go); color: #fff; }
.wrong { border-left: .3rem solid var(--go); padding-left: .7rem; }
code { overflow-wrap: anywhere; }
"""
_STYLE_HASH = b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()


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


def page(title: str, body: str, status: int = 200, *, sends_to: str = "") -> Response:
    """Returns a page that is not cached, framed, or named in a `Referer`. Forms may go to us and on to `sends_to`.

    `sends_to` is a scheme, such as `https:`. Browsers also check redirects after a form against `form-action`,
    including those of the client. A narrower list would stop the redirect halfway.
    """
    targets = f"'self' {sends_to}".strip()
    html = (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} - Sheng Ji</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1>{body}</body></html>"
    )
    response = Response(html.encode(), status, content_type=HTML)
    response.headers.update(
        {
            "Content-Security-Policy": (
                f"default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src 'sha256-{_STYLE_HASH}'; "
                f"form-action {targets}"
            ),
            "X-Frame-Options": "DENY",
            "Referrer-Policy": "no-referrer",
            "Cache-Control": "no-store",
        }
    )
    return response


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


def message_page(title: str, text: str, status: int = 200) -> Response:
    """Returns a page with a message."""
    return page(title, f"<p>{escape(text)}</p>", status)


def _complaint(wrong: str) -> str:
    return f'<p class="wrong" role="alert">{escape(wrong)}</p>' if wrong else ""
