"""Matchmaking as a job: opens tables for matching seeks soon after they are posted.

Open seeks are stored in PostgreSQL, so a job that is lost with Redis or with a worker is queued again.
"""

from domain.kernel.instants import SECOND_MS
from service.lobby.matchmaking.handlers import Matchmaking, WaitingSeek
from service.platform.queue.every import Every
from service.platform.queue.job_queue import JobQueue
from service.platform.sources import TimeSource, time_of_day
from service.worker_context import WorkerContext

POLL_EVERY_S = 0.5
AGAIN_EVERY_S = 5.0
"""Seconds after which a planned table is tried again."""
MATCH_EVERY_S = 30.0
"""Seconds after which unchanged seeks are searched again."""
SWEEP_EVERY_S = 3600.0


def match_seeks() -> int:
    """Plans tables for matching seeks, and opens all planned tables.

    A second copy of the job finds no work.

    Returns:
        The number of opened tables.
    """
    return WorkerContext.service.matchmaking.match()


class MatchmakingDispatch:
    """Queues the job if there may be work for it, and deletes old seeks.

    Methods raise `DatabaseUnavailable`, or `redis.RedisError` if Redis does not answer. Nothing is lost then.
    """

    def __init__(self, matchmaking: Matchmaking, queue: JobQueue, clock: TimeSource = time_of_day) -> None:
        """Polls the seeks of `matchmaking`. By `clock`, they are searched again."""
        self._matchmaking = matchmaking
        self._clock = clock
        self._queue = queue
        self._turn = ""
        self._work = (Every(POLL_EVERY_S, self.queue_matching), Every(SWEEP_EVERY_S, matchmaking.sweep))

    def poll(self) -> None:
        """Does the work whose interval has passed."""
        for each in self._work:
            each.run_if_due()

    def queue_matching(self) -> bool:
        """Queues the job if the seeks have changed or a table is planned. Returns whether it was queued."""
        waiting = self._matchmaking.waiting()
        turn = _turn(waiting, self._clock() / SECOND_MS)
        if turn == self._turn or not (waiting.seeks or waiting.planned):
            return False
        queued = self._queue.put_matchmaking(turn)
        self._turn = turn
        return queued


def _turn(waiting: WaitingSeek, now_s: float) -> str:
    """Returns a key for the work and the attempt at this time, in seconds."""
    every_s = AGAIN_EVERY_S if waiting.planned else MATCH_EVERY_S
    return f"{waiting.seeks}-{waiting.fingerprint}-{waiting.planned}-{int(now_s / every_s)}"
