"""Series open their tournaments by themselves: the job for one of them, and what queues it.

When the next tournament is due stands in the head of the series. So a job that is lost, with Redis or with a worker, is
queued again, and what nobody has done for a while is done by whoever comes first.
"""

import logging
import time

from service.platform.queue.stream_dispatch import StreamDispatch
from service.series.codec import stream_of
from service.series.handlers import NoSuchSeries
from service.worker_context import WorkerContext

_log = logging.getLogger(__name__)


def open_tournaments(series_id: str) -> int:
    """Does what is due in a series, until time is up; what is left is queued again, since it stays due.

    Args:
        series_id: which series.

    Returns:
        How many things were done. A second copy of the job finds nothing to do.
    """
    if not WorkerContext.service.worlds.has_stream(None, stream_of(series_id)):
        # The job of its sandbox looks after it (`service/sandbox/jobs.py`).
        return 0
    try:
        return WorkerContext.service.series.go_on(
            series_id, WorkerContext.service.clock(), time.monotonic() + WorkerContext.service.limits.job_s
        )
    except NoSuchSeries:
        _log.warning("there is no series %s", series_id)
        return 0


class SeriesDispatch(StreamDispatch):
    """Queues the job for series."""

    kind = "series"
    due = "due_series"
