"""Handlers for series: they carry out the commands of owners, and read series.

`process.py` opens the tournaments of series. A series and its tournaments belong to the sandbox of the owner, if any,
and use its clock.
"""

import logging
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Literal, NamedTuple

from domain.kernel.instants import Instant
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.tournaments.recorder import Decision
from domain.tournaments.refusals import NoSuchOccurrence
from domain.tournaments.series.decide import (
    ChangeSeries,
    CreateSeries,
    EndSeries,
    MissOccurrence,
    Series,
    SkipOccurrence,
    closes_at,
    decide_series,
    unsettled_occurrences,
)
from domain.tournaments.series.events import OccurrenceMissed, OccurrenceOpened, OccurrenceSkipped
from domain.tournaments.series.plan import LocalStart, Occurrence, SeriesPlan, settings_of
from service.accounts.handlers import AccountClosed, Accounts
from service.platform.feeds.notifier import Notifier
from service.platform.lists import AFTER_ALL, every_page
from service.platform.sources import Sources
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database
from service.platform.store.event_store import READ_LIMIT, Commit, EventStore
from service.platform.store.events import Record, VersionedEvent, event_of
from service.platform.store.idempotency import Key
from service.platform.store.sandbox_time import clock_of_sandboxes
from service.platform.store.stream_repository import (
    BY_CLOCK,
    CommandResult,
    DecidedCommand,
    Origin,
    StreamRepository,
    check_version,
    stream_decision,
)
from service.series.events import SERIES, stream_of
from service.series.recurrence import AHEAD_LIMIT, check_recurrence, occurrences
from service.series.steps import step_of, tournament_id
from service.tournaments.handlers import Tournaments

SeriesStatus = Literal["running", "ended"]
OwnersCommand = ChangeSeries | SkipOccurrence | EndSeries
Settlement = OccurrenceOpened | OccurrenceSkipped | OccurrenceMissed
"""The events that settle an occurrence."""
_AHEAD_MS = int(AHEAD_LIMIT.total_seconds() * 1000)

_log = logging.getLogger(__name__)


class NoSuchSeries(Exception):
    """No series has this id. The argument is the id."""


class TooManySeries(Exception):
    """The player already has the maximum number of series."""


class VersionedSeries(NamedTuple):
    """The state of a series, and the version of its last event."""

    version: int
    series: Series


class SeriesDryRun(NamedTuple):
    """The result of a dry run of a command: the current version of the series, and the outcome."""

    version: int
    outcome: Decision[Series]


class ListedSeries(NamedTuple):
    """A series in a list. Lists come from the read model, which follows the log with a short delay."""

    id: str
    version: int
    name: str
    status: SeriesStatus
    game: str
    format: str
    rule: str
    zone: str
    opens_next_at: datetime | None
    rated: bool
    owner: PlayerId
    updated_at: datetime


