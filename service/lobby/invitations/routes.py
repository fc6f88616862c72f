"""HTTP routes for invitations: links to an open table, and taking a seat through them."""

import orjson
from flask import Blueprint, Response

from domain.kernel.messages import message
from domain.kernel.viewers import Onlooker
from service.lobby.invitations.handlers import invitation_document
from service.lobby.invitations.schemas import AcceptInvitationSchema, InvitationSchema
from service.platform.http import requests
from service.platform.http.addresses import own_address
from service.platform.http.answers import answer
from service.platform.http.document_pages import with_page
from service.platform.http.fields import load
from service.platform.http.rate_limits import rate_class
from service.request_context import needs, player, reader, service, with_names
from service.tables.answers import new_table_answer
from service.tables.documents import served_view

invitations = Blueprint("invitations", __name__, url_prefix="/v1")

_INVITATION = InvitationSchema()
_ACCEPT = AcceptInvitationSchema()


@invitations.post("/tables/<table_id:table_id>/invitations")
@rate_class("open")
@needs("table:play")
def make_invitation(table_id: str) -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    body = load(_INVITATION, requests.body())
    made, code = service().invitations.make(player(), table_id, body["seat"], body["uses"], body["expires_after_s"])
    path = f"/v1/invitations/{code}"
    return answer(
        {**invitation_document(made), "code": code, "url": own_address() + path}, 201, location=path, cache="no-store"
    )


@invitations.get("/tables/<table_id:table_id>/invitations")
@rate_class("read")
@needs("table:read")
def list_invitations(table_id: str) -> Response:
    requests.check_parameters()
    found = service().invitations.of_table(player(), table_id)
    return answer(with_names({"invitations": [invitation_document(each) for each in found]}))


@invitations.delete("/tables/<table_id:table_id>/invitations/<invitation_id:invitation_id>")
@rate_class("command")
@needs("table:play")
def revoke_invitation(table_id: str, invitation_id: str) -> Response:
    requests.check_parameters()
    service().invitations.revoke(player(), table_id, invitation_id)
    return Response(status=204)


@invitations.get("/invitations/<code>")
@rate_class("read")
@needs("table:read", public=True)
@with_page(lambda _: message("You are invited to a table"))
def view_invitation(code: str) -> Response:
    requests.check_parameters()
    invitation, at = service().invitations.look_up(reader(), code)
    names = orjson.Fragment(service().views.names(at).body)
    view = served_view(invitation.table_id, at, Onlooker.SPECTATOR, names)
    # The view has the names of its own players.
    return answer({**with_names(invitation_document(invitation)), "view": view}, cache="no-store")


@invitations.post("/invitations/<code>/accept")
@rate_class("command")
@needs("table:play")
def accept_invitation(code: str) -> Response:
    requests.check_parameters()
    by = player()
    body = load(_ACCEPT, requests.body())
    entropy = body.get("entropy") or service().randomness.token_hex(16)
    done = service().invitations.accept(by, code, entropy, requests.idempotency_key(by))
    return new_table_answer(done, 200, f"/v1/tables/{done.id}")
