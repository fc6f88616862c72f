"""Queues jobs for due deliveries, at most one for each webhook at a time, in their own queues.

Due deliveries are stored in PostgreSQL, so a job that is lost with Redis or with a worker is queued again.
"""

from domain.kernel.instants import MINUTE_MS
from service.platform.metrics import PRUNED_ROWS
from service.platform.queue.job_queue import JobQueue
from service.platform.queue.periodic_work import PeriodicWork
from service.platform.sources import TimeSource, time_of_day
from service.platform.store.database import Database

DUE_LIMIT = 500
QUEUE_EVERY_S = 0.2
FORGET_EVERY_S = 60.0
FORGET_LIMIT = 1000
TAKEN_MS = MINUTE_MS
"""A job that was lost before it began can be queued again in the next minute."""


class WebhookDispatch:
    """Queues due deliveries, and deletes old ones.

    Methods raise `DatabaseUnavailable`, or `redis.RedisError` if Redis does not answer. Nothing is lost then.
    """

    def __init__(
        self,
        database: Database,
        queue: JobQueue,
        kept_days: int,
        clock: TimeSource = time_of_day,
        due_limit: int = DUE_LIMIT,
    ) -> None:
        """Deliveries are deleted after `kept_days` days. By `clock`, jobs that were lost are queued again.

        At most `due_limit` jobs wait.
        """
        self._clock = clock
        self._due_limit = due_limit
        self._database = database
        self._queue = queue
        self._kept_days = kept_days
        self._work = (PeriodicWork(QUEUE_EVERY_S, self.queue_due), PeriodicWork(FORGET_EVERY_S, self.forget))

    def poll(self) -> None:
        """Does the work whose interval has passed."""
        for each in self._work:
            each.run_if_due()

    def queue_due(self) -> int:
        """Queues every webhook with due deliveries that no worker has claimed. Returns the number queued.

        Queues nothing if many jobs already wait, so that jobs do not pile up without workers.
        """
        if self._queue.waiting_webhooks() >= self._due_limit:
            return 0
        rows = self._database.read("due_webhooks", {"limit": self._due_limit})
        # The id of a job stays taken while the job waits. It changes with each claim, and with each minute, because a
        # job can be lost. A second job finds nothing to claim.
        again = self._clock() // TAKEN_MS
        return sum(
            self._queue.put_webhook(webhook_id, f"{claims}-{again}", failing=failures > 0)
            for webhook_id, claims, failures in rows
        )

    def forget(self) -> int:
        """Deletes old deliveries and returns their number."""
        deleted = len(self._database.run("drop_old_deliveries", {"days": self._kept_days, "limit": FORGET_LIMIT}))
        PRUNED_ROWS.labels("delivery").inc(deleted)
        return deleted
