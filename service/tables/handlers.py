"""Carries out commands to tables: load, decide, append. Only this module writes their events.

A command is decided on the cached table, and the append checks the version. So an accepted command costs one round
trip. Before a refusal is returned, the table is read again, because the cached one may be out of date. The
idempotency key is looked up as well, because an earlier copy of the command may have been carried out.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from domain.games.registry import GAMES
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.shuffle import SECRET_BYTES
from domain.kernel.viewers import Onlooker
from domain.table.asking import asking
from domain.table.commands import (
    ActFor,
    CallOff,
    OpenTable,
    PauseTable,
    Recalendar,
    ReplacePlayer,
    ResumeTable,
    ServiceCommand,
    Sit,
    TableCommand,
    Tick,
    TimePasses,
    UnsealTable,
    VacateSeat,
)
from domain.table.decide import decide
from domain.table.hands import Chance, TableDecision
from domain.table.spectators import NO_DELAY
from domain.table.state import Table
from domain.table.turn_clocks import DecisionContext
from service.accounts.reliability.handlers import Reliability
from service.platform.feeds.notifier import Notifier
from service.platform.metrics import count_conflict
from service.platform.sources import Randomness
from service.platform.store.event_store import EventStore
from service.platform.store.events import VersionedEvent
from service.platform.store.idempotency import Key
from service.platform.store.stream_repository import (
    BY_CLOCK,
    CommandResult,
    Origin,
    StaleVersion,
    StreamBusy,
    StreamDecision,
    StreamRepository,
    check_version,
)
from service.social.blocks.handlers import Blocks
from service.tables.cache import TableCache
from service.tables.decision_clock import DecisionClock
from service.tables.events import TABLES, VersionedTable

BY_STAND_IN = "stand-in"
BY_SERVICE = "service"
STATE_EVERY = 16
"""The state of a table is stored each time its version passes a multiple of this number."""
MOST_PAUSE_S = 0.01
"""Upper limit of the random pauses before a command is decided again. It is short, because players wait."""


class Admission:
    """Checks players who want to take a seat, from the data of their accounts."""

    def __init__(self, blocks: Blocks, reliability: Reliability) -> None:
        """Takes who blocks whom, and how reliable each player is."""
        self._blocks = blocks
        self._reliability = reliability

    def check(self, table: Table, player: PlayerId) -> None:
        """Checks that a player may take a seat.

        Raises:
            SeatRefused: the host blocks the player.
            TooUnreliable: the player's score is below what the table requires.
        """
        self._blocks.check_may_sit(table, player)
        self.check_record(table.min_reliability, player)

    def check_record(self, least: int | None, player: PlayerId) -> None:
        """Raises `TooUnreliable` if the player's score is below `least`."""
        self._reliability.check(least, player)


class _TimedDecision(NamedTuple):
    """The result of a command, the table for which it was decided, and the time of the decision.

    `at` is `None` if the command opens a table.
    """

    at: VersionedTable | None
    decision: TableDecision
    now: Instant

    @property
    def version(self) -> int:
        """The version that the table must have."""
        return self.at.version if self.at else 0

    @property
    def is_stored(self) -> bool:
        """Whether the state is stored with the events.

        A changed seat is stored at once, because the job queues read the seats from the stored state.
        """
        after = self.version + len(self.decision.events)
        return (
            self.at is None
            or self.version // STATE_EVERY != after // STATE_EVERY
            or self.at.table.seats is not self.decision.table.seats
        )


