"""From the deliveries that are due to jobs: one for each webhook at a time, in a queue of their own.

What is due stands in PostgreSQL, so a job that is lost with Redis or with a worker is queued again.
"""

import time

from service.platform.queue.every import Every
from service.platform.queue.job_queue import JobQueue
from service.platform.store.database import Database

DUE_LIMIT = 500
QUEUE_EVERY_S = 0.2
FORGET_EVERY_S = 60.0
FORGET_LIMIT = 1000
TAKEN_S = 60.0
"""For so long the id of a job may stay taken that was lost before it has begun."""


class WebhookDispatch:
    """Queues what is to be sent, and forgets what was sent long ago.

    Methods raise `DatabaseUnavailable`, and `redis.RedisError` when Redis does not answer; nothing is lost by either.
    """

    def __init__(self, database: Database, queue: JobQueue, kept_days: int) -> None:
        """Deliveries are kept for so many days."""
        self._database = database
        self._queue = queue
        self._kept_days = kept_days
        self._work = (Every(QUEUE_EVERY_S, self.queue_due), Every(FORGET_EVERY_S, self.forget))

    def look(self) -> None:
        """Does what there is to do, if it was not done a moment ago."""
        for each in self._work:
            each.look()

    def queue_due(self) -> int:
        """Queues every webhook with something due that no worker holds, once; returns how many were queued.

        Nothing when so many wait already: while there are no workers, jobs that are queued again must not pile up.
        """
        if self._queue.waiting_webhooks() >= DUE_LIMIT:
            return 0
        rows = self._database.read("due_webhooks", {"limit": DUE_LIMIT})
        # A worker that takes it up raises the number of claims. Only then can there be another job.
        again = int(time.time() / TAKEN_S)
        return sum(
            self._queue.put_webhook(webhook_id, f"{claims}-{again}", failing=failures > 0)
            for webhook_id, claims, failures in rows
        )

    def forget(self) -> int:
        """Removes deliveries that are too old, and returns how many."""
        return len(self._database.run("drop_old_deliveries", {"days": self._kept_days, "limit": FORGET_LIMIT}))
