"""A table of four keep-alive clients over raw sockets. They need little processor time compared with the server.

They play legal moves from the views that they read. The next request follows each answer at once, without a pause.
"""

import socket
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import orjson

from domain.games.sheng_ji.card_order import order_of
from domain.games.sheng_ji.choices import follows, leads
from domain.games.sheng_ji.follow import lead_of
from domain.games.sheng_ji.holding import hand_of, in_suit, sole_suit
from domain.games.sheng_ji.units import decompose
from domain.kernel.cards import RANK_OF_NAME, SUIT_OF_NAME, read_cards, write_cards
from tests.bench.addresses import Address, of_commands


class Connection:
    """A keep-alive connection of one user.

    Attributes:
        address: the address of the server.
    """

    def __init__(self, host: str, port: int, token: str | None = None, timeout_s: float | None = None) -> None:
        """Connects. With `timeout_s`, sending and receiving raise `TimeoutError` after so many seconds."""
        self.address = Address(host, port)
        self._socket = socket.create_connection((host, port), timeout_s)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._host = f"Host: {host}:{port}\r\n".encode()
        self._auth = f"Authorization: Bearer {token}\r\n".encode() if token else b""

    def call(self, method: str, path: str, body: Any = None, headers: bytes = b"") -> tuple[int, bytes, bytes]:
        """Sends a request. Returns status, head and body of the answer."""
        self.send(method, path, body, headers)
        return self._receive()

    def send(self, method: str, path: str, body: Any = None, headers: bytes = b"") -> None:
        """Sends a request."""
        data = b"" if body is None else orjson.dumps(body)
        length = b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(data) if body is not None else b""
        self._socket.sendall(
            b"%s %s HTTP/1.1\r\n" % (method.encode(), path.encode())
            + self._host
            + self._auth
            + headers
            + length
            + b"\r\n"
            + data
        )

    def _receive(self) -> tuple[int, bytes, bytes]:
        received = b""
        while b"\r\n\r\n" not in received:
            received += self.more()
        head, _, rest = received.partition(b"\r\n\r\n")
        wanted = 0
        for line in head.split(b"\r\n"):
            if line[:15].lower() == b"content-length:":
                wanted = int(line[15:])
        while len(rest) < wanted:
            rest += self.more()
        return int(head[9:12]), head, rest

    def fileno(self) -> int:
        """Returns the descriptor of the socket, so that a selector can wait for it."""
        return self._socket.fileno()

    def more(self) -> bytes:
        """Waits for bytes, and returns those that have arrived."""
        more = self._socket.recv(1 << 16)
        if not more:
            raise ConnectionError("the server has closed the connection")
        return more

    def close(self) -> None:
        """Closes the connection."""
        self._socket.close()


Connect = Callable[[str, int, str | None], Connection]
"""Opens a connection to a host and port, for the user of a token."""


class Command(NamedTuple):
    """The times when a command was sent and answered, by the monotonic clock."""

    sent: float
    answered: float

    @property
    def took(self) -> float:
        """The seconds until the answer."""
        return self.answered - self.sent


class Acknowledged(NamedTuple):
    """A command that the server has acknowledged.

    Attributes:
        player: the id of the player.
        key: the idempotency key.
        version: the version of the table in the answer.
        times: when the command was first sent, and when it was answered.
        address: the process that answered.
    """

    player: str
    key: str
    version: int
    times: Command
    address: Address


