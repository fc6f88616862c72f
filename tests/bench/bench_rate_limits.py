"""Measures the cost of rate limits, with a process of the API that counts every request and one that counts none.

Both run at the same time with servers of their own. They receive requests in turns of a second, so that other load on
the machine affects both alike. The request is cheap and needs a token: the view of a table that has not changed.
"""

import argparse
import re
import statistics
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

import orjson
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from service.platform.settings import Rate
from tests.bench.http_player import Connection, Player
from tests.bench.measured_server import NEVER_REACHED, MeasuredServer, measured_server

OUT = Console()
TURN_S = 1.0


class Turn(NamedTuple):
    """The figures of one turn: requests a second, median latency in ms, and processor time in ms for each request."""

    rate: float
    latency: float
    api: float
    others: float


class Asking:
    """Clients of one server that request the same view repeatedly."""

    def __init__(self, server: MeasuredServer, clients: int) -> None:
        player = Player(server.host, server.port, 0)
        table = orjson.loads(player.connection.call("POST", "/v1/tables", {"profile": "zhang-2021"})[2])["table"]
        self._server = server
        self._path = f"/v1/tables/{table}"
        made = orjson.loads(Connection(server.host, server.port).call("POST", "/v1/players", {"name": "asks"})[2])
        token = made["token"]["secret"]
        self._connections = [Connection(server.host, server.port, token) for _ in range(clients)]
        head = self._connections[0].call("GET", self._path)[1]
        self._tag = b"If-None-Match: %b\r\n" % re.findall(rb"(?i)\r\netag: (\S+)", head)[0]

    def turn(self) -> Turn:
        """Sends requests for a second and returns the figures."""
        latencies: list[float] = []
        until = time.monotonic() + TURN_S

        def ask(connection: Connection) -> None:
            while time.monotonic() < until:
                began = time.perf_counter()
                status, _, _ = connection.call("GET", self._path, headers=self._tag)
                latencies.append(time.perf_counter() - began)
                assert status == 304, status

        threads = [threading.Thread(target=ask, args=(each,)) for each in self._connections]
        before, began = self._server.spent(), time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took, spent = time.monotonic() - began, self._server.spent().since(before)
        count = len(latencies)
        return Turn(
            count / took,
            statistics.median(latencies) * 1000,
            spent.api / count * 1000,
            (spent.background + spent.postgres) / count * 1000,
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench rate_limits", description=__doc__)
    parser.add_argument("--turns", type=int, default=15, help="turns of a second for each server (default 15)")
    parser.add_argument("--clients", type=int, default=4, help="keep-alive connections (default 4)")
    given = parser.parse_args(arguments)
    with measured_server(limits=NEVER_REACHED) as counting, measured_server(limits=Rate("")) as free:
        both = [Asking(server, given.clients) for server in (counting, free)]
        for each in both:
            each.turn()
        turns: list[list[Turn]] = [[], []]
        for _ in track(range(given.turns), description="asking in turns", console=OUT, transient=True):
            for noted, each in zip(turns, both, strict=True):
                noted.append(each.turn())
    grid = Grid("", "counted", "not counted", "ratio", title="a cheap request with and without rate limits")
    for name, figure in (
        ("requests a second", lambda turn: turn.rate),
        ("latency p50, ms", lambda turn: turn.latency),
        ("API CPU, ms a request", lambda turn: turn.api),
        ("PostgreSQL, Redis and others, ms", lambda turn: turn.others),
    ):
        here, there = (statistics.median(map(figure, each)) for each in turns)
        grid.add_row(name, f"{here:,.3f}", f"{there:,.3f}", f"{here / there:.2f}")
    OUT.print(grid)


if __name__ == "__main__":
    main()
