"""Lets clients play tables in a process of their own, and measures what it has cost the server."""

import gc
import itertools
import math
import multiprocessing
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing.context import SpawnProcess
from queue import Empty
from typing import NamedTuple, Protocol

from tests.bench.addresses import Address, of_table
from tests.bench.counts import Counts, count
from tests.bench.figures import longest_stall, percentile
from tests.bench.http_player import Command, TablePlay
from tests.bench.killed_process import Phase, Signals, seated, suspend_and_kill
from tests.bench.measured_server import MeasuredServer, Spent
from tests.bench.steady_player import SteadyPlay, TableRecord
from tests.bench.stream_player import StreamPlay

WARM_UP_S = 3.0


class Play(Protocol):
    """A table that clients play. `over` is whether the match is over."""

    over: bool

    def step(self) -> Command:
        """Plays one command, and returns when the next one can be sent."""

    def close(self) -> None:
        """Closes the connections."""


class Mode(NamedTuple):
    """How the seats of a table learn what has happened, and the requests that a command costs.

    `play` takes the addresses of the API and the number of the table.
    """

    play: Callable[[Sequence[Address], int], Play]
    requests: int


MODES = {
    "all": Mode(partial(TablePlay, everybody=True), 4),
    "next": Mode(partial(TablePlay, everybody=False), 2),
    "streams": Mode(StreamPlay, 1),
}


class Setting(NamedTuple):
    """What is measured: the mode, the number of tables, and the seconds.

    `rate` is the number of commands offered each second to all tables together, or `None` for a closed loop. With
    `kill`, one API process is suspended and killed meanwhile. With `by_table`, the clients of a table share an
    address.
    """

    mode: str
    tables: int
    seconds: float
    rate: float | None = None
    kill: bool = False
    by_table: bool = False


class Load(NamedTuple):
    """Each command with the time when it was due, the seconds of the whole run, and the processor time of clients.

    `records` has what the clients know at the end, if one process was suspended and killed.
    """

    commands: list[tuple[float, Command]]
    seconds: float
    clients: float
    records: Sequence[TableRecord] = ()

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


class Played(NamedTuple):
    """A load and what it has cost the server: processor time and counts. `phases` are those of a run with `kill`."""

    load: Load
    spent: Spent
    counts: Counts
    phases: list[Phase]


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


class Plays:
    """The tables of the clients. A table whose match is over is replaced by a new one."""

    def __init__(self, addresses: Sequence[Address], setting: Setting) -> None:
        """Starts the tables."""
        self._setting = setting
        self._addresses = addresses
        self._plays = [self._open(number) for number in range(setting.tables)]
        self._over: list[TableRecord] = []

    def _open(self, number: int) -> Play:
        start = seated if self._setting.kill else MODES[self._setting.mode].play
        return start(of_table(self._addresses, number) if self._setting.by_table else self._addresses, number)

    def run(self, span: float, signals: Signals | None = None) -> Load:
        """Lets all tables play for some seconds, or to the end of the phases. Returns their load."""
        noted: list[tuple[float, Command]] = []
        began, used, schedule = time.monotonic(), time.process_time(), Schedule(self._setting.rate)
        threads = [
            threading.Thread(target=self._play, args=(number, began + span, schedule, noted, signals))
            for number in range(self._setting.tables)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return Load(noted, time.monotonic() - began, time.process_time() - used)

    def _play(
        self,
        number: int,
        until: float,
        schedule: Schedule,
        noted: list[tuple[float, Command]],
        signals: Signals | None,
    ) -> None:
        is_away = signals is not None
        while (due := schedule.wait()) < until and not (signals and signals.is_over.is_set()):
            play = self._plays[number]
            if is_away and signals and signals.is_back.is_set() and isinstance(play, SteadyPlay):
                play.return_home()
                is_away = False
            noted.append((due, play.step()))
            if play.over:
                self._over += _record_of(play)
                play.close()
                self._plays[number] = self._open(number)

    def records(self) -> list[TableRecord]:
        """Returns what the clients of all tables know, if one process was suspended and killed."""
        return [*self._over, *(record for each in self._plays for record in _record_of(each))]


def _record_of(play: Play) -> list[TableRecord]:
    return [play.record()] if isinstance(play, SteadyPlay) else []


def play(
    addresses: Sequence[Address], setting: Setting, results: "multiprocessing.Queue[Load | None]", signals: Signals
) -> None:
    """Runs in the process of the clients. Puts `None` into `results` after the warm-up, and the `Load` at the end."""
    plays = Plays(addresses, setting)
    plays.run(WARM_UP_S)
    # A collection of garbage stops all clients for 100 ms and more. That would look like a stall of the server.
    gc.disable()
    results.put(None)
    load = plays.run(math.inf, signals) if setting.kill else plays.run(setting.seconds)
    results.put(load._replace(records=plays.records()))


def played(server: MeasuredServer, setting: Setting) -> Played:
    """Lets the clients play. Returns their load and what it has cost the server."""
    processes = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[Load | None] = processes.Queue()
    signals = Signals(processes.Event(), processes.Event())
    # A daemon ends with this process, also after an error.
    clients = processes.Process(target=play, args=(server.addresses, setting, results, signals), daemon=True)
    clients.start()
    _next_of(results, clients)
    spent, counts = server.spent(), count(server)
    phases = suspend_and_kill(server, setting.seconds, signals) if setting.kill else []
    load = _next_of(results, clients)
    made = Played(load, server.spent().since(spent), count(server).since(counts), phases) if load else None
    clients.join()
    if made is None:
        raise RuntimeError("the clients have not played")
    return made


def _next_of(results: "multiprocessing.Queue[Load | None]", clients: SpawnProcess) -> Load | None:
    """Returns what the clients put next. Raises `RuntimeError` if they have ended without it."""
    while True:
        is_over = not clients.is_alive()
        try:
            return results.get(timeout=1.0)
        except Empty:
            if is_over:
                raise RuntimeError("the clients have failed; their error is above") from None
