"""Redis as something that counts: asked by one script in one command, and left alone for a while when it is away.

Nothing depends on Redis here. When it does not answer, or not in time, nobody asks it again for some seconds, and those
who count do without it.
"""

import logging
import threading
import time
from collections.abc import Sequence

import redis
from redis.backoff import NoBackoff
from redis.commands.core import Script
from redis.retry import Retry

ANSWER_S = 0.5
"""So long Redis has for an answer."""
PAUSE_S = 5.0
"""So long nobody asks Redis after it has not answered."""
CONNECTIONS = 64

_log = logging.getLogger(__name__)


class Counting:
    """What one process asks Redis to count, and whether Redis is away."""

    def __init__(self, url: str) -> None:
        """Prepares to ask; nothing is connected before something is asked."""
        pool = redis.BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=ANSWER_S,
            socket_timeout=ANSWER_S,
            socket_connect_timeout=ANSWER_S,
            retry=Retry(NoBackoff(), 0),
        )
        self._redis = redis.Redis(connection_pool=pool)
        self._lock = threading.Lock()
        self._is_away = False
        self._ask_again_at = 0.0

    def close(self) -> None:
        """Lets go of connections."""
        self._redis.connection_pool.disconnect()

    def script(self, text: str) -> Script:
        """A script, to be given to `run`."""
        return self._redis.register_script(text)

    def run(self, script: Script, keys: Sequence[str], args: Sequence[int]) -> list[int] | None:
        """What the script returns; none while Redis is away."""
        if not self._may_ask():
            return None
        try:
            answer: list[int] = script(keys=keys, args=args)
        except redis.RedisError as error:
            self._went_away(error)
            return None
        if self._is_away:
            self._came_back()
        return answer

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
            _log.warning(
                "until Redis answers, passwords, OAuth and sign-ups are limited by each process, nothing else: %s",
                error,
            )

    def _came_back(self) -> None:
        with self._lock:
            is_news, self._is_away = self._is_away, False
        if is_news:
            _log.info("Redis answers, and requests are limited again by all processes together")
