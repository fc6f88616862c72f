"""Checks the clocks of a season and computes its figures, from the event log alone.

It does not use the API. It reads the stored commands of every table, with the times at which they were recorded, and
folds their events.
"""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from domain.games.registry import GAMES
from domain.kernel.instants import Instant, instant_of
from domain.kernel.seats import Seat
from domain.table.automatic_moves import next_step_of_table
from domain.table.events import HandOpened, SecretPublished, TurnMissed
from domain.table.evolve import evolve
from domain.table.seat_events import ActedFor, SeatResumed, StandInSeated
from domain.table.state import Table
from domain.table.turn_clocks import next_due
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, LoggedEvent, LogPlace
from service.platform.store.events import event_of
from service.tables.events import stream_of

DAY_MS = 24 * 3600 * 1000


class Carried(NamedTuple):
    """A stored command: its author and its time, its events, and the table before and after it."""

    by: str
    at: Instant
    events: tuple[Any, ...]
    before: Table | None
    after: Table


class Figures(NamedTuple):
    """The figures of a season.

    Attributes:
        hands: number of finished hands.
        answers: number of decisions by kind: `players`, `orders`, `forced`, `missed`, `stand_ins`.
        days_per_hand: duration of each finished hand in days.
        hands_by_stand_ins: number of hands of a seat that a stand-in played, at least in part.
        seats: number of all hands of seats.
        ends: number of tables by the reason of their end.
    """

    hands: int
    answers: Counter[str]
    days_per_hand: list[float]
    hands_by_stand_ins: int
    seats: int
    ends: Counter[str]

    @property
    def share_by_orders(self) -> float:
        """Share of decisions made by standing orders, including forced plays."""
        ordered = self.answers["orders"] + self.answers["forced"]
        return ordered / max(1, self.answers.total())

    @property
    def median_days(self) -> float:
        """Median duration of a hand in days."""
        return statistics.median(self.days_per_hand) if self.days_per_hand else 0.0


class Ledger:
    """The commands of some tables, folded from the log."""

    def __init__(self, database: Database, tables: Sequence[str]) -> None:
        """Reads the whole log, and keeps the commands of these tables."""
        wanted = {stream_of(table): table for table in tables}
        self.commands: dict[str, list[Carried]] = {table: [] for table in tables}
        logged = sorted(
            (each for each in _log(EventStore(database)) if each.stream in wanted),
            key=lambda each: (each.stream, each.stored.version),
        )
        for (stream, _), events in groupby(logged, key=lambda each: (each.stream, each.place.transaction)):
            commands = self.commands[wanted[stream]]
            commands.append(_carried(commands[-1].after if commands else None, list(events)))

    def faults(self, now: datetime) -> list[str]:
        """Returns the errors of the clocks until `now`, including actions that are missing."""
        return [
            f"{table}: {fault}"
            for table, commands in self.commands.items()
            for fault in _faults(commands, instant_of(now))
        ]

    def figures(self) -> Figures:
        """Returns the figures of the season."""
        answers: Counter[str] = Counter()
        days: list[float] = []
        hands_by_stand_ins, seats = 0, 0
        for commands in self.commands.values():
            answers += _answers(commands)
            days += list(_days_of_hands(commands))
            by_stand_ins = _hands_by_stand_ins(commands)
            hands_by_stand_ins += by_stand_ins
            last = commands[-1].after
            seats += len(last.seats) * (last.hand.number if last.hand else 0)
        ends = Counter(_end_of(commands[-1].after) for commands in self.commands.values())
        return Figures(len(days), answers, days, hands_by_stand_ins, seats, ends)


def _log(store: EventStore) -> Iterator[LoggedEvent]:
    place = LogPlace(0, 0)
    while batch := store.feed(place):
        yield from batch
        place = batch[-1].place


def _carried(before: Table | None, logged: Sequence[LoggedEvent]) -> Carried:
    events = tuple(event_of(each.stored.record) for each in logged)
    after = before
    for event in events:
        after = evolve(GAMES, after, event)
    assert after is not None
    return Carried(logged[0].by or "", instant_of(logged[0].stored.recorded_at), events, before, after)


