"""Rate limits: requests are counted in fixed time windows.

A window begins with its first request and ends after a fixed time, which frees the whole quota. So a client that waits
as long as a response says is served.

The policies in `EXACT` protect passwords and accounts. Their requests are counted in Redis before they are served. All
others are counted in the process, which merges its counts with those of other processes every `counts_merge_s`. So a
client can exceed such a limit by what the other processes receive in twice that time.

While Redis is unavailable, each process counts all requests on its own, and merges them when Redis is back.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.platform.counting import Counting
from service.platform.limits import LIMITS, Limits
from service.platform.merged_counts import MergedCounts
from service.platform.metrics import RATE_LIMITS_UNAVAILABLE
from service.platform.settings import Rate, Settings

NAMES = (
    *("address", "read", "public", "feed", "command", "open", "talk"),
    *("account", "login", "oauth", "sign_up", "lab", "record", "sandbox"),
)
"""All policies. Each is a setting named `RATE_LIMIT_` and its name in capitals."""
BY_ADDRESS_ALONE = frozenset({"address", "oauth", "sign_up"})
"""The policies that no player's token changes."""
EXACT = frozenset({"login", "oauth", "sign_up"})
"""The policies that are counted in Redis before a request is served."""
PREFIX = "shengji:limits"

_COUNT = """
local used = redis.call('INCR', KEYS[1])
if used == 1 then
    redis.call('EXPIRE', KEYS[1], ARGV[1])
end
return {used, redis.call('PTTL', KEYS[1])}
"""
"""Returns the number of requests in the window of the key, and the milliseconds until the window ends."""


class Policy(NamedTuple):
    """How many requests a client may send.

    Attributes:
        name: name of the policy.
        quota: requests in a window.
        window_s: length of a window in seconds.
    """

    name: str
    quota: int
    window_s: int


class Counted(NamedTuple):
    """The state of a policy for one client, including the current request.

    Attributes:
        policy: the policy.
        used: requests in this window, including refused ones.
        left_s: seconds until the window ends, at least one.
    """

    policy: Policy
    used: int
    left_s: int

    @property
    def left(self) -> int:
        """The number of requests that remain in this window."""
        return max(0, self.policy.quota - self.used)

    @property
    def is_over(self) -> bool:
        """Whether this request exceeded the limit."""
        return self.used > self.policy.quota


class RateLimits:
    """The policies, and the counters of one process."""

    def __init__(self, counting: Counting, settings: Settings, limits: Limits = LIMITS) -> None:
        """Reads the policies.

        Args:
            counting: the connection to the counters in Redis, which all processes share.
            settings: the settings, which contain the policies.
            limits: how often this process merges its counts into Redis, and how many keys it remembers.
        """
        rates: Mapping[str, Rate] = {name: getattr(settings, f"rate_limit_{name}") for name in NAMES}
        self._policies = {name: Policy(name, rate.quota, rate.window_s) for name, rate in rates.items() if rate}
        self._counting = counting
        self._count = counting.script(_COUNT)
        self._merged = MergedCounts(counting, limits.counts_kept, limits.counts_merge_s)

    def close(self) -> None:
        """Merges the last counts."""
        self._merged.close()

    def quota(self, name: str) -> tuple[int, int] | None:
        """Returns the number of requests of a policy and its window in seconds; `None` if it has no limit."""
        policy = self._policies.get(name)
        return (policy.quota, policy.window_s) if policy else None

    def quotas_of_players(self) -> dict[str, tuple[int, int]]:
        """Returns the quota and the window in seconds of each policy that counts by player."""
        counting = (each for name, each in self._policies.items() if name not in BY_ADDRESS_ALONE)
        return {each.name: (each.quota, each.window_s) for each in counting}

    def count(self, asked: Sequence[tuple[str, str]]) -> list[Counted]:
        """Counts a request.

        Args:
            asked: the policies that count it, each with the key it is counted by.

        Returns:
            The state of each policy with a limit.
        """
        counted = []
        for name, who in asked:
            policy = self._policies.get(name)
            if policy is None:
                continue
            key = f"{PREFIX}:{name}:{who}"
            if name in EXACT:
                used, left_s = self._count_exactly(policy, key)
            else:
                used, left_s = self._merged.count(key, policy.window_s)
            counted.append(Counted(policy, used, max(1, math.ceil(left_s))))
        return counted

    def _count_exactly(self, policy: Policy, key: str) -> tuple[int, float]:
        counts = self._counting.run(self._count, keys=[key], args=[policy.window_s])
        if counts is not None:
            used, left_ms = counts
            return used, left_ms / 1000
        RATE_LIMITS_UNAVAILABLE.inc()
        return self._merged.count(key, policy.window_s)
