"""Measures the queue of bots: moves a second, and how long a person beside many tables of bots waits for answers.

Tables of four bots play without end. Another table has one person and three bots. The person moves after a short pause
on each turn. One time runs from sending the command until the first move of a bot arrives in the feed of the table. A
second one runs until the person is to move again. The moves of all bots are counted in the log.

There are two references in the same run. Before the service starts, the same bots play in memory, in one process
without a store or a queue. Before and after the measurement, one client of pgbench inserts single rows. Each is
committed to disk, like every move.
"""

import argparse
import math
import random
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

import orjson
import psutil
import psycopg
import redis
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from domain.games.bots import BOTS, Luck
from domain.tools.simulation import Simulation, SimulationSetting, secrets_from
from tests.bench.figures import percentile
from tests.bench.http_player import Player, move
from tests.bench.measured_server import MeasuredServer, Spent, measured_server
from tests.bench.references import inserts_a_second

OUT = Console()
BOT = "steady"
PROFILE = "zhang-2021"
HANDS = 200
"""Hands of a match. No table plays as many during a measurement."""
WAIT_S = 20
"""Seconds that one request waits for the move of a bot. Then the request is repeated."""
PATIENCE_S = 120.0
"""Seconds after which the person stops waiting. The time waited so far is recorded."""
LOOK_EVERY_S = 0.5
INSERT_S = 5.0


class Memory(NamedTuple):
    """The number of moves of bots in memory, and their duration in seconds."""

    moves: int
    seconds: float

    @property
    def pace(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds


class Answered(NamedTuple):
    """Figures of the service.

    Attributes:
        waits: the seconds from each move of a person to the first move of a bot.
        turns: the seconds from each of these moves until the person was to move again.
        unanswered: the moves after which the person was not to move again before the end.
    """

    waits: list[float]
    turns: list[float]
    unanswered: int
    moves: int
    seconds: float
    spent: Spent
    inserts: tuple[float, float]
    most_queued: int
    most_for_one: int


def in_memory(seconds: float) -> Memory:
    """Lets bots play hands in this process for about `seconds`, and returns the figures."""
    moves = 0

    def count() -> None:
        nonlocal moves
        moves += 1

    began = time.perf_counter()
    hand = 0
    while time.perf_counter() - began < seconds:
        simulation = Simulation(SimulationSetting("sheng_ji", PROFILE, {}, hands=1), secrets_from(f"bench/{hand}"))
        simulation.play([BOTS["sheng_ji"][BOT]] * 4, _luck(hand), progress=count)
        hand += 1
    return Memory(moves, time.perf_counter() - began)


def _luck(hand: int) -> Luck:
    return random.Random(hand)


def open_bot_table(host: Player) -> str:
    """Opens a table, seats four bots and starts the match. Returns the id of the table."""
    table = _opened(host)
    for seat in range(4):
        host.command(table, {"type": "seat_bot", "seat": seat, "bot": BOT})
    host.command(table, {"type": "start"})
    return table


def _opened(host: Player) -> str:
    body = {"profile": PROFILE, "hands": HANDS, "listed": False}
    status, _, answer = host.connection.call("POST", "/v1/tables", body)
    assert status == 201, answer
    table: str = orjson.loads(answer)["table"]
    return table


class PersonsTable:
    """A table of one person, on seat 0, and three bots. The attributes are those of `Answered`."""

    def __init__(self, server: MeasuredServer) -> None:
        """Opens the table and starts the match."""
        self._person = Player(server.host, server.port, 0)
        self.table = _opened(self._person)
        self._person.command(self.table, {"type": "sit", "seat": 0})
        for seat in (1, 2, 3):
            self._person.command(self.table, {"type": "seat_bot", "seat": seat, "bot": BOT})
        self._person.command(self.table, {"type": "start"})
        self.waits: list[float] = []
        self.turns: list[float] = []
        self.unanswered = 0

    def play(self, until: float, pause_s: float) -> None:
        """Moves until the time `until`, with a pause before each move."""
        while time.monotonic() < until and self._wait_for_turn(until):
            time.sleep(pause_s)
            began = time.monotonic()
            self._person.command(self.table, move(self._person.view, 0))
            if self._person.view["status"] != "playing":
                return
            if self._asked() != 0:
                self._wait_for_bot(began, until)
                self._note_turn(began, until)

    def _note_turn(self, began: float, until: float) -> None:
        """Waits until the person is to move again, and records the seconds since `began`."""
        if self._wait_for_turn(until):
            self.turns.append(time.monotonic() - began)
        else:
            self.unanswered += 1

    def _wait_for_turn(self, until: float) -> bool:
        """Waits until the person is asked. Returns false if `until` came first."""
        self._person.look(self.table)
        while self._asked() != 0 and time.monotonic() < until:
            self._has_event(self._person.view["version"], 1)
            self._person.look(self.table)
        return self._asked() == 0

    def _asked(self) -> int | None:
        asked = self._person.view["asked"]
        return asked[0]["seat"] if asked else None

    def _wait_for_bot(self, began: float, until: float) -> None:
        """Waits for the first event after the person's move, and records the seconds since `began`."""
        version = self._person.view["version"]
        while not self._has_event(version, WAIT_S):
            if time.monotonic() > max(until, began + PATIENCE_S):
                break
        self.waits.append(time.monotonic() - began)

    def _has_event(self, after: int, wait_s: int) -> bool:
        status, _, body = self._person.connection.call(
            "GET", f"/v1/tables/{self.table}/events?after={after}&wait={wait_s}&limit=1"
        )
        assert status == 200, body
        return bool(orjson.loads(body)["events"])


class Watch:
    """Polls the queues and records the largest number of waiting jobs, in total and for one table."""

    def __init__(self, url: str) -> None:
        """Starts to poll the Redis at `url`."""
        self._redis = redis.Redis.from_url(url, decode_responses=True)
        self._stopped = threading.Event()
        self.most = self.most_for_one = 0
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._stopped.wait(LOOK_EVERY_S):
            waiting = [job for queue in self._redis.smembers("rq:queues") for job in self._redis.lrange(queue, 0, -1)]
            tables = [part for job in waiting for part in job.split("-") if part.startswith("tbl_")]
            self.most = max(self.most, len(waiting))
            self.most_for_one = max(self.most_for_one, *(tables.count(table) for table in set(tables)), 0)

    def stop(self) -> None:
        """Stops the polling."""
        self._stopped.set()
        self._thread.join()


def moves_of_bots(database_url: str) -> int:
    """Returns the number of commands from bots of the service so far."""
    with psycopg.connect(database_url) as connection:
        row = connection.execute(
            # Only the first event of a command has its id.
            "SELECT count(command_id) FROM shengji.event WHERE metadata->>'by' LIKE 'ply\\_house\\_%'"
        ).fetchone()
    assert row is not None
    return int(row[0])


def measure(server: MeasuredServer, bot_tables: int, people: int, seconds: float, pause_s: float) -> Answered:
    """Opens the tables, plays for `seconds` and returns the figures."""
    inserts = inserts_a_second(server.database_url, 1, INSERT_S)
    host = Player(server.host, server.port, 0)
    with Progress(console=OUT, transient=True) as bar:
        for _ in bar.track(range(bot_tables), description="opening tables of bots"):
            open_bot_table(host)
    tables = [PersonsTable(server) for _ in range(people)]
    watch = Watch(server.redis_url)
    before, spent, began = moves_of_bots(server.database_url), server.spent(), time.monotonic()
    until = began + seconds
    threads = [threading.Thread(target=table.play, args=(until, pause_s)) for table in tables]
    for thread in threads:
        thread.start()
    with Progress(console=OUT, transient=True) as bar:
        for _ in bar.track(range(math.ceil(seconds)), description="people and bots play"):
            time.sleep(max(0.0, min(1.0, until - time.monotonic())))
    took = time.monotonic() - began
    moves, spent = moves_of_bots(server.database_url) - before, server.spent().since(spent)
    for thread in threads:
        thread.join()
    watch.stop()
    waits = [wait for table in tables for wait in table.waits]
    turns = [turn for table in tables for turn in table.turns]
    unanswered = sum(table.unanswered for table in tables)
    inserted = inserts, inserts_a_second(server.database_url, 1, INSERT_S)
    return Answered(waits, turns, unanswered, moves, took, spent, inserted, watch.most, watch.most_for_one)


def spread(waits: Sequence[float]) -> str:
    """Returns the median and the highest percentiles of some times in seconds as text."""
    shares = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "most": 1.0}
    return ", ".join(f"{name} {percentile(waits or [math.nan], share):.3f}" for name, share in shares.items())


