"""HTTP routes for rehearsals."""

from flask import Blueprint, Response

from domain.games.package import Body
from domain.tournaments.settings import TournamentSettings
from service.accounts.documents import signed_up
from service.platform.documents import timestamp
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.fields import load
from service.platform.http.language import answer_with_texts
from service.platform.http.rate_limits import rate_class
from service.request_context import identity, needs, service
from service.sandbox.documents import sandbox_document
from service.tournaments.rehearsals.documents import rehearsal_document
from service.tournaments.rehearsals.handlers import Field
from service.tournaments.rehearsals.schemas import RehearsalSchema
from service.tournaments.schemas import settings_of
from service.tournaments.templates.commands import settings_of_template

rehearsals = Blueprint("rehearsals", __name__, url_prefix="/v1")

_REHEARSAL = RehearsalSchema()


@rehearsals.post("/rehearsals")
@rate_class("sandbox")
@needs("account:write", own_token=True)
def begin_rehearsal() -> Response:
    requests.check_parameters()
    requests.refuse_idempotency_key()
    body = load(_REHEARSAL, requests.body())
    field = Field(body["entrants"], body["bot"], body["hands"])
    begun = service().rehearsals.begin(identity(), _settings(body), field)
    document = {
        **signed_up(begun.organiser, begun.token, begun.secret, service().reliability),
        "id": begun.sandbox.id,
        "created_at": timestamp(begun.sandbox.created_at),
        "sandbox": sandbox_document(begun.sandbox),
        "tournament": begun.tournament,
    }
    return answer(document, 201, location="/v1/sandbox/rehearsal", cache="no-store")


def _settings(body: Body) -> TournamentSettings:
    """Returns the settings that are rehearsed."""
    if "settings" in body:
        return settings_of(body["settings"])
    if "template" in body:
        return settings_of_template(service().templates, identity().player, body["template"])
    return service().rehearsals.settings_of(identity(), body["tournament"])


@rehearsals.get("/sandbox/rehearsal")
@rate_class("sandbox")
@needs("account:read")
def view_rehearsal() -> Response:
    requests.check_parameters()
    sandbox = service().sandboxes.of(identity())
    rehearsal = service().rehearsals.of(sandbox)
    tournament = service().tournaments.at(rehearsal.tournament).tournament
    document = rehearsal_document(rehearsal, sandbox, tournament)
    return answer_with_texts(document, headers={"Cache-Control": "no-store"})
