"""Cuts parts out of the contract: documents with some of its operations, and only the components that they use."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from service.platform.documents import Json

METHODS = ("get", "put", "post", "delete", "patch")
PLAY = "play"
"""The name of the part with all that a player at tables needs. It is also the tag of commands, moves and feeds."""
PLAY_OPERATIONS = (
    "sign_up",
    "view_me",
    "close_account",
    "list_tokens",
    "make_token",
    "revoke_token",
    "view_player",
    "list_profiles",
    "list_options",
    "list_tables",
    "open_table",
    "view_table",
    "command_table",
    "legal_moves",
    "table_events",
    "table_record",
    "rematch",
    "view_invitation",
    "accept_invitation",
    "list_seeks",
    "post_seek",
    "view_seek",
    "withdraw_seek",
    "list_turns",
    "account_events",
    "view_problem",
)
"""The operations of that part: sign up, find a table, and play."""


def slug(tag: str) -> str:
    """Returns the name of a tag in addresses."""
    return re.sub(r"[^a-z0-9]+", "-", tag.lower()).strip("-")


def parts(contract: Json) -> dict[str, Json]:
    """Returns the parts of the contract by name: one for each tag, of which `PLAY` has more than its tag."""
    made = {}
    for tag in contract["tags"]:
        name = slug(tag["name"])
        ids = {each["operationId"] for each in operations(contract) if tag["name"] in each["tags"]}
        made[name] = cut(contract, tag["name"], ids | set(PLAY_OPERATIONS) if name == PLAY else ids)
    return made


def operations(contract: Json) -> Iterator[Json]:
    """Yields all operations, and what the server sends to webhooks."""
    for group in ("paths", "webhooks"):
        for item in contract.get(group, {}).values():
            yield from (item[method] for method in METHODS if method in item)


def cut(contract: Json, title: str, ids: set[str]) -> Json:
    """Returns the contract with these operations alone. Links to other operations are left out.

    Raises:
        ValueError: there is no operation of one of these ids.
    """
    missing = ids - {each["operationId"] for each in operations(contract)}
    if missing:
        raise ValueError(f"the contract has no operation {', '.join(sorted(missing))}")
    groups = {group: _items(contract[group], ids) for group in ("paths", "webhooks")}
    tags = {
        tag for group in groups.values() for item in group.values() for each in _of_item(item) for tag in each["tags"]
    }
    made = {
        "openapi": contract["openapi"],
        "info": {**contract["info"], "title": f"{contract['info']['title']}: {title}"},
        "servers": contract["servers"],
        "tags": [each for each in contract["tags"] if each["name"] in tags],
        **{group: items for group, items in groups.items() if items or group == "paths"},
    }
    made["components"] = _used_components(contract["components"], made, ids)
    return made


def _of_item(item: Json) -> list[Json]:
    return [item[method] for method in METHODS if method in item]


def _items(items: Json, ids: set[str]) -> Json:
    """Returns the paths that have one of the operations, with these operations."""
    made = {}
    for path, item in items.items():
        left_out = {method for method in METHODS if method in item and item[method]["operationId"] not in ids}
        kept = {key: _without_links(value, ids) for key, value in item.items() if key not in left_out}
        if _of_item(kept):
            made[path] = kept
    return made


def _without_links(part: Any, ids: set[str]) -> Any:
    """Returns a part of the contract without the links that lead to other operations."""
    if isinstance(part, list):
        return [_without_links(each, ids) for each in part]
    if not isinstance(part, dict):
        return part
    made = {}
    for key, value in part.items():
        if key == "links" and isinstance(value, dict) and _are_links(value):
            kept = {name: link for name, link in value.items() if link["operationId"] in ids}
            if kept:
                made[key] = kept
        else:
            made[key] = _without_links(value, ids)
    return made


def _are_links(value: Json) -> bool:
    return all(isinstance(each, dict) and "operationId" in each for each in value.values())


def _used_components(components: Json, document: Json, ids: set[str]) -> Json:
    """Returns the components that a document refers to, directly or through others, in their order."""
    used = {name: dict[str, Any]() for name in components if name != "securitySchemes"}
    waiting = list(references(document))
    while waiting:
        _, _, kind, name = waiting.pop().split("/")
        if name not in used[kind]:
            used[kind][name] = _without_links(components[kind][name], ids)
            waiting += references(used[kind][name])
    ordered = {kind: {name: found[name] for name in components[kind] if name in found} for kind, found in used.items()}
    schemes = {"securitySchemes": components["securitySchemes"]}
    return {**schemes, **{kind: found for kind, found in ordered.items() if found}}


def references(part: Any) -> Iterator[str]:
    """Yields the pointers to components in a part of the contract: references, discriminators, kinds of questions."""
    if isinstance(part, Mapping):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        if isinstance(part.get("discriminator"), Mapping):
            yield from part["discriminator"].get("mapping", {}).values()
        for kind in part.get("x-kinds", {}).values() if isinstance(part.get("x-kinds"), Mapping) else ():
            yield from (kind["input"], kind["answer"])
    for each in part.values() if isinstance(part, Mapping) else part if isinstance(part, list) else ():
        yield from references(each)
