"""The client: every operation of the API, and what takes more than one of them."""

from collections.abc import Iterator
from http import HTTPStatus
from threading import Lock
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self, cast

from cachetools import LRUCache

from service.client import documents
from service.client.feed import Feed, Follower
from service.client.operations import Operations
from service.client.transport import Patience, Request, Transport

TABLE_PATH = "/v1/tables/{table_id}"
KNOWN_VIEWS = 100
"""So many views a client keeps, for the next look at the same tables."""
LAST_EVENTS = ("match_ended", "table_cancelled", "table_called_off")
"""No event of a table follows these."""


class _Seen(NamedTuple):
    """A view, and the entity tag it has."""

    tag: str
    view: documents.TableView


class Client(Operations):
    """One user of the API; several threads may use the same one.

    It has a method for each operation. Requests are sent again where that helps and cannot do anything twice; how often
    and for how long is said by `patience`. What is answered with a problem raises `ApiProblem`, what is not answered
    `Unreachable`; both are a `ClientError`.
    """

    def __init__(self, address: str, token: str | None = None, patience: Patience | None = None) -> None:
        """Prepares to talk to the API.

        Args:
            address: of the server, without `/v1`.
            token: the secret of a token; without one only what is open to everybody can be asked.
            patience: how long to wait and how often to try.
        """
        super().__init__(Transport(address, token, patience))
        self._seen: LRUCache[str, _Seen] = LRUCache(KNOWN_VIEWS)
        self._seen_lock = Lock()

    @classmethod
    def of_new_player(
        cls, address: str, name: str, kind: Literal["human", "bot"] = "bot", patience: Patience | None = None
    ) -> Self:
        """Makes an account, and a client that uses its first token. Raises `ClientError`."""
        made = cls(address, patience=patience).sign_up({"name": name, "kind": kind})
        return cls(address, made["token"]["secret"], patience)

    def __enter__(self) -> Self:
        """The client itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes its connections."""
        self.close()

    def close(self) -> None:
        """Closes the connections that are not in use."""
        self._transport.close()

    @property
    def token(self) -> str | None:
        """The secret of the token that it uses."""
        return self._transport.token

    def view(self, table_id: documents.TableId) -> documents.TableView:
        """The table as this user sees it now; do not change it, since it is kept.

        As long as nothing has happened at the table the answer has no body, and the view is the one of before.
        """
        with self._seen_lock:
            seen = self._seen.get(table_id)
        tag = {"If-None-Match": seen.tag if seen else None}
        answer = self._transport.send(Request("GET", TABLE_PATH, {"table_id": table_id}, headers=tag))
        if seen is None or answer.status != HTTPStatus.NOT_MODIFIED:
            seen = _Seen(answer.headers["ETag"], answer.json())
            with self._seen_lock:
                self._seen[table_id] = seen
        return seen.view

    def command(
        self,
        table_id: documents.TableId,
        command: documents.Command,
        *,
        expected_version: int | None = None,
        key: str | None = None,
    ) -> documents.Done:
        """Gives a command to a table, and returns what it has brought about.

        Args:
            table_id: of the table.
            command: what to do.
            expected_version: the version of the table for which alone it is meant; at another one it is refused (412).
            key: the idempotency key, for a command that may have been given before; else it has one of its own.
        """
        if expected_version is not None:
            command = cast("documents.Command", {**command, "expected_version": expected_version})
        return cast("documents.Done", self.command_table(table_id, command, idempotency_key=key))

    def foresee(self, table_id: documents.TableId, command: documents.Command) -> documents.Foreseen:
        """Says what can be known of a command beforehand, and changes nothing; raises as if it had been given."""
        return cast("documents.Foreseen", self.command_table(table_id, command, dry_run=True))

    def events(self, table_id: documents.TableId, after: int = 0, wait_s: int = 0) -> Iterator[documents.Event]:
        """The events of a table after a version, up to the last one that there is; waits for one when there is none."""
        return cast("Iterator[documents.Event]", self._table_feed(table_id, after).to_the_end(wait_s))

    def follow(
        self,
        table_id: documents.TableId,
        after: int = 0,
        *,
        until_over: bool = False,
        by: Literal["stream", "pages"] = "stream",
    ) -> Iterator[documents.Event]:
        """The events of a table after a version, as they come, each of them once and in order.

        Lost connections and a server that restarts are no concern of the caller.

        Args:
            table_id: of the table.
            after: the last version that is known.
            until_over: whether to end with the last event of the match, instead of never.
            by: one stream after the other, or pages that wait, where the network lets no stream through.

        Raises:
            ApiProblem: the feed may not be read.
            Unreachable: the API cannot be reached, however patiently it is tried.
            FeedBroken: the server has left out an event.
        """
        for event in self._follow(self._table_feed(table_id, after), by):
            yield cast("documents.Event", event)
            if until_over and event["type"] in LAST_EVENTS:
                return

    def follow_account(
        self, after: int = 0, *, by: Literal["stream", "pages"] = "stream"
    ) -> Iterator[documents.AccountEvent]:
        """What happens to this user's account, over all tables, after a number; as `follow` does."""
        for event in self._follow(Follower(self._transport, Feed("/v1/me/events", {}, "number"), after), by):
            yield cast("documents.AccountEvent", event)

    def follow_messages(
        self,
        table_id: documents.TableId,
        room: documents.Room,
        after: int = 0,
        *,
        by: Literal["stream", "pages"] = "stream",
    ) -> Iterator[documents.Message]:
        """What is said in a room of a table after a number; as `follow` does."""
        feed = Feed(f"{TABLE_PATH}/messages/{{room}}", {"table_id": table_id, "room": room}, "number", "messages")
        for message in self._follow(Follower(self._transport, feed, after), by):
            yield cast("documents.Message", message)

    def _table_feed(self, table_id: documents.TableId, after: int) -> Follower:
        return Follower(self._transport, Feed(f"{TABLE_PATH}/events", {"table_id": table_id}, "version"), after)

    @staticmethod
    def _follow(follower: Follower, by: Literal["stream", "pages"]) -> Iterator[dict[str, Any]]:
        return follower.by_stream() if by == "stream" else follower.by_pages()
