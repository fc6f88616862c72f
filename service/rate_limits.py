"""How often somebody may ask: windows of time counted in Redis, for all processes together.

The strategy is the fixed window of the library `limits`: a window begins with the first request in it, and all that
was used up comes back when it ends. So what an answer says of it, so much left and so many seconds until it is back, is
exact, and whoever waits as long gets in. The counting itself is a script of our own, which does for all policies of a
request at once what the library's does for one: one command, where the library takes four, at every single request.

Nothing depends on Redis here. When it does not answer, or not in time, nobody is limited, and nobody asks it again for
some seconds.
"""

import logging
import math
import threading
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import redis
from limits import RateLimitItem, parse
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.settings import Settings

NAMES = ("address", "read", "feed", "command", "open", "talk", "account", "login", "oauth", "sign_up", "lab", "sandbox")
"""All policies. Every one is a setting, `RATE_LIMIT_` and its name in capitals."""
ANSWER_S = 0.5
"""So long Redis has for an answer."""
PAUSE_S = 5.0
"""So long nobody asks Redis after it has not answered."""
CONNECTIONS = 64
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

_log = logging.getLogger(__name__)


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

    def __init__(self, url: str, settings: Settings) -> None:
        """Prepares to count; nothing is connected before something is counted.

        Args:
            url: of Redis.
            settings: where the policies are.
        """
        rates: Mapping[str, str] = {name: getattr(settings, f"rate_limit_{name}") for name in NAMES}
        self._items: dict[str, RateLimitItem] = {name: parse(rate) for name, rate in rates.items() if rate}
        pool = redis.BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=ANSWER_S,
            socket_timeout=ANSWER_S,
            socket_connect_timeout=ANSWER_S,
            retry=Retry(NoBackoff(), 0),
        )
        self._redis = redis.Redis(connection_pool=pool)
        self._count = self._redis.register_script(_COUNT)
        self._lock = threading.Lock()
        self._is_away = False
        self._ask_again_at = 0.0

    def close(self) -> None:
        """Lets go of connections."""
        self._redis.connection_pool.disconnect()

    def quota(self, name: str) -> tuple[int, int] | None:
        """How many requests a policy allows in how many seconds; none when it sets no limit."""
        item = self._items.get(name)
        return (item.amount, item.get_expiry()) if item else None

    def count(self, asked: Sequence[tuple[str, str]]) -> list[Counted] | None:
        """Counts a request.

        Args:
            asked: by which policies, and for whom each of them counts it.

        Returns:
            Where they stand with each policy that sets a limit; none when Redis does not tell.
        """
        items = [(name, self._items[name], who) for name, who in asked if name in self._items]
        if not items:
            return []
        if not self._may_ask():
            return None
        try:
            counted = self._ask(items)
        except redis.RedisError as error:
            self._went_away(error)
            return None
        if self._is_away:
            self._came_back()
        return counted

    def _ask(self, items: list[tuple[str, RateLimitItem, str]]) -> list[Counted]:
        told = self._count(
            keys=[f"{PREFIX}:{name}:{who}" for name, _, who in items],
            args=[item.get_expiry() for _, item, _ in items],
        )
        return [
            Counted(name, item.amount, item.get_expiry(), int(used), max(1, math.ceil(left_ms / 1000)))
            for (name, item, _), used, left_ms in zip(items, told[::2], told[1::2], strict=True)
        ]

    def _may_ask(self) -> bool:
        """Whether it is time to ask Redis; while it is away one request in a while finds out for all others."""
        if not self._is_away:
            return True
        with self._lock:
            now = time.monotonic()
            if now < self._ask_again_at:
                return False
            self._ask_again_at = now + PAUSE_S
            return True

    def _went_away(self, error: redis.RedisError) -> None:
        with self._lock:
            is_news, self._is_away = not self._is_away, True
            self._ask_again_at = time.monotonic() + PAUSE_S
        if is_news:
            _log.warning("nobody is limited until Redis answers: %s", error)

    def _came_back(self) -> None:
        with self._lock:
            is_news, self._is_away = self._is_away, False
        if is_news:
            _log.info("Redis answers, and requests are limited again")
