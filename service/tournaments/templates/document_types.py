"""The types of the documents about templates of tournaments."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from domain.kernel.document_types import Time
from domain.kernel.schema_markers import Added, MaxItems, Pattern
from service.accounts.document_types import PlayerNames
from service.tournaments.document_types import TournamentSettings

TemplateName = Annotated[str, "The name of a template.", Pattern("^[a-z0-9][a-z0-9-]{0,39}$")]


class TournamentTemplate(TypedDict):
    """A template of the server."""

    name: TemplateName
    description: Annotated[str, "What kind of tournament it is, in one sentence."]
    settings: Annotated[TournamentSettings, "The body that creates the tournament. It has no times."]


class TournamentTemplateList(TypedDict):
    """The templates of the server."""

    templates: Annotated[list[TournamentTemplate], MaxItems(100)]


class SavedTemplate(TypedDict):
    """A template that you have saved."""

    name: TemplateName
    settings: Annotated[TournamentSettings, "The body that creates the tournament."]
    saved_at: Annotated[Time, "When it was last saved."]


class SavedTemplateWithNames(SavedTemplate):
    """A template that you have saved, with the names of the players in it."""

    players: NotRequired[Annotated[PlayerNames, Added()]]


class SavedTemplateList(TypedDict):
    """The templates that you have saved, by name."""

    templates: Annotated[list[SavedTemplate], MaxItems(50)]
    players: NotRequired[Annotated[PlayerNames, Added()]]
