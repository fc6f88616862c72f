"""HTTP routes for OAuth 2: clients of players, the consent pages, and the endpoints for programs.

Errors of these endpoints are not problem documents. They have the format of RFC 6749, 5.2, which OAuth libraries
understand. Unknown parameters are ignored, as RFC 6749, 3.1 requires.
"""

from html import escape
from typing import Any

from authlib.oauth2 import OAuth2Error
from flask import Blueprint, Response

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from service.accounts.attempt_limits import from_here, too_many_attempts
from service.accounts.attempts import TooManyAttempts
from service.accounts.handlers import SCOPES
from service.accounts.oauth.consent import SEAL, consenting, signed_in
from service.accounts.oauth.document_types import Client as ClientDocument
from service.accounts.oauth.handlers import Client
from service.accounts.oauth.models import AUTHORIZE, DEVICE, GRANT_TYPES, ReceivedRequest
from service.accounts.oauth.pages import Question, Wrong, question_page, user_code_page
from service.accounts.oauth.protocol import OAuthServer
from service.accounts.oauth.schemas import ClientSchema
from service.platform.documents import Json, timestamp
from service.platform.http import requests
from service.platform.http.addresses import own_address
from service.platform.http.answers import answer, page_of
from service.platform.http.fields import load
from service.platform.http.language import spoken_around
from service.platform.http.pages import message_page
from service.platform.http.rate_limits import rate_class
from service.request_context import needs, player, service

oauth = Blueprint("oauth", __name__)

SERVER = OAuthServer()
TOKEN = "/oauth/token"  # noqa: S105 - an address
DEVICE_AUTHORIZATION = "/oauth/device_authorization"
REVOKE = "/oauth/revoke"
INTROSPECT = "/oauth/introspect"
AUTHORIZE_PARAMETERS = (
    "response_type",
    "client_id",
    "redirect_uri",
    "scope",
    "state",
    "code_challenge",
    "code_challenge_method",
)
NOBODY = Wrong(message("No account has this login and password. Nothing was allowed."))
NO_DECISION = Wrong(message("Choose Allow or Deny."))
OUTDATED = Wrong(message("You have signed out or in since this page was shown. Nothing was allowed."))

_CLIENT = ClientSchema()


# ---------------------------------------------------------------------------------------------- clients


@oauth.post("/v1/me/clients")
@rate_class("account")
@needs("account:write", own_token=True)
def register_client() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("each request registers a program"))
    body = load(_CLIENT, requests.body())
    made = service().grants.register(player(), body["name"], list(dict.fromkeys(body["redirect_uris"])))
    return answer(_client_document(made), 201, location=f"/v1/me/clients/{made.id}")


@oauth.get("/v1/me/clients/<client_id:client_id>")
@rate_class("account")
@needs("account:read")
def view_client(client_id: str) -> Response:
    requests.check_parameters()
    return answer(_client_document(service().grants.client_of(player(), client_id)))


@oauth.get("/v1/me/clients")
@rate_class("account")
@needs("account:read")
def list_clients() -> Response:
    requests.check_parameters("limit", "cursor")
    count = requests.page_limit()
    found = service().grants.clients(player(), requests.page_cursor() or "", count + 1)
    return page_of("clients", [_client_document(client) for client in found], count)


@oauth.delete("/v1/me/clients/<client_id:client_id>")
@rate_class("account")
@needs("account:write", own_token=True)
def drop_client(client_id: str) -> Response:
    requests.check_parameters()
    service().grants.drop_client(player(), client_id)
    return Response(status=204)


def _client_document(client: Client) -> ClientDocument:
    return {
        "id": client.id,
        "name": client.name,
        "redirect_uris": client.redirect_uris,
        "created_at": timestamp(client.created_at),
    }


# ---------------------------------------------------------------------------------------------- in the browser


@oauth.get(AUTHORIZE)
@rate_class("oauth")
def show_authorization() -> Response:
    try:
        grant = SERVER.consent()
    except OAuth2Error as error:
        return _refused(error)
    return _authorization_page(grant)


@oauth.post(AUTHORIZE)
@rate_class("login")
def decide_authorization() -> Response:
    try:
        grant = SERVER.consent()
        given = grant.request.payload.data
        if given.get("decision") == "deny":
            return SERVER.create_authorization_response(grant.request, None, grant)  # type: ignore[no-any-return]
        if given.get("decision") != "allow":
            return _authorization_page(grant, NO_DECISION)
        by = _decider(AUTHORIZE, _asked(given), given)
        if isinstance(by, Wrong):
            return _authorization_page(grant, by)
        return SERVER.create_authorization_response(grant.request, by, grant)  # type: ignore[no-any-return]
    except OAuth2Error as error:
        return _refused(error)


def _refused(error: OAuth2Error) -> Response:
    """Redirects to the client if the redirect URI is verified. Otherwise shows the error to the player."""
    if error.redirect_uri:
        return SERVER.handle_error_response(None, error)  # type: ignore[no-any-return]
    return message_page(
        message("This link does not work"),
        message("The program has made an error. {error}", error=error.description),
        400,
    )


