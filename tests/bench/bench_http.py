"""Durable commands a second over HTTP, beside single-row inserts of pgbench on the same server in the same minute.

At each table four clients with keep-alive connections play. There are three modes. In `all`, one seat sends a command
and receives its new view in the answer. The other three read their views; then the next seat sends a command. So a
command costs the server one POST and three GETs. In `next`, only the next seat reads, which is at most one GET. In
`streams`, each seat follows the feed of the table and never sends a GET. It moves when its own feed has told it that it
is to move. The cost of as many requests to a Flask view that does nothing is printed beside them.

Tables play a closed loop: the next command follows at once. With --rate, commands are due at a steady pace that does
not depend on the server (an open loop). A table whose turn is known takes the next due command. Then latency runs from
the time at which a command was due.

With --hosts, each API process runs in a network namespace of its own, and clients use them in turn. With --kill, one
of them is suspended for a quarter of the time, and killed after another quarter. Its output shows what was lost.

Every command is committed to disk before it is answered. So is every insert of pgbench, which runs with one client for
each table. Each client uses a prepared statement in a transaction of its own.
"""

import argparse
import statistics
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from service.platform.runtime.stopping import StopRequest
from tests.bench.apart_server import apart_server
from tests.bench.busy import busy
from tests.bench.counts import ROWS, Counts
from tests.bench.killed_process import KillRun, examined, shown
from tests.bench.loads import MODES, Load, Setting, played
from tests.bench.measured_server import MeasuredServer, Spent, measured_server
from tests.bench.namespaces import CannotIsolate, obstacle
from tests.bench.references import bare_request_ms, inserts_a_second

OUT = Console()


class Measured(NamedTuple):
    """The figures of one setting with a number of processes of the API."""

    processes: int
    setting: Setting
    load: Load
    spent: Spent
    inserts: tuple[float, float]
    counts: Counts


def measure(server: MeasuredServer, processes: int, setting: Setting) -> Measured:
    """Lets the clients play, with pgbench before and after. Returns the figures."""
    inserts = partial(inserts_a_second, server.database_url, setting.tables, setting.seconds / 4)
    before = inserts()
    made = played(server, setting)
    return Measured(processes, setting, made.load, made.spent, (before, inserts()), made.counts)


def measure_kill(server: MeasuredServer, setting: Setting) -> KillRun:
    """Lets the clients play while one process is suspended and killed. Returns the figures."""
    made = played(server, setting)
    return KillRun(made.phases, list(made.load.records), examined(server, made.load.records))


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


def count_rows() -> list[Row]:
    """Returns the rows about counts for each command, which do not depend on the speed of the machine."""

    def each_command(figure: Callable[[Counts], float]) -> Callable[[Measured], str]:
        return lambda each: f"{figure(each.counts) / len(each.load.commands):.2f}"

    return [
        (
            "decided on an old table first: conflicts / commands",
            lambda each: f"{each.counts.conflicts / len(each.load.commands):.1%}",
        ),
        *((f"{name}, a command", each_command(figure)) for name, figure in ROWS),
    ]


def show(mode: str, measured: Sequence[Measured], bare_ms: float, beside: str) -> None:
    """Prints the figures of one mode. `beside` says how the processes run, for the title."""
    heads = [f"{each.setting.tables}, {each.processes}" for each in measured]
    grid = Grid("tables, processes of the API", *heads, title=f"durable commands over HTTP, mode {mode}{beside}")
    for rows in (speed_rows(), cost_rows(measured[0], bare_ms), count_rows()):
        for name, figure in rows:
            grid.add_row(name, *map(figure, measured))
        grid.add_section()
    OUT.print(grid)


