"""The process `shengji schedule`: follows the log for read models and jobs, one process at a time (design §6)."""

import logging
import threading
import time

import redis

from service.jobs.dispatch import Dispatch
from service.jobs.queue import JobQueue
from service.jobs.webhook_dispatch import WebhookDispatch
from service.projections.account_events import AccountFeeds
from service.projections.subscription import BATCH
from service.projections.tables import TablesProjection
from service.store.database import DatabaseUnavailable
from service.wiring import Service

# One number for all schedulers; whoever holds its lock works, the others stand by.
_LEADER = 7_353_645_243
DUE_EVERY_S = 1.0
STAND_BY_S = 2.0
BATCHES_AT_ONCE = 20
ROUND_EVERY_S = 0.05
"""Rounds begin no closer together, so that under load one of them takes in what several commands have done."""

_log = logging.getLogger(__name__)


class Scheduler:
    """Follows the log until it is stopped."""

    def __init__(self, service: Service) -> None:
        """Prepares the subscriptions."""
        self._service = service
        self._stopped = threading.Event()
        self._projection = TablesProjection(service.database, service.store)
        self._accounts = AccountFeeds(service.database, service.store, service.doorbell)
        queue = JobQueue(service.settings.redis_url)
        self._dispatch = Dispatch(service.database, service.store, queue, service.settings.bot_grace_s)
        self._webhooks = WebhookDispatch(service.database, queue, service.settings.webhook_kept_days)
        self._due_at = 0.0

    def stop(self) -> None:
        """Makes `run` return soon."""
        self._stopped.set()
        self._service.doorbell.close()

    def run(self) -> None:
        """Works until it is stopped; stands by while another scheduler works, and when the database is away."""
        self._service.doorbell.start()
        while not self._stopped.is_set():
            try:
                self._lead()
            except DatabaseUnavailable as error:
                _log.warning("%s", error)
            except Exception:  # noqa: BLE001 - logged, and tried again
                # A defect in one batch shall not end the process that all bots depend on; it is tried again.
                _log.exception("following the log")
            self._stopped.wait(STAND_BY_S)

    def _lead(self) -> None:
        with self._service.database.session() as session:
            # Held by the session: when this process dies, or its connection, another one takes over.
            row = session.execute("SELECT pg_try_advisory_lock($1)", [_LEADER]).fetchone()
            if not row or not row[0]:
                return
            try:
                while not self._stopped.is_set():
                    session.execute("SELECT 1")
                    began = time.monotonic()
                    self._round()
                    self._stopped.wait(began + ROUND_EVERY_S - time.monotonic())
            finally:
                if not session.broken:
                    session.execute("SELECT pg_advisory_unlock($1)", [_LEADER])

    def _round(self) -> None:
        """Follows the log to its end, looks at what is due, and waits for the doorbell."""
        with self._service.doorbell.waiting_for(None) as waiter:
            for _ in range(BATCHES_AT_ONCE):
                if not self._follow():
                    break
            waiter.wait(self._queue_due())

    def _queue_due(self) -> float:
        """Queues clocks that have run down and webhooks; for how many seconds there is nothing to do of oneself."""
        poll_s = self._service.settings.feed_poll_s
        try:
            self._webhooks.look()
            return self._dispatch.queue_clocks(poll_s)
        except redis.RedisError as error:
            # They stay run down, and are queued when Redis is back.
            _log.warning("Redis does not answer: %s", error)
            return poll_s

    def _follow(self) -> bool:
        """One batch for each subscription, jobs first, since somebody waits for them; whether there is more."""
        dispatched = 0
        try:
            dispatched = self._dispatch.catch_up()
            if time.monotonic() >= self._due_at:
                self._due_at = time.monotonic() + DUE_EVERY_S
                self._dispatch.queue_due()
        except redis.RedisError as error:
            # The checkpoint has not moved: the turns are queued when Redis is back.
            _log.warning("Redis does not answer: %s", error)
            self._stopped.wait(DUE_EVERY_S)
        return max(dispatched, *(_kept_up(follower) for follower in (self._accounts, self._projection))) >= BATCH


def _kept_up(follower: AccountFeeds | TablesProjection) -> int:
    """Takes in one batch. Raises `DatabaseUnavailable`; a defect of one follower must not hold up the others."""
    try:
        return follower.catch_up()
    except DatabaseUnavailable:
        raise
    except Exception:  # noqa: BLE001 - logged, and tried again in the next round
        _log.exception("%s does not get on", type(follower).__name__)
        return 0
