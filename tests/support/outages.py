"""Measures what clients notice when a process dies. A client connects every 20 ms and requests `/readyz`."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

EVERY_S = 0.02
PATIENCE_S = 60.0
ASKED = b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


class Try(NamedTuple):
    """One request: its start, its result, and its duration, in seconds.

    `became` is the status of the answer. It is `refused` if no connection was made, and `broken` if the connection
    ended without an answer.
    """

    at: float
    became: str
    took: float


class Notices(NamedTuple):
    """The outcome of the requests of a period, in seconds.

    Attributes:
        refused: the time from the first to the last refused connection.
        broken: the same for connections that ended without an answer.
        unready: the same for answers other than 200.
        longest: the longest time until an answer of 200.
    """

    refused: float
    broken: float
    unready: float
    longest: float


class Client:
    """Sends requests continuously and records their outcome."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._tries: list[Try] = []
        self._over = threading.Event()

    def since(self, began: float) -> Notices:
        """Returns the outcome of the requests that started at `began` or later."""
        tries = [each for each in self._tries if each.at >= began]
        good = [each.took for each in tries if each.became == "200"]
        unready = {each.became for each in tries} - {"200", "refused", "broken"}
        return Notices(
            _span(tries, {"refused"}), _span(tries, {"broken"}), _span(tries, unready), max(good, default=0.0)
        )

    def ask_all_the_time(self) -> None:
        """Sends requests until it is stopped."""
        asked: list[threading.Thread] = []
        while not self._over.wait(EVERY_S):
            asked.append(threading.Thread(target=self._ask, daemon=True))
            asked[-1].start()
        for each in asked:
            each.join(PATIENCE_S)

    def stop(self) -> None:
        """Stops sending requests."""
        self._over.set()

    def _ask(self) -> None:
        at = time.monotonic()
        became = self._became()
        self._tries.append(Try(at, became, time.monotonic() - at))

    def _became(self) -> str:
        try:
            connection = socket.create_connection(("127.0.0.1", self._port), timeout=PATIENCE_S)
        except OSError:
            return "refused"
        with connection:
            try:
                connection.sendall(ASKED)
                return connection.recv(4096)[9:12].decode() or "broken"
            except OSError:
                return "broken"


def _span(tries: list[Try], became: set[str]) -> float:
    """Returns the seconds from the first to the last of these results, plus one interval; 0 if there are none."""
    at = [each.at for each in tries if each.became in became]
    return max(at) - min(at) + EVERY_S if at else 0.0


@contextmanager
def asking(port: int) -> Iterator[Client]:
    """Yields a client that sends requests in a thread until the block ends."""
    client = Client(port)
    thread = threading.Thread(target=client.ask_all_the_time)
    thread.start()
    try:
        yield client
    finally:
        client.stop()
        thread.join(2 * PATIENCE_S)
