"""Queues tables at which a bot has to move, each in the right queue."""

from collections.abc import Sequence

from domain.games.bots import is_slow
from service.platform.queue.job_queue import JobQueue
from service.platform.store.database import Database
from service.tables.events import is_of_bots_alone, stream_of, table_of


def queue_bot_turns(database: Database, queue: JobQueue, table_ids: Sequence[str]) -> int:
    """Queues those tables at which a bot has to move and that have no job for it. Returns their number.

    A table has at most one job for the turns of its bots. If one exists, the caller does nothing. No move is missed:
    the events were stored before this call, and the worker calls this function again after the id of its job is free.

    Raises:
        redis.RedisError: Redis does not answer.
        DatabaseUnavailable: the database does not answer.
    """
    free = queue.without_turn(table_ids)
    if not free:
        return 0
    rows = database.read("asked_and_seated", {"streams": [stream_of(table_id) for table_id in free]})
    queued = 0
    for stream, version, asked, revision, seats in rows:
        bots = [each["bot"] for each in asked if each["bot"]]
        if bots:
            alone = is_of_bots_alone(revision, seats)
            queued += queue.put_bot_turn(table_of(stream), version, alone=alone, slow=is_slow(bots[0]))
    return queued
