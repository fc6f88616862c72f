"""The process `shengji schedule`: updates read models and queues jobs from the log. Only one process is active.

A round begins when the notifier announces something, or when something is due. It reads the log once and queues the
turns of bots at once. Less often, a round also applies the events to all other followers and looks for due work.
"""

import logging
import math
import threading
import time

import psycopg

from service.accounts.reliability.projections import ReliabilityProjection
from service.availability.ending_vacations import EndingVacations
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
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.folding import release
from service.platform.store.follower import Follower
from service.platform.store.follower_loop import FollowerLoop
from service.processes.due_work import DuePart, DueWork
from service.processes.pace import Pace
from service.processes.pruning import ages_of, parts_of_pruning
from service.ratings.grades.projections import GradesProjection
from service.ratings.projections import RatingsProjection
from service.series.jobs import SeriesDispatch
from service.series.projections import SeriesProjection
from service.tables.analysis.jobs import AnalysisDispatch
from service.tables.dispatch import TableDispatch
from service.tables.events import FoldedTables
from service.tables.projections import TablesProjection
from service.tournaments.jobs import TournamentDispatch
from service.tournaments.projections import TournamentsProjection
from service.wiring import Service

# All schedulers use this advisory lock. The one that holds it is active; the others stand by.
_LEADER = 7_353_645_243
STAND_BY_S = 2.0
EVERY_S = 1.0
"""Interval in seconds of work that is not urgent, such as reminders, lost jobs and the ends of boards and sandboxes."""
GIVE_WAY_S = 2 * STAND_BY_S + 1.0
GIVE_WAY_EVERY_S = 60.0
"""A leader that meets events of a newer release stands by for `GIVE_WAY_S` seconds, longer than others do. So a
scheduler of that release can lead. Without one, as after a rollback, it continues and stands by again later."""
ROUND_EVERY_S = 0.03
"""Minimum number of seconds between the starts of two rounds while bots play. A bot waits until a round has begun."""
CALM_ROUND_EVERY_S = 0.2
"""The same while no bot has moved lately. Under load, one round handles many commands."""
APPLY_BUSY_S = 0.3
"""Maximum number of seconds between two rounds that apply events and look for due work, while there are events."""
APPLY_SHARE = 0.03
"""Such rounds take at most this share of the time. Events of few tables are applied soon; many tables share a round."""
ASK_FOLLOWERS_EVERY_S = 10.0
"""Interval in seconds at which followers are asked for work that is left, such as games to rate."""

_log = logging.getLogger(__name__)


