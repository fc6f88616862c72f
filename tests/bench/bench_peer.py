"""Moves a second of this server beside boardgame.io with bgio-postgres, in turns, on the same PostgreSQL.

Both play tables of four clients. Each client learns of every move through a connection of its own, and moves when it
learns that it is next. Ours play Sheng Ji as in the mode `streams` of `shengji bench http`. The clients of boardgame.io
play a plain trick-taking game of the same size, which is in tests/bench/peer.

The peer's server is one process of Node with a database of its own. Its PostgreSQL time is that of its own backends.
Ours is that of the whole PostgreSQL. The peer tells clients of a move before it stores the move, so its latency does
not include the commit. It stores the log of a match as one document, and writes it again with each move. So moves of
long matches cost it more.

This needs Node 20 and npm. The first run installs the pinned packages into build/peer.
"""

import argparse
import itertools
import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import orjson
import psutil
import psycopg
from psycopg.conninfo import conninfo_to_dict
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from tests.bench.http_player import Command
from tests.bench.loads import WARM_UP_S, Load, Setting, played
from tests.bench.measured_server import MeasuredServer, measured_server, with_children
from tests.bench.references import CHECKOUT
from tests.support import node_packages
from tests.support.children import child
from tests.support.receiver import nobody

OUT = Console()
SOURCES = Path(__file__).parent / "peer"
INSTALLED = CHECKOUT / "build" / "peer"
DATABASE = "peer"
NODE = {**os.environ, "NODE_ENV": "production"}
"""The environment of Node. Without this setting, libraries make checks that help developers."""


class Side(NamedTuple):
    """The load of one side, and the processor time in seconds of its server, PostgreSQL, and all other processes."""

    load: Load
    server: float
    postgres: float
    others: float

    def each_ms(self) -> tuple[float, float, float, float]:
        """Returns the processor time for each move in ms: server, PostgreSQL, other processes, and all of them."""
        server, postgres, others = map(self.load.each_ms, (self.server, self.postgres, self.others))
        return server, postgres, others, server + postgres + others


def together(sides: Sequence[Side]) -> Side:
    """Returns the turns of one side as one measurement."""
    loads = [side.load for side in sides]
    load = Load(
        list(itertools.chain.from_iterable(each.commands for each in loads)),
        sum(each.seconds for each in loads),
        sum(each.clients for each in loads),
    )
    return Side(load, *(sum(figures) for figures in zip(*(side[1:] for side in sides), strict=True)))


def read_load(line: bytes) -> Load:
    """Returns the load that the clients of the peer have printed."""
    printed = orjson.loads(line)
    commands = [(sent, Command(sent, answered)) for sent, answered in printed["commands"]]
    return Load(commands, printed["seconds"], printed["clients"])


class Peer:
    """A running server of the peer."""

    def __init__(self, server: MeasuredServer, pid: int, port: int, hands: int) -> None:
        self._server, self._pid, self._port, self._hands = server, pid, port, hands

    def played(self, tables: int, seconds: float) -> Side:
        """Lets the clients play. Returns the figures."""
        arguments = (self._port, tables, self._hands, WARM_UP_S, seconds)
        command = ["node", "clients.js", *map(str, arguments)]
        with child(command, cwd=INSTALLED, env=NODE, stdout=subprocess.PIPE) as clients:
            _wait_until_ready(clients)
            node, backends = with_children(self._pid), self._backends()
            load = read_load(clients.stdout.readline())
            node = with_children(self._pid) - node
            used = sum(seconds - backends.get(pid, 0.0) for pid, seconds in self._backends().items())
        return Side(load, node, used, 0.0)

    def _backends(self) -> dict[int, float]:
        """Returns the processor time in seconds of each backend that works for the peer."""
        with psycopg.connect(self._server.database_url) as connection:
            rows = connection.execute("SELECT pid FROM pg_stat_activity WHERE datname = %s", [DATABASE]).fetchall()
        found = {}
        for (pid,) in rows:
            with suppress(psutil.NoSuchProcess):
                found[pid] = with_children(pid)
        return found


