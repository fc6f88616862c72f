"""HTTP routes for passkeys: making and removing them, and signing in a browser."""

import ipaddress
from urllib.parse import urlsplit

from flask import Blueprint, Response

from domain.kernel.messages import message
from service.accounts.attempt_limits import from_here
from service.accounts.passkeys.ceremony import Place
from service.accounts.passkeys.document_types import Passkey as PasskeyDocument
from service.accounts.passkeys.document_types import PasskeyList, PasskeyOptions
from service.accounts.passkeys.handlers import Passkey
from service.accounts.passkeys.schemas import CredentialSchema, PasskeyOptionsSchema
from service.accounts.sessions.answers import session_begun
from service.platform.documents import timestamp
from service.platform.http import requests
from service.platform.http.addresses import own_address
from service.platform.http.answers import answer
from service.platform.http.cookies import check_own_page
from service.platform.http.fields import load
from service.platform.http.problems import Problem
from service.platform.http.rate_limits import rate_class
from service.request_context import needs, player, service, session

passkeys = Blueprint("passkeys", __name__, url_prefix="/v1")

_OPTIONS = PasskeyOptionsSchema()
_CREDENTIAL = CredentialSchema()


@passkeys.get("/me/passkeys")
@rate_class("account")
@needs("account:read")
def list_passkeys() -> Response:
    requests.check_parameters()
    document: PasskeyList = {"passkeys": [_document(each) for each in service().passkeys.of(player())]}
    return answer(document)


@passkeys.post("/me/passkeys/options")
@rate_class("login")
@needs("account:write", own_token=True)
def begin_passkey() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("the challenge in the response counts only once"))
    body = load(_OPTIONS, requests.body())
    given = from_here(body["current_password"]) if "current_password" in body else None
    document: PasskeyOptions = {"options": service().passkeys.creation_options(player(), given, _place())}
    return answer(document, cache="no-store")


@passkeys.post("/me/passkeys")
@rate_class("account")
@needs("account:write", own_token=True)
def add_passkey() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("the challenge in the request counts only once"))
    body = load(_CREDENTIAL, requests.body())
    made = service().passkeys.register(player(), body["credential"], _place())
    return answer(_document(made), 201, location=f"/v1/me/passkeys/{made.id}")


@passkeys.get("/me/passkeys/<passkey_id:passkey_id>")
@rate_class("account")
@needs("account:read")
def view_passkey(passkey_id: str) -> Response:
    requests.check_parameters()
    return answer(_document(service().passkeys.one(player(), passkey_id)))


@passkeys.delete("/me/passkeys/<passkey_id:passkey_id>")
@rate_class("account")
@needs("account:write", own_token=True)
def remove_passkey(passkey_id: str) -> Response:
    requests.check_parameters()
    service().passkeys.remove(player(), passkey_id)
    return Response(status=204)


@passkeys.post("/session/passkey/options")
@rate_class("login")
def begin_passkey_session() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("the challenge in the response counts only once"))
    check_own_page()
    document: PasskeyOptions = {"options": service().passkeys.request_options(_place())}
    return answer(document, cache="no-store")


@passkeys.post("/session/passkey")
@rate_class("login")
def begin_session_by_passkey() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("the response sets a cookie that is sent only once"))
    check_own_page()
    body = load(_CREDENTIAL, requests.body())
    return session_begun(service().passkeys.sign_in(body["credential"], _place(), session()))


def _place() -> Place:
    """Returns where passkeys of this server count. Browsers make none for an address without a name."""
    origin = own_address()
    host = urlsplit(origin).hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return Place(host, origin)
    raise Problem(
        "no_passkeys_here",
        message("browsers make no passkeys for {host}", host=host),
        hint=message("open http://localhost with the port instead, or let the operator set PUBLIC_ADDRESS"),
    )


def _document(passkey: Passkey) -> PasskeyDocument:
    return {
        "id": passkey.id,
        "created_at": timestamp(passkey.created_at),
        "last_used_at": timestamp(passkey.last_used_at) if passkey.last_used_at else None,
    }