def _authorization_page(grant: Any, wrong: Wrong | None = None) -> Response:
    given, client = grant.request.payload.data, grant.request.client.client
    uri = given["redirect_uri"]
    asked = Question(
        client=client.name,
        scopes=grant.request.scope.split(),
        where=spoken_around(message("Your answer is sent to {address}."), address=f"<code>{escape(uri)}</code>"),
        action=AUTHORIZE,
        hidden=_asked(given),
    )
    by = signed_in(AUTHORIZE, asked.hidden)
    return question_page(asked, by, wrong=wrong, login=given.get("login", ""), sends_to=uri.partition(":")[0] + ":")


def _asked(given: Json) -> dict[str, str]:
    """Returns the parameters that say what a client asks for."""
    return {name: given[name] for name in AUTHORIZE_PARAMETERS if name in given}


@oauth.get(DEVICE)
@rate_class("oauth")
def show_device() -> Response:
    try:
        typed = ReceivedRequest().payload.data.get("user_code", "")
    except OAuth2Error as error:
        return message_page(message("This link does not work"), error.description, 400)
    return _device_page(typed) if typed else user_code_page(DEVICE)


@oauth.post(DEVICE)
@rate_class("login")
def decide_device() -> Response:
    try:
        given = ReceivedRequest().payload.data
    except OAuth2Error as error:
        return message_page(message("This form does not work"), error.description, 400)
    typed, decision = given.get("user_code", ""), given.get("decision")
    if decision not in ("allow", "deny"):
        return _device_page(typed, NO_DECISION)
    by = _decider(DEVICE, {"user_code": typed}, given) if decision == "allow" else None
    if isinstance(by, Wrong):
        return _device_page(typed, by, given.get("login", ""))
    if not service().grants.decide_device(typed, by):
        return _unknown_code()
    return message_page(
        message("Done"),
        message("Go back to your device. It continues automatically.") if by else message("Nothing was allowed."),
    )


def _device_page(typed: str, wrong: Wrong | None = None, login: str = "") -> Response:
    waiting = service().grants.waiting_device(typed)
    if waiting is None:
        return _unknown_code()
    name, scopes = waiting
    asked = Question(
        client=name,
        scopes=scopes,
        where=spoken_around(
            message("Allow this only if you have just started it yourself, on a device that shows this code: {code}"),
            code=f"<code>{escape(typed)}</code>",
        ),
        action=DEVICE,
        hidden={"user_code": typed},
    )
    return question_page(asked, signed_in(DEVICE, asked.hidden), wrong=wrong, login=login)


def _unknown_code() -> Response:
    return user_code_page(DEVICE, wrong=message("No device waits with this code. Codes expire after 15 minutes."))


def _decider(action: str, asked: Json, given: Json) -> PlayerId | Wrong:
    """Returns the player who allows what is asked: by the session, or by login and password. Or what is wrong."""
    if SEAL in given:
        return consenting(action, asked, given) or OUTDATED
    return _entered(given)


def _entered(given: Json) -> PlayerId | Wrong:
    """Returns the player with the entered login and password, or what is wrong with them.

    Every attempt costs one password hash, unless it comes too soon after wrong ones.
    """
    login, password = given.get("login", "")[:100], given.get("password", "")[:1000]
    try:
        return service().logins.enter(login, from_here(password)) or NOBODY
    except TooManyAttempts as error:
        problem = too_many_attempts(error)
        return Wrong(message("Nothing was allowed: {why}.", why=problem.detail), error.wait_s)


# ---------------------------------------------------------------------------------------------- for programs


@oauth.post(TOKEN)
@rate_class("oauth")
def give_token() -> Response:
    return SERVER.answered(SERVER.create_token_response)


@oauth.post(DEVICE_AUTHORIZATION)
@rate_class("oauth")
def authorize_device() -> Response:
    return SERVER.answered(lambda: SERVER.create_endpoint_response("device_authorization"))


@oauth.post(REVOKE)
@rate_class("oauth")
def revoke_grant() -> Response:
    return SERVER.answered(lambda: SERVER.create_endpoint_response("revocation"))


@oauth.post(INTROSPECT)
@rate_class("oauth")
@needs("account:read")
def introspect() -> Response:
    return SERVER.answered(lambda: SERVER.create_endpoint_response("introspection"))


@oauth.get("/.well-known/oauth-authorization-server")
@rate_class("oauth")
def describe_authorization() -> Response:
    here = own_address()
    return answer(
        {
            "issuer": here,
            "authorization_endpoint": here + AUTHORIZE,
            "token_endpoint": here + TOKEN,
            "device_authorization_endpoint": here + DEVICE_AUTHORIZATION,
            "revocation_endpoint": here + REVOKE,
            "introspection_endpoint": here + INTROSPECT,
            "scopes_supported": sorted(SCOPES),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": list(GRANT_TYPES),
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "introspection_endpoint_auth_methods_supported": ["Bearer"],
            "authorization_response_iss_parameter_supported": True,
            "service_documentation": f"{here}/docs/",
        },
        cache="no-store",
    )
