"""The job that analyses a finished hand, in short parts, since the worker has other work that is urgent."""

import time

from service.platform.queue.job_queue import JobQueue
from service.platform.store.database import Database
from service.worker_context import WorkerContext


def continue_analysis(table_id: str, hand: int) -> bool:
    """Judges some decisions of a hand, and queues the next part if some are left.

    Args:
        table_id: id of the table.
        hand: the number of the hand.

    Returns:
        Whether decisions are left.
    """
    until = time.monotonic() + WorkerContext.service.limits.analysis_s
    judged = WorkerContext.service.analyses.continue_analysis(table_id, hand, until)
    if judged is None:
        return False
    WorkerContext.queue.put_analysis(table_id, hand, judged)
    return True


class AnalysisDispatch:
    """Queues analyses that were asked for, and those whose job was lost."""

    queries = ("due_analyses",)

    def __init__(self, database: Database, queue: JobQueue) -> None:
        self._database = database
        self._queue = queue

    def poll(self) -> int:
        """Queues the next part of every due analysis. Returns their number. Raises `redis.RedisError`."""
        rows = self._database.read("due_analyses", {})
        return sum(
            self._queue.put_analysis(table_id, hand, judged, again=has_begun)
            for table_id, hand, judged, has_begun in rows
        )