class Player:
    """A player at one seat.

    Attributes:
        token: the secret of its token.
        acknowledged: its commands with an idempotency key, as far as they were answered.
    """

    def __init__(self, host: str, port: int, seat: int, connect: Connect = Connection) -> None:
        """Signs up. `connect` opens the connections."""
        first = connect(host, port, None)
        _, _, answer = first.call("POST", "/v1/players", {"name": f"bench {seat}", "kind": "bot"})
        first.close()
        made = orjson.loads(answer)
        self.token: str = made["token"]["secret"]
        self.id: str = made["player"]["id"]
        self.acknowledged: list[Acknowledged] = []
        self.connection = connect(host, port, self.token)
        self.seat = seat
        self.view: dict[str, Any] = {}

    def look(self, table: str) -> None:
        """Reads the view of this seat."""
        status, _, body = self.connection.call("GET", f"/v1/tables/{table}")
        assert status == 200, body
        self.view = orjson.loads(body)

    def command(self, table: str, body: Any, key: str = "") -> Command:
        """Sends a command and takes the new view from the answer. Returns when that was."""
        command, answer = self.say(table, body, key, b"Prefer: return=representation\r\n")
        self.view = answer["view"]
        return command

    def say(self, table: str, body: Any, key: str = "", headers: bytes = b"") -> tuple[Command, Any]:
        """Sends a command. Returns its times and the answer."""
        if key:
            headers += f"Idempotency-Key: {key}\r\n".encode()
        sent = time.monotonic()
        status, _, answer = self.connection.call("POST", f"/v1/tables/{table}/commands", body, headers)
        command = Command(sent, time.monotonic())
        assert status == 200, answer
        told = orjson.loads(answer)
        if key:
            version, address = told.get("version", 0), self.connection.address
            self.acknowledged.append(Acknowledged(self.id, key, version, command, address))
        return command, told


def start_table(players: Sequence[Player]) -> str:
    """Opens a table, seats the players and starts the match. Returns the id of the table."""
    host = players[0]
    _, _, body = host.connection.call("POST", "/v1/tables", {"profile": "zhang-2021", "listed": False})
    table: str = orjson.loads(body)["table"]
    for player in players:
        player.command(table, {"type": "sit", "seat": player.seat}, "sit")
    host.command(table, {"type": "start"}, "start")
    return table


class TablePlay:
    """Four players at a table of endless hands, who read their views.

    After a command, everybody reads the new view, or only the next seat. The mover's new view is in its answer.
    """

    def __init__(self, addresses: Sequence[Address], number: int = 0, *, everybody: bool = True) -> None:
        """Starts a table. `number` says with which of the addresses its seats begin."""
        self._everybody = everybody
        self.players = [Player(*of_commands(addresses, number, seat), seat) for seat in range(4)]
        self.table = start_table(self.players)
        for player in self.players:
            player.look(self.table)
        self.commands = 0
        self.over = False
        self._next: int = self.players[0].view["asked"][0]["seat"]

    def step(self) -> Command:
        """Sends one command and lets the others read. Returns when the command was sent and answered."""
        mover = self.players[self._next]
        command = mover.command(self.table, move(mover.view, mover.seat), f"{self.commands}")
        self.commands += 1
        self.over = mover.view["status"] != "playing"
        self._next = mover.seat if self.over else mover.view["asked"][0]["seat"]
        for player in self.players:
            if player is not mover and (self._everybody or player.seat == self._next):
                player.look(self.table)
        return command

    def close(self) -> None:
        """Closes the connections."""
        for player in self.players:
            player.connection.close()


def move(view: dict[str, Any], seat: int) -> dict[str, Any]:
    """Returns a legal command from a view: never declares, buries the last cards, and makes the first legal play."""
    match = view["match"]
    if match["phase"] == "declaring":
        return {"type": "pass"}
    order = order_of(RANK_OF_NAME[match["trump_rank"]], SUIT_OF_NAME.get(match["trump_suit"]))
    cards = read_cards(match["hand"])
    if match["phase"] == "burying":
        return {"type": "bury", "cards": match["hand"][-8:]}
    hand = hand_of(order, cards)
    trick = match["trick"]
    if trick is None or not trick["plays"]:
        return {"type": "play", "cards": write_cards(next(leads(order, hand)))}
    led = hand_of(order, read_cards(trick["plays"][0]["cards"]))
    suit = sole_suit(led)
    assert suit is not None
    lead = lead_of(suit, decompose(order.chains[suit], in_suit(led, suit)))
    del seat
    return {"type": "play", "cards": write_cards(next(follows(order, lead, hand)))}
