"""The queue of bots' turns in Redis. It can be emptied at any moment: what is due is put into it again."""

import logging

import redis
from rq import Queue
from rq.exceptions import DuplicateJobError

QUEUE = "bots"
JOB_TIMEOUT_S = 60
RESULT_KEPT_S = 5
"""For so long an ended job still keeps its id from being queued again."""

_log = logging.getLogger(__name__)


class BotQueue:
    """Where turns of bots are put."""

    def __init__(self, url: str) -> None:
        """Prepares the queue; `url` is that of Redis."""
        self.redis = redis.Redis.from_url(url, socket_timeout=10.0, socket_connect_timeout=2.0)
        self.queue = Queue(QUEUE, connection=self.redis, serializer="json")

    def put(self, table_id: str, version: int, *, again: str = "") -> bool:
        """Queues the turn of a bot at that version of a table, once.

        Args:
            table_id: at which table.
            version: the version at which a bot has to act.
            again: tells a later attempt from the first, whose job may have been lost with its id still taken.

        Returns:
            Whether it was queued; not when it is queued already.

        Raises:
            redis.RedisError: Redis does not answer.
        """
        job_id = f"bot-{table_id}-{version}{again and f'-{again}'}"
        try:
            self.queue.enqueue(
                "service.jobs.bot_turns.play_bot_turns",
                table_id,
                version,
                job_id=job_id,
                unique=True,
                job_timeout=JOB_TIMEOUT_S,
                result_ttl=RESULT_KEPT_S,
                failure_ttl=3600,
            )
        except DuplicateJobError:
            return False
        return True