class AllSeries:
    """Carries out commands to series, and reads them.

    All methods raise `DatabaseUnavailable` if the database does not answer.
    """

    def __init__(
        self,
        database: Database,
        store: EventStore,
        notifier: Notifier,
        accounts: Accounts,
        tournaments: Tournaments,
        sources: Sources,
    ) -> None:
        """Takes the stores, the notifier, the accounts, the tournaments, and the clock and randomness."""
        self._database = database
        self._store = store
        self._repository = StreamRepository(store, notifier, SERIES, clock_of_sandboxes(database, sources.clock))
        self._randomness = sources.randomness
        self._accounts = accounts
        self._tournaments = tournaments

    # -------------------------------------------------------------------------------------------- commands

    def create(
        self, by: PlayerId, plan: SeriesPlan, key: Key | None = None, now: Instant | None = None
    ) -> CommandResult:
        """Creates a series that the player owns.

        Args:
            by: the player.
            plan: the plan of the series.
            key: idempotency key of the command.
            now: the time of the decision; by default, the time of the player's sandbox, or the current time.

        Raises:
            Refusal: the plan, or the settings of its tournaments, are invalid.
            TooManySeries: the player already has the maximum number of series.
            AccountClosed: the player closed their account meanwhile.
            KeyReused: the key was used for another command.
        """
        before = self._repository.earlier_result(key)
        if before is not None:
            return before
        sandbox = self._accounts.sandbox_of(by)
        now = now or self._repository.now(sandbox)
        series_id = self._randomness.new_id("ser")
        decision = decide_series(None, CreateSeries(by, plan, sandbox), now)
        check_recurrence(plan.recurrence, now)
        self._check_template(series_id, decision.state, now)
        commit = self._repository.commit_of(series_id, 0, stream_decision(*decision), Origin(by, key, now))
        try:
            appended = self._store.append_if(
                commit, lambda run: _check_may_own_another(run, by, self._store.limits.series)
            )
        except TooManySeries:
            # An earlier copy of this command may have filled the last place.
            if (before := self._repository.earlier_result(key)) is None:
                raise
            return before
        return self._repository.finish_command(appended, decision.events, key)

    def carry_out(
        self,
        series_id: str,
        command: OwnersCommand,
        *,
        expected: int | None = None,
        key: Key | None = None,
        now: Instant | None = None,
    ) -> CommandResult:
        """Carries a command of the owner out.

        Args:
            series_id: the series.
            command: the command.
            expected: the version that the series must have; `None` for any.
            key: idempotency key of the command.
            now: the time of the decision; by default, the time of the series's sandbox, or the current time.

        Raises:
            NoSuchSeries: the series does not exist.
            Refusal: the command is not possible in the current state.
            StaleVersion: the series is not at the expected version.
            KeyReused: the key was used for another command.
            StreamBusy: too many concurrent commands.
        """
        before = self._repository.earlier_result(key)
        if before is not None:
            return before

        def decided() -> DecidedCommand[Series] | None:
            nonlocal expected
            at = self.at(series_id)
            instant = now or self._repository.now(at.series.sandbox)
            decision = self._decide(series_id, at, command, expected, instant)
            if isinstance(command, ChangeSeries) and self._has_missed(series_id, at, instant):
                # Missed occurrences follow from the current rule, so record them before the rule changes.
                expected = self._note_missed(series_id, expected, instant)
                return None
            origin = Origin(command.by or BY_CLOCK, key, instant)
            return DecidedCommand(at.version, stream_decision(*decision), origin)

        return self._repository.carry_out(series_id, key, decided)

    def dry_run(self, series_id: str, command: OwnersCommand, *, expected: int | None = None) -> SeriesDryRun:
        """Returns what a command would do. Changes nothing. Raises the same errors as `carry_out`."""
        at = self.at(series_id)
        return SeriesDryRun(
            at.version, self._decide(series_id, at, command, expected, self._repository.now(at.series.sandbox))
        )

    def end_all(self, player: PlayerId) -> None:
        """Ends all series of a player that are in the read model.

        A series that is not in it yet ends when its next tournament is due.
        """
        for each in every_page(partial(self.list_page, owner=player, status="running")):
            if not self.at(each.id).series.has_ended:
                self._end(each.id, player)

    def _end(self, series_id: str, player: PlayerId) -> None:
        try:
            self.carry_out(series_id, EndSeries(player))
        except Refusal:
            _log.info("%s has already ended", series_id)

    def _decide(
        self, series_id: str, at: VersionedSeries, command: OwnersCommand, expected: int | None, now: Instant
    ) -> Decision[Series]:
        check_version(at.version, expected)
        decision = decide_series(at.series, command, now)
        match command:
            case ChangeSeries(_, plan):
                if plan.recurrence != at.series.plan.recurrence:
                    check_recurrence(plan.recurrence, now)
                self._check_template(series_id, decision.state, now)
            case SkipOccurrence(_, key):
                _check_to_come(at.series, key, now)
        return decision

    def _check_template(self, series_id: str, series: Series, now: Instant) -> None:
        """Checks that the next tournament can be created. Raises `Refusal`."""
        to_come = unsettled_occurrences(series, occurrences(series.plan.recurrence, max(series.settled, now)))
        occurrence = next((each for each in to_come if now < closes_at(series.plan, each)), None)
        if occurrence is not None:
            self._tournaments.creation_commit(
                series.owner,
                settings_of(series.plan, series_id, occurrence, series.opened + 1),
                tournament_id(series_id, occurrence),
                now,
            )

    def commit_of(self, series_id: str, at: VersionedSeries, decision: Decision[Series], now: Instant) -> Commit:
        """Returns a commit that appends an automatic step. The caller appends it, together with other streams."""
        return self._repository.commit_of(
            series_id, at.version, stream_decision(*decision), Origin(BY_CLOCK, None, now)
        )

    def _has_missed(self, series_id: str, at: VersionedSeries, now: Instant) -> bool:
        return isinstance(step_of(series_id, at.series, now), MissOccurrence)

    def _note_missed(self, series_id: str, expected: int | None, now: Instant) -> int | None:
        """Records all missed occurrences.

        Returns:
            The expected version of a command, raised by the recorded events if it was current before.
        """
        while isinstance(missed := step_of(series_id, (at := self.at(series_id)).series, now), MissOccurrence):
            decision = decide_series(at.series, missed, now)
            appended = self._repository.append(
                series_id, at.version, stream_decision(*decision), Origin(BY_CLOCK, None, now)
            )
            if appended.outcome == "appended" and expected == at.version:
                expected = appended.version
        return expected

    # -------------------------------------------------------------------------------------------- reading

    def at(self, series_id: str) -> VersionedSeries:
        """Returns the current state of a series. Raises `NoSuchSeries`."""
        found = self._repository.at(series_id)
        if found is None:
            raise NoSuchSeries(series_id)
        return VersionedSeries(*found)

    def since(self, series_id: str, after: int, limit: int = READ_LIMIT) -> list[VersionedEvent]:
        """Returns at most `limit` events of the series after a version, in order."""
        return self._repository.since(series_id, after, limit)

    def outcomes(self, series_id: str, limit: int) -> list[Settlement]:
        """Returns at most `limit` events that settled occurrences, newest first."""
        parameters = {"stream": stream_of(series_id), "limit": limit}
        return [event_of(Record(*row)) for row in self._database.read("occurrences_done", parameters)]

    def list_page(
        self,
        *,
        sandbox: str | None = None,
        owner: PlayerId | None = None,
        status: SeriesStatus | None = None,
        public_only: bool = False,
        before: str = AFTER_ALL,
        limit: int = 50,
    ) -> list[ListedSeries]:
        """Returns a page of series, newest first.

        Args:
            sandbox: a sandbox; `None` for outside all sandboxes. Ignored with `owner`.
            owner: only those that this player owns.
            status: only those with this status.
            public_only: only those that can be read without a token.
            before: the id after which the page begins.
            limit: the maximum number of items.
        """
        parameters = {
            "sandbox": sandbox,
            "owner": owner,
            "status": status,
            "public_only": public_only,
            "before": before,
            "limit": limit,
        }
        rows = self._database.read_late("series", parameters, sandbox=sandbox, is_own=owner is not None)
        return [ListedSeries(*row) for row in rows]


