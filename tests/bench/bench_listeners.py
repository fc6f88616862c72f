"""Measures the cost of many idle listeners to a process of the API, and the delay of commands to active listeners.

Idle listeners hold streams of tables without events. They cost memory and heartbeats. Active listeners follow tables
with commands. Commands are sent at a steady pace that does not depend on the server (an open loop). The delay runs from
sending a command until a listener receives its first event. The same run also measures how long the commands took to
answer. The listeners are a process of their own.
"""

import argparse
import multiprocessing
import selectors
import threading
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
import psutil
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from tests.bench.figures import percentile
from tests.bench.http_player import Connection, TablePlay
from tests.bench.measured_server import MeasuredServer, measured_server
from tests.bench.stream_player import Lines, listen

OUT = Console()
LISTENERS_EACH = 40
"""Streams opened with each token."""
SETTLE_S = 3.0
TABLES_IDLE = 50


class Idle(NamedTuple):
    """Memory of the process in MB, without and with the idle listeners, and its processor time."""

    listeners: int
    before_mb: float
    with_mb: float
    cpu_share: float
    beats: int


class Received(NamedTuple):
    """A received version of a table, with the time of the monotonic clock, which all processes share."""

    table: str
    version: int
    at: float


class Sent(NamedTuple):
    """A command: the version of its first event, the time when it was sent, and the seconds until its answer."""

    table: str
    version: int
    at: float
    took: float


def sign_up(host: str, port: int) -> str:
    """Creates a player and returns its token."""
    made = Connection(host, port).call("POST", "/v1/players", {"name": "listener", "kind": "bot"})
    assert made[0] == 201, made
    token: str = orjson.loads(made[2])["token"]["secret"]
    return token


def worker_of(server: MeasuredServer) -> psutil.Process:
    """Returns the only process that answers requests."""
    return psutil.Process(server.pid)


def memory_mb(process: psutil.Process) -> float:
    """Returns the resident memory of a process in MB."""
    return float(process.memory_info().rss) / 1e6


def idle(server: MeasuredServer, listeners: int, seconds: float) -> Idle:
    """Opens streams of tables without events. Returns memory and processor time."""
    host, port = server.host, server.port
    worker = worker_of(server)
    connection = Connection(host, port, sign_up(host, port))
    tables = []
    for _ in range(TABLES_IDLE):
        status, _, body = connection.call("POST", "/v1/tables", {"profile": "zhang-2021", "listed": False})
        assert status == 201, body
        tables.append(orjson.loads(body)["table"])
    before = memory_mb(worker)
    opened: list[Connection] = []
    token = ""
    with Progress(console=OUT, transient=True) as bar:
        for place in bar.track(range(listeners), description="opening streams"):
            if place % LISTENERS_EACH == 0:
                token = sign_up(host, port)
            opened.append(listen(host, port, token, tables[place % len(tables)], 0))
    reader = selectors.DefaultSelector()
    for one in opened:
        reader.register(one, selectors.EVENT_READ, one)
    _read_all(reader, SETTLE_S)
    cpu = worker.cpu_times()
    beats = _read_all(reader, seconds)
    spent = worker.cpu_times()
    found = Idle(
        listeners,
        before,
        memory_mb(worker),
        (spent.user + spent.system - cpu.user - cpu.system) / seconds,
        beats,
    )
    for one in opened:
        one.close()
    return found


def _read_all(reader: selectors.BaseSelector, seconds: float) -> int:
    """Reads from all streams for `seconds`, and returns the number of pieces received."""
    pieces = 0
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        for key, _ in reader.select(left):
            key.data.more()
            pieces += 1
    return pieces


def receive(
    host: str,
    port: int,
    streams: list[tuple[str, str, int]],
    until: float,
    results: "multiprocessing.Queue[list[Received] | None]",
) -> None:
    """Opens and reads streams. Runs in the process of the listeners.

    Puts `None` into `results` when the streams are open, and everything received at the end.
    """
    reader = selectors.DefaultSelector()
    for token, table, after in streams:
        connection = listen(host, port, token, table, after)
        reader.register(connection, selectors.EVENT_READ, (table, connection, Lines()))
    results.put(None)
    received: list[Received] = []
    while (left := until - time.monotonic()) > 0:
        for key, _ in reader.select(left):
            table, connection, lines = key.data
            data = connection.more()
            now = time.monotonic()
            received += [Received(table, event["version"], now) for event in lines.events(data)]
    results.put(received)


