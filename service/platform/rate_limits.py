"""Rate limits: requests are counted in time windows in Redis, for all processes together.

The strategy is the fixed window of the library `limits`: a window begins with its first request and ends after a fixed
time, which frees the whole quota. So the remaining requests and seconds in a response are exact, and a client that
waits that long is served. A script of our own counts a request for all its policies in one round trip; the library
would need four for each policy.

While Redis is unavailable, each process counts on its own, but only for the policies in `GUARDED`, which protect
passwords and accounts.
"""

import math
import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage

from service.platform.counting import Counting
from service.platform.metrics import RATE_LIMITS_UNAVAILABLE
from service.platform.settings import Settings

NAMES = ("address", "read", "feed", "command", "open", "talk", "account", "login", "oauth", "sign_up", "lab", "sandbox")
"""All policies. Each is a setting named `RATE_LIMIT_` and its name in capitals."""
GUARDED = frozenset({"login", "oauth", "sign_up"})
"""The policies that apply while Redis is unavailable."""
PREFIX = "shengji:limits"

_COUNT = """
local told = {}
for place, key in ipairs(KEYS) do
    local used = redis.call('INCR', key)
    if used == 1 then
        redis.call('EXPIRE', key, ARGV[place])
    end
    told[2 * place - 1] = used
    told[2 * place] = redis.call('PTTL', key)
end
return told
"""
"""Returns for each key the number of requests in its window, and the milliseconds until the window ends."""


class Counted(NamedTuple):
    """The state of a policy for one client, including the current request.

    Attributes:
        name: name of the policy.
        quota: requests in a window.
        window_s: length of a window in seconds.
        used: requests in this window, including refused ones.
        left_s: seconds until the window ends, at least one.
    """

    name: str
    quota: int
    window_s: int
    used: int
    left_s: int

    @property
    def left(self) -> int:
        """The number of requests that remain in this window."""
        return max(0, self.quota - self.used)

    @property
    def is_over(self) -> bool:
        """Whether this request exceeded the limit."""
        return self.used > self.quota


class RateLimits:
    """The policies, and the counters of one process."""

    def __init__(self, counting: Counting, settings: Settings) -> None:
        """Reads the policies.

        Args:
            counting: the counters that all processes share.
            settings: the settings, which contain the policies.
        """
        rates: Mapping[str, str] = {name: getattr(settings, f"rate_limit_{name}") for name in NAMES}
        self._items: dict[str, RateLimitItem] = {name: parse(rate) for name, rate in rates.items() if rate}
        self._counting = counting
        self._count = counting.script(_COUNT)

    @cached_property
    def _local_counters(self) -> MemoryStorage:
        """The counters of this process, for the time without Redis."""
        return MemoryStorage()

    def quota(self, name: str) -> tuple[int, int] | None:
        """Returns the number of requests of a policy and its window in seconds; `None` if it has no limit."""
        item = self._items.get(name)
        return (item.amount, item.get_expiry()) if item else None

    def count(self, asked: Sequence[tuple[str, str]]) -> list[Counted]:
        """Counts a request.

        Args:
            asked: the policies that count it, each with the key it is counted by.

        Returns:
            The state of each policy with a limit. While Redis is unavailable, only of those in `GUARDED`.
        """
        items = [(name, self._items[name], who) for name, who in asked if name in self._items]
        if not items:
            return []
        counts = self._counting.run(
            self._count,
            keys=[f"{PREFIX}:{name}:{who}" for name, _, who in items],
            args=[item.get_expiry() for _, item, _ in items],
        )
        if counts is None:
            RATE_LIMITS_UNAVAILABLE.inc()
            return [self._count_here(*each) for each in items if each[0] in GUARDED]
        return [
            _count_of(name, item, used, left_ms / 1000)
            for (name, item, _), used, left_ms in zip(items, counts[::2], counts[1::2], strict=True)
        ]

    def _count_here(self, name: str, item: RateLimitItem, who: str) -> Counted:
        key = f"{name}:{who}"
        used = self._local_counters.incr(key, item.get_expiry())
        return _count_of(name, item, used, self._local_counters.get_expiry(key) - time.time())


def _count_of(name: str, item: RateLimitItem, used: int, left_s: float) -> Counted:
    return Counted(name, item.amount, item.get_expiry(), int(used), max(1, math.ceil(left_s)))
