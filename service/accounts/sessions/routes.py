"""HTTP routes for the sessions of browsers."""

from flask import Blueprint, Response

from domain.kernel.messages import message
from service.accounts.attempt_limits import from_here
from service.accounts.sessions.answers import session_begun
from service.accounts.sessions.schemas import GuestSessionSchema, SessionSchema
from service.platform.http import requests
from service.platform.http.cookies import check_own_page, drop_session
from service.platform.http.fields import load
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import rate_class
from service.request_context import service, session

sessions = Blueprint("sessions", __name__, url_prefix="/v1/session")

_SESSION = SessionSchema()
_GUEST = GuestSessionSchema()


@sessions.post("")
@rate_class("login")
def begin_session() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("the response sets a cookie that is sent only once"))
    check_own_page()
    body = load(_SESSION, requests.body())
    return session_begun(service().sessions.begin(body["name"], from_here(body["password"]), session()))


@sessions.post("/guest")
@rate_class("sign_up")
def begin_guest_session() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("the response sets a cookie that is sent only once"))
    check_own_page()
    if service().settings.sign_up != "open":
        raise Problem("sign_up_closed", message("only the operator of this server creates accounts"))
    body = load(_GUEST, requests.body())
    return session_begun(service().sessions.begin_as_guest(body.get("name"), body["language"], session()))


@sessions.delete("")
@rate_class("account")
def end_session() -> Response:
    requests.check_parameters()
    check_own_page()
    service().sessions.end(session())
    response = Response(status=204)
    drop_session(response)
    return response
