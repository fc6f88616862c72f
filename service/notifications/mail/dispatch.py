"""Queues jobs for due mails and writes due digests.

Due mails are stored in PostgreSQL, so a job that is lost with Redis or with a worker is queued again.
"""

import logging
from datetime import UTC, datetime

from domain.kernel.instants import MINUTE_MS
from service.notifications.mail.handlers import following_digest
from service.platform.metrics import PRUNED_ROWS
from service.platform.queue.job_queue import JobQueue
from service.platform.queue.periodic_work import PeriodicWork
from service.platform.sources import TimeSource, time_of_day
from service.platform.store.database import Database

MAILS_A_JOB = 10
DUE_LIMIT = 200
DIGESTS_LIMIT = 500
QUEUE_EVERY_S = 0.5
DIGEST_EVERY_S = 5.0
FORGET_EVERY_S = 60.0
FORGET_LIMIT = 1000
TAKEN_MS = MINUTE_MS
"""Milliseconds after which a job that was lost before it began can be queued again."""
EXPIRE_AFTER_S = 3 * 24 * 3600.0

_log = logging.getLogger(__name__)


class MailDispatch:
    """Queues due mails, writes digests, and deletes old mails.

    Methods raise `DatabaseUnavailable`, or `redis.RedisError` if Redis does not answer. Nothing is lost then.
    """

    def __init__(self, database: Database, queue: JobQueue, kept_days: int, clock: TimeSource = time_of_day) -> None:
        """Mails are deleted after `kept_days` days. By `clock`, jobs that were lost are queued again."""
        self._clock = clock
        self._database = database
        self._queue = queue
        self._kept_days = kept_days
        self._work = (
            PeriodicWork(DIGEST_EVERY_S, self.queue_digests),
            PeriodicWork(QUEUE_EVERY_S, self.queue_due),
            PeriodicWork(FORGET_EVERY_S, self.forget),
        )

    def poll(self) -> None:
        """Does the work whose interval has passed."""
        for each in self._work:
            each.run_if_due()

    def queue_due(self) -> int:
        """Queues one job for every `MAILS_A_JOB` due mails. Returns the number of jobs."""
        rows = self._database.read("due_mails", {"limit": DUE_LIMIT})
        if self._queue.queues["mail"].count * MAILS_A_JOB >= len(rows):
            return 0
        # A worker that takes it up raises the number of claims. Only then can there be another job.
        again = self._clock() // TAKEN_MS
        return sum(self._queue.put_mail(f"{mail_id}-{claims}-{again}") for mail_id, claims in rows[::MAILS_A_JOB])

    def queue_digests(self) -> int:
        """Writes due digests and schedules the next ones. Returns the number written."""
        rows = self._database.read("due_digests", {"limit": DIGESTS_LIMIT})
        written = 0
        for player, digest_at, zone, hour in rows:
            # If the clock of this host is slow, the same digest must not come again.
            next_at = following_digest(max(digest_at, datetime.now(UTC)), zone, hour)
            moved = {"player_id": player, "digest_at": digest_at, "next_at": next_at}
            written += len(self._database.run("queue_digest", moved))
        return written

    def forget(self) -> int:
        """Gives up expired mails and deletes old ones. Returns the number deleted."""
        expired = self._database.run("expire_mails", {"after_s": EXPIRE_AFTER_S})
        if expired:
            _log.warning("%d mails could not be sent for days and are given up", len(expired))
        deleted = len(self._database.run("forget_mails", {"days": self._kept_days, "limit": FORGET_LIMIT}))
        PRUNED_ROWS.labels("mail").inc(deleted)
        return deleted
