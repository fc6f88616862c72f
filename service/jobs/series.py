"""Series open their tournaments by themselves: the job for one of them, and what queues it.

When the next tournament is due stands in the head of the series. So a job that is lost, with Redis or with a worker, is
queued again, and what nobody has done for a while is done by whoever comes first.
"""

import logging
import math
import time

from cachetools import TTLCache

from service.application.moments import time_of_day
from service.application.series import NoSuchSeries
from service.jobs import workshop
from service.jobs.queue import JobQueue
from service.jobs.workshop import Workshop
from service.store.database import Database
from service.store.series import series_of, stream_of

WORK_LIMIT = 1000

_log = logging.getLogger(__name__)


def open_tournaments(series_id: str) -> int:
    """Does what is due in a series, until time is up; what is left is queued again, since it stays due.

    Args:
        series_id: which series.

    Returns:
        How many things were done. A second copy of the job finds nothing to do.
    """
    if not Workshop.service.worlds.has_stream(None, stream_of(series_id)):
        # The job of its sandbox looks after it (`service/jobs/worlds.py`).
        return 0
    try:
        return Workshop.service.series.go_on(series_id, time_of_day(), time.monotonic() + workshop.PLAY_FOR_S)
    except NoSuchSeries:
        _log.warning("there is no series %s", series_id)
        return 0


class SeriesDispatch:
    """Queues the job for series in which something is due.

    What is not done is queued again, at first after `again_s` seconds, and then each time after twice as long. Methods
    raise `DatabaseUnavailable`, and `redis.RedisError` when Redis does not answer; nothing is lost by either.
    """

    def __init__(self, database: Database, queue: JobQueue, again_s: float) -> None:
        """Prepares it."""
        self._database = database
        self._queue = queue
        self._again_s = max(again_s, 1.0)
        # What was queued a moment ago; to forget it costs no more than asking Redis again.
        self._queued: TTLCache[str, None] = TTLCache(10 * WORK_LIMIT, 10 * self._again_s)

    def look(self) -> int:
        """Queues what there is to do, and returns how many jobs those were."""
        return sum(
            self._put(series_of(stream), f"{int(due * 1000)}-{self._attempt(over_s)}")
            for stream, due, over_s in self._database.read("due_series", {"limit": WORK_LIMIT})
        )

    def _attempt(self, over_s: float) -> int:
        """The number of the attempt, the next of which comes after twice as long."""
        return int(math.log2(max(over_s, 0.0) / self._again_s + 1))

    def _put(self, series_id: str, wait: str) -> bool:
        name = f"{series_id} {wait}"
        if name in self._queued:
            return False
        queued = self._queue.put_series(series_id, wait)
        self._queued[name] = None
        return queued
