"""A table whose four seats follow their feeds and read no view.

Each seat folds what its feed tells, and moves when its own feed has told it that it is to move. The folds cost the
server nothing, because they happen in the process of the clients.
"""

import selectors
from collections.abc import Sequence
from typing import Any

import orjson

from domain.kernel.seats import Seat
from domain.table.asking import asking
from service.cli.folded_feed import FoldedFeed
from tests.bench.addresses import Address, of_commands, of_stream
from tests.bench.http_player import Command, Connection, Player, move, start_table

PATIENCE_S = 60.0
"""Seconds for which a table waits to be told who is to move."""
CHUNK_END = b"\n\r\n"
"""The end of the last line in a chunk, and of the chunk. No line contains it."""


def listen(host: str, port: int, token: str, table: str, after: int, timeout_s: float | None = None) -> Connection:
    """Returns a new connection that streams the events of a table as NDJSON. See `Connection` for `timeout_s`."""
    connection = Connection(host, port, token, timeout_s)
    connection.send("GET", f"/v1/tables/{table}/events?after={after}", headers=b"Accept: application/x-ndjson\r\n")
    return connection


class Lines:
    """Finds the events in the bytes of a stream.

    Only whole chunks count, because a chunk has all events of a command. Between two of them, nobody knows who is next.
    """

    def __init__(self) -> None:
        self._begun = b""

    def events(self, data: bytes) -> list[dict[str, Any]]:
        """Returns the events that these bytes complete."""
        whole, _, self._begun = (self._begun + data).rpartition(CHUNK_END)
        return [orjson.loads(line) for line in whole.split(b"\n") if line.startswith(b'{"version"')]


class Listener:
    """A player who follows a table by its feed."""

    def __init__(self, address: Address, player: Player, table: str) -> None:
        self.stream = listen(*address, player.token, table, 0)
        self.player, self.table = player, table
        self._lines = Lines()
        self._folded = FoldedFeed(Seat(player.seat))
        self._next_version = 1

    def hear(self) -> None:
        """Waits for bytes of the feed, and folds the events that they complete."""
        for event in self._lines.events(self.stream.more()):
            self.take_in(event)

    def take_in(self, event: dict[str, Any]) -> None:
        """Takes an event of the feed. Raises `Failed` if one is missing before it."""
        self.fold(event)

    def fold(self, event: dict[str, Any]) -> None:
        """Folds an event, unless it was folded before. Raises `Failed` if one is missing before it."""
        self._folded.take_in(event)

    @property
    def version(self) -> int:
        """The version of the last event that was folded."""
        return self._folded.version

    @property
    def is_asked(self) -> bool:
        """Whether the feed has told this seat that it is to move, and has told what the seat itself did last."""
        if self._folded.version < self._next_version:
            return False
        return any(each.seat == self.player.seat for each in asking(self._folded.table))

    @property
    def is_over(self) -> bool:
        """Whether the feed has told the end of the match."""
        return self._folded.version > 0 and self._folded.table.status == "finished"

    def move(self) -> Command:
        """Sends a legal command, and returns when that was."""
        body = move(self._folded.view(self.table), self.player.seat)
        command, answer = self.player.say(self.table, body, f"{self._folded.version}")
        self._next_version = answer["version"]
        return command

    def close(self) -> None:
        """Closes the connections of the player."""
        self.stream.close()
        self.player.connection.close()


class StreamPlay:
    """Four players at a table of endless hands, who follow it by their feeds. `over` is whether the match is over."""

    _listeners: Sequence[Listener]

    def __init__(self, addresses: Sequence[Address], number: int = 0) -> None:
        """Starts a table. `number` says with which of the addresses its seats begin."""
        self.table, self._listeners = self._seated(addresses, number)
        self._selector = selectors.DefaultSelector()
        for each in self._listeners:
            self._selector.register(each.stream, selectors.EVENT_READ, each)
        self.over = False
        self._wait_for_turn()

    def _seated(self, addresses: Sequence[Address], number: int) -> tuple[str, Sequence[Listener]]:
        """Starts a table. Returns its id, and its players."""
        players = [Player(*of_commands(addresses, number, seat), seat) for seat in range(4)]
        table = start_table(players)
        return table, [Listener(of_stream(addresses, number, each.seat), each, table) for each in players]

    def step(self) -> Command:
        """Sends one command, and waits until a feed has told its seat that it is next. Returns the command's times."""
        command = self._mover.move()
        self._wait_for_turn()
        return command

    def close(self) -> None:
        """Closes the connections."""
        self._selector.close()
        for each in self._listeners:
            each.close()

    def _wait_for_turn(self) -> None:
        while not (asked := [each for each in self._listeners if each.is_asked]):
            self._hear()
            self.over = any(each.is_over for each in self._listeners)
            if self.over:
                return
        self._mover = asked[0]

    def _hear(self) -> None:
        heard = self._selector.select(PATIENCE_S)
        assert heard, "no feed has told anything"
        for key, _ in heard:
            key.data.hear()