def beside(*, hosts: bool, busy_processes: int) -> str:
    """Returns the part of a title that says how the API processes run, and what runs beside them."""
    apart = ", each API process in a network namespace of its own" if hosts else ""
    return apart + (f", on a machine with {busy_processes} busy processes" if busy_processes else "")


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Returns what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="shengji bench http", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--modes", nargs="+", choices=MODES, help="modes (default: all three)")
    parser.add_argument("--tables", type=positive, nargs="+", help="numbers of tables (default 1 8)")
    parser.add_argument("--seconds", type=float, default=20.0, help="seconds for each measurement (default 20)")
    parser.add_argument(
        "--rate", type=float, help="commands offered each second to all tables together (default: a closed loop)"
    )
    parser.add_argument(
        "--processes", "--api-processes", type=positive, nargs="+", help="processes of the API (default 1)"
    )
    parser.add_argument(
        "--hosts",
        action="store_true",
        help="run each API process in a network namespace of its own, as on several hosts (Linux, root, iproute2)",
    )
    parser.add_argument(
        "--by-table",
        action="store_true",
        help="with --hosts: send all requests of a table to one process, as a balancer can (default: seats in turn)",
    )
    parser.add_argument(
        "--busy", type=int, default=0, metavar="N", help="run N processes beside it that only compute (default 0)"
    )
    parser.add_argument(
        "--kill",
        action="store_true",
        help="suspend one API process, continue it, and kill it; only with mode streams, from 2 processes and 2 tables",
    )
    given = parser.parse_args(arguments)
    given.modes = given.modes or (["streams"] if given.kill else list(MODES))
    given.tables = given.tables or ([8] if given.kill else [1, 8])
    given.processes = given.processes or ([2] if given.kill else [1])
    if (wrong := fault_of(given)) is not None:
        parser.error(wrong)
    return given


def positive(text: str) -> int:
    """Returns a whole number from 1 on. Raises `ArgumentTypeError`."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number of them: give 1 or more")
    return int(text)


def fault_of(given: argparse.Namespace) -> str | None:
    """Returns what is wrong with the options and what to give instead, or `None`."""
    if given.busy < 0:
        return "--busy counts processes: give 0 or more"
    if given.kill and given.modes != ["streams"]:
        return "--kill needs clients that follow feeds: give --modes streams, or no --modes"
    if given.kill and min(given.processes) < 2:
        return "--kill needs another process that answers: give --processes 2 or more"
    if given.kill and min(given.tables) < 2:
        return "--kill compares tables with and without that process: give --tables 2 or more"
    if given.by_table and (given.kill or not given.hosts):
        return "--by-table chooses the host of a table: give it with --hosts, and without --kill"
    return obstacle() if given.hosts else None


def running(given: argparse.Namespace, processes: int) -> AbstractContextManager[MeasuredServer]:
    """Returns the server to measure, with so many processes of the API."""
    if given.hosts or given.kill:
        return apart_server(processes, hosts=given.hosts)
    return measured_server(processes)


def show_kill(given: argparse.Namespace, settings: Sequence[Setting]) -> None:
    """Measures with one API process suspended and killed, and prints the figures."""
    for processes in given.processes:
        with running(given, processes) as server:
            for setting in settings:
                with OUT.status(f"{setting.tables} tables, {processes} processes, one suspended and killed"):
                    run = measure_kill(server, setting)
                around = beside(hosts=given.hosts, busy_processes=given.busy)
                title = f"{setting.tables} tables, {processes} API processes{around}"
                OUT.print(shown(run, server.addresses[0], title))


def show_all(given: argparse.Namespace, settings: Sequence[Setting]) -> None:
    """Measures every setting with every number of processes, and prints the figures."""
    measured = []
    with Progress(console=OUT, transient=True) as bar:
        task = bar.add_task("starting", total=len(settings) * len(given.processes) + 1)
        for processes in given.processes:
            with running(given, processes) as server:
                for setting in settings:
                    bar.update(task, description=f"{setting.mode}, {setting.tables} tables, {processes} processes")
                    measured.append(measure(server, processes, setting))
                    bar.advance(task)
        bar.update(task, description="a bare Flask view")
        bare_ms = bare_request_ms()
    for mode in given.modes:
        of_mode = [each for each in measured if each.setting.mode == mode]
        by_table = ", one process for each table" if given.by_table else ""
        show(mode, of_mode, bare_ms, by_table + beside(hosts=given.hosts, busy_processes=given.busy))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    given = parsed(arguments)
    settings = [
        Setting(mode, tables, given.seconds, given.rate, given.kill, given.by_table)
        for mode in given.modes
        for tables in given.tables
    ]
    with StopRequest() as stop, busy(given.busy):
        # A signal ends the run by an exception, so that everything is stopped and removed.
        stop.raise_from_now_on()
        try:
            (show_kill if given.kill else show_all)(given, settings)
        except CannotIsolate as error:
            raise SystemExit(f"shengji bench http: {error}") from error


if __name__ == "__main__":
    main()
