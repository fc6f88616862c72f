"""Limits on attempts at passwords. After several wrong passwords in succession there is a delay, longer each time.

Attempts are counted per login, existing or not, or per account if a token names it. An attempt counts as wrong when it
begins, and a right password resets the count. So parallel attempts have no advantage over attempts in a row.

Guessing must not lock a player out. Attempts from a network that has sent the right password before are counted
separately, so delays that others cause do not apply there. Elsewhere there is a longest delay.

Without Redis, each process counts on its own, in memory of bounded size, and knows no networks.
"""

import hashlib
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from service.platform.counting import Counting
from service.platform.limits import LIMITS, Limits

FREE = 5
"""Number of wrong passwords in succession that cause the first delay. Each further one doubles the delay."""
KNOWN_S = 30 * 24 * 3600
"""Seconds for which a network is remembered after it has sent the right password."""
COUNTED_HERE = 50_000
"""Maximum number of logins that a process counts without Redis. It drops those tried least recently."""
PREFIX = "shengji:attempts"

_BEGIN = """
local at = redis.call('EXISTS', KEYS[1]) == 1 and 2 or 4
local left = redis.call('PTTL', KEYS[at + 1])
if left > 0 then
    return {left}
end
local tried = redis.call('INCR', KEYS[at])
redis.call('EXPIRE', KEYS[at], ARGV[4])
if tried >= tonumber(ARGV[1]) then
    local delay = math.min(ARGV[2] * 2 ^ (tried - ARGV[1]), tonumber(ARGV[3]))
    redis.call('SET', KEYS[at + 1], 1, 'EX', string.format('%.0f', delay))
end
return {0}
"""
"""Counts an attempt, unless it comes too soon. Returns the milliseconds it has to wait, or 0.

KEYS: whether the network is known; attempts from known networks and their delay; attempts from others and their delay.
ARGV: number of free attempts, first delay, longest delay, and lifetime of the count; times in seconds.
"""
_SUCCEED = """
local at = redis.call('EXISTS', KEYS[1]) == 1 and 2 or 4
redis.call('DEL', KEYS[at], KEYS[at + 1])
redis.call('SET', KEYS[1], 1, 'EX', ARGV[1])
return {0}
"""
"""Resets the count and remembers the network. KEYS as above. ARGV: seconds for which the network is remembered."""


class TooManyAttempts(Exception):
    """An attempt came too soon after wrong passwords, so its password was not checked.

    Attributes:
        wait_s: seconds until the next attempt is allowed, at least one.
    """

    def __init__(self, wait_s: float) -> None:
        super().__init__(wait_s)
        self.wait_s = max(1, math.ceil(wait_s))


class GivenPassword(NamedTuple):
    """A password from a request. `network` identifies the network it came from."""

    password: str
    network: str


def delay_s(tried: int, limits: Limits = LIMITS) -> int:
    """Returns the seconds to wait after this number of wrong passwords in succession."""
    return 0 if tried < FREE else min(limits.first_delay_s * 2 ** min(tried - FREE, 60), limits.longest_delay_s)


class Attempts:
    """The counts of attempts at passwords."""

    def __init__(
        self, counting: Counting, limits: Limits = LIMITS, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """Takes the counters, which all processes share while Redis is available, the delays, and a clock in seconds.

        The clock is for counts without Redis.
        """
        self._counting = counting
        self._delays = [FREE, limits.first_delay_s, limits.longest_delay_s, limits.attempts_forgotten_s]
        self._begin = counting.script(_BEGIN)
        self._succeed = counting.script(_SUCCEED)
        self._here = _Here(limits, monotonic)

    def begin(self, at: str, network: str) -> None:
        """Counts an attempt.

        Args:
            at: the login, or the account of the token.
            network: the network from which the attempt comes.

        Raises:
            TooManyAttempts: the attempt came too soon. Do not check the password.
        """
        answer = self._counting.run(self._begin, _keys(at, network), self._delays)
        left_s = self._here.begin(at) if answer is None else answer[0] / 1000
        if left_s > 0:
            raise TooManyAttempts(left_s)

    def succeed(self, at: str, network: str) -> None:
        """Resets the count after a right password."""
        self._here.succeed(at)
        self._counting.run(self._succeed, _keys(at, network), [KNOWN_S])


def _keys(at: str, network: str) -> list[str]:
    """Returns the keys for the scripts.

    They are hashes, so that Redis contains no logins, and keys have equal length.
    """
    all_of_them, from_there = (
        hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:32] for text in (at, f"{network} {at}")
    )
    return [
        f"{PREFIX}:known:{from_there}",
        *(f"{PREFIX}:{what}:{of}" for of in (from_there, all_of_them) for what in ("tried", "delay")),
    ]


class _Here:
    """The counts of one process, without Redis."""

    def __init__(self, limits: Limits, monotonic: Callable[[], float]) -> None:
        self._limits = limits
        self._monotonic = monotonic
        self._tried: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, at: str) -> float:
        """Counts an attempt, unless it comes too soon. Returns the seconds it has to wait, or 0."""
        now = self._monotonic()
        with self._lock:
            tried, last = self._tried.get(at, (0, now))
            left_s = last + delay_s(tried, self._limits) - now
            if tried and left_s > 0:
                return left_s
            self._tried[at] = (tried + 1 if now - last < self._limits.attempts_forgotten_s else 1, now)
            self._tried.move_to_end(at)
            if len(self._tried) > COUNTED_HERE:
                self._tried.popitem(last=False)
            return 0.0

    def succeed(self, at: str) -> None:
        """Resets the count."""
        with self._lock:
            self._tried.pop(at, None)
