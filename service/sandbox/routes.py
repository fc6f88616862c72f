"""HTTP routes for sandboxes, their players, and their clocks."""

from flask import Blueprint, Response

from domain.kernel.messages import message
from service.accounts.documents import signed_up
from service.platform.documents import timestamp
from service.platform.http import requests
from service.platform.http.answers import answer, page_document
from service.platform.http.fields import load
from service.platform.http.rate_limits import rate_class
from service.request_context import identity, needs, player, service, with_names
from service.sandbox.document_types import SandboxMail as SandboxMailDocument
from service.sandbox.document_types import SandboxState, SandboxStateDue
from service.sandbox.documents import sandbox_document
from service.sandbox.handlers import DueWork, Sandbox, SandboxMail
from service.sandbox.schemas import AdvanceSchema, SandboxPlayerSchema, SandboxSchema

sandbox = Blueprint("sandbox", __name__, url_prefix="/v1")

ID_LIMIT = 40
_SANDBOX = SandboxSchema()
_PLAYER = SandboxPlayerSchema()
_ADVANCE = AdvanceSchema()


@sandbox.post("/sandbox")
@rate_class("sandbox")
@needs("account:write", own_token=True)
def make_sandbox() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    body = load(_SANDBOX, requests.body())
    name = body.get("name") or identity().name
    sandbox, made, token, secret = service().sandboxes.make(identity(), body.get("now"), name)
    document = {
        **signed_up(made, token, secret, service().reliability),
        "id": sandbox.id,
        "created_at": timestamp(sandbox.created_at),
        "sandbox": sandbox_document(sandbox),
    }
    return answer(document, 201, location="/v1/sandbox", cache="no-store")


@sandbox.get("/sandbox")
@rate_class("sandbox")
@needs("account:read")
def view_sandbox() -> Response:
    requests.check_parameters()
    return answer(_state_document(service().sandboxes.of(identity())))


@sandbox.delete("/sandbox")
@rate_class("sandbox")
@needs("account:write", own_token=True)
def end_sandbox() -> Response:
    requests.check_parameters()
    service().sandboxes.end(service().sandboxes.of(identity()).id)
    return Response(status=204)


@sandbox.post("/sandbox/players")
@rate_class("sandbox")
@needs("account:write", own_token=True)
def add_sandbox_player() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    body = load(_PLAYER, requests.body())
    made, token, secret = service().sandboxes.add_player(identity(), body["name"], body["kind"])
    document = signed_up(made, token, secret, service().reliability)
    return answer(document, 201, location=f"/v1/players/{made.id}", cache="no-store")


@sandbox.post("/sandbox/advance")
@rate_class("sandbox")
@needs("account:write")
def advance_sandbox() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key(message("a repeated request moves the clock again; give `to` instead of seconds"))
    body = load(_ADVANCE, requests.body())
    sandbox = service().sandboxes.advance(identity(), body.get("seconds"), body.get("to"))
    state = _state_document(sandbox)
    return answer(state, 200 if state["at_rest"] else 202)


@sandbox.get("/sandbox/mails")
@rate_class("sandbox")
@needs("account:read", own_token=True)
def list_sandbox_mails() -> Response:
    requests.check_parameters("player", "limit", "cursor")
    sandbox = service().sandboxes.of(identity())
    count, whose = requests.page_limit(), requests.text_parameter("player", ID_LIMIT)
    found = service().sandboxes.mails(sandbox, whose, requests.page_cursor(), count + 1)
    page = page_document("mails", [_mail_document(each) for each in found], count)
    return answer(with_names(page), cache="no-store")


@sandbox.get("/me/sandboxes")
@rate_class("account")
@needs("account:read")
def list_sandboxes() -> Response:
    requests.check_parameters()
    return answer({"sandboxes": [sandbox_document(sandbox) for sandbox in service().sandboxes.owned_by(player())]})


@sandbox.delete("/me/sandboxes/<world_id:world_id>")
@rate_class("account")
@needs("account:write", own_token=True)
def drop_sandbox(world_id: str) -> Response:
    requests.check_parameters()
    service().sandboxes.end_of(player(), world_id)
    return Response(status=204)


def _mail_document(mail: SandboxMail) -> SandboxMailDocument:
    return {
        "id": mail.id,
        "kind": mail.kind,
        "player": mail.player,
        "at": timestamp(mail.at),
        "to": mail.to,
        "table": mail.table,
        "event": mail.event,
        "subject": mail.subject,
        "text": mail.text,
        "html": mail.html,
    }


def _due_document(due: DueWork) -> SandboxStateDue:
    at = timestamp(due.at)
    match due.where:
        case "table":
            return {"table": due.id, "at": at}
        case "tournament":
            return {"tournament": due.id, "at": at}
        case "series":
            return {"series": due.id, "at": at}
        case "league":
            return {"league": due.id, "at": at}


def _state_document(sandbox: Sandbox) -> SandboxState:
    state = service().sandboxes.state_of(sandbox)
    return {
        **sandbox_document(sandbox),
        "players": state.players,
        "at_rest": state.at_rest,
        "going_on": state.going_on,
        "due": [_due_document(due) for due in state.due],
    }
