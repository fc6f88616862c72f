"""Attempts at passwords: after some wrong ones in succession the next has to wait, longer each time.

Attempts are counted by what they are made at: a login, whether there is such a login or not, or the account of a token.
An attempt counts as wrong when it begins, and the right password takes back all that were counted. So of many attempts
at once no more get through than of as many in a row.

Others must not keep a player out by guessing. From a network from which the right password came before, attempts are
counted on their own, so that the delays of others do not hold there. Elsewhere a delay is at most `LONGEST_S`.

While Redis is away each process counts by itself, in memory of bounded size, and knows no networks.
"""

import hashlib
import math
import threading
import time
from collections import OrderedDict
from typing import NamedTuple

from service.platform.counting import Counting

FREE = 5
"""So many wrong passwords in succession there may be before the first delay; each further one doubles it."""
FIRST_S = 1
LONGEST_S = 15 * 60
FORGOTTEN_S = 24 * 3600
"""After so long without an attempt, those before are forgotten."""
KNOWN_S = 30 * 24 * 3600
"""So long a network is known from which the right password came."""
COUNTED_HERE = 50_000
"""At so many logins a process counts attempts by itself; then it forgets those that were tried least recently."""
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
"""Counts an attempt; for how many milliseconds it has to wait, and is not counted, or 0.

KEYS: whether the network is known; attempts from there and their delay; attempts from elsewhere and their delay.
ARGV: how many are free, the first delay, the longest and when attempts are forgotten, in seconds.
"""
_SUCCEED = """
local at = redis.call('EXISTS', KEYS[1]) == 1 and 2 or 4
redis.call('DEL', KEYS[at], KEYS[at + 1])
redis.call('SET', KEYS[1], 1, 'EX', ARGV[1])
return {0}
"""
"""Takes back what was counted, and remembers the network. KEYS as above; ARGV: for how many seconds."""


class TooManyAttempts(Exception):
    """The password was not looked at, since the attempt came too soon after wrong ones.

    Attributes:
        wait_s: after how many seconds the next may be made, at least one.
    """

    def __init__(self, wait_s: float) -> None:
        super().__init__(wait_s)
        self.wait_s = max(1, math.ceil(wait_s))


class GivenPassword(NamedTuple):
    """A password as somebody gave it: `network` is where it came from, in any form that stays the same."""

    password: str
    network: str


def delay_s(tried: int) -> int:
    """How long the next attempt has to wait after so many wrong ones in succession."""
    return 0 if tried < FREE else min(FIRST_S * 2 ** min(tried - FREE, 60), LONGEST_S)


class Attempts:
    """The attempts, as one process counts them."""

    def __init__(self, counting: Counting) -> None:
        """Prepares to count, for all processes together where `counting` can."""
        self._counting = counting
        self._begin = counting.script(_BEGIN)
        self._succeed = counting.script(_SUCCEED)
        self._here = _Here()

    def begin(self, at: str, network: str) -> None:
        """Counts an attempt.

        Args:
            at: what it is made at.
            network: where it comes from.

        Raises:
            TooManyAttempts: it has to wait; the password must not be looked at.
        """
        answer = self._counting.run(self._begin, _keys(at, network), [FREE, FIRST_S, LONGEST_S, FORGOTTEN_S])
        left_s = self._here.begin(at) if answer is None else answer[0] / 1000
        if left_s > 0:
            raise TooManyAttempts(left_s)

    def succeed(self, at: str, network: str) -> None:
        """Takes back what was counted, since the password was right."""
        self._here.succeed(at)
        self._counting.run(self._succeed, _keys(at, network), [KNOWN_S])


def _keys(at: str, network: str) -> list[str]:
    """The keys for the scripts: hashed, so that Redis holds no logins, and no input of any length."""
    all_of_them, from_there = (
        hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:32] for text in (at, f"{network} {at}")
    )
    return [
        f"{PREFIX}:known:{from_there}",
        *(f"{PREFIX}:{what}:{of}" for of in (from_there, all_of_them) for what in ("tried", "delay")),
    ]


class _Here:
    """What a process counts by itself."""

    def __init__(self) -> None:
        self._tried: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, at: str) -> float:
        """Counts an attempt; for how many seconds it has to wait, and is not counted, or 0."""
        now = time.monotonic()
        with self._lock:
            tried, last = self._tried.get(at, (0, now))
            left_s = last + delay_s(tried) - now
            if tried and left_s > 0:
                return left_s
            self._tried[at] = (tried + 1 if now - last < FORGOTTEN_S else 1, now)
            self._tried.move_to_end(at)
            if len(self._tried) > COUNTED_HERE:
                self._tried.popitem(last=False)
            return 0.0

    def succeed(self, at: str) -> None:
        """Forgets the attempts."""
        with self._lock:
            self._tried.pop(at, None)
