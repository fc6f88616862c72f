"""The process `shengji schedule`: updates read models and queues jobs from the log. Only one process is active."""

import logging
import math
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, TypeVar

import redis

from domain.kernel.newer_release import NewerRelease
from service.accounts.reliability.projections import ReliabilityProjection
from service.boards.projections import BoardsProjection
from service.leagues.jobs import LeagueDispatch
from service.leagues.projections import LeaguesProjection
from service.lobby.matchmaking.jobs import MatchmakingDispatch
from service.notifications.closing_registrations import Registrations
from service.notifications.mail.dispatch import MailDispatch
from service.notifications.projections import AccountFeeds
from service.notifications.reminding import Reminding
from service.notifications.webhooks.dispatch import WebhookDispatch
from service.platform.queue.job_queue import JobQueue
from service.platform.queue.periodic_work import PeriodicWork
from service.platform.queue.stream_dispatch import StreamDispatch
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.folding import release
from service.platform.store.projection import Projection
from service.ratings.grades.projections import GradesProjection
from service.ratings.projections import RatingsProjection
from service.series.jobs import SeriesDispatch
from service.series.projections import SeriesProjection
from service.tables.dispatch import TableDispatch
from service.tables.projections import TablesProjection
from service.tournaments.jobs import TournamentDispatch
from service.tournaments.projections import TournamentsProjection
from service.wiring import Service

# All schedulers use this advisory lock. The one that holds it is active; the others stand by.
_LEADER = 7_353_645_243
STAND_BY_S = 2.0
EVERY_S = 1.0
"""Interval in seconds of work that is not urgent, such as reminders, lost jobs and the ends of boards and sandboxes."""
BATCHES_AT_ONCE = 20
GIVE_WAY_S = 2 * STAND_BY_S + 1.0
GIVE_WAY_EVERY_S = 60.0
"""A leader that meets events of a newer release stands by for `GIVE_WAY_S` seconds, longer than others do. So a
scheduler of that release can lead. Without one, as after a rollback, it continues and stands by again later."""
REST_S = 5.0
"""Seconds for which a follower pauses after an event of a newer release."""
PAUSE_MOST_S = 60.0
"""Longest pause of a failing follower, in seconds. Pauses start at one second and double with each failure."""
ROUND_EVERY_S = 0.05
"""Minimum number of seconds between the starts of two rounds. Under load, one round handles several commands."""

T = TypeVar("T")
Follower = AccountFeeds | Projection
Dispatcher = WebhookDispatch | MatchmakingDispatch | MailDispatch | StreamDispatch

_log = logging.getLogger(__name__)


class _Pause(NamedTuple):
    """The length of a follower's pause in seconds, and its end by `time.monotonic`."""

    seconds: float
    until: float

    def longer(self) -> "_Pause":
        """Returns the pause after another failure."""
        seconds = min(max(2 * self.seconds, 1.0), PAUSE_MOST_S)
        return _Pause(seconds, time.monotonic() + seconds)


_NO_PAUSE = _Pause(0.0, -math.inf)


