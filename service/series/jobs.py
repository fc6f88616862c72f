"""The job of series: it opens the tournaments of one series.

The head of a series stores when its next tournament is due. A job that is lost with Redis or with a worker is therefore
queued again.
"""

import logging
import time

from service.platform.queue.stream_dispatch import StreamDispatch
from service.series.events import stream_of
from service.series.handlers import NoSuchSeries
from service.worker_context import WorkerContext

_log = logging.getLogger(__name__)


def open_tournaments(series_id: str) -> int:
    """Does what is due in a series, until the time limit of the job. Unfinished work stays due.

    Args:
        series_id: id of the series.

    Returns:
        The number of things done. A second copy of the job finds no work.
    """
    if not WorkerContext.service.sandboxes.has_stream(None, stream_of(series_id)):
        # The job of its sandbox runs it (`service/sandbox/jobs.py`).
        return 0
    try:
        return WorkerContext.service.series_process.take_due_steps(
            series_id, WorkerContext.service.clock(), time.monotonic() + WorkerContext.service.limits.job_s
        )
    except NoSuchSeries:
        _log.warning("there is no series %s", series_id)
        return 0


class SeriesDispatch(StreamDispatch):
    """Queues the jobs of series."""

    kind = "series"
    due = "due_series"
