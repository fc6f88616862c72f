"""Counters in Redis. One script counts in one round trip.

Nothing depends on Redis here. If it does not answer in time, the process does not ask it again for some seconds, and
callers count on their own.
"""

import logging
import threading
import time
from collections.abc import Sequence

import redis
from redis.backoff import NoBackoff
from redis.commands.core import Script
from redis.retry import Retry

from service.platform.limits import LIMITS, Limits

CONNECTIONS = 64

_log = logging.getLogger(__name__)


class Counting:
    """The connection of one process to the counters in Redis, which may be unavailable."""

    def __init__(self, url: str, limits: Limits = LIMITS) -> None:
        """Takes the URL of Redis and the time limits. The first script opens the connection."""
        self._pause_s = limits.redis_pause_s
        pool = redis.BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=limits.redis_s,
            socket_timeout=limits.redis_s,
            socket_connect_timeout=limits.redis_s,
            retry=Retry(NoBackoff(), 0),
        )
        self._redis = redis.Redis(connection_pool=pool)
        self._lock = threading.Lock()
        self._is_away = False
        self._ask_again_at = 0.0

    def close(self) -> None:
        """Closes all connections."""
        self._redis.connection_pool.disconnect()

    def script(self, text: str) -> Script:
        """Returns a script for `run`."""
        return self._redis.register_script(text)

    def run(self, script: Script, keys: Sequence[str], args: Sequence[int]) -> list[int] | None:
        """Returns the result of the script, or `None` while Redis is unavailable."""
        if not self._may_ask():
            return None
        try:
            answer: list[int] = script(keys=keys, args=args)
        except redis.RedisError as error:
            self._note_unavailable(error)
            return None
        if self._is_away:
            self._note_available()
        return answer

    def _may_ask(self) -> bool:
        """Returns whether to ask Redis. While it is unavailable, one request after each pause asks for all."""
        if not self._is_away:
            return True
        with self._lock:
            now = time.monotonic()
            if now < self._ask_again_at:
                return False
            self._ask_again_at = now + self._pause_s
            return True

    def _note_unavailable(self, error: redis.RedisError) -> None:
        with self._lock:
            is_news, self._is_away = not self._is_away, True
            self._ask_again_at = time.monotonic() + self._pause_s
        if is_news:
            _log.warning(
                "Redis does not answer; each process counts requests on its own: %s",
                error,
            )

    def _note_available(self) -> None:
        with self._lock:
            is_news, self._is_away = self._is_away, False
        if is_news:
            _log.info("Redis answers again; all processes share their rate limits")