class Tables:
    """The commands of tables, and the tables as other features read them.

    Methods raise `NoSuchTable` and `UnreadableStream`, and `DatabaseUnavailable` if the store does not answer.
    """

    def __init__(
        self,
        store: EventStore,
        table_cache: TableCache,
        notifier: Notifier,
        decision_clock: DecisionClock,
        bot_grace_s: float,
        randomness: Randomness,
    ) -> None:
        """Takes the dependencies.

        Args:
            store: the event store.
            table_cache: the cached tables.
            notifier: announces each append.
            decision_clock: the source of decision contexts.
            bot_grace_s: seconds after which the turn of a bot is queued again.
            randomness: the source of secrets of deals and ids of tables.
        """
        self._store = store
        self._randomness = randomness
        self._table_cache = table_cache
        self._repository = StreamRepository(store, notifier, TABLES, decision_clock.now)
        self._decision_clock = decision_clock
        self._bot_grace = timedelta(seconds=bot_grace_s)

    def newest(self, table_id: str) -> VersionedTable:
        """Returns the current table."""
        return self._table_cache.newest(table_id)

    def cached(self, table_id: str) -> VersionedTable:
        """Returns the cached table, which may be out of date. Reads it if it is not cached."""
        return self._table_cache.cached(table_id)

    def public(self, table_id: str) -> VersionedTable:
        """Returns the current table as spectators without a delay see it."""
        return self._table_cache.view(table_id, Onlooker.SPECTATOR)

    def visible_events(self, table_id: str, limit: int) -> list[VersionedEvent]:
        """Returns the newest events that spectators can already see: at most `limit`, none of a sealed table."""
        at = self._table_cache.newest(table_id)
        if at.table.sealed:
            return []
        is_delayed = at.table.spectators != NO_DELAY
        until = self._table_cache.visibility_cutoff(table_id).version if is_delayed else at.version
        return self._table_cache.since(table_id, max(until - limit, 0), until=until)

    def open(
        self,
        command: OpenTable,
        key: Key | None,
        *,
        then: Sequence[TableCommand] = (),
        table_id: str | None = None,
        now: Instant | None = None,
    ) -> CommandResult:
        """Opens a table.

        Args:
            command: the settings of the table.
            key: idempotency key for all of it, or `None`.
            then: further commands. If one of them is refused, the table is not opened.
            table_id: the id to use; `None` for a new one.
            now: the time of opening; `None` for the current time of its sandbox.

        Raises:
            Refusal: the table cannot be opened with these settings.
            KeyReused: the key was used for another command.
            StreamBusy: another table has this id.
        """
        context = self._decision_clock.context(None, now, sandbox=command.sandbox)
        decision = decide(GAMES, None, command, self._chance(), context)
        sitting = _players_taking_seats(then)
        for further in then:
            at_it = self._decision_clock.context(decision.table, context.now, sitting=sitting)
            after = decide(GAMES, decision.table, further, self._chance(), at_it)
            decision = TableDecision(decision.events + after.events, after.table)
        table_id = table_id or self._randomness.new_id("tbl")
        done = self._append(table_id, _TimedDecision(None, decision, context.now), command.by, key)
        if done is None:
            raise StreamBusy(table_id)
        return done

    def earlier_result(self, key: Key | None) -> CommandResult | None:
        """Returns the result of an earlier command with this key, or `None`. Raises `KeyReused`."""
        return self._repository.earlier_result(key)

    def carry_out(
        self,
        table_id: str,
        command: TableCommand,
        *,
        expected: int | None = None,
        key: Key | None = None,
        now: Instant | None = None,
        bot: str | None = None,
    ) -> CommandResult:
        """Carries a command out.

        Args:
            table_id: id of the table.
            command: the command.
            expected: the version that the table must have; `None` for any.
            key: idempotency key, or `None`.
            now: the time of the decision; `None` for the current time.
            bot: the bot that chose the command, with its version. It is stored with the command.

        Raises:
            NoSuchTable: no table has this id.
            Refusal: the table refuses the command.
            StaleVersion: the table does not have the expected version.
            KeyReused: the key was used for another command.
            StreamBusy: other commands were first in every attempt.
        """
        with self._table_cache.in_turn(table_id, self._store.limits.command_s) as got:
            if not got:
                raise StreamBusy(table_id)
            return self._carry_out(table_id, command, expected, (key, bot), now)

    def _carry_out(
        self,
        table_id: str,
        command: TableCommand,
        expected: int | None,
        source: tuple[Key | None, str | None],
        now: Instant | None,
    ) -> CommandResult:
        key, bot = source
        # `StreamRepository.carry_out` has the same loop with callbacks. Here the path of a play stays in one direction.
        # `attempt` counts from 0. The first two use the cache, since a conflict returns the missed events.
        for attempt in self._repository.attempts(MOST_PAUSE_S):
            try:
                decided = self._decide(table_id, command, expected, now, read_newest=attempt > 1)
            except (Refusal, StaleVersion):
                before = self._repository.earlier_result(key)
                if before is None:
                    raise
                return before
            done = self._append(table_id, decided, _author_of(command), key, bot)
            if done is not None:
                return done
        raise StreamBusy(table_id)

    def _decide(
        self, table_id: str, command: TableCommand, expected: int | None, now: Instant | None, *, read_newest: bool
    ) -> _TimedDecision:
        """Decides a command on the cached table. After a refusal, or with `read_newest`, reads the newest table."""
        if read_newest:
            return self._decide_on(self._table_cache.newest(table_id), command, expected, now)
        cached = self._table_cache.cached(table_id)
        with suppress(Refusal, StaleVersion):
            return self._decide_on(cached, command, expected, now)
        newest = self._table_cache.newest(table_id)
        if newest.version != cached.version:
            count_conflict("refusal")
        return self._decide_on(newest, command, expected, now)

    def _decide_on(
        self, at: VersionedTable, command: TableCommand, expected: int | None, now: Instant | None
    ) -> _TimedDecision:
        context = self._decision_clock.context(at.table, now, sitting=_players_taking_seats([command]))
        decision = _decide_if_expected(at, command, expected, self._chance(), context)
        return _TimedDecision(at, decision, context.now)

    def _chance(self) -> Chance:
        return Chance(self._randomness.token_bytes(SECRET_BYTES), self._randomness.token_bytes(SECRET_BYTES))

    def _append(
        self, table_id: str, decided: _TimedDecision, by: str, key: Key | None, bot: str | None = None
    ) -> CommandResult | None:
        """Appends the events of a command. Returns `None` if another command came first."""
        version, (events, table) = decided.version, decided.decision
        bots_turn = any(each.bot for each in asking(table))
        to_append = StreamDecision(events, table, table.sandbox, decided.is_stored)
        commit = self._repository.commit_of(table_id, version, to_append, Origin(by, key, decided.now, bot))
        # The turns of bots are queued again at this time, if the job for them was lost.
        due_at = datetime.now(UTC) + self._bot_grace if bots_turn else None
        appended = self._store.append(commit._replace(due_at=due_at))
        if appended.outcome == "conflict":
            count_conflict("append")
            self._table_cache.cache_missed(table_id, version, appended.missed)
            return None
        done = self._repository.finish_command(appended, events, key)
        if not done.replayed:
            self._table_cache.cache_appended(done.id, VersionedTable(done.version, table), done.events)
        return done


