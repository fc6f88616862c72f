"""Counts of one process, merged with those of other processes through Redis in the background.

A request is counted without asking Redis. At most `merge_s` seconds later, one script adds all new requests of the
process to the counters in Redis and returns the totals of all processes. So a process learns of the others' requests
with a delay of at most twice that time. While Redis does not answer, each process counts on its own.

Windows are fixed: a window begins with its first request and ends after a fixed time.
"""

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from cachetools import LRUCache

from service.platform.counting import Counting
from service.platform.metrics import RATE_LIMITS_UNAVAILABLE

KEYS_AT_ONCE = 1000
"""Counters that one script adds to, so that Redis serves other clients in between."""

_ADD = """
local told = {}
for place, key in ipairs(KEYS) do
    local added = tonumber(ARGV[2 * place - 1])
    local used = redis.call('INCRBY', key, added)
    if used == added then
        redis.call('PEXPIRE', key, ARGV[2 * place])
    end
    told[2 * place - 1] = used
    told[2 * place] = redis.call('PTTL', key)
end
return told
"""
"""Adds to counters. Takes for each key the number to add, and the milliseconds until a new window ends. Returns for
each key the number of requests in its window, and the milliseconds until the window ends."""


class _Window:
    """The requests of one key in a window.

    Attributes:
        ends_at: the end of the window, by the clock of this process.
        total: the requests of all processes at the last merge.
        added: requests of this process since the last merge.
        is_merged: whether the window was merged. Its end is then that of the window in Redis.
    """

    __slots__ = ("added", "ends_at", "is_merged", "total")

    def __init__(self, ends_at: float) -> None:
        self.ends_at = ends_at
        self.total = 0
        self.added = 0
        self.is_merged = False


class _Sum(NamedTuple):
    """Requests of one key to be added in Redis."""

    key: str
    window: _Window
    added: int


class MergedCounts:
    """The windows that one process knows."""

    def __init__(
        self, counting: Counting, kept: int, merge_s: float, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """Counts nothing yet.

        Args:
            counting: the counters that all processes share.
            kept: the greatest number of keys that are remembered. The key used longest ago is forgotten first.
            merge_s: seconds from a request until it is merged.
            monotonic: the clock.
        """
        self._counting = counting
        self._add = counting.script(_ADD)
        self._merge_s = merge_s
        self._monotonic = monotonic
        self._windows: LRUCache[str, _Window] = LRUCache(kept)
        self._unmerged: dict[str, _Window] = {}
        self._lock = threading.Lock()
        self._has_unmerged = threading.Event()
        self._stopped = threading.Event()
        self._merger: threading.Thread | None = None

    def __len__(self) -> int:
        """Returns the number of keys that are remembered."""
        return len(self._windows)

    def count(self, key: str, window_s: int) -> tuple[int, float]:
        """Counts a request. Returns the requests in the window, this one included, and the seconds until its end."""
        now = self._monotonic()
        with self._lock:
            window = self._windows.get(key)
            if window is None or window.ends_at <= now:
                window = self._windows[key] = _Window(now + window_s)
            window.added += 1
            if not self._unmerged:
                self._wake()
            self._unmerged[key] = window
            return window.total + window.added, window.ends_at - now

    def close(self) -> None:
        """Merges what is left and stops."""
        self._stopped.set()
        self._has_unmerged.set()
        if self._merger is not None:
            self._merger.join()
        self.merge()

    def _wake(self) -> None:
        if self._merger is None:
            # Not before the first request, because a server may fork its workers before.
            self._merger = threading.Thread(target=self._merge_until_stopped, name="rate limits", daemon=True)
            self._merger.start()
        self._has_unmerged.set()

    def _merge_until_stopped(self) -> None:
        while not self._stopped.is_set():
            self._has_unmerged.wait()
            self._has_unmerged.clear()
            self._stopped.wait(self._merge_s)
            self.merge()

    def merge(self) -> None:
        """Adds the new requests of this process in Redis and takes over the totals."""
        with self._lock:
            sums = [_Sum(key, window, window.added) for key, window in self._unmerged.items()]
            self._unmerged = {}
            self._forget_ended()
        for start in range(0, len(sums), KEYS_AT_ONCE):
            self._merge(sums[start : start + KEYS_AT_ONCE])

    def _forget_ended(self) -> None:
        """Removes windows that have ended, beginning with the one used longest ago. Stops at one that has not ended.

        Without this, the windows of all players who were ever here would stay until there are too many.
        """
        now = self._monotonic()
        for _ in range(min(KEYS_AT_ONCE, len(self._windows))):
            key, window = self._windows.popitem()
            if window.ends_at > now:
                # It becomes the last one used, so the next merge looks at another.
                self._windows[key] = window
                return

    def _merge(self, sums: list[_Sum]) -> None:
        now = self._monotonic()
        current = [each for each in sums if each.window.ends_at > now]
        if not current:
            return
        totals = self._counting.run(
            self._add,
            keys=[each.key for each in current],
            args=[
                number for each in current for number in (each.added, max(1, round(1000 * (each.window.ends_at - now))))
            ],
        )
        if totals is None:
            RATE_LIMITS_UNAVAILABLE.inc()
            self._keep_for_later(current)
            return
        with self._lock:
            for each, total, left_ms in zip(current, totals[::2], totals[1::2], strict=True):
                self._note_total(each, total, left_ms)

    def _keep_for_later(self, sums: list[_Sum]) -> None:
        """Puts these requests back for the next merge, `merge_s` seconds later."""
        with self._lock:
            self._unmerged = {**{each.key: each.window for each in sums}, **self._unmerged}
            self._has_unmerged.set()

    def _note_total(self, merged: _Sum, total: int, left_ms: int) -> None:
        window = merged.window
        window.added -= merged.added
        window.total = total
        if not window.is_merged:
            window.is_merged = True
            if total != merged.added:
                # Another process began this window.
                window.ends_at = self._monotonic() + left_ms / 1000
