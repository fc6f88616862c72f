"""Queues jobs for the turns of bots and for expired clocks.

The subscription `dispatch` queues turns promptly. A poll of due work requeues jobs that were lost with Redis or with a
worker. Expired clocks are found by polling alone.
"""

import time
from collections.abc import Iterable, Sequence
from typing import Protocol

from cachetools import TTLCache

from service.platform.queue.job_queue import LOST_AFTER_S, JobQueue
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, Logged
from service.platform.store.subscription import Subscription, Work
from service.tables.cache import table_of
from service.tables.codec import TABLES
from service.tables.turns import queue_turns

NAME = "dispatch"
DUE_LIMIT = 200
CLOCKS_LIMIT = 1000


class Put(Protocol):
    """Queues what is due by the clock of a table or a world."""

    def __call__(self, its_id: str, wait: str, /, *, again: bool) -> bool:
        """As the methods of `JobQueue` do."""


class Dispatch:
    """Queues the turns of bots and the ticks of clocks.

    Methods raise `redis.RedisError` when Redis does not answer; nothing is lost by it.
    """

    def __init__(self, database: Database, store: EventStore, queue: JobQueue, bot_grace_s: float) -> None:
        """Prepares the subscription; a clock that has not done anything is queued again every `bot_grace_s` seconds."""
        self._database = database
        self._queue = queue
        self._every_s = max(bot_grace_s, 1.0)
        self._subscription = Subscription(database, store, NAME, knows_all=True)
        # What was queued a moment ago; to forget it costs no more than asking Redis again.
        self._clocks_queued: TTLCache[str, None] = TTLCache(10 * CLOCKS_LIMIT, self._every_s)
        self._vacations_queued: TTLCache[str, None] = TTLCache(10 * DUE_LIMIT, self._every_s)
        # For tables that are due and whose job does not wait: in which run the job was seen first, and when.
        self._taken: dict[str, tuple[str, float]] = {}

    def catch_up(self) -> int:
        """Takes in one batch of events, queues the turns it brought, and returns how many events there were."""
        return self._subscription.take_in(self._queued)

    def _queued(self, batch: Sequence[Logged]) -> Work:
        """Queues the turns of a batch; that there are some stands in the heads, so nothing has to be noted."""
        tables = sorted({table_of(logged.stream) for logged in batch if TABLES.has(logged.stream)})
        queue_turns(self._database, self._queue, tables)
        return lambda _: None

    def queue_due(self) -> int:
        """Queues the turns of bots at which nothing has happened for too long and whose job is gone; returns how many.

        A job that waits is left alone. One that a worker has taken is gone when it has got no further since an earlier
        look, which is the case when the worker was killed.
        """
        streams = [stream for (stream,) in self._database.read("due", {"limit": DUE_LIMIT})]
        tables = [table_of(stream) for stream in streams if TABLES.has(stream)]
        self._forget_lost(tables)
        return queue_turns(self._database, self._queue, tables)

    def _forget_lost(self, tables: Sequence[str]) -> None:
        """Frees the ids of those jobs of the tables that have been lost."""
        now = time.monotonic()
        taken = self._queue.turns_taken(tables)
        seen = {table: self._taken[table] for table, run in taken.items() if self._taken.get(table, ("",))[0] == run}
        self._taken = {table: seen.get(table, (run, now)) for table, run in taken.items()}
        self._queue.free_turns([table for table, (_, since) in self._taken.items() if now - since >= LOST_AFTER_S])

    def queue_vacations(self) -> int:
        """Queues the players whose clocks do not all know of a vacation, and returns how many those were."""
        rows = self._database.read("unapplied_vacations", {"limit": DUE_LIMIT})
        queued = 0
        for (player,) in rows:
            if player not in self._vacations_queued:
                queued += self._queue.put_vacation(player, again=True)
                self._vacations_queued[player] = None
        return queued

    def queue_clocks(self, within_s: float) -> float:
        """Queues the clocks that have run down, and returns in how many seconds the next one does, `within_s` at most.

        They are those of games that go on by themselves, those of turns, absences and tables that do not begin, and
        those of sandboxes, for each of which one job does all that is due. One that was queued `bot_grace_s` seconds
        ago and has not done anything yet is queued again, unless it still waits.
        """
        arguments = {"within": within_s, "limit": CLOCKS_LIMIT}
        games = (
            (stream, f"{step}-{int(due * 1000)}", over_s)
            for stream, step, due, over_s in self._database.read("due_clocks", arguments)
        )
        turns = (
            (stream, f"{int(due * 1000)}", over_s)
            for stream, due, over_s in self._database.read("due_turns", arguments)
        )
        worlds = self._database.read("due_worlds", {"limit": CLOCKS_LIMIT})
        self._queue_run_down(((world, what, over_s) for world, what, over_s in worlds), within_s, self._queue.put_world)
        next_game_s = self._queue_run_down(games, within_s, self._queue.put_clock)
        return min(next_game_s, self._queue_run_down(turns, within_s, self._queue.put_time))

    def _queue_run_down(self, clocks: Iterable[tuple[str, str, float]], within_s: float, put: Put) -> float:
        """Queues those clocks, the first due first, that have run down; in how many seconds the next one does."""
        for stream, name, over_s in clocks:
            if over_s < 0:
                return min(-over_s, within_s)
            attempt = int(over_s / self._every_s)
            asked = f"{stream} {name} {attempt}"
            if asked not in self._clocks_queued:
                put(table_of(stream), name, again=attempt > 0)
                self._clocks_queued[asked] = None
        return within_s
