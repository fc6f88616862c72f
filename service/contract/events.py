"""The schemas of events: of tables, tournaments, leagues and series from their classes, and of accounts."""

import dataclasses
from collections.abc import Mapping
from typing import get_args, get_type_hints

from domain.kernel.events import EVENT_CLASSES, EVENT_TYPES
from domain.tournaments.events import TournamentEvent
from domain.tournaments.leagues.events import LeagueEvent
from domain.tournaments.series_events import SeriesEvent
from service.contract.notation import object_of
from service.contract.overlay import with_texts
from service.contract.types import schema_of_type
from service.notifications.events import ACCOUNT_EVENT_TYPES
from service.platform.documents import Json

FIRST_MODULES = ("domain.table.seat_events", "domain.table.events")
"""The modules whose events come first in the feed of a table. Those of the games follow."""


def feeds() -> dict[str, list[type]]:
    """Returns the classes of events of each feed, by the name of its union in the contract."""
    of_others = {
        "TournamentEvent": get_args(TournamentEvent),
        "LeagueEvent": get_args(LeagueEvent),
        "SeriesEvent": get_args(SeriesEvent),
    }
    elsewhere = {cls for classes in of_others.values() for cls in classes}
    of_tables = sorted((cls for cls in EVENT_CLASSES.values() if cls not in elsewhere), key=_place_of_module)
    named = {name: [cls for cls in EVENT_CLASSES.values() if cls in classes] for name, classes in of_others.items()}
    return {"Event": of_tables, **named}


def _place_of_module(cls: type) -> int:
    return FIRST_MODULES.index(cls.__module__) if cls.__module__ in FIRST_MODULES else len(FIRST_MODULES)


def event_schemas(texts: Json) -> Json:
    """Returns the schemas of all events and of the unions of each feed.

    Args:
        texts: `events` has the texts of each event by component name, `account_events` those by event type, and
            `unions` the descriptions of the unions.
    """
    made: Json = {}
    for union, classes in feeds().items():
        names = {EVENT_TYPES[cls].name: f"{cls.__name__}Event" for cls in classes}
        made[union] = union_of(texts["unions"][union], names)
        for cls in classes:
            name = f"{cls.__name__}Event"
            made[name] = with_data(name, stream_event(cls), texts["events"][name])
    account: dict[str, str] = {kind: f"{camel_case(kind)}Told" for kind in ACCOUNT_EVENT_TYPES}
    made["AccountEvent"] = union_of(texts["unions"]["AccountEvent"], account)
    return made | {name: account_event(kind, texts["account_events"][kind]) for kind, name in account.items()}


def camel_case(name: str) -> str:
    """Returns a name in snake case as the contract names components."""
    return "".join(word.capitalize() for word in name.split("_"))


def union_of(description: str, names: Mapping[str, str]) -> Json:
    """Returns the union of components whose `type` tells them apart.

    Args:
        description: of the union.
        names: the component of each `type`.
    """
    references = {kind: f"#/components/schemas/{name}" for kind, name in names.items()}
    return {
        "description": description,
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": "type", "mapping": references},
    }


def stream_event(cls: type) -> Json:
    """Returns the schema of an event class, as feeds and records show the event."""
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
        }
    )


def with_data(name: str, schema: Json, written: Json | str) -> Json:
    """Returns the schema of an event with its description, and with the texts for the members of its `data`."""
    if isinstance(written, str):
        return {**schema, "description": written}
    data = with_texts(name, schema["properties"]["data"], {"members": written["members"]})
    return {**schema, "description": written["description"], "properties": {**schema["properties"], "data": data}}


def account_event(kind: str, written: Json) -> Json:
    """Returns the schema of an account event.

    Args:
        kind: its type.
        written: its `description`, the `members` of its data, and `table: false` if it belongs to no table. The data
            of an event `of` a tournament or a league have its id and version too, and usually it belongs to no table.
    """
    of, own = written.get("of"), written.get("members", {})
    if of is not None:
        version = {"type": "Version", "description": f"The version of the {of} after it."}
        own = {of: f"{of.capitalize()}Id", **own, "version": version}
    members = {
        "number": "EventNumber",
        "type": {"const": kind},
        "at": "Time",
        "table": "TableId" if written.get("table", of is None) else "null",
        "data": {"members": own},
    }
    return {"description": written["description"], **object_of(members)}
