"""The schemas of events. Those of tables, tournaments, leagues and series come from their classes."""

import dataclasses
from collections.abc import Mapping
from types import ModuleType
from typing import get_type_hints

from domain.kernel.events import EVENT_CLASSES, EVENT_TYPES
from domain.tournaments import events as tournament_events
from domain.tournaments.entrants import events as entrant_events
from domain.tournaments.entrants import substitution_events
from domain.tournaments.ladder import events as ladder_events
from domain.tournaments.leagues import events as league_events
from domain.tournaments.matches import events as match_events
from domain.tournaments.rounds import events as round_events
from domain.tournaments.series import events as series_events
from service.contract.notation import SCHEMAS, object_of
from service.contract.schema_texts import with_texts
from service.contract.typed_documents import written_document
from service.contract.types import schema_of_type
from service.notifications import (
    account_event_document_types,
    match_event_document_types,
    tournament_event_document_types,
)
from service.notifications.events import ACCOUNT_EVENT_TYPES
from service.platform.documents import Json

FIRST_MODULES = ("domain.table.seat_events", "domain.table.events")
"""The modules whose events come first in the feed of a table. Those of the games follow."""


FEEDS = {
    "TournamentEvent": (
        entrant_events,
        substitution_events,
        ladder_events,
        round_events,
        match_events,
        tournament_events,
    ),
    "LeagueEvent": (league_events,),
    "SeriesEvent": (series_events,),
}
"""The modules with the events of each feed, by the name of its union in the contract. All others are of tables."""
STATES = {"Event": {"asked?": "AskedSeats"}, "turn_began": {"now?": "TurnNow | null"}}
"""The members with the state, by feed or account event. In a stream, the last event of a group has those of a feed."""


def feeds() -> dict[str, list[type]]:
    """Returns the event classes of each feed, by the name of its union in the contract."""
    named = {name: [cls for module in modules for cls in _classes_of(module)] for name, modules in FEEDS.items()}
    elsewhere = {cls for classes in named.values() for cls in classes}
    of_tables = sorted((cls for cls in EVENT_CLASSES.values() if cls not in elsewhere), key=_place_of_module)
    return {"Event": of_tables, **named}


def _place_of_module(cls: type) -> int:
    return FIRST_MODULES.index(cls.__module__) if cls.__module__ in FIRST_MODULES else len(FIRST_MODULES)


def _classes_of(module: ModuleType) -> list[type]:
    return [cls for cls in EVENT_CLASSES.values() if cls.__module__ == module.__name__]


def event_schemas(texts: Json) -> Json:
    """Returns the schemas of all events and of the unions of each feed.

    Args:
        texts: `events` has the texts of each event by component name, and `unions` the descriptions of the unions.

    Raises:
        ValueError: an event has no text.
    """
    made: Json = {}
    for union, classes in feeds().items():
        names = {EVENT_TYPES[cls].name: f"{cls.__name__}Event" for cls in classes}
        made[union] = union_of(texts["unions"][union], names)
        for cls in classes:
            name = f"{cls.__name__}Event"
            if name not in texts["events"]:
                raise ValueError(f"{name} has no text in contract.yaml of its game or feature, section events")
            made[name] = with_data(name, stream_event(cls, STATES.get(union, {})), texts["events"][name])
    account: dict[str, str] = {kind: f"{camel_case(kind)}AccountEvent" for kind in ACCOUNT_EVENT_TYPES}
    made["AccountEvent"] = union_of(texts["unions"]["AccountEvent"], account)
    return made | {name: account_event(kind, account_event_data(name)) for kind, name in account.items()}


def camel_case(name: str) -> str:
    """Returns the name of a component for a name in snake case."""
    return "".join(word.capitalize() for word in name.split("_"))


def union_of(description: str, names: Mapping[str, str]) -> Json:
    """Returns a union of components that `type` distinguishes.

    Args:
        description: description of the union.
        names: name of the component for each `type`.
    """
    references = {kind: f"{SCHEMAS}{name}" for kind, name in names.items()}
    return {
        "description": description,
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": "type", "mapping": references},
    }


def stream_event(cls: type, state: Json) -> Json:
    """Returns the schema of an event class, in the form that feeds and records use.

    `state` has the members that the last event of a group has in a stream.
    """
    hints = get_type_hints(cls)
    kind = EVENT_TYPES[cls]
    members = {field.name: schema_of_type(hints[field.name]) for field in dataclasses.fields(cls)}
    data = object_of(members)
    return object_of(
        {
            "version": "Version",
            "type": {"const": kind.name},
            "revision": {"const": kind.revision},
            "at": "Time",
            "data": data,
            **state,
        }
    )


def with_data(name: str, schema: Json, written: Json | str) -> Json:
    """Returns the schema of an event with its description, and with the texts for the members of its `data`."""
    if isinstance(written, str):
        return {**schema, "description": written}
    data = with_texts(name, schema["properties"]["data"], {"members": written["members"]})
    return {**schema, "description": written["description"], "properties": {**schema["properties"], "data": data}}


def account_event(kind: str, data: type) -> Json:
    """Returns the schema of an account event. The docstring of the type of its `data` is its description."""
    written = written_document(data)
    members = {
        "number": "EventNumber",
        "type": {"const": kind},
        "at": "Time",
        "table": "null" if hasattr(data, "__without_table__") else "TableId",
        "data": {"members": written["members"]},
        **STATES.get(kind, {}),
    }
    return {"description": written["description"], **object_of(members)}


def account_event_data(name: str) -> type:
    """Returns the type of the data of an account event, by the name of its component.

    Raises:
        ValueError: there is no such type.
    """
    for module in (account_event_document_types, match_event_document_types, tournament_event_document_types):
        data: type | None = getattr(module, f"{name}Data", None)
        if data is not None:
            return data
    raise ValueError(f"{name}Data is missing in service/notifications/account_event_document_types.py")
