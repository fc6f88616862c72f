"""The channels of Redis that a process receives.

A process receives only what somebody awaits there. So its work does not grow with the number of processes.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import redis
from redis.client import PubSub

TIDY_EVERY_S = 30.0
"""Seconds between two times at which channels are left. A client that polls meets its channel again meanwhile."""
MESSAGE_WITHIN_S = 1.0
"""Seconds for which the receiver waits for a message before it does other work."""

_log = logging.getLogger(__name__)


class Subscriptions:
    """The channels of one process. Any thread may join a channel. One thread receives."""

    def __init__(self, client: redis.Redis, awaited: Callable[[], Iterable[str]], tidy_every_s: float) -> None:
        """Takes a client of Redis, a function that returns the channels that listeners await now, and TIDY_EVERY_S."""
        self._client = client
        self._awaited = awaited
        self._tidy_every_s = tidy_every_s
        self._lock = threading.Lock()
        self._connection: PubSub | None = None
        self._joined: set[str] = set()
        self._idle: set[str] = set()

    def join(self, channel: str) -> None:
        """Subscribes to a channel that a listener awaits. Does nothing while there is no connection."""
        with self._lock:
            if self._connection is None or channel in self._joined:
                return
            try:
                self._connection.subscribe(channel)
                self._joined.add(channel)
            except redis.RedisError as error:
                # The receiver joins it later. Until then, the poller finds what the listener misses.
                _log.warning("a channel was not joined: %s", error)

    def has_joined(self, channel: str) -> bool:
        """Returns whether this process has subscribed to a channel."""
        return channel in self._joined

    def messages(self) -> Iterator[tuple[str, bytes] | None]:
        """Connects, joins what is awaited, and yields channels and messages, or `None` when no message came for a time.

        Raises:
            redis.RedisError: the connection has failed.
        """
        with self._connected() as connection:
            tidy_at = time.monotonic() + self._tidy_every_s
            within_s = min(MESSAGE_WITHIN_S, self._tidy_every_s)
            while True:
                message = connection.get_message(timeout=within_s)
                yield (message["channel"].decode(), message["data"]) if message else None
                if time.monotonic() >= tidy_at:
                    self._tidy()
                    tidy_at = time.monotonic() + self._tidy_every_s

    @contextmanager
    def _connected(self) -> Iterator[PubSub]:
        # redis-py has no type hints for pubsub() and unsubscribe().
        with self._client.pubsub(ignore_subscribe_messages=True) as connection:  # type: ignore[no-untyped-call]
            with self._lock:
                self._connection, self._joined, self._idle = connection, set(), set()
            try:
                # Listeners that came before the connection could not join.
                for channel in self._awaited():
                    self.join(channel)
                yield connection
            finally:
                with self._lock:
                    self._connection, self._joined = None, set()

    def _tidy(self) -> None:
        """Leaves the channels that were not awaited this time and last time, and joins those that are missing."""
        with self._lock:
            # A listener counts as awaiting its channel before it joins. So it keeps the channel or joins it again.
            awaited = set(self._awaited())
            idle = self._joined - awaited
            left, self._idle = idle & self._idle, idle
            self._joined -= left
            missing = awaited - self._joined
            if left and self._connection is not None:
                self._connection.unsubscribe(*left)  # type: ignore[no-untyped-call]
        for channel in missing:
            self.join(channel)
