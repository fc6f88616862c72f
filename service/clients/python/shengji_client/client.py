"""The client for threads: all operations of the API, and functions that combine several of them."""

import time
from collections.abc import Iterator
from types import TracebackType
from typing import Literal, Self, cast

from . import documents
from .exchange import Lost, Patience
from .feed import WAIT_S, Document, Feed, Position, Reconnect
from .operations import Operations
from .problems import ApiProblem
from .tables import By, Turn, Views, account_feed, expecting, is_last, message_feed, table_feed, turns_in
from .transport import Transport


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
        self._views = Views()

    @classmethod
    def of_new_player(
        cls, address: str, name: str, kind: Literal["human", "bot"] = "bot", patience: Patience | None = None
    ) -> Self:
        """Creates an account, and a client that uses its first token. Raises `ClientError`."""
        with cls(address, patience=patience) as stranger:
            made = stranger.sign_up({"name": name, "kind": kind})
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
        """Closes the connections. A later request opens a new one."""
        self._transport.close()

    @property
    def token(self) -> str | None:
        """The secret of the token in use."""
        return self._transport.token

    def view(self, table_id: documents.TableId) -> documents.TableView:
        """Returns the current view of the table. Do not change it, because the client caches it.

        If the table has not changed, the response has no body, and the cached view is returned.
        """
        last = self._views.last(table_id)
        return self._views.current(table_id, last, self._transport.send(self._views.request(table_id, last)))

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
        done = self.command_table(table_id, expecting(command, expected_version), idempotency_key=key)
        return cast("documents.Done", done)

    def dry_run(self, table_id: documents.TableId, command: documents.Command) -> documents.DryRun:
        """Checks a command in a dry run, which changes nothing. Raises the same errors as the command."""
        return cast("documents.DryRun", self.command_table(table_id, command, dry_run=True))

    def events(self, table_id: documents.TableId, after: int = 0, wait_s: int = 0) -> Iterator[documents.Event]:
        """Yields the existing events of a table after a version.

        If there are none, waits `wait_s` seconds for the next.
        """
        position = self._position(table_feed(table_id), after)
        return cast("Iterator[documents.Event]", self._to_the_end(position, wait_s))

    def follow(
        self,
        table_id: documents.TableId,
        after: int = 0,
        *,
        until_over: bool = False,
        by: By = "stream",
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
        for event in self._follow(table_feed(table_id), after, by):
            yield cast("documents.Event", event)
            if until_over and is_last(event):
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
        after, version = self.table_events(table_id, after="end")["next_after"], 0
        for line in self._follow(table_feed(table_id, include="all"), after):
            for turn in turns_in(table_id, line, version):
                version = turn.version
                yield turn
            if is_last(line):
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
                yield from turns_in(turn["table"], turn)
            cursor = inbox["next_cursor"]
            if cursor is None:
                break
        for event in self._follow(account_feed(include="all"), after):
            yield from turns_in(event["table"], event.get("now") or {})

    def follow_account(self, after: int = 0, *, by: By = "stream") -> Iterator[documents.AccountEvent]:
        """Yields the events of this user's account after a number, like `follow`.

        The server deletes old events, so the first one may have a higher number than `after` + 1.
        """
        return cast("Iterator[documents.AccountEvent]", self._follow(account_feed(), after, by))

    def follow_messages(
        self, table_id: documents.TableId, room: documents.Room, after: int = 0, *, by: By = "stream"
    ) -> Iterator[documents.Message]:
        """Yields the messages in a room of a table after a number, like `follow`."""
        return cast("Iterator[documents.Message]", self._follow(message_feed(table_id, room), after, by))

    def _position(self, feed: Feed, after: int) -> Position:
        return Position(feed, after, self._transport.patience)

    def _follow(self, feed: Feed, after: int, by: By = "stream") -> Iterator[Document]:
        """Yields the events of a feed. Never ends."""
        position = self._position(feed, after)
        while by == "pages":
            yield from self._to_the_end(position, WAIT_S)
        while True:
            end: Reconnect | ApiProblem | Lost | None = None
            try:
                with self._transport.open(position.stream()) as response:
                    position.opened(response.headers.get("Content-Type", ""))
                    for data in response.iter_raw():
                        yield from position.in_stream(data)
            except (Reconnect, ApiProblem, Lost) as ended:
                end = ended
            time.sleep(position.pause_after(end))

    def _to_the_end(self, position: Position, wait_s: int) -> Iterator[Document]:
        """Yields the existing events, page by page."""
        more = True
        while more:
            page = self._transport.send(position.page(wait_s)).json()
            yield from position.in_page(page)
            more = page["more"]
