"""The session cookie, and the check that a change with it comes from a page of this service.

Browsers add the cookie to every request, also to those that pages of other sites cause. A change counts only if the
browser says that the page is ours (`Sec-Fetch-Site`, or `Origin` in older browsers), and if it has a header that other
sites cannot send: it needs a preflight request, which `cors.py` refuses. Reading needs no check, because pages of other
origins cannot read the response: CORS allows no credentials.
"""

from typing import cast

from flask import Response, g, request

from domain.kernel.messages import Message, message
from service.platform.http.addresses import own_address
from service.platform.http.answers import JSON
from service.platform.http.problems import Problem
from service.platform.settings import Settings

PROOF = "X-Shengji-Request"
"""The header that a page of this service sends with each change. Its value is 1."""
OVER_TLS = "__Host-session"
"""The name of the cookie over TLS. Browsers accept this prefix only from this host and with `Secure`."""
PLAIN = "session"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
SECRET_LIMIT = 64
HINT = message("send a token in Authorization; pages of this server send {proof}: 1 and a JSON body", proof=PROOF)


def _is_by_tls() -> bool:
    return cast("Settings", g.service.settings).public_address.startswith("https:")


def _name() -> str:
    return OVER_TLS if _is_by_tls() else PLAIN


def session_secret() -> str:
    """Returns the secret in the session cookie, or an empty string."""
    if "HTTP_COOKIE" not in request.environ:
        return ""
    secret = request.cookies.get(_name(), "")
    return secret if secret.isascii() and len(secret) <= SECRET_LIMIT else ""


def keep_session(response: Response, secret: str, lives_s: int) -> None:
    """Makes the browser keep the secret of a session for `lives_s` seconds."""
    response.set_cookie(_name(), secret, lives_s, path="/", secure=_is_by_tls(), httponly=True, samesite="Lax")


def drop_session(response: Response) -> None:
    """Makes the browser drop its session cookie."""
    response.delete_cookie(_name(), path="/", secure=_is_by_tls(), httponly=True, samesite="Lax")


def foreign_change() -> Problem | None:
    """Returns the problem with a change that may come from a page of another site, or `None` if it is from ours."""
    headers = request.headers
    site, origin = headers.get("Sec-Fetch-Site"), headers.get("Origin")
    if site is not None and site != "same-origin":
        return _cross_site(message("the request comes from another site (Sec-Fetch-Site: {shown})", shown=_shown(site)))
    if site is None and origin != own_address():
        return _cross_site(message("the request does not say that it comes from a page of this server"))
    if headers.get(PROOF) != "1":
        return _cross_site(message("the header {proof}: 1 is missing", proof=PROOF))
    has_body = bool(request.content_length) or "Transfer-Encoding" in headers
    if has_body and request.mimetype != JSON:
        return _cross_site(
            message(
                "the body has the type {shown}, and only {json} is accepted",
                shown=_shown(request.mimetype) or "none",
                json=JSON,
            )
        )
    return None


def check_own_page() -> None:
    """Raises `Problem` for a change that may come from a page of another site."""
    problem = foreign_change()
    if problem is not None:
        raise problem


def _shown(text: str) -> str:
    return text[:40] if text.isprintable() else ""


def _cross_site(detail: Message) -> Problem:
    return Problem("cross_site_request", detail, hint=HINT, headers={"WWW-Authenticate": "Bearer"})
