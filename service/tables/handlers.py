"""Carrying out commands: load, decide, append; the only writer of events.

A command is decided on the cached table, and the append compares versions. So an accepted command costs one round trip.
Before a refusal is returned, the table is read again, since the cached one may be outdated. A command with a key is
looked up, since it may have been carried out before.
"""

import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from domain.games.registry import GAMES
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.shuffle import SECRET_BYTES
from domain.table.asking import asking
from domain.table.commands import (
    ActFor,
    CallOff,
    OpenTable,
    OwnCommand,
    Recalendar,
    ReplacePlayer,
    Sit,
    TableCommand,
    Tick,
    TimePasses,
    UnsealTable,
    VacateSeat,
)
from domain.table.decide import decide
from domain.table.hands import Chance, Outcome
from domain.table.turn_clocks import DecisionContext
from service.platform.feeds.notifier import Notifier
from service.platform.sources import Randomness
from service.platform.store.event_store import Carried, EventStore
from service.platform.store.idempotency import Key
from service.platform.store.stream_repository import Decision, Done, Origin, StaleVersion, StreamRepository
from service.tables.cache import TableCache, VersionedTable
from service.tables.clocks import DecisionClock
from service.tables.codec import TABLES

BY_CLOCK = "clock"
BY_STAND_IN = "stand-in"
BY_SERVICE = "service"
LONGEST_PAUSE_S = 0.01
"""For a random part of this a command waits before it is decided anew."""


class TableBusy(Exception):
    """Others move the table so fast that the command found no moment; try again."""


