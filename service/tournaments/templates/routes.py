"""HTTP routes for templates of tournaments: those of the server, and those of the asking player."""

from flask import Blueprint, Response

from service.platform.documents import timestamp
from service.platform.http import requests
from service.platform.http.answers import answer
from service.platform.http.language import answer_with_texts
from service.platform.http.rate_limits import rate_class
from service.request_context import needs, player, service, with_names
from service.tournaments.documents import settings_document
from service.tournaments.templates.commands import catalogue, settings_in
from service.tournaments.templates.document_types import SavedTemplate as SavedTemplateDocument
from service.tournaments.templates.handlers import SavedTemplate

templates = Blueprint("templates", __name__, url_prefix="/v1")

MANAGE = "tournament:manage"


@templates.get("/tournament-templates")
@rate_class("read")
@needs("table:read", public=True)
def list_tournament_templates() -> Response:
    requests.check_parameters()
    return answer_with_texts({"templates": catalogue()})


@templates.get("/me/tournament-templates")
@rate_class("account")
@needs(MANAGE)
def list_saved_templates() -> Response:
    requests.check_parameters()
    found = service().templates.all_of(player())
    return answer(with_names({"templates": [_saved_document(each) for each in found]}), cache="no-store")


@templates.get("/me/tournament-templates/<template:template>")
@rate_class("account")
@needs(MANAGE)
def view_saved_template(template: str) -> Response:
    requests.check_parameters()
    return _saved_answer(service().templates.one(player(), template))


@templates.put("/me/tournament-templates/<template:template>")
@rate_class("account")
@needs(MANAGE)
def save_template(template: str) -> Response:
    requests.check_parameters()
    by, settings = player(), settings_in(requests.body())
    service().tournaments.check_possible(settings)
    return _saved_answer(service().templates.save(by, template, settings_document(settings)))


@templates.delete("/me/tournament-templates/<template:template>")
@rate_class("account")
@needs(MANAGE)
def drop_template(template: str) -> Response:
    requests.check_parameters()
    service().templates.drop(player(), template)
    return Response(status=204)


def _saved_answer(saved: SavedTemplate) -> Response:
    return answer(with_names(_saved_document(saved)), cache="no-store")


def _saved_document(saved: SavedTemplate) -> SavedTemplateDocument:
    # An older release wrote fewer settings. Reading them adds the defaults of the others.
    settings = settings_document(settings_in(saved.settings))
    return {"name": saved.name, "settings": settings, "saved_at": timestamp(saved.saved_at)}