class Scheduler:
    """Follows the log until it is stopped."""

    def __init__(self, service: Service, every_s: float = EVERY_S) -> None:
        """Prepares the subscriptions. Work that is not urgent is done every `every_s` seconds."""
        self._service = service
        self._every_s = every_s
        self._stopped = threading.Event()
        self._rest_until: dict[str, float] = {}
        self._pauses: dict[str, _Pause] = {}
        self._give_way_at = -math.inf
        mail, calendars = service.mail, service.availability.calendars
        self._followers: tuple[Follower, ...] = (
            AccountFeeds(service.database, service.store, service.notifier, mail, calendars),
            TablesProjection(service.database, service.store),
            ReliabilityProjection(service.database, service.store),
            TournamentsProjection(service.database, service.store),
            RatingsProjection(service.database, service.store, service.ratings.rules),
            GradesProjection(service.database, service.store),
            BoardsProjection(service.database, service.store),
            LeaguesProjection(service.database, service.store),
            SeriesProjection(service.database, service.store),
        )
        self._reminding = Reminding(service.database, service.store, service.notifier, mail)
        self._registrations = Registrations(service.database, service.store, service.notifier, mail)
        queue = JobQueue(service.settings.redis_url)
        self._dispatch = TableDispatch(service.database, service.store, queue, service.settings.bot_grace_s)
        self._dispatchers: tuple[Dispatcher, ...] = (
            TournamentDispatch(service.database, queue, service.settings.bot_grace_s),
            LeagueDispatch(service.database, queue, service.settings.bot_grace_s),
            SeriesDispatch(service.database, queue, service.settings.bot_grace_s),
            WebhookDispatch(service.database, queue, service.settings.webhook_kept_days),
            MatchmakingDispatch(service.matchmaking, queue),
        )
        if mail.sends:
            self._dispatchers += (MailDispatch(service.database, queue, service.settings.mail_kept_days),)
        self._lost = PeriodicWork(every_s, self._queue_missed_work)
        self._reminders = PeriodicWork(every_s, self._remind)
        self._boards = PeriodicWork(every_s, lambda: _done("boards", service.boards.unseal, 0))
        self._sandboxes = PeriodicWork(every_s, lambda: _done("sandboxes", service.sandboxes.sweep, 0))

    def stop(self) -> None:
        """Makes `run` return after the current round."""
        self._stopped.set()
        self._service.notifier.close()

    def run(self) -> None:
        """Runs until stopped. Stands by while another scheduler is active or the database is down."""
        self._service.notifier.start()
        while not self._stopped.is_set():
            pause_s = STAND_BY_S
            try:
                pause_s = self._lead()
            except DatabaseUnavailable as error:
                _log.warning("%s", error)
            except Exception:  # noqa: BLE001 - logged, and tried again
                # All bots depend on this process, so a defect in one batch must not end it. The batch is retried.
                _log.exception("following the log")
            self._stopped.wait(pause_s)

    def _lead(self) -> float:
        """Runs rounds while no other scheduler leads. Returns the seconds to stand by afterwards."""
        with self._service.database.session() as session:
            # The session holds the lock, so another process takes over when this one or its connection dies.
            row = session.execute("SELECT pg_try_advisory_lock($1)", [_LEADER]).fetchone()
            if not row or not row[0]:
                return STAND_BY_S
            try:
                self._service.database.run("hasten_set_aside", {"release": release()})
                while not self._stopped.is_set():
                    session.execute("SELECT 1")
                    began = time.monotonic()
                    self._round()
                    if self._is_to_give_way():
                        return GIVE_WAY_S
                    self._stopped.wait(began + ROUND_EVERY_S - time.monotonic())
            finally:
                if not session.broken:
                    session.execute("SELECT pg_advisory_unlock($1)", [_LEADER])
        return STAND_BY_S

    def _is_to_give_way(self) -> bool:
        """Returns whether to let a scheduler of a newer release lead, if there is one."""
        now = time.monotonic()
        if now < self._give_way_at or not any(until > now for until in self._rest_until.values()):
            return False
        self._give_way_at = now + GIVE_WAY_EVERY_S
        _log.warning("there are events of a newer release; this scheduler lets one of that release lead")
        return True

    def _round(self) -> None:
        """Follows the log to its end, queues due work, and waits for a notification."""
        with self._service.notifier.waiting_for(None) as waiter:
            for _ in range(BATCHES_AT_ONCE):
                if not self._follow():
                    break
            waiter.wait(self._queue_expired())

    def _queue_expired(self) -> float:
        """Queues expired clocks and other due work. Returns the seconds until the next clock expires."""
        poll_s = next_s = self._service.settings.feed_poll_s
        try:
            # Clocks come first, because players wait for them.
            next_s = _done("expired clocks", lambda: self._dispatch.queue_expired(poll_s), poll_s)
            for dispatcher in self._dispatchers:
                _done(type(dispatcher).__name__, dispatcher.poll, None)
        except redis.RedisError as error:
            # They stay due and are queued when Redis is back.
            _log.warning("Redis does not answer: %s", error)
        self._sandboxes.run_if_due()
        self._boards.run_if_due()
        return next_s

    def _remind(self) -> None:
        _done("reminders", self._reminding.send_due, 0)
        _done("registrations", self._registrations.send_due_reminders, 0)

    def _forget_set_aside(self) -> None:
        self._service.database.run("forget_set_aside")

    def _queue_missed_work(self) -> None:
        _done("streams set aside", self._forget_set_aside, None)
        _done("lost turns of bots", self._dispatch.queue_lost_bot_turns, 0)
        _done("vacations", self._dispatch.queue_vacations, 0)

    def _follow(self) -> bool:
        """Runs one batch of each subscription, that of jobs first. Returns whether there may be more."""
        dispatched = 0
        try:
            dispatched = _done("bots", self._dispatch.catch_up, 0)
            self._lost.run_if_due()
        except redis.RedisError as error:
            # The checkpoint has not moved, so the turns are queued when Redis is back.
            _log.warning("Redis does not answer: %s", error)
            self._stopped.wait(self._every_s)
        self._reminders.run_if_due()
        followed = (
            _done(type(follower).__name__, partial(self._caught_up, follower), 0) for follower in self._followers
        )
        return max(dispatched, *followed) >= self._service.limits.events_at_once

    def _caught_up(self, follower: Follower) -> int:
        """Returns the number of events that a follower applied; 0 while it pauses."""
        name = type(follower).__name__
        pause = self._pauses.get(name, _NO_PAUSE)
        if time.monotonic() < max(self._rest_until.get(name, 0.0), pause.until):
            return 0
        try:
            count = follower.catch_up()
        except NewerRelease:
            self._rest_until[name] = time.monotonic() + REST_S
            raise
        except DatabaseUnavailable:
            raise
        except Exception:
            self._pauses[name] = pause.longer()
            raise
        self._pauses.pop(name, None)
        return count


def _done(what: str, work: Callable[[], T], otherwise: T) -> T:
    """Returns the result of a part of the work, or `otherwise` if it fails, so that other parts continue.

    Raises:
        DatabaseUnavailable: the database does not answer, which stops the other parts too.
        redis.RedisError: Redis does not answer, which stops the other parts too.
    """
    try:
        return work()
    except (DatabaseUnavailable, redis.RedisError):
        raise
    except NewerRelease as newer:
        _log.warning("%s has to wait for a newer release: %s", what, newer)
        return otherwise
    except Exception:  # noqa: BLE001 - logged, and tried again in the next round
        _log.exception("%s failed", what)
        return otherwise
