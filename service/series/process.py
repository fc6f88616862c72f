"""The process of a series: the service opens its tournaments, records missed occurrences, and ends it after the last.

A tournament is created in the transaction in which its series records it. A worker that stops before the commit
therefore leaves nothing behind. A command that skips the occurrence, or changes or ends the series, comes before or
after this transaction. The id of a tournament follows from its series and the local start of its occurrence, so a
second attempt finds the first.
"""

import logging
import math
import time

from domain.kernel.instants import Instant
from domain.kernel.refusals import Refusal
from domain.tournaments.series.decide import MissOccurrence, OpenOccurrence, SeriesCommand, decide_series
from domain.tournaments.series.plan import settings_of
from domain.tournaments.series.steps import command_for_owner
from service.accounts.handlers import Accounts
from service.platform.feeds.notifier import Notifier
from service.platform.store.event_store import EventStore, NotTogether
from service.series.handlers import AllSeries, VersionedSeries
from service.series.steps import step_of
from service.tournaments.events import stream_of as tournament_stream
from service.tournaments.handlers import Tournaments

_log = logging.getLogger(__name__)


class SeriesProcess:
    """Takes the automatic steps of series."""

    def __init__(
        self, series: AllSeries, store: EventStore, notifier: Notifier, accounts: Accounts, tournaments: Tournaments
    ) -> None:
        """Takes the handlers of series, accounts and tournaments, the store, and the notifier."""
        self._series = series
        self._store = store
        self._notifier = notifier
        self._accounts = accounts
        self._tournaments = tournaments

    def take_due_steps(self, series_id: str, now: Instant, until: float = math.inf) -> int:
        """Takes all steps that are due in a series.

        Args:
            series_id: the series.
            now: the current time.
            until: the monotonic time after which no further step is taken.

        Returns:
            The number of steps; 0 for a second copy of the job.

        Raises:
            NoSuchSeries: there is no such series.
        """
        done = 0
        while time.monotonic() < until:
            at = self._series.at(series_id)
            step = self._step(series_id, at, now)
            if step is None:
                break
            done += self._take(series_id, at, step, now)
        return done

    def _step(self, series_id: str, at: VersionedSeries, now: Instant) -> SeriesCommand | None:
        step = step_of(series_id, at.series, now)
        if not isinstance(step, OpenOccurrence):
            return step
        return command_for_owner(step, is_closed=self._accounts.player(at.series.owner).closed_at is not None)

    def _take(self, series_id: str, at: VersionedSeries, step: SeriesCommand, now: Instant) -> bool:
        """Takes a step. Returns `False` if another process was first."""
        outcome = decide_series(at.series, step, now)
        commits = [self._series.commit_of(series_id, at, outcome, now)]
        if isinstance(step, OpenOccurrence):
            settings = settings_of(at.series.plan, series_id, step.occurrence, outcome.state.opened)
            try:
                opening = self._tournaments.creation_commit(at.series.owner, settings, step.tournament, now)
            except Refusal as refusal:
                # A newer release can refuse settings that were valid when the series was created.
                _log.warning("%s: no tournament can be opened: %s", series_id, refusal.detail)
                return self._take(series_id, at, MissOccurrence(step.occurrence, refusal.code()), now)
            if self._store.head(tournament_stream(step.tournament)) is None:
                commits.append(opening)
        try:
            appended = self._store.append_together(commits)
        except NotTogether:
            return False
        for each in appended:
            self._notifier.notify(each.stream, each.version)
        return True
