"""The inbox of a player in groups, and the requests about it."""

from typing import Any

from tests.support.api import Json, User

GROUPS = ["deadline_near", "my_turn", "my_answer", "others", "snoozed"]


def groups_of(user: User, query: str = "") -> dict[str, list[Json]]:
    """Returns the entries of all groups, by group."""
    found = user.get(f"/v1/me/inbox{query}")
    assert found.status_code == 200, found.text
    assert [group["name"] for group in found.json["groups"]] == GROUPS
    return {group["name"]: group["entries"] for group in found.json["groups"]}


def only_entry(user: User) -> Json:
    """Returns the only entry of an inbox."""
    [entry] = [entry for entries in groups_of(user).values() for entry in entries]
    return entry


def send(user: User, reply: Json) -> Any:
    """Sends a reply that an entry offers."""
    return user.api.call(reply["method"], reply["href"], reply["body"], token=user.token)


def snooze(user: User, table: str, **body: Any) -> Any:
    """Snoozes what waits at a table."""
    return user.api.call("PUT", f"/v1/me/inbox/{table}/snooze", body, token=user.token)


def visit(user: User, table: str, version: int) -> Any:
    """Says up to which version a player has seen a table."""
    return user.api.call("PUT", f"/v1/me/inbox/{table}/visit", {"version": version}, token=user.token)
