"""How often somebody may ask: windows of time counted in Redis, for all processes together.

The strategy is the fixed window of the library `limits`: a window begins with the first request in it, and all that was
used up comes back when it ends. So the remaining requests and seconds in an answer are exact. A client that waits that
long is served. The counting itself is a script of our own, which does for all policies of a request at once what the
library's does for one: one command, where the library takes four, at every single request.

While Redis is away each process counts by itself what guards passwords and accounts (`GUARDED`), and nothing else.
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
"""All policies. Every one is a setting, `RATE_LIMIT_` and its name in capitals."""
GUARDED = frozenset({"login", "oauth", "sign_up"})
"""The policies that hold also while Redis is away."""
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
"""For each key how often it was counted in its window, and in how many milliseconds that ends."""


class Counted(NamedTuple):
    """Where somebody stands with a policy, a request of theirs included.

    Attributes:
        name: of the policy.
        quota: how many requests a window has.
        window_s: how long a window is, in seconds.
        used: how many requests came in this window, refused ones included.
        left_s: after how many seconds the window ends, at least one.
    """

    name: str
    quota: int
    window_s: int
    used: int
    left_s: int

    @property
    def left(self) -> int:
        """How many more requests there may be in this window."""
        return max(0, self.quota - self.used)

    @property
    def is_over(self) -> bool:
        """Whether this request was one too many."""
        return self.used > self.quota


class RateLimits:
    """The policies, as one process counts with them."""

    def __init__(self, counting: Counting, settings: Settings) -> None:
        """Prepares to count.

        Args:
            counting: what counts for all processes.
            settings: where the policies are.
        """
        rates: Mapping[str, str] = {name: getattr(settings, f"rate_limit_{name}") for name in NAMES}
        self._items: dict[str, RateLimitItem] = {name: parse(rate) for name, rate in rates.items() if rate}
        self._counting = counting
        self._count = counting.script(_COUNT)

    @cached_property
    def _here(self) -> MemoryStorage:
        """What this process counts by itself."""
        return MemoryStorage()

    def quota(self, name: str) -> tuple[int, int] | None:
        """How many requests a policy allows in how many seconds; none when it sets no limit."""
        item = self._items.get(name)
        return (item.amount, item.get_expiry()) if item else None

    def count(self, asked: Sequence[tuple[str, str]]) -> list[Counted]:
        """Counts a request.

        Args:
            asked: by which policies, and for whom each of them counts it.

        Returns:
            Where they stand with each policy that sets a limit; with those of `GUARDED` alone while Redis is away.
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
            _counted(name, item, used, left_ms / 1000)
            for (name, item, _), used, left_ms in zip(items, counts[::2], counts[1::2], strict=True)
        ]

    def _count_here(self, name: str, item: RateLimitItem, who: str) -> Counted:
        key = f"{name}:{who}"
        used = self._here.incr(key, item.get_expiry())
        return _counted(name, item, used, self._here.get_expiry(key) - time.time())


def _counted(name: str, item: RateLimitItem, used: int, left_s: float) -> Counted:
    return Counted(name, item.amount, item.get_expiry(), int(used), max(1, math.ceil(left_s)))
