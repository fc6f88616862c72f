"""Tables as both clients see them: cached views, turns, feeds and commands. Nothing here does I/O."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from threading import Lock
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from cachetools import LRUCache

from . import documents
from .exchange import Answer, Request
from .feed import Feed

TABLE_PATH = "/v1/tables/{table_id}"
KNOWN_VIEWS = 100
"""Number of views that a client caches by their entity tags."""
LAST_EVENTS = ("match_ended", "table_cancelled", "table_called_off")
"""The last event of a table has one of these types."""
By: TypeAlias = Literal["stream", "pages"]


class Turn(NamedTuple):
    """A decision that the seat of the client is asked.

    Attributes:
        table: id of the table.
        version: the version of the table; the expected version of the command that answers.
        moves: the legal moves.
        view: the view of the table.
    """

    table: str
    version: int
    moves: documents.Moves
    view: documents.TableView


class Seen(NamedTuple):
    """A view and its entity tag."""

    tag: str
    view: documents.TableView


class Views:
    """The last views by table. Several threads may use it."""

    def __init__(self) -> None:
        """Starts without views."""
        self._seen: LRUCache[str, Seen] = LRUCache(KNOWN_VIEWS)
        self._lock = Lock()

    def last(self, table_id: str) -> Seen | None:
        """Returns the cached view of a table, if there is one."""
        with self._lock:
            return self._seen.get(table_id)

    def request(self, table_id: str, last: Seen | None) -> Request:
        """Returns the request for a view that is newer than the cached one."""
        tag = {"If-None-Match": last.tag if last else None}
        return Request("GET", TABLE_PATH, {"table_id": table_id}, headers=tag)

    def current(self, table_id: str, last: Seen | None, answer: Answer) -> documents.TableView:
        """Returns the view in the answer, or the cached one if it has not changed."""
        if last is None or answer.status != HTTPStatus.NOT_MODIFIED:
            last = Seen(answer.headers["ETag"], answer.json())
            with self._lock:
                self._seen[table_id] = last
        return last.view


def expecting(command: documents.Command, version: int | None) -> documents.Command:
    """Returns the command with the expected version, if one is given."""
    return command if version is None else cast("documents.Command", {**command, "expected_version": version})


def table_feed(table_id: str, include: str | None = None) -> Feed:
    """Returns the feed of a table."""
    return Feed(f"{TABLE_PATH}/events", {"table_id": table_id}, "version", include=include)


def message_feed(table_id: str, room: str) -> Feed:
    """Returns the messages in a room of a table, as a feed."""
    return Feed(f"{TABLE_PATH}/messages/{{room}}", {"table_id": table_id, "room": room}, "number", "messages")


def account_feed(include: str | None = None) -> Feed:
    """Returns the feed of the account."""
    return Feed("/v1/me/events", {}, "number", forgets=True, include=include)


def is_last(line: Mapping[str, Any]) -> bool:
    """Returns whether the turns of a table end with this line of its stream, an event or `caught_up`."""
    view = line.get("view")
    return line["type"] in LAST_EVENTS or (view is not None and view["status"] in ("finished", "cancelled"))


def turns_in(table_id: str, state: Mapping[str, Any], after: int = 0) -> Iterator[Turn]:
    """Yields the turn in a line or page, if it has one that is newer than a version."""
    moves, view = state.get("moves"), state.get("view")
    if moves and view and moves["asked"] is not None and state["version"] > after:
        yield Turn(table_id, state["version"], moves, view)
