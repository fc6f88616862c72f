"""From the log to jobs (design §6): where a bot has to move, its turn is queued.

The subscription `dispatch` is prompt; the look at what is due is the net below it, for jobs that were lost with Redis
or with a worker.
"""

import time

from service.jobs.queue import BotQueue
from service.projections.streams import STREAM_PREFIX, table_of
from service.projections.subscription import Overtaken, Subscription
from service.store.database import Database
from service.store.event_store import EventStore

NAME = "dispatch"
DUE_LIMIT = 200


class Dispatch:
    """Queues the turns of bots. Methods raise `redis.RedisError` when Redis does not answer; nothing is lost by it."""

    def __init__(self, database: Database, store: EventStore, queue: BotQueue, bot_grace_s: float) -> None:
        """Prepares the subscription; a turn that is still due is queued again every `bot_grace_s` seconds."""
        self._database = database
        self._queue = queue
        self._every_s = max(bot_grace_s, 1.0)
        self._subscription = Subscription(database, store, NAME)

    def catch_up(self) -> int:
        """Takes in one batch of events, queues the turns it brought, and returns how many events there were."""
        before, batch = self._subscription.next_batch()
        if not batch:
            return 0
        streams = sorted({logged.stream for logged in batch if logged.stream.startswith(STREAM_PREFIX)})
        for stream, version, _, _, asked, _ in self._database.read("heads", {"streams": streams}):
            self._queue_turn(stream, version, asked)
        try:
            self._subscription.move(before, batch[-1].place)
        except Overtaken:
            return 0
        return len(batch)

    def queue_due(self) -> int:
        """Queues the turns of bots at which nothing has happened for too long, and returns how many those were."""
        rows = self._database.read("due", {"limit": DUE_LIMIT})
        again = f"again{int(time.time() / self._every_s)}"
        return sum(self._queue_turn(stream, version, asked, again) for stream, version, asked, _ in rows)

    def _queue_turn(self, stream: str, version: int, asked: list[dict[str, object]], again: str = "") -> bool:
        if not any(each["bot"] for each in asked):
            return False
        return self._queue.put(table_of(stream), version, again=again)
