"""The job that opens the tournaments of series, and its dispatch.

The head of a series contains the time of its next tournament. So a job that is lost with Redis or with a worker is
queued again.
"""

import logging
import time

from service.application.series import NoSuchSeries
from service.jobs.stream_dispatch import StreamDispatch
from service.jobs.worker_context import WorkerContext
from service.store.series import stream_of

_log = logging.getLogger(__name__)


def open_tournaments(series_id: str) -> int:
    """Does what is due in a series, until the time limit of the job. Unfinished work stays due.

    Args:
        series_id: id of the series.

    Returns:
        The number of things done. A second copy of the job finds no work.
    """
    if not WorkerContext.service.worlds.has_stream(None, stream_of(series_id)):
        # The job of its sandbox runs it (`service/jobs/worlds.py`).
        return 0
    try:
        return WorkerContext.service.series.go_on(
            series_id, WorkerContext.service.clock(), time.monotonic() + WorkerContext.service.limits.job_s
        )
    except NoSuchSeries:
        _log.warning("there is no series %s", series_id)
        return 0


class SeriesDispatch(StreamDispatch):
    """Queues the jobs of series."""

    kind = "series"
    due = "due_series"