class Scheduler:
    """Follows the log until it is stopped."""

    def __init__(self, service: Service, every_s: float = EVERY_S) -> None:
        """Prepares the followers. Work that is not urgent is done every `every_s` seconds."""
        self._service = service
        self._stopped = threading.Event()
        self._give_way_at = -math.inf
        queue = JobQueue(service.settings.redis_url)
        self._dispatch = TableDispatch(service.database, service.store, queue, service.settings.bot_grace_s)
        self._followers = FollowerLoop(service.database, service.store, self._dispatch, followers_of(service))
        self._pace = Pace(APPLY_BUSY_S, service.settings.feed_poll_s, APPLY_SHARE)
        self._next_clock_s = service.settings.feed_poll_s
        self._ages = ages_of(service.settings)
        arguments = {"within": service.settings.feed_poll_s, "limit": 1, "now": None, **self._ages}
        self._due = DueWork(service.database, self._parts(queue, every_s), arguments)
        self._ask = PeriodicWork(ASK_FOLLOWERS_EVERY_S, self._followers.ask_all)

    def _parts(self, queue: JobQueue, every_s: float) -> list[DuePart]:
        """Returns the parts of the due work. Clocks come first, because players wait for them."""
        service, dispatch = self._service, self._dispatch
        database, grace_s = service.database, service.settings.bot_grace_s
        reminding = Reminding(database, service.store, service.notifier, service.mail)
        registrations = Registrations(database, service.store, service.notifier, service.mail)
        warnings = EndingVacations(database, service.notifier, service.mail)
        webhooks = WebhookDispatch(database, queue, service.settings.webhook_kept_days)
        analyses = AnalysisDispatch(database, queue)
        matchmaking = MatchmakingDispatch(service.matchmaking, queue)
        streams = [each(database, queue, grace_s) for each in (TournamentDispatch, LeagueDispatch, SeriesDispatch)]
        clocks = ("due_draw_ticks", "due_deadlines", "due_sandboxes")
        parts = [
            DuePart("clocks", clocks, self._queue_expired, needs_redis=True),
            *(DuePart(each.kind, each.queries, each.poll, needs_redis=True) for each in streams),
            DuePart("webhooks", ("due_webhooks",), webhooks.poll, needs_redis=True),
            DuePart("matchmaking", ("seeks_or_plans",), matchmaking.poll, needs_redis=True),
            DuePart("lost turns of bots", ("due",), dispatch.queue_lost_bot_turns, every_s, needs_redis=True),
            DuePart("analyses", analyses.queries, analyses.poll, every_s, needs_redis=True),
            DuePart("vacations", ("unapplied_vacations",), dispatch.queue_vacations, every_s, needs_redis=True),
            DuePart("streams set aside", ("left_alone",), lambda: database.run("forget_set_aside"), every_s),
            DuePart("reminders", ("due_reminders",), reminding.send_due, every_s),
            DuePart("ends of vacations", ("vacations_to_warn",), warnings.warn, every_s),
            DuePart("registrations", ("due_registrations",), registrations.send_due_reminders, every_s),
            DuePart("boards", ("sealed_boards",), service.boards.unseal, every_s),
            DuePart("sandboxes", ("expired_sandboxes",), service.sandboxes.sweep, every_s),
            *parts_of_pruning(database, self._ages, every_s),
        ]
        if service.mail.sends:
            mails = MailDispatch(database, queue, service.settings.mail_kept_days)
            parts.append(DuePart("mails", ("due_mails", "due_digests"), mails.poll, needs_redis=True))
        return parts

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
                return self._rounds(session)
            finally:
                if not session.broken:
                    session.execute("SELECT pg_advisory_unlock($1)", [_LEADER])

    def _rounds(self, session: psycopg.Connection) -> float:
        """Runs rounds until stopped or until another scheduler may lead. Returns the seconds to stand by."""
        self._followers.begin()
        self._pace.begin()
        with self._service.notifier.waiting_for(None) as waiter:
            while not self._stopped.is_set():
                began = time.monotonic()
                self._round(session)
                if self._is_to_give_way():
                    return GIVE_WAY_S
                if self._followers.has_more:
                    continue
                if waiter.wait(self._pace.wait_s(has_events=self._followers.has_events)):
                    self._pace.hear()
                    every_s = ROUND_EVERY_S if self._dispatch.bots_play else CALM_ROUND_EVERY_S
                    self._stopped.wait(began + every_s - time.monotonic())
        return STAND_BY_S

    def _round(self, session: psycopg.Connection) -> None:
        """Reads the log and queues the turns of bots. If it is time, applies the events and does what is due."""
        self._followers.read()
        if self._followers.has_more or self._pace.is_time(has_events=self._followers.has_events):
            # It fails if the connection with the lock is lost, so another scheduler may lead.
            session.execute("SELECT 1")
            self._pace.start()
            self._ask.run_if_due()
            self._followers.apply()
            self._next_clock_s = self._service.settings.feed_poll_s
            self._due.run()
            self._pace.finish()
            self._pace.expect(self._next_clock_s)

    def _is_to_give_way(self) -> bool:
        """Returns whether to let a scheduler of a newer release lead, if there is one."""
        now = time.monotonic()
        if now < self._give_way_at or not self._followers.pauses.any_pauses:
            return False
        self._give_way_at = now + GIVE_WAY_EVERY_S
        _log.warning("there are events of a newer release; this scheduler lets one of that release lead")
        return True

    def _queue_expired(self) -> None:
        """Queues expired clocks and notes when the next one expires."""
        self._next_clock_s = self._dispatch.queue_expired(self._service.settings.feed_poll_s)


def followers_of(service: Service) -> tuple[Follower, ...]:
    """Returns all followers of the log except the one that queues the turns of bots."""
    database, store = service.database, service.store
    tables = FoldedTables()
    return (
        AccountFeeds(database, store, service.notifier, service.mail, service.availability.calendars, tables),
        # The tables that the follower before has folded need not be read.
        TablesProjection(database, store, tables=tables),
        ReliabilityProjection(database, store),
        TournamentsProjection(database, store),
        RatingsProjection(database, store, service.ratings.rules),
        GradesProjection(database, store),
        BoardsProjection(database, store),
        LeaguesProjection(database, store),
        SeriesProjection(database, store),
    )
