"""Queues tables at which a bot has to move, each in the right queue."""

from collections.abc import Sequence

from service.platform.queue.job_queue import JobQueue
from service.platform.store.database import Database
from service.tables.cache import stream_of, table_of
from service.tables.codec import is_of_bots_alone


def queue_turns(database: Database, queue: JobQueue, table_ids: Sequence[str]) -> int:
    """Queues those tables at which a bot has to move and that have no job for it; returns how many those were.

    A table has one job for the turns of its bots, even if it moves while the job waits or runs. So a caller that
    finds a job leaves it at that. No move is missed by it: what has happened was in the store before the caller looked,
    and the worker that has run the job calls this too, after the id of the job is free again.

    Raises:
        redis.RedisError: Redis does not answer.
        DatabaseUnavailable: the store does not answer.
    """
    free = queue.without_turn(table_ids)
    if not free:
        return 0
    rows = database.read("asked_and_seated", {"streams": [stream_of(table_id) for table_id in free]})
    return sum(
        queue.put_bot_turn(table_of(stream), version, alone=is_of_bots_alone(revision, seats))
        for stream, version, asked, revision, seats in rows
        if any(each["bot"] for each in asked)
    )
