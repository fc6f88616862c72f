"""The client for asyncio: the same methods as `Client`, as coroutines and asynchronous iterators."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from types import TracebackType
from typing import Literal, Self, cast

from . import documents
from .async_operations import AsyncOperations
from .exchange import Lost, Patience
from .feed import WAIT_S, Document, Feed, Position, Reconnect
from .problems import ApiProblem
from .tables import By, Turn, Views, account_feed, expecting, is_last, message_feed, table_feed, turns_in
from .transport import AsyncTransport


class AsyncClient(AsyncOperations):
    """A user of the API. Several tasks of one event loop may share one.

    It has the methods of `Client`, with the same arguments, results and errors. If you leave the loop over an
    iterator early, close the iterator, for example with `contextlib.aclosing`.
    """

    def __init__(self, address: str, token: str | None = None, patience: Patience | None = None) -> None:
        """Creates a client like `Client`. It connects with the first request."""
        super().__init__(AsyncTransport(address, token, patience))
        self._views = Views()

    @classmethod
    async def of_new_player(
        cls, address: str, name: str, kind: Literal["human", "bot"] = "bot", patience: Patience | None = None
    ) -> Self:
        """Creates an account, and a client that uses its first token. Raises `ClientError`."""
        async with cls(address, patience=patience) as stranger:
            made = await stranger.sign_up({"name": name, "kind": kind})
        return cls(address, made["token"]["secret"], patience)

    async def __aenter__(self) -> Self:
        """Returns the client."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes its connections."""
        await self.close()

    async def close(self) -> None:
        """Closes the connections. A later request opens a new one."""
        await self._transport.close()

    @property
    def token(self) -> str | None:
        """The secret of the token in use."""
        return self._transport.token

    async def view(self, table_id: documents.TableId) -> documents.TableView:
        """Returns the current view of the table, like `Client.view`."""
        last = self._views.last(table_id)
        return self._views.current(table_id, last, await self._transport.send(self._views.request(table_id, last)))

    async def command(
        self,
        table_id: documents.TableId,
        command: documents.Command,
        *,
        expected_version: int | None = None,
        key: str | None = None,
    ) -> documents.Done:
        """Sends a command to a table and returns the result, like `Client.command`."""
        done = await self.command_table(table_id, expecting(command, expected_version), idempotency_key=key)
        return cast("documents.Done", done)

    async def dry_run(self, table_id: documents.TableId, command: documents.Command) -> documents.DryRun:
        """Checks a command in a dry run, like `Client.dry_run`."""
        return cast("documents.DryRun", await self.command_table(table_id, command, dry_run=True))

    def events(
        self, table_id: documents.TableId, after: int = 0, wait_s: int = 0
    ) -> AsyncGenerator[documents.Event, None]:
        """Yields the existing events of a table after a version, like `Client.events`."""
        position = self._position(table_feed(table_id), after)
        return cast("AsyncGenerator[documents.Event, None]", self._to_the_end(position, wait_s))

    async def follow(
        self, table_id: documents.TableId, after: int = 0, *, until_over: bool = False, by: By = "stream"
    ) -> AsyncGenerator[documents.Event, None]:
        """Yields the events of a table after a version as they happen, like `Client.follow`."""
        async with aclosing(self._follow(table_feed(table_id), after, by)) as events:
            async for event in events:
                yield cast("documents.Event", event)
                if until_over and is_last(event):
                    return

    async def turns(self, table_id: documents.TableId) -> AsyncGenerator[Turn, None]:
        """Yields each decision that this user's seat is asked, until the match is over, like `Client.turns`."""
        after, version = (await self.table_events(table_id, after="end"))["next_after"], 0
        async with aclosing(self._follow(table_feed(table_id, include="all"), after)) as lines:
            async for line in lines:
                for turn in turns_in(table_id, line, version):
                    version = turn.version
                    yield turn
                if is_last(line):
                    return

    async def turns_everywhere(self) -> AsyncGenerator[Turn, None]:
        """Yields each decision that this user is asked at any table, like `Client.turns_everywhere`."""
        after = (await self.account_events(after="end"))["next_after"]
        cursor: str | None = None
        while True:
            inbox = cast("documents.Turns", await self.list_turns(limit=20, cursor=cursor, include="all"))
            for waiting in inbox["turns"]:
                for turn in turns_in(waiting["table"], waiting):
                    yield turn
            cursor = inbox["next_cursor"]
            if cursor is None:
                break
        async with aclosing(self._follow(account_feed(include="all"), after)) as events:
            async for event in events:
                for turn in turns_in(event["table"], event.get("now") or {}):
                    yield turn

    def follow_account(self, after: int = 0, *, by: By = "stream") -> AsyncGenerator[documents.AccountEvent, None]:
        """Yields the events of this user's account after a number, like `Client.follow_account`."""
        return cast("AsyncGenerator[documents.AccountEvent, None]", self._follow(account_feed(), after, by))

    def follow_messages(
        self, table_id: documents.TableId, room: documents.Room, after: int = 0, *, by: By = "stream"
    ) -> AsyncGenerator[documents.Message, None]:
        """Yields the messages in a room of a table after a number, like `Client.follow_messages`."""
        return cast("AsyncGenerator[documents.Message, None]", self._follow(message_feed(table_id, room), after, by))

    def _position(self, feed: Feed, after: int) -> Position:
        return Position(feed, after, self._transport.patience)

    async def _follow(self, feed: Feed, after: int, by: By = "stream") -> AsyncGenerator[Document, None]:
        """Yields the events of a feed. Never ends."""
        position = self._position(feed, after)
        while by == "pages":
            async for event in self._to_the_end(position, WAIT_S):
                yield event
        while True:
            end: Reconnect | ApiProblem | Lost | None = None
            try:
                async with self._transport.open(position.stream()) as response:
                    position.opened(response.headers.get("Content-Type", ""))
                    async for data in response.aiter_raw():
                        for event in position.in_stream(data):
                            yield event
            except (Reconnect, ApiProblem, Lost) as ended:
                end = ended
            await asyncio.sleep(position.pause_after(end))

    async def _to_the_end(self, position: Position, wait_s: int) -> AsyncGenerator[Document, None]:
        """Yields the existing events, page by page."""
        more = True
        while more:
            page = (await self._transport.send(position.page(wait_s))).json()
            for event in position.in_page(page):
                yield event
            more = page["more"]