# --- checks of the clocks


def _faults(commands: Sequence[Carried], now: Instant) -> Iterator[str]:
    for number, command in enumerate(commands, start=1):
        for fault in _faults_of(command):
            yield f"command {number}: {fault}"
        if next_step_of_table(command.after) is not None:
            yield f"command {number}: a standing order or forced play was not carried out at once"
    if commands[0].after.sandbox is None:
        yield "the table is in no sandbox"
    last = commands[-1].after
    due = next_due(last)
    if due is not None and due.at <= now:
        yield f"{due.what} of seat {due.seat} was due at {due.at}, but has not happened by {now}"
    if last.status == "playing":
        yield "the match has not ended"


def _faults_of(command: Carried) -> Iterator[str]:
    """Yields the errors of a command: it came after a due action, or turns were missed too early, too late or twice."""
    before = command.before
    if before is None:
        return
    due = next_due(before)
    if due is not None and due.at < command.at:
        yield f"{due.what} of seat {due.seat} was due at {due.at}, but the command at {command.at} came first"
    missed = [event.seat for event in command.events if isinstance(event, TurnMissed)]
    for seat in missed:
        running = before.clocks[seat].running
        if running is None:
            yield f"seat {seat} missed a turn without a running clock"
        elif running.deadline != command.at:
            yield f"seat {seat} missed its turn at {command.at}, but its deadline was {running.deadline}"
        elif before.ladder.grace_s and not running.is_grace:
            yield f"seat {seat} had no grace period"
        if command.after.clocks[seat].running is not None:
            yield f"the clock of seat {seat} runs on after the missed turn"
    if len(missed) > 1:
        yield f"one command has several missed turns: {missed}"


# --- figures


def _answers(commands: Sequence[Carried]) -> Counter[str]:
    """Returns the number of decisions at a table by kind."""
    found: Counter[str] = Counter()
    for command in commands:
        if command.before is None or command.before.status != "playing":
            continue
        acted = [event for event in command.events if isinstance(event, ActedFor)]
        for event in acted:
            found[_maker(command, event)] += 1
        if command.by.startswith("ply_") and _is_move(command):
            found["players"] += 1
    return found


def _maker(command: Carried, event: ActedFor) -> str:
    if event.how != "stand_in":
        return "orders" if event.how == "order" else "forced"
    assert command.before is not None
    return "stand_ins" if command.before.absences[event.seat].stays else "missed"


def _is_move(command: Carried) -> bool:
    """Returns whether the command has a move of its own author, not only moves made for others."""
    before = command.before
    assert before is not None
    events = [event for event in command.events if not isinstance(event, SeatResumed)]
    if not events or isinstance(events[0], ActedFor):
        return False
    return before.game.move_of_events(before.match, events, 0) is not None


def _days_of_hands(commands: Sequence[Carried]) -> Iterator[float]:
    """Yields the duration of each finished hand in days."""
    opened: Instant | None = None
    for command in commands:
        for event in command.events:
            if isinstance(event, SecretPublished) and opened is not None and not _is_given_up(command.after):
                yield (command.at - opened) / DAY_MS
            if isinstance(event, HandOpened):
                opened = command.at


def _is_given_up(table: Table) -> bool:
    return table.result is not None and table.result.forfeited_by is not None


def _hands_by_stand_ins(commands: Sequence[Carried]) -> int:
    """Returns the number of hands of a seat that a stand-in played, at least in part."""
    found: set[tuple[int, Seat]] = set()
    for command in commands:
        hand = command.before.hand.number if command.before and command.before.hand else 0
        for event in command.events:
            if isinstance(event, StandInSeated):
                found.add((hand, event.seat))
            if isinstance(event, ActedFor) and event.how == "stand_in" and _maker(command, event) == "stand_ins":
                found.add((hand, event.seat))
    return len(found)


def _end_of(table: Table) -> str:
    return table.result.reason if table.result else table.status
