"""What queues the jobs of tournaments, leagues and series: those that somebody has to look at, and those that are due.

Where to look stands in PostgreSQL: noted while the log is followed, and in the heads of the streams for what time
brings. So a job that is lost, with Redis or with a worker, is queued again, at first after `again_s` seconds, and then
each time after twice as long.
"""

import math
from typing import ClassVar

from cachetools import TTLCache

from service.platform.queue.job_queue import JobQueue, StreamKind
from service.platform.store.database import Database

WORK_LIMIT = 1000


class StreamDispatch:
    """Queues the job for streams of one kind.

    Methods raise `DatabaseUnavailable`, and `redis.RedisError` when Redis does not answer; nothing is lost by either.

    Attributes:
        kind: of the streams.
        due: the query for those in which time brings something about.
        work: the query for those in which something is noted; none where nothing ever is.
    """

    kind: ClassVar[StreamKind]
    due: ClassVar[str]
    work: ClassVar[str | None] = None

    def __init__(self, database: Database, queue: JobQueue, again_s: float) -> None:
        """Prepares it."""
        self._database = database
        self._queue = queue
        self._again_s = max(again_s, 1.0)
        # What was queued a moment ago; to forget it costs no more than asking Redis again.
        self._queued: TTLCache[str, None] = TTLCache(10 * WORK_LIMIT, 10 * self._again_s)

    def look(self) -> int:
        """Queues what there is to do, and returns how many jobs those were."""
        noted = self._database.read(self.work, {"limit": WORK_LIMIT}) if self.work else []
        looked_at = {its_id for its_id, _, _ in noted}
        queued = sum(self._put(its_id, f"{mark}", self._attempt(waits_s)) for its_id, mark, waits_s in noted)
        for stream, at, over_s in self._database.read(self.due, {"limit": WORK_LIMIT}):
            its_id = stream.removeprefix(f"{self.kind}-")
            if its_id not in looked_at:
                queued += self._put(its_id, f"due-{int(at * 1000)}", self._attempt(over_s))
        return queued

    def _attempt(self, waits_s: float) -> int:
        """The number of the attempt, the next of which comes after twice as long."""
        return int(math.log2(max(waits_s, 0.0) / self._again_s + 1))

    def _put(self, its_id: str, wait: str, attempt: int) -> bool:
        name = f"{its_id} {wait} {attempt}"
        if name in self._queued:
            return False
        queued = self._queue.put_stream(self.kind, its_id, wait, again=attempt > 0)
        self._queued[name] = None
        return queued