def _wait_until_ready(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdout is not None
    if process.stdout.readline() != b"ready\n":
        raise RuntimeError(f"{process.args} has not started")


@contextmanager
def peer_server(server: MeasuredServer, hands: int) -> Iterator[Peer]:
    """Runs the peer's server on the PostgreSQL of ours."""
    with psycopg.connect(server.database_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {DATABASE}")
    where, port = conninfo_to_dict(server.database_url), nobody()
    arguments = (port, where["host"], where["user"], DATABASE, hands)
    command = ["node", "server.js", *map(str, arguments)]
    with child(command, cwd=INSTALLED, env=NODE, stdout=subprocess.PIPE) as process:
        _wait_until_ready(process)
        yield Peer(server, process.pid, port, hands)


def ours(server: MeasuredServer, tables: int, seconds: float) -> Side:
    """Lets clients play at our server. Returns the figures."""
    made = played(server, Setting("streams", tables, seconds))
    return Side(made.load, made.spent.api, made.spent.postgres, made.spent.background)


def measure(peer: Peer, server: MeasuredServer, given: argparse.Namespace) -> dict[int, tuple[Side, Side]]:
    """Lets both sides play in turns. Returns the figures of ours and the peer's by the number of tables."""
    turns: dict[int, tuple[list[Side], list[Side]]] = {tables: ([], []) for tables in given.tables}
    with Progress(console=OUT, transient=True) as bar:
        task = bar.add_task("", total=2 * given.rounds * len(turns))
        for _, (tables, both) in itertools.product(range(given.rounds), turns.items()):
            bar.update(task, description=f"{tables} tables, ours")
            both[0].append(ours(server, tables, given.seconds))
            bar.update(task, description=f"{tables} tables, boardgame.io", advance=1)
            both[1].append(peer.played(tables, given.seconds))
            bar.advance(task)
    return {tables: (together(here), together(there)) for tables, (here, there) in turns.items()}


ROWS: list[tuple[str, Callable[[Side], float]]] = [
    ("moves a second", lambda side: side.load.rate),
    ("p50 of a move, ms", lambda side: side.load.percentile_ms(0.5)),
    ("p99 of a move, ms", lambda side: side.load.percentile_ms(0.99)),
    ("API or Node, CPU ms a move", lambda side: side.each_ms()[0]),
    ("PostgreSQL, CPU ms a move", lambda side: side.each_ms()[1]),
    ("other processes, CPU ms a move", lambda side: side.each_ms()[2]),
    ("all of them, CPU ms a move", lambda side: side.each_ms()[3]),
    ("clients, CPU ms a move", lambda side: side.load.each_ms(side.load.clients)),
]


def show(found: dict[int, tuple[Side, Side]]) -> None:
    """Prints the figures."""
    for tables, (here, there) in found.items():
        grid = Grid("", "ours", "boardgame.io", "ours : boardgame.io", title=f"tables: {tables}")
        for name, figure in ROWS:
            one, other = figure(here), figure(there)
            grid.add_row(name, f"{one:.2f}", f"{other:.2f}", f"{one / other:.2f}" if other else "")
        OUT.print(grid)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        prog="shengji bench peer", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 8], help="numbers of tables (default 1 8)")
    parser.add_argument("--seconds", type=float, default=10.0, help="seconds of each turn (default 10)")
    parser.add_argument("--rounds", type=int, default=4, help="turns of each side and number of tables (default 4)")
    parser.add_argument("--hands", type=int, default=4, help="hands of a match of the peer, 104 moves each (default 4)")
    parser.add_argument("--api-processes", type=int, default=1, help="our API processes (default 1)")
    given = parser.parse_args(arguments)
    if not node_packages.is_there():
        parser.error("install Node and npm first")
    with OUT.status("installing the packages of the peer"):
        node_packages.install(SOURCES, INSTALLED)
    with measured_server(given.api_processes) as server, peer_server(server, given.hands) as peer:
        found = measure(peer, server, given)
    show(found)


if __name__ == "__main__":
    main()
