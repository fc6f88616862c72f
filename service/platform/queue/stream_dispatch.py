"""Queues the jobs of tournaments, leagues and series that have work or a passed deadline.

Projections record work in PostgreSQL, and the heads of streams contain deadlines. So a job that is lost with Redis or
with a worker is queued again, first after `again_s` seconds, then after twice as long each time.
"""

import math
from typing import ClassVar

from cachetools import TTLCache

from service.platform.queue.job_queue import DueKind, JobQueue
from service.platform.store.database import Database

WORK_LIMIT = 1000


class StreamDispatch:
    """Queues the job for streams of one kind.

    Methods raise `DatabaseUnavailable`, or `redis.RedisError` if Redis does not answer. Nothing is lost then.

    Attributes:
        kind: kind of the streams.
        due: name of the query for streams with passed deadlines.
        work: name of the query for streams with recorded work; `None` if none is recorded.
    """

    kind: ClassVar[DueKind]
    due: ClassVar[str]
    work: ClassVar[str | None] = None

    def __init__(self, database: Database, queue: JobQueue, again_s: float) -> None:
        """Failed jobs are queued again after `again_s` seconds, but at least one."""
        self._database = database
        self._queue = queue
        self._again_s = max(again_s, 1.0)
        # Recently queued items. Forgetting one costs only another request to Redis.
        self._queued: TTLCache[str, None] = TTLCache(10 * WORK_LIMIT, 10 * self._again_s)

    @property
    def queries(self) -> tuple[str, ...]:
        """The names of the queries that find the streams."""
        return (self.due,) if self.work is None else (self.work, self.due)

    def poll(self) -> int:
        """Queues pending work and returns the number of jobs."""
        noted = self._database.read(self.work, {"limit": WORK_LIMIT}) if self.work else []
        looked_at = {its_id for its_id, _, _ in noted}
        queued = sum(self._put(its_id, f"{mark}", self._attempt(waits_s)) for its_id, mark, waits_s in noted)
        for stream, at, over_s in self._database.read(self.due, {"limit": WORK_LIMIT}):
            its_id = stream.removeprefix(f"{self.kind}-")
            if its_id not in looked_at:
                queued += self._put(its_id, f"due-{int(at * 1000)}", self._attempt(over_s))
        return queued

    def _attempt(self, waits_s: float) -> int:
        """Returns the number of the attempt after `waits_s` seconds. Intervals between attempts double."""
        return int(math.log2(max(waits_s, 0.0) / self._again_s + 1))

    def _put(self, its_id: str, wait: str, attempt: int) -> bool:
        name = f"{its_id} {wait} {attempt}"
        if name in self._queued:
            return False
        queued = self._queue.put_due(self.kind, its_id, wait, again=attempt > 0)
        self._queued[name] = None
        return queued
