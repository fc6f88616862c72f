"""A table of clients that go on when their process does not answer: they reconnect to the next one.

A command keeps its idempotency key when it is sent again. A feed continues after the last event that it has told.
Events that are missing or told twice are counted.
"""

import selectors
import time
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from tests.bench.addresses import Address, after, of_commands, of_stream
from tests.bench.http_player import Acknowledged, Connection, Player, start_table
from tests.bench.stream_player import PATIENCE_S, Lines, Listener, StreamPlay, listen

ANSWER_S = 1.0
"""Seconds after which a client turns to the next process, if a process does not answer or a feed is silent."""
PAUSE_S = 0.05
"""Seconds until the next try after a process has refused a connection or answered that it cannot serve now."""


class Feed(NamedTuple):
    """What a feed has told: the last version, the number of missing events, and the number of events told twice."""

    version: int
    missing: int
    twice: int


class TableRecord(NamedTuple):
    """What the clients of a table know at the end.

    Attributes:
        table: the id of the table.
        apart: whether none of its clients used the killed process, at any time.
        acknowledged: the acknowledged commands.
        feeds: what the feed of each seat has told.
    """

    table: str
    apart: bool
    acknowledged: list[Acknowledged]
    feeds: list[Feed]


class SteadyConnection(Connection):
    """A connection that goes on at the next address. Requests are repeated, so they need an idempotency key."""

    def __init__(self, addresses: Sequence[Address], host: str, port: int, token: str | None) -> None:
        self._addresses, self._token = addresses, token
        self._is_open = False
        self.home = self.address = Address(host, port)

    def call(self, method: str, path: str, body: Any = None, headers: bytes = b"") -> tuple[int, bytes, bytes]:
        """Sends a request until it is answered. Returns status, head and body. Raises `TimeoutError` after a minute."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                if not self._is_open:
                    super().__init__(*self.address, self._token, ANSWER_S)
                    self._is_open = True
                answer = super().call(method, path, body, headers)
                if answer[0] != 503:
                    return answer
            except TimeoutError:
                pass
            except OSError:
                time.sleep(PAUSE_S)
            self.close()
            self.address = after(self._addresses, self.address)
        raise TimeoutError(f"no process has answered {method} {path}")

    def return_home(self) -> None:
        """Sends the next request to the first address again."""
        self.close()
        self.address = self.home

    def close(self) -> None:
        """Closes the connection. The next request opens it again."""
        if self._is_open:
            super().close()
        self._is_open = False


class SteadyListener(Listener):
    """A player who follows a table by its feed, from the next process if one is silent."""

    def __init__(self, addresses: Sequence[Address], address: Address, player: Player, table: str) -> None:
        """Starts to listen at one of the addresses."""
        super().__init__(address, player, table)
        self._addresses, self._home = addresses, address
        self._last_of_stream = 0
        self._missing = self._twice = 0

    def take_in(self, event: dict[str, Any]) -> None:
        """Folds an event. If some are missing before it, counts them and does not fold it."""
        if event["version"] <= self._last_of_stream:
            self._twice += 1
        elif event["version"] > self._last_of_stream + 1:
            self._missing += event["version"] - self._last_of_stream - 1
        self._last_of_stream = max(self._last_of_stream, event["version"])
        if event["version"] <= self.version + 1:
            self.fold(event)

    def return_home(self) -> None:
        """Continues the feed and the requests at their first addresses. Raises `TimeoutError` after a minute."""
        assert isinstance(self.player.connection, SteadyConnection), "steady players have steady connections"
        self.player.connection.return_home()
        self.listen_from(self._home)

    def listen_elsewhere(self) -> None:
        """Continues the feed at the next process that accepts a connection. Raises `TimeoutError` after a minute."""
        self.listen_from(after(self._addresses, self.stream.address))

    def listen_from(self, address: Address) -> None:
        """Continues the feed at a process, or at the next one that accepts a connection. Raises `TimeoutError`."""
        self.stream.close()
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                self.stream = listen(*address, self.player.token, self.table, self.version, ANSWER_S)
            except OSError:
                time.sleep(PAUSE_S)
                address = after(self._addresses, address)
                continue
            self._lines, self._last_of_stream = Lines(), self.version
            return
        raise TimeoutError("no process has accepted a connection for a feed")

    def told(self) -> Feed:
        """Returns what the feed has told."""
        return Feed(self.version, self._missing, self._twice)


class SteadyPlay(StreamPlay):
    """Four players at a table, who follow it by their feeds and go on when a process does not answer."""

    patience_s = ANSWER_S
    _listeners: Sequence[SteadyListener]

    def __init__(self, addresses: Sequence[Address], number: int = 0, *, apart: bool = False) -> None:
        """Starts a table. See `StreamPlay`. `apart` is noted in the record."""
        self._apart = apart
        super().__init__(addresses, number)

    def _seated(self, addresses: Sequence[Address], number: int) -> tuple[str, Sequence[SteadyListener]]:
        connect = partial(SteadyConnection, addresses)
        players = [Player(*of_commands(addresses, number, seat), seat, connect) for seat in range(4)]
        table = start_table(players)
        return table, [
            SteadyListener(addresses, of_stream(addresses, number, each.seat), each, table) for each in players
        ]

    def _hear(self) -> None:
        heard = self._selector.select(self.patience_s)
        if not heard:
            self._leave_silent_feeds()
        for key, _ in heard:
            try:
                key.data.hear()
            except OSError:
                self._move(key.data)

    def _leave_silent_feeds(self) -> None:
        """Lets the feeds go on elsewhere that have not told what the clients of the table know."""
        newest = self._newest()
        for each in self._listeners:
            if each.version < newest:
                self._move(each)

    def _newest(self) -> int:
        acknowledged = [made.version for each in self._listeners for made in each.player.acknowledged]
        return max(*acknowledged, *(each.version for each in self._listeners))

    def return_home(self) -> None:
        """Lets all clients continue at their first addresses."""
        for each in self._listeners:
            self._selector.unregister(each.stream)
            each.return_home()
            self._selector.register(each.stream, selectors.EVENT_READ, each)

    def _move(self, listener: SteadyListener) -> None:
        self._selector.unregister(listener.stream)
        listener.listen_elsewhere()
        self._selector.register(listener.stream, selectors.EVENT_READ, listener)

    def record(self) -> TableRecord:
        """Waits until each feed has told the last acknowledged command. Returns what the clients know."""
        until = time.monotonic() + PATIENCE_S
        while any(each.version < self._newest() for each in self._listeners) and time.monotonic() < until:
            self._hear()
        acknowledged = [made for each in self._listeners for made in each.player.acknowledged]
        return TableRecord(self.table, self._apart, acknowledged, [each.told() for each in self._listeners])
