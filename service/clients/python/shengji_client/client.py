"""The client: all operations of the API, and functions that combine several of them."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from threading import Lock
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self, cast

from cachetools import LRUCache

from . import documents
from .feed import Feed, Follower
from .operations import Operations
from .transport import Patience, Request, Transport

TABLE_PATH = "/v1/tables/{table_id}"
KNOWN_VIEWS = 100
"""Number of views that a client caches by their entity tags."""
LAST_EVENTS = ("match_ended", "table_cancelled", "table_called_off")
"""The last event of a table has one of these types."""


class _Seen(NamedTuple):
    """A view and its entity tag."""

    tag: str
    view: documents.TableView


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


class Client(Operations):
    """A user of the API. Several threads may share one.

    It has a method for each operation. It repeats failed requests if that may help and cannot do anything twice;
    `patience` sets how often and how long. A problem response raises `ApiProblem`, a missing response `Unreachable`.
    Both are a `ClientError`.
    """

    def __init__(self, address: str, token: str | None = None, patience: Patience | None = None) -> None:
        """Creates a client. It connects with the first request.

        Args:
            address: address of the server, without `/v1`.
            token: secret of a token; without one, only public operations work.
            patience: time limits and numbers of attempts.
        """
        super().__init__(Transport(address, token, patience))
        self._seen: LRUCache[str, _Seen] = LRUCache(KNOWN_VIEWS)
        self._seen_lock = Lock()

    @classmethod
    def of_new_player(
        cls, address: str, name: str, kind: Literal["human", "bot"] = "bot", patience: Patience | None = None
    ) -> Self:
        """Creates an account, and a client that uses its first token. Raises `ClientError`."""
        made = cls(address, patience=patience).sign_up({"name": name, "kind": kind})
        return cls(address, made["token"]["secret"], patience)

    def __enter__(self) -> Self:
        """Returns the client."""
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
        """The secret of the token in use."""
        return self._transport.token

    def view(self, table_id: documents.TableId) -> documents.TableView:
        """Returns the current view of the table. Do not change it, because the client caches it.

        If the table has not changed, the response has no body, and the cached view is returned.
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
        """Sends a command to a table and returns the result.

        Args:
            table_id: id of the table.
            command: the command.
            expected_version: the version that the table must have; otherwise the command is refused (412).
            key: idempotency key, for a command that may have been sent before. By default a new key.
        """
        if expected_version is not None:
            command = cast("documents.Command", {**command, "expected_version": expected_version})
        return cast("documents.Done", self.command_table(table_id, command, idempotency_key=key))

    def foresee(self, table_id: documents.TableId, command: documents.Command) -> documents.Foreseen:
        """Checks a command in a dry run, which changes nothing. Raises the same errors as the command."""
        return cast("documents.Foreseen", self.command_table(table_id, command, dry_run=True))

    def events(self, table_id: documents.TableId, after: int = 0, wait_s: int = 0) -> Iterator[documents.Event]:
        """Yields the existing events of a table after a version.

        If there are none, waits `wait_s` seconds for the next.
        """
        return cast("Iterator[documents.Event]", self._table_feed(table_id, after).to_the_end(wait_s))

    def follow(
        self,
        table_id: documents.TableId,
        after: int = 0,
        *,
        until_over: bool = False,
        by: Literal["stream", "pages"] = "stream",
    ) -> Iterator[documents.Event]:
        """Yields the events of a table after a version as they happen, each once and in order.

        The client reconnects after lost connections and restarts of the server.

        Args:
            table_id: id of the table.
            after: the last known version.
            until_over: whether to end with the last event of the match. By default it never ends.
            by: `stream` for streams, or `pages` for long polling, if the network does not support streams.

        Raises:
            ApiProblem: the feed may not be read.
            Unreachable: the API cannot be reached after all attempts.
            FeedBroken: the server has left out an event.
        """
        for event in self._follow(self._table_feed(table_id, after), by):
            yield cast("documents.Event", event)
            if until_over and event["type"] in LAST_EVENTS:
                return

    def turns(self, table_id: documents.TableId) -> Iterator[Turn]:
        """Yields each decision that this user's seat is asked, until the match is over.

        One stream brings the moves and the view, so a turn costs one request: the command that answers it. The decision
        may be yielded again if the table changes before the answer.

        Raises:
            ApiProblem: the feed may not be read.
            Unreachable: the API cannot be reached after all attempts.
            FeedBroken: the server has left out an event.
        """
        now = self.table_events(table_id, after="end", include="all")
        after, view = now["next_after"], now.get("view")
        is_over = view is not None and view["status"] in ("finished", "cancelled")
        yield from _turns_in(table_id, {**now, "version": after})
        feed = Feed(f"{TABLE_PATH}/events", {"table_id": table_id}, "version", include="all")
        for event in () if is_over else Follower(self._transport, feed, after).by_stream():
            yield from _turns_in(table_id, event)
            if event["type"] in LAST_EVENTS:
                return

    def turns_everywhere(self) -> Iterator[Turn]:
        """Yields each decision that this user is asked at any table. Never ends.

        Decisions that already wait come first, the most urgent at the head. Then one stream brings the others, like
        `turns`. A turn may be over when it is yielded, so send each command with `expected_version`.
        """
        after = self.account_events(after="end")["next_after"]
        cursor: str | None = None
        while True:
            inbox = cast("documents.Turns", self.list_turns(limit=20, cursor=cursor, include="all"))
            for turn in inbox["turns"]:
                yield from _turns_in(turn["table"], turn)
            cursor = inbox["next_cursor"]
            if cursor is None:
                break
        feed = Feed("/v1/me/events", {}, "number", forgets=True, include="all")
        for event in Follower(self._transport, feed, after).by_stream():
            yield from _turns_in(event["table"], event.get("now") or {})

    def follow_account(
        self, after: int = 0, *, by: Literal["stream", "pages"] = "stream"
    ) -> Iterator[documents.AccountEvent]:
        """Yields the events of this user's account after a number, like `follow`.

        The server deletes old events, so the first one may have a higher number than `after` + 1.
        """
        feed = Feed("/v1/me/events", {}, "number", forgets=True)
        for event in self._follow(Follower(self._transport, feed, after), by):
            yield cast("documents.AccountEvent", event)

    def follow_messages(
        self,
        table_id: documents.TableId,
        room: documents.Room,
        after: int = 0,
        *,
        by: Literal["stream", "pages"] = "stream",
    ) -> Iterator[documents.Message]:
        """Yields the messages in a room of a table after a number, like `follow`."""
        feed = Feed(f"{TABLE_PATH}/messages/{{room}}", {"table_id": table_id, "room": room}, "number", "messages")
        for message in self._follow(Follower(self._transport, feed, after), by):
            yield cast("documents.Message", message)

    def _table_feed(self, table_id: documents.TableId, after: int) -> Follower:
        return Follower(self._transport, Feed(f"{TABLE_PATH}/events", {"table_id": table_id}, "version"), after)

    @staticmethod
    def _follow(follower: Follower, by: Literal["stream", "pages"]) -> Iterator[dict[str, Any]]:
        return follower.by_stream() if by == "stream" else follower.by_pages()


def _turns_in(table_id: str, state: Mapping[str, Any]) -> Iterator[Turn]:
    """Yields the turn in a page or event, if it has one."""
    moves, view = state.get("moves"), state.get("view")
    if moves and view and moves["asked"] is not None:
        yield Turn(table_id, state["version"], moves, view)