def show(memory: Memory, found: Answered, bot_tables: int, people: int) -> None:
    """Prints the figures."""
    grid = Grid("bots of the service", "", title=f"{bot_tables} tables of bots, {people} of one person and three bots")
    pace = found.moves / found.seconds
    rows: list[tuple[str, str]] = [
        ("moves of people that a bot had to answer", f"{len(found.waits)}"),
        ("until the first move of a bot, s", spread(found.waits)),
        ("until the person is to move again, s", spread(found.turns)),
        ("not to move again before the end", f"{found.unanswered}"),
        ("moves of bots a second", f"{pace:.0f}"),
        ("in memory, one process, moves a second", f"{memory.pace:.0f}"),
        ("inserts of one client of pgbench a second, before, after", "{:.0f}, {:.0f}".format(*found.inserts)),
        ("most jobs that waited at once", f"{found.most_queued}"),
        ("most jobs that waited for one table", f"{found.most_for_one}"),
        ("processor: API, share of a core", f"{found.spent.api / found.seconds:.0%}"),
        ("processor: PostgreSQL", f"{found.spent.postgres / found.seconds:.0%}"),
        ("processor: workers, scheduler and others", f"{found.spent.background / found.seconds:.0%}"),
    ]
    for name, value in rows:
        grid.add_row(name, value)
    OUT.print(grid)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        prog="shengji bench queue", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=100, help="tables of bots alone (default 100)")
    parser.add_argument("--people", type=int, default=1, help="tables of one person and three bots (default 1)")
    parser.add_argument("--seconds", type=float, default=60.0, help="seconds of the measurement (default 60)")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds before each move of a person (default 0.5)")
    parser.add_argument("--memory", type=float, default=5.0, help="seconds of the reference in memory (default 5)")
    parser.add_argument("--workers", type=int, default=1, help="workers that play the bots (default 1)")
    given = parser.parse_args(arguments)
    with OUT.status("bots play in memory"):
        memory = in_memory(given.memory)
    OUT.print(f"{psutil.cpu_count()} cores, load before: {psutil.getloadavg()[0]:.1f}")
    with measured_server(workers=given.workers) as server:
        found = measure(server, given.tables, given.people, given.seconds, given.pause)
    show(memory, found, given.tables, given.people)


if __name__ == "__main__":
    main()
