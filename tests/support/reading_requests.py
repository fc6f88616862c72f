"""All reading requests of openapi.yaml, so a test of hidden information leaves none of them out.

Each reading operation has a request for every id in its path. It also has one for each value of an enumerated or
boolean parameter. Feeds are read as pages and as streams.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from tests.support.contract import Json, Operation, operations, resolved
from tests.support.twins import STREAMS, Look

OUTSIDE: Mapping[str, str] = {
    **dict.fromkeys(
        (
            *("start_page", "contract_yaml", "contract_json", "healthy", "ready", "list_problems", "view_problem"),
            *("describe_authorization", "list_profiles", "list_options", "list_kinds", "list_common_orders"),
        ),
        "says the same to everybody, whatever is played",
    ),
    **dict.fromkeys(
        (
            *("list_clients", "show_authorization", "show_device", "list_tokens", "view_notifications", "list_blocks"),
            *("view_availability", "view_vacation", "show_confirmation", "show_stop", "view_me"),
            *("list_passkeys", "view_passkey", "view_preferences"),
        ),
        "is about an account, and nothing that is played goes into it",
    ),
    **dict.fromkeys(
        ("view_sandbox", "list_sandboxes", "list_seeks", "view_seek", "list_own_seeks"),
        "is about other worlds, or about games that have not begun",
    ),
    **dict.fromkeys(
        (
            *(
                "view_table",
                "legal_moves",
                "table_events",
                "table_record",
                "view_analysis",
                "list_invitations",
                "view_invitation",
            ),
            *("room_messages", "view_notes", "list_reports", "list_moderation_actions"),
        ),
        "is about a single table: see test_nothing_leaks_over_http.py and test_sealed_tables.py",
    ),
    "list_bots": "says the same to everybody, whatever is played",
    "view_own_mistakes": "sums up analyses of hands that are over, which test_analysis.py is about",
    "list_puzzles": "has positions of hands that are over, at tables that are not sealed: see test_analysis.py",
    "view_puzzle": "likewise",
    "view_webhook": "says how a webhook fares, and nothing of what it tells",
    "list_deliveries": "says how messages of webhooks fare: these are compared as they are sent",
    "view_delivery": "tells once more what is told by the feed of the account, and is sent",
}
"""The operations that are not covered here, and the reasons."""

Ids = Mapping[str, Sequence[str | int]]
"""The possible values of parameters by name."""


def reading() -> list[Operation]:
    """Returns the reading operations that could reveal tournaments, boards or figures of players."""
    return [one for one in operations() if one.method == "get" and one.id not in OUTSIDE]


def looks(token: str | None, ids: Ids) -> list[Look]:
    """Returns every reading request for objects with these ids, and for every list."""
    return [look for one in reading() for look in _looks(one, token, ids)]


def _looks(one: Operation, token: str | None, ids: Ids) -> Iterator[Look]:
    names = [each["name"] for each in one.parameters if each["in"] == "path"]
    for values in product(*(_values(one, name, ids) for name in names)):
        path = one.path.format(**dict(zip(names, values, strict=True)))
        for query in _queries(one):
            yield Look(one.id, token, "GET", path + query)
        forms = _content(one)
        for form in forms & {*STREAMS, "text/csv"}:
            yield Look(one.id, token, "GET", path, headers=(("Accept", form),))


def _values(one: Operation, name: str, ids: Ids) -> Sequence[str | int]:
    return ids.get(f"{one.id}.{name}", ids.get(name, ()))


def _queries(one: Operation) -> Iterator[str]:
    known = {each["name"]: each for each in one.parameters if each["in"] == "query"}
    yield "?limit=100" if "limit" in known else ""
    for name, each in known.items():
        schema: Json = each["schema"]
        for word in schema.get("enum", [True] if schema.get("type") == "boolean" else []):
            yield f"?{name}={'true' if word is True else word}"


def _content(one: Operation) -> set[str]:
    return set(resolved(one.definition["responses"]["200"]).get("content", {}))


# ------------------------------------------------------------------------------------------------ commands

COMMANDS = ("command_tournament", "command_league", "command_series")


def dry_runs(token: str, ids: Ids, others: Mapping[str, str]) -> list[Look]:
    """Returns a dry run of every example of a command in the contract. `others` has ids by prefix."""
    found = []
    for one in operations():
        if one.id in COMMANDS:
            examples = one.definition["requestBody"]["content"]["application/json"]["examples"]
            (name,) = [each["name"] for each in one.parameters if each["in"] == "path"]
            for own in _values(one, name, ids):
                path = one.path.format(**{name: own}) + "?dry_run=true"
                bodies = (_named(each["value"], others) for each in examples.values())
                found += [Look(one.id, token, "POST", path, body) for body in bodies]
    return found


def in_earnest(look: Look) -> Look:
    """Returns the command of a dry run as a real command."""
    return look._replace(path=look.path.removesuffix("?dry_run=true"))


def _named(value: Any, others: Mapping[str, str]) -> Any:
    """Returns the body with ids of existing objects and without `expected_version`."""
    match value:
        case dict():
            return {name: _named(each, others) for name, each in value.items() if name != "expected_version"}
        case list():
            return [_named(each, others) for each in value]
        case str():
            return re.sub(r"\b(ent|ply)_[0-9A-Z]{26}\b", lambda found: others[found[1]], value)
        case _:
            return value
