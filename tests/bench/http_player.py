"""A table of four keep-alive clients over raw sockets. They need little processor time compared with the server.

They play legal moves from the views that they read. The mover sends a command and receives the new view in the answer.
The other three read their views. The next request follows each answer at once, without a pause (a closed loop).
"""

import socket
import time
from typing import Any

import orjson

from domain.games.sheng_ji.card_order import order_of
from domain.games.sheng_ji.choices import follows, leads
from domain.games.sheng_ji.follow import lead_of
from domain.games.sheng_ji.holding import hand_of, in_suit, sole_suit
from domain.games.sheng_ji.units import decompose
from domain.kernel.cards import RANK_OF_NAME, SUIT_OF_NAME, read_cards, write_cards
from domain.kernel.seats import Seat

DECKS = 2


class Connection:
    """A keep-alive connection of one user."""

    def __init__(self, host: str, port: int, token: str | None = None) -> None:
        self._socket = socket.create_connection((host, port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._host = f"Host: {host}:{port}\r\n".encode()
        self._auth = f"Authorization: Bearer {token}\r\n".encode() if token else b""

    def call(self, method: str, path: str, body: Any = None, headers: bytes = b"") -> tuple[int, bytes, bytes]:
        """Sends a request. Returns status, head and body of the answer."""
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
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._more()
        head, _, rest = received.partition(b"\r\n\r\n")
        wanted = 0
        for line in head.split(b"\r\n"):
            if line[:15].lower() == b"content-length:":
                wanted = int(line[15:])
        while len(rest) < wanted:
            rest += self._more()
        return int(head[9:12]), head, rest

    def _more(self) -> bytes:
        more = self._socket.recv(1 << 16)
        if not more:
            raise ConnectionError("the server has closed the connection")
        return more


class Player:
    """A player at one seat."""

    def __init__(self, host: str, port: int, seat: int) -> None:
        made = Connection(host, port).call("POST", "/v1/players", {"name": f"bench {seat}", "kind": "bot"})
        self.connection = Connection(host, port, orjson.loads(made[2])["token"]["secret"])
        self.seat = seat
        self.view: dict[str, Any] = {}

    def look(self, table: str) -> None:
        """Reads the view of this seat."""
        status, _, body = self.connection.call("GET", f"/v1/tables/{table}")
        assert status == 200, body
        self.view = orjson.loads(body)

    def command(self, table: str, body: Any, key: str = "") -> None:
        """Sends a command and takes the new view from the answer."""
        headers = b"Prefer: return=representation\r\n"
        if key:
            headers += f"Idempotency-Key: {key}\r\n".encode()
        status, _, answer = self.connection.call("POST", f"/v1/tables/{table}/commands", body, headers)
        assert status == 200, answer
        self.view = orjson.loads(answer)["view"]


class TablePlay:
    """Four players at a table of endless hands."""

    def __init__(self, host: str, port: int) -> None:
        self.players = [Player(host, port, seat) for seat in range(4)]
        _, _, body = self.players[0].connection.call("POST", "/v1/tables", {"profile": "zhang-2021", "listed": False})
        self.table: str = orjson.loads(body)["table"]
        for player in self.players:
            player.command(self.table, {"type": "sit", "seat": player.seat})
        self.players[0].command(self.table, {"type": "start"})
        for player in self.players:
            player.look(self.table)
        self.commands = 0
        self.over = False
        self._next: int = self.players[0].view["asked"][0]["seat"]

    def step(self, *, everybody: bool = True) -> float:
        """Sends one command and lets everybody, or only the next seat, read the new view.

        Returns the seconds that the command took. The mover's new view is in its answer.
        """
        mover = self.players[self._next]
        body = move(mover.view, mover.seat)
        began = time.perf_counter()
        mover.command(self.table, body, f"{self.commands}")
        took = time.perf_counter() - began
        self.commands += 1
        self.over = mover.view["status"] != "playing"
        self._next = mover.seat if self.over else mover.view["asked"][0]["seat"]
        for player in self.players:
            if player is not mover and (everybody or player.seat == self._next):
                player.look(self.table)
        return took


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


__all__ = ["Connection", "Player", "Seat", "TablePlay", "move"]
