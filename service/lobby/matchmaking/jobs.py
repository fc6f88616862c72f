"""Matchmaking as a job: tables are opened for those whose seeks fit together, as soon as the log of seeks shows any.

What there is to do stands in PostgreSQL, so a job that is lost with Redis or with a worker is queued again.
"""

import time

from service.lobby.matchmaking.handlers import Matchmaking, Waiting
from service.platform.queue.every import Every
from service.platform.queue.job_queue import JobQueue
from service.worker_context import WorkerContext

LOOK_EVERY_S = 0.5
AGAIN_EVERY_S = 5.0
"""After so long a table that is still planned is tried again."""
MATCH_EVERY_S = 30.0
"""After so long the same seeks are looked at again, though none has come or gone."""
SWEEP_EVERY_S = 3600.0


def match_seeks() -> int:
    """Plans tables for the seeks that fit together, and opens all that are planned.

    A second copy of the job finds the seeks taken and the tables open, and does nothing.

    Returns:
        How many tables were opened.
    """
    return WorkerContext.service.matchmaking.match()


class MatchmakingDispatch:
    """Queues the job where there may be something for it, and forgets seeks that are over.

    Methods raise `DatabaseUnavailable`, and `redis.RedisError` when Redis does not answer; nothing is lost by either.
    """

    def __init__(self, matchmaking: Matchmaking, queue: JobQueue) -> None:
        """Watches the seeks that `matchmaking` finds."""
        self._matchmaking = matchmaking
        self._queue = queue
        self._turn = ""
        self._work = (Every(LOOK_EVERY_S, self.queue_matching), Every(SWEEP_EVERY_S, matchmaking.sweep))

    def look(self) -> None:
        """Does what there is to do, if it was not done a moment ago."""
        for each in self._work:
            each.look()

    def queue_matching(self) -> bool:
        """Queues the job when there are other seeks than last time, or a table is planned; whether it did."""
        waiting = self._matchmaking.waiting()
        turn = _turn(waiting)
        if turn == self._turn or not (waiting.seeks or waiting.planned):
            return False
        queued = self._queue.put_matchmaking(turn)
        self._turn = turn
        return queued


def _turn(waiting: Waiting) -> str:
    """Tells what there is to do now from what there was before, and from a later attempt at the same."""
    every_s = AGAIN_EVERY_S if waiting.planned else MATCH_EVERY_S
    return f"{waiting.seeks}-{waiting.fingerprint}-{waiting.planned}-{int(time.time() / every_s)}"
