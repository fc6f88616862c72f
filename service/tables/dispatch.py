"""Queues jobs for the turns of bots and for expired clocks.

The subscription `dispatch` queues turns promptly. A poll of due work requeues jobs that were lost with Redis or with a
worker. Expired clocks are found by polling alone.
"""

import math
import time
from collections.abc import Callable, Iterable, Sequence

from cachetools import TTLCache

from domain.kernel.players import bot_of
from service.platform.queue.job_queue import DueKind, JobQueue
from service.platform.store.checkpoints import Work, no_work
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, LoggedEvent
from service.platform.store.follower import Follower
from service.platform.store.subscription import Subscription
from service.tables.bot_queue import queue_bot_turns
from service.tables.events import TABLES, table_of

NAME = "dispatch"
LATELY_S = 2.0
"""Seconds for which a move of a bot counts as recent."""
DUE_LIMIT = 200
CLOCKS_LIMIT = 1000


class TableDispatch(Follower):
    """Queues the turns of bots and the ticks of clocks.

    Methods raise `redis.RedisError` if Redis does not answer. Nothing is lost then.
    """

    def __init__(
        self,
        database: Database,
        store: EventStore,
        queue: JobQueue,
        bot_grace_s: float,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepares the subscription. A clock that has not ticked is queued again every `bot_grace_s` seconds.

        `monotonic` returns the time in seconds, by which jobs without progress count as lost.
        """
        self._monotonic = monotonic
        self._database = database
        self._queue = queue
        self._every_s = max(bot_grace_s, 1.0)
        self._subscription = Subscription(database, store, NAME, accepts_unknown=True)
        # Recently queued items. Forgetting one costs only another request to Redis.
        self._clocks_queued: TTLCache[str, None] = TTLCache(10 * CLOCKS_LIMIT, self._every_s)
        self._vacations_queued: TTLCache[str, None] = TTLCache(10 * DUE_LIMIT, self._every_s)
        # For due tables whose job was taken: the run of the job, and when it was first seen.
        self._taken: dict[str, tuple[str, float]] = {}
        self._bot_moved_at = -math.inf

    def work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        """Queues the turns of a batch at once. Nothing has to be written, because the heads show the turns."""
        tables = sorted({table_of(logged.stream) for logged in batch if TABLES.has(logged.stream)})
        if queue_bot_turns(self._database, self._queue, tables) or any(each.by and bot_of(each.by) for each in batch):
            self._bot_moved_at = self._monotonic()
        return no_work

    @property
    def bots_play(self) -> bool:
        """Whether a bot had to move or has moved in the last `LATELY_S` seconds."""
        return self._monotonic() - self._bot_moved_at < LATELY_S

    def queue_lost_bot_turns(self) -> int:
        """Queues turns of bots that are overdue and have lost their job. Returns their number.

        A waiting job is left alone. A job that a worker has taken counts as lost if it has made no progress since an
        earlier poll, for example because the worker was killed.
        """
        streams = [stream for (stream,) in self._database.read("due", {"limit": DUE_LIMIT})]
        tables = [table_of(stream) for stream in streams if TABLES.has(stream)]
        self._forget_lost(tables)
        return queue_bot_turns(self._database, self._queue, tables)

    def _forget_lost(self, tables: Sequence[str]) -> None:
        """Frees the ids of the lost jobs of these tables."""
        now, lost_after_s = self._monotonic(), self._database.limits.lost_after_s
        taken = self._queue.turns_taken(tables)
        seen = {table: self._taken[table] for table, run in taken.items() if self._taken.get(table, ("",))[0] == run}
        self._taken = {table: seen.get(table, (run, now)) for table, run in taken.items()}
        self._queue.free_turns([table for table, (_, since) in self._taken.items() if now - since >= lost_after_s])

    def queue_vacations(self) -> int:
        """Queues players with vacations that are not applied to all clocks. Returns their number."""
        rows = self._database.read("unapplied_vacations", {"limit": DUE_LIMIT})
        queued = 0
        for (player,) in rows:
            if player not in self._vacations_queued:
                queued += self._queue.put_due("vacation", player, again=True)
                self._vacations_queued[player] = None
        return queued

    def queue_expired(self, within_s: float) -> float:
        """Queues expired clocks. Returns the seconds until the next clock expires, at most `within_s`.

        They are the clocks of live draws, the deadlines of tables, and those of sandboxes. One job handles all that is
        due in a sandbox. A clock that was queued `bot_grace_s` seconds ago without effect is queued again, unless it
        still waits.
        """
        arguments = {"within": within_s, "limit": CLOCKS_LIMIT}
        draw_ticks = (
            (stream, f"{step}-{int(due * 1000)}", over_s)
            for stream, step, due, over_s in self._database.read("due_draw_ticks", arguments)
        )
        deadlines = (
            (stream, f"{int(due * 1000)}", over_s)
            for stream, due, over_s in self._database.read("due_deadlines", arguments)
        )
        sandboxes = self._database.read("due_sandboxes", {"limit": CLOCKS_LIMIT})
        self._queue_expired_clocks(
            "sandbox", ((sandbox, what, over_s) for sandbox, what, over_s in sandboxes), within_s
        )
        next_tick_s = self._queue_expired_clocks("clock", draw_ticks, within_s)
        return min(next_tick_s, self._queue_expired_clocks("time", deadlines, within_s))

    def _queue_expired_clocks(self, kind: DueKind, clocks: Iterable[tuple[str, str, float]], within_s: float) -> float:
        """Queues the expired ones of these clocks, sorted by time. Returns the seconds until the next one expires."""
        for stream, name, over_s in clocks:
            if over_s < 0:
                return min(-over_s, within_s)
            attempt = int(over_s / self._every_s)
            queued = f"{stream} {name} {attempt}"
            if queued not in self._clocks_queued:
                self._queue.put_due(kind, table_of(stream), name, again=attempt > 0)
                self._clocks_queued[queued] = None
        return within_s