class Tables:
    """The tables as they take commands."""

    def __init__(
        self,
        store: EventStore,
        table_cache: TableCache,
        notifier: Notifier,
        decision_clock: DecisionClock,
        bot_grace_s: float,
        randomness: Randomness,
    ) -> None:
        """Puts together what commands need.

        Args:
            store: where events are appended.
            table_cache: the cached tables.
            notifier: announces each append.
            decision_clock: gives the time and the calendars.
            bot_grace_s: after how many seconds a bot's turn is due to be queued again.
            randomness: where secrets of deals and ids of tables are drawn.
        """
        self._store = store
        self._randomness = randomness
        self._table_cache = table_cache
        self._repository = StreamRepository(store, notifier, TABLES, decision_clock.now)
        self._decision_clock = decision_clock
        self._bot_grace = timedelta(seconds=bot_grace_s)

    def open(
        self,
        command: OpenTable,
        key: Key | None,
        *,
        then: Sequence[TableCommand] = (),
        table_id: str | None = None,
        now: Instant | None = None,
    ) -> Done:
        """Opens a table.

        Args:
            command: how it is opened.
            key: under which all of it is remembered.
            then: commands that are carried out with it: all, or the table is not opened.
            table_id: the id that it gets, where that was chosen beforehand.
            now: when it is opened, where that is known better than by the clock of its world.

        Raises:
            Refusal: it cannot be opened so.
            KeyReused: the key was used for something else.
            TableBusy: there is another table of that id.
        """
        context = self._decision_clock.context(None, now, sandbox=command.world)
        outcome = decide(GAMES, None, command, self._chance(), context)
        sitting = _sitting(then)
        for further in then:
            at_it = self._decision_clock.context(outcome.table, context.now, sitting=sitting)
            after = decide(GAMES, outcome.table, further, self._chance(), at_it)
            outcome = Outcome(outcome.events + after.events, after.table)
        table_id = table_id or self._randomness.new_id("tbl")
        carried = self._append(table_id, 0, outcome, context.now, command.by, key)
        if carried.outcome == "conflict":
            raise TableBusy(table_id)
        return self._done(carried, outcome, key)

    def done_before(self, key: Key | None) -> Done | None:
        """Returns the result of an earlier command with this key, or `None`. Raises `KeyReused`."""
        return self._repository.done_before(key)

    def carry_out(
        self,
        table_id: str,
        command: TableCommand,
        *,
        expected: int | None = None,
        key: Key | None = None,
        now: Instant | None = None,
    ) -> Done:
        """Carries a command out.

        Args:
            table_id: at which table.
            command: what is asked.
            expected: the version that the table must have; `None` for any.
            key: under which the command is remembered.
            now: when it is decided, where that is known better than by the clock of this computer.

        Raises:
            NoSuchTable: there is no such table.
            Refusal: the table refuses.
            StaleVersion: the table is not at the expected version.
            KeyReused: the key was used for something else.
            TableBusy: others were faster, again and again.
        """
        with self._table_cache.in_turn(table_id, self._store.limits.command_s) as got:
            if not got:
                raise TableBusy(table_id)
            return self._carry_out(table_id, command, expected, key, now)

    def _carry_out(
        self, table_id: str, command: TableCommand, expected: int | None, key: Key | None, now: Instant | None
    ) -> Done:
        at, is_now = self._table_cache.cached(table_id), False
        for _ in range(self._store.limits.command_attempts):
            context = self._decision_clock.context(at.table, now, sitting=_sitting([command]))
            try:
                outcome = _decided(at, command, expected, self._chance(), context)
            except (Refusal, StaleVersion):
                if not is_now:
                    at, is_now = self._table_cache.now(table_id), True
                    continue
                before = self._repository.done_before(key)
                if before is None:
                    raise
                return before
            carried = self._append(table_id, at.version, outcome, context.now, _asker(command), key)
            if carried.outcome != "conflict":
                return self._done(carried, outcome, key)
            # Others were faster. A random pause keeps commands from meeting again.
            time.sleep(random.uniform(0, LONGEST_PAUSE_S))  # noqa: S311 - to be unlike others is all it has to be
            at, is_now = self._table_cache.now(table_id), True
        raise TableBusy(table_id)

    def _chance(self) -> Chance:
        return Chance(self._randomness.token_bytes(SECRET_BYTES), self._randomness.token_bytes(SECRET_BYTES))

    def _append(
        self, table_id: str, expected: int, outcome: Outcome, now: Instant, by: str, key: Key | None
    ) -> Carried:
        table = outcome.table
        bots_turn = any(each.bot for each in asking(table))
        decided = Decision(outcome.events, table, table.world)
        commit = self._repository.commit(table_id, expected, decided, Origin(by, key, now))
        return self._store.append(commit._replace(due_at=datetime.now(UTC) + self._bot_grace if bots_turn else None))

    def _done(self, carried: Carried, outcome: Outcome, key: Key | None) -> Done:
        done = self._repository.done(carried, outcome.events, key)
        if not done.replayed:
            self._table_cache.has_happened(done.id, VersionedTable(done.version, outcome.table), done.happened)
        return done


def _sitting(commands: Sequence[TableCommand]) -> dict[Seat, PlayerId]:
    """Who sits down by these commands, and where."""
    sat = {command.seat: command.by for command in commands if isinstance(command, Sit)}
    return sat | {command.seat: command.player for command in commands if isinstance(command, ReplacePlayer)}


def _asker(command: TableCommand) -> str:
    """Returns the player who sent the command, or `BY_CLOCK`."""
    match command:
        case Tick() | TimePasses() | Recalendar():
            return BY_CLOCK
        case ActFor():
            return BY_STAND_IN
        case UnsealTable() | CallOff() | ReplacePlayer() | VacateSeat():
            return BY_SERVICE
        case _:
            return command.by


def _decided(
    at: VersionedTable, command: TableCommand, expected: int | None, chance: Chance, context: DecisionContext
) -> Outcome:
    """What follows from the command, if the table is at the expected version.

    Who sees the table late, or not at all, could find out the version from whether it is the expected one. They can do
    nothing once the match has begun, so they are refused first.
    """
    if isinstance(command, OwnCommand) or not (at.table.sees_late(command.by) or at.table.is_sealed_for(command.by)):
        _expect(at, expected)
    outcome = decide(GAMES, at.table, command, chance, context)
    _expect(at, expected)
    return outcome


def _expect(at: VersionedTable, expected: int | None) -> None:
    if expected is not None and at.version != expected:
        raise StaleVersion(at.version)
