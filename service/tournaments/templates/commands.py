"""Reads the settings of templates."""

from functools import cache

from domain.kernel.players import PlayerId
from domain.tournaments.settings import TournamentSettings
from service.platform.documents import Json
from service.platform.http.fields import load
from service.tournaments.documents import settings_document
from service.tournaments.schemas import TournamentSettingsSchema, settings_of
from service.tournaments.templates.catalogue import CATALOGUE
from service.tournaments.templates.document_types import TournamentTemplate
from service.tournaments.templates.handlers import NoSuchTemplate, Templates

_SETTINGS = TournamentSettingsSchema()


def settings_in(body: Json) -> TournamentSettings:
    """Returns the settings in a body. Raises `Problem`, `InvalidTimes`, `UnknownProfile` or `InvalidSettings`."""
    return settings_of(load(_SETTINGS, body))


@cache
def catalogue() -> list[TournamentTemplate]:
    """Returns the documents of the templates of the server."""
    return [
        {"name": each.name, "description": each.description, "settings": settings_document(settings_in(each.body))}
        for each in CATALOGUE
    ]


def settings_of_template(saved: Templates, player: PlayerId, name: str) -> TournamentSettings:
    """Returns the settings of a template of a player, or else of the server. Raises `NoSuchTemplate`."""
    try:
        return settings_in(saved.one(player, name).settings)
    except NoSuchTemplate:
        body = next((each.body for each in CATALOGUE if each.name == name), None)
        if body is None:
            raise
        return settings_in(body)
