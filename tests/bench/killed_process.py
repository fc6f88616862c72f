"""One API process is suspended for some seconds and continued, then it is killed, while clients play.

Half of the tables never use this process. They show whether it holds up the others. At the end the log in PostgreSQL is
compared with what the clients were told.
"""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from multiprocessing.synchronize import Event
from typing import NamedTuple
from uuid import UUID

import psycopg
from rich.table import Table as Grid

from domain.kernel.players import PlayerId
from service.platform.store.idempotency import key_of
from service.tables.events import stream_of
from tests.bench.addresses import Address
from tests.bench.figures import longest_stall
from tests.bench.http_player import Acknowledged, Command
from tests.bench.measured_server import MeasuredServer, with_children
from tests.bench.steady_player import SteadyPlay, TableRecord

VICTIM = "api-1"
"""The process that is suspended and killed."""
COMMANDS = """
SELECT command_id, version + (metadata->>'events')::integer - 1 FROM shengji.event
WHERE stream = ANY(%s) AND command_id IS NOT NULL
"""
Logged = tuple[UUID, int]
"""The id of a command, and the version of its last event."""


class Phase(NamedTuple):
    """A part of the run: its name, when it began and ended, and the processor seconds of the other API processes."""

    name: str
    began: float
    ended: float
    others: float


class Signals(NamedTuple):
    """Set by the benchmark and read by the clients: whether the victim runs again, and whether the run has ended."""

    is_back: Event
    is_over: Event


class Faults(NamedTuple):
    """What must all be zero.

    Attributes:
        lost: acknowledged commands that are not in the log, or at another version.
        doubled: commands in the log beyond the acknowledged ones.
        missing: events that a feed has left out, or not told until the end.
        twice: events that one stream has told twice.
    """

    lost: int
    doubled: int
    missing: int
    twice: int


class KillRun(NamedTuple):
    """The phases of a run, what the clients know at its end, and the faults."""

    phases: list[Phase]
    records: list[TableRecord]
    faults: Faults


def seated(addresses: Sequence[Address], number: int) -> SteadyPlay:
    """Starts a table. Those with an odd number never use the first address, which is that of the victim."""
    apart = number % 2 == 1
    return SteadyPlay(addresses[1:] if apart else addresses, number // 2, apart=apart)


def suspend_and_kill(server: MeasuredServer, seconds: float, signals: Signals) -> list[Phase]:
    """Suspends, continues and kills the victim, each for a quarter of the seconds. Returns the phases.

    Clients return to the victim when it continues, so that some of them use it when it is killed. The victim runs again
    afterwards, also after an interrupt.
    """
    quarter = seconds / 4

    def phase(name: str) -> Phase:
        before, began = _others(server), time.monotonic()
        time.sleep(quarter)
        return Phase(name, began, time.monotonic(), _others(server) - before)

    victim = server.pids()[VICTIM]
    assert victim is not None, "the process runs before it is suspended"
    phases = [phase("before")]
    os.kill(victim, signal.SIGSTOP)
    try:
        phases.append(phase("suspended"))
    finally:
        os.kill(victim, signal.SIGCONT)
    signals.is_back.set()
    phases.append(phase("continued"))
    os.kill(victim, signal.SIGKILL)
    phases.append(phase("killed"))
    signals.is_over.set()
    return phases


def _others(server: MeasuredServer) -> float:
    return sum(
        with_children(pid)
        for name, pid in server.pids().items()
        if name.startswith("api") and name != VICTIM and pid is not None
    )


def examined(server: MeasuredServer, records: Sequence[TableRecord]) -> Faults:
    """Compares what the clients know with the log."""
    with psycopg.connect(server.database_url) as connection:
        streams = [stream_of(each.table) for each in records]
        logged = connection.execute(COMMANDS, [streams]).fetchall()
    acknowledged = [made for each in records for made in each.acknowledged]
    lost, doubled = compared([_id_of(each) for each in acknowledged], logged)
    missing = sum(_missing(each) for each in records)
    return Faults(lost, doubled, missing, sum(feed.twice for each in records for feed in each.feeds))


def _id_of(made: Acknowledged) -> Logged:
    return key_of(PlayerId(made.player), made.key, "").command_id, made.version


def compared(acknowledged: Iterable[Logged], logged: Iterable[Logged]) -> tuple[int, int]:
    """Returns the number of acknowledged commands that are not in the log, and of logged ones beyond those."""
    told, found = Counter(acknowledged), Counter(logged)
    once = Counter(dict.fromkeys(told, 1))
    return (once - found).total(), (found - once).total()


def _missing(record: TableRecord) -> int:
    """Returns the events that the feeds of a table have left out, or not told until the end."""
    newest = max(made.version for made in record.acknowledged)
    return sum(feed.missing + max(0, newest - feed.version) for feed in record.feeds)


def stall_ms(records: Iterable[TableRecord], phase: Phase) -> float:
    """Returns the longest time in ms without any answer at some tables, counted where it ends in the phase."""
    times = [made.times for each in records for made in each.acknowledged]
    until = [each for each in times if each.answered <= phase.ended]
    ends = sorted(each.answered for each in until)
    before = max((each for each in ends if each < phase.began), default=phase.began)
    return (
        longest_stall([Command(max(each.sent, before), each.answered) for each in until if each.answered > before])
        * 1000
    )


def others_ms(run: KillRun, phase: Phase, victim: Address) -> float:
    """Returns the processor time in ms of the other API processes for each command that they answered."""
    answered = sum(
        made.address != victim and phase.began <= made.times.answered < phase.ended
        for each in run.records
        for made in each.acknowledged
    )
    return phase.others / answered * 1000 if answered else float("nan")


def shown(run: KillRun, victim: Address, title: str) -> Grid:
    """Returns the figures as a table."""
    grid = Grid("one API process suspended and killed", *(each.name for each in run.phases), title=title)
    apart = [each for each in run.records if each.apart]
    others = [each for each in run.records if not each.apart]
    rows: list[tuple[str, Callable[[Phase], str]]] = [
        ("longest time without any answer, ms: tables that never use it", lambda each: f"{stall_ms(apart, each):.0f}"),
        ("the same, tables that use it", lambda each: f"{stall_ms(others, each):.0f}"),
        ("CPU of the other API processes, ms a command", lambda each: f"{others_ms(run, each, victim):.2f}"),
    ]
    for name, figure in rows:
        grid.add_row(name, *map(figure, run.phases))
    grid.add_section()
    grid.add_row("acknowledged commands", str(sum(len(each.acknowledged) for each in run.records)))
    faults = run.faults
    grid.add_row("acknowledged commands that are lost", str(faults.lost))
    grid.add_row("doubled commands", str(faults.doubled))
    grid.add_row("events missing in feeds", str(faults.missing))
    grid.add_row("events told twice by a stream", str(faults.twice))
    return grid
