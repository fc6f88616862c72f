"""Everything that is kept about a player, as one JSON document, written part by part so that none has to be in memory.

Secrets and hashes are no part of it. Nor are the events of tables: each table is named with the addresses where the
player reads them.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import orjson

from domain.table.events import PlayerId
from service.application.lists import AFTER_ALL
from service.projections.account_events import Numbered, account_event_document
from service.projections.documents import Json, timestamp
from service.store.database import Database

PAGE = 500


class Part(NamedTuple):
    """A member of the document: one value, or a list that is read page by page."""

    name: str
    read: Callable[[Database, PlayerId], Json | None] | None = None
    items: Callable[[Database, PlayerId], Iterator[Json]] | None = None


def export(database: Database, player: PlayerId) -> Iterator[bytes]:
    """The document in pieces. Raises `DatabaseUnavailable`, also between the pieces."""
    yield b'{"generated_at":' + orjson.dumps(timestamp(datetime.now(UTC)))
    for part in PARTS:
        yield b"," + orjson.dumps(part.name) + b":"
        if part.read is not None:
            yield orjson.dumps(part.read(database, player))
        if part.items is not None:
            yield b"["
            for number, item in enumerate(part.items(database, player)):
                yield (b"," if number else b"") + orjson.dumps(item)
            yield b"]"
    yield b"}"


def _pages(
    database: Database, statement: str, player: PlayerId, key: int, first: str | int = ""
) -> Iterator[tuple[Any, ...]]:
    """All rows of a statement that goes on behind the value of a column; the place of that column is `key`."""
    after: Any = first
    while rows := database.read(statement, {"player_id": player, "after": after, "limit": PAGE}):
        yield from rows
        after = rows[-1][key]


def _time(at: datetime | None) -> str | None:
    return timestamp(at) if at else None


def _account(database: Database, player: PlayerId) -> Json | None:
    for player_id, name, kind, created_at, _ in database.read("players", {"ids": [player]}):
        return {"id": player_id, "name": name, "kind": kind, "created_at": timestamp(created_at)}
    return None


def _login(database: Database, player: PlayerId) -> Json | None:
    for login, _, changed_at in database.read("login_of", {"player_id": player}):
        return {"login": login, "changed_at": timestamp(changed_at)}
    return None


def _tokens(database: Database, player: PlayerId) -> Iterator[Json]:
    for token_id, name, scopes, created_at, expires_at, revoked_at, last_used_at, client in _pages(
        database, "tokens", player, 0
    ):
        yield {
            "id": token_id,
            "name": name,
            "scopes": sorted(scopes),
            "created_at": timestamp(created_at),
            "expires_at": _time(expires_at),
            "revoked_at": _time(revoked_at),
            "last_used_at": _time(last_used_at),
            "client": client,
        }


def _clients(database: Database, player: PlayerId) -> Iterator[Json]:
    for client_id, name, redirect_uris, created_at in _pages(database, "clients", player, 0):
        yield {
            "id": client_id,
            "name": name,
            "redirect_uris": redirect_uris,
            "created_at": timestamp(created_at),
        }


def _grants(database: Database, player: PlayerId) -> Iterator[Json]:
    for grant_id, client_id, name, scopes, created_at, revoked_at in _pages(database, "grants", player, 0):
        yield {
            "id": grant_id,
            "client": client_id,
            "client_name": name,
            "scopes": sorted(scopes),
            "created_at": timestamp(created_at),
            "revoked_at": _time(revoked_at),
        }


def _tables(database: Database, player: PlayerId) -> Iterator[Json]:
    """Tables that the player opened or sits at, those that are over included, the newest first."""
    before = AFTER_ALL
    wanted = {"player_id": player, "status": None, "free": False, "limit": PAGE}
    while rows := database.read("list_own_tables", {**wanted, "before": before}):
        for (summary,) in rows:
            address = f"/v1/tables/{summary['id']}"
            yield {
                "id": summary["id"],
                "status": summary["status"],
                "host": summary["host"] == player,
                "seats": [seat["seat"] for seat in summary["seats"] if seat["player"] == player],
                "view": address,
                "events": f"{address}/events",
                "record": f"{address}/record",
            }
        before = rows[-1][0]["id"]


def _events(database: Database, player: PlayerId) -> Iterator[Json]:
    for row in _pages(database, "account_events", player, 0, first=0):
        yield account_event_document(Numbered(*row))


def _webhooks(database: Database, player: PlayerId) -> Iterator[Json]:
    for webhook_id, url, types, created_at, disabled_at, *_ in database.read(
        "webhooks", {"player_id": player, "id": None}
    ):
        yield {
            "id": webhook_id,
            "url": url,
            "types": types,
            "created_at": timestamp(created_at),
            "disabled_at": _time(disabled_at),
        }


PARTS = (
    Part("account", read=_account),
    Part("login", read=_login),
    Part("tokens", items=_tokens),
    Part("clients", items=_clients),
    Part("grants", items=_grants),
    Part("tables", items=_tables),
    Part("webhooks", items=_webhooks),
    Part("events", items=_events),
)
"""What is kept about a player, by kind; whoever keeps something new adds its part here."""