def _check_may_own_another(run: Run, player: PlayerId, most: int) -> None:
    """Checks the number of open series of a player. Locks the account until the transaction ends.

    Raises:
        AccountClosed: the account is closed.
        TooManySeries: the player has the maximum number.
    """
    if not run("hold_player", {"player_id": player}):
        raise AccountClosed(player)
    [(count,)] = run("open_series", {"player_id": player})
    if count >= most:
        raise TooManySeries(most)


def to_come(series: Series, now: Instant) -> Iterator[Occurrence]:
    """Yields the occurrences of a series that begin after `now`, including those already opened or skipped.

    Yields none if the series has ended.
    """
    return iter(()) if series.has_ended else occurrences(series.plan.recurrence, max(now, series.settled))


def _check_to_come(series: Series, key: LocalStart, now: Instant) -> None:
    """Checks that an occurrence with this key begins within a year. Raises `NoSuchOccurrence`."""
    following = None
    for each in to_come(series, now):
        following = following or each.key
        if each.key == key:
            return
        if each.starts_at > now + _AHEAD_MS:
            break
    hint = (
        message("the next one begins at {following}", following=following)
        if following
        else message("the series has no more occurrences")
    )
    raise NoSuchOccurrence(
        message("no occurrence begins at {key} within a year", key=key), hint=hint, facts={"key": key}
    )