def _players_taking_seats(commands: Sequence[TableCommand]) -> dict[Seat, PlayerId]:
    """Returns the players who take seats by these commands."""
    sat = {command.seat: command.by for command in commands if isinstance(command, Sit)}
    return sat | {command.seat: command.player for command in commands if isinstance(command, ReplacePlayer)}


def _author_of(command: TableCommand) -> str:
    """Returns the player who sent the command, or `BY_CLOCK`."""
    match command:
        case Tick() | TimePasses() | Recalendar():
            return BY_CLOCK
        case ActFor():
            return BY_STAND_IN
        case UnsealTable() | CallOff() | PauseTable() | ResumeTable() | ReplacePlayer() | VacateSeat():
            return BY_SERVICE
        case _:
            return command.by


def _decide_if_expected(
    at: VersionedTable, command: TableCommand, expected: int | None, chance: Chance, context: DecisionContext
) -> TableDecision:
    """Returns the result of a command, if the table has the expected version.

    Spectators with a delay must not learn the version of the table from a version conflict. After the start, every
    command of theirs is refused, so this is checked first.
    """
    if isinstance(command, ServiceCommand) or not (
        at.table.sees_delayed(command.by) or at.table.is_sealed_for(command.by)
    ):
        check_version(at.version, expected)
    decision = decide(GAMES, at.table, command, chance, context)
    check_version(at.version, expected)
    return decision