def play_steadily(plays: list[TablePlay], pace: float, until: float, host: str, port: int) -> tuple[list[Sent], int]:
    """Sends `pace` commands a second to all tables in turn. Returns them, and the number of those not sent in time.

    Several threads send them, so that one slow answer does not delay the others.
    """
    sent: list[Sent] = []
    lock = threading.Lock()
    began = time.monotonic()
    next_due = iter(range(int((until - began) * pace)))
    free = list(plays)

    def work() -> None:
        while True:
            with lock:
                place = next(next_due, None)
                play = free.pop(0) if free and place is not None else None
            if place is None or play is None:
                return
            time.sleep(max(0.0, began + place / pace - time.monotonic()))
            if time.monotonic() < until and not play.over:
                version = _version(play)
                at = time.monotonic()
                took = play.step().took
                sent.append(Sent(play.table, version + 1, at, took))
            with lock:
                free.append(play)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sent, int((until - began) * pace) - len(sent)


def _version(play: TablePlay) -> int:
    return max(int(player.view["version"]) for player in play.players)


class Delays(NamedTuple):
    """The figures of the active tables."""

    listeners: int
    tables: int
    pace: float
    sent: list[Sent]
    missed: int
    delays_ms: list[float]
    lost: int


def active(server: MeasuredServer, listeners: int, tables: int, pace: float, seconds: float) -> Delays:
    """Plays tables at a steady pace, with listeners that each follow one table. Returns the figures."""
    host, port = server.host, server.port
    with Progress(console=OUT, transient=True) as bar:
        plays = [
            TablePlay(server.addresses, everybody=False) for _ in bar.track(range(tables), description="opening tables")
        ]
    tokens = [sign_up(host, port) for _ in range(max(1, listeners // LISTENERS_EACH))]
    streams = [
        (tokens[place % len(tokens)], plays[place % tables].table, _version(plays[place % tables]))
        for place in range(listeners)
    ]
    processes = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[list[Received] | None] = processes.Queue()
    begins = time.monotonic() + 5.0 + listeners / 200
    ends = begins + seconds
    receiver = processes.Process(target=receive, args=(host, port, streams, ends + SETTLE_S, results))
    receiver.start()
    results.get()
    time.sleep(max(0.0, begins - time.monotonic()))
    with OUT.status(f"{tables} tables, {listeners} listeners, {pace:.0f} commands a second, {seconds:.0f} s"):
        sent, missed = play_steadily(plays, pace, ends, host, port)
        received = results.get() or []
    receiver.join()
    by_event: dict[tuple[str, int], list[float]] = {}
    for each in received:
        by_event.setdefault((each.table, each.version), []).append(each.at)
    each_table = listeners // tables
    delays = [(at - one.at) * 1000 for one in sent for at in by_event.get((one.table, one.version), [])]
    return Delays(listeners, tables, pace, sent, missed, delays, len(sent) * each_table - len(delays))


def show(idle_found: Idle, delays: Delays) -> None:
    """Prints the figures."""
    grid = Grid("idle listeners of one process", "", title="what listeners cost")
    rows: list[tuple[str, Any]] = [
        ("listeners", idle_found.listeners),
        ("memory without them, MB", f"{idle_found.before_mb:.0f}"),
        ("memory with them, MB", f"{idle_found.with_mb:.0f}"),
        ("KB each", f"{(idle_found.with_mb - idle_found.before_mb) * 1000 / idle_found.listeners:.1f}"),
        ("processor time, share of a core", f"{idle_found.cpu_share:.1%}"),
        ("heartbeats read", idle_found.beats),
    ]
    for name, value in rows:
        grid.add_row(name, str(value))
    OUT.print(grid)
    took = [one.took * 1000 for one in delays.sent]
    grid = Grid("ms", "p50", "p95", "p99", "most", title=f"{delays.listeners} listeners on {delays.tables} tables")
    for name, values in (("command to listener", delays.delays_ms), ("command to its own answer", took)):
        grid.add_row(name, *(f"{percentile(values, share):.1f}" for share in (0.5, 0.95, 0.99, 1.0)))
    OUT.print(grid)
    OUT.print(
        f"{len(delays.sent)} commands at {delays.pace:.0f} a second, {delays.missed} were due and not sent in time;"
        f" {len(delays.delays_ms)} deliveries, {delays.lost} missing"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="shengji bench listeners", description=__doc__)
    parser.add_argument("--idle", type=int, default=2000, help="idle listeners (default 2000)")
    parser.add_argument("--listeners", type=int, default=500, help="listeners of active tables (default 500)")
    parser.add_argument("--tables", type=int, default=50, help="active tables (default 50)")
    parser.add_argument(
        "--pace", type=float, default=50.0, help="commands a second at all active tables together (default 50)"
    )
    parser.add_argument("--seconds", type=float, default=30.0, help="seconds of each part (default 30)")
    given = parser.parse_args(arguments)
    with measured_server() as server:
        delays = active(server, given.listeners, given.tables, given.pace, given.seconds)
    # Uses a new server, so that its memory does not include that of the tables played before.
    with measured_server() as server:
        idle_found = idle(server, given.idle, given.seconds)
    show(idle_found, delays)


if __name__ == "__main__":
    main()
