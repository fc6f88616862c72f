"""The doorbell: tells whoever waits that a stream has moved (design §6). It is a hint and never the truth.

Inside a process waiters are woken at once. Other processes hear of it by Redis, where the bell is rung at most every
few milliseconds for all streams together. A ring that is lost is a short delay, since everybody who waits looks again
after a while of their own accord.
"""

import logging
import secrets
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

import orjson
import redis

CHANNEL = "shengji:streams"
RING_EVERY_S = 0.02
RECONNECT_S = 0.5

_log = logging.getLogger(__name__)


class Doorbell:
    """One process's end of the doorbell."""

    def __init__(self, url: str) -> None:
        """Prepares the bell; nothing is connected before it is rung or listened to.

        Args:
            url: of Redis.
        """
        self._sign = secrets.token_bytes(8)
        self._redis = redis.Redis.from_url(url, socket_timeout=2.0, socket_connect_timeout=1.0)
        self._lock = threading.Lock()
        self._moved: set[str] = set()
        self._to_ring = threading.Event()
        self._waiting: dict[str, set[threading.Event]] = defaultdict(set)
        self._anything: set[threading.Event] = set()
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Starts to ring for this process and to listen for others."""
        for work in (self._ring_for_others, self._listen_to_others):
            thread = threading.Thread(target=work, name=work.__name__, daemon=True)
            thread.start()
            self._threads.append(thread)

    def ring(self, stream: str) -> None:
        """Says that the stream has moved."""
        self._wake([stream])
        with self._lock:
            self._moved.add(stream)
        self._to_ring.set()

    @contextmanager
    def waiting_for(self, stream: str | None) -> Iterator[threading.Event]:
        """An event that is set when the stream moves, or any stream when none is named.

        Look at the stream after this has begun and before waiting, so that no move falls in between.
        """
        event = threading.Event()
        with self._lock:
            waiters = self._anything if stream is None else self._waiting[stream]
            waiters.add(event)
        try:
            yield event
        finally:
            with self._lock:
                waiters.discard(event)
                if stream is not None and not self._waiting[stream]:
                    del self._waiting[stream]

    def close(self) -> None:
        """Stops ringing and listening, and wakes everybody who waits."""
        self._closed.set()
        self._to_ring.set()
        with self._lock:
            waiters = [*self._anything, *(event for events in self._waiting.values() for event in events)]
        for event in waiters:
            event.set()

    @property
    def closed(self) -> bool:
        """Whether the process is about to end."""
        return self._closed.is_set()

    def _wake(self, streams: list[str]) -> None:
        with self._lock:
            woken = [event for stream in streams for event in self._waiting.get(stream, ())]
            woken.extend(self._anything)
        for event in woken:
            event.set()

    def _ring_for_others(self) -> None:
        while not self._closed.is_set():
            self._to_ring.wait()
            self._to_ring.clear()
            with self._lock:
                moved, self._moved = sorted(self._moved), set()
            if moved:
                try:
                    self._redis.publish(CHANNEL, self._sign + orjson.dumps(moved))
                except redis.RedisError as error:
                    _log.warning("doorbell not rung: %s", error)
            self._closed.wait(RING_EVERY_S)

    def _listen_to_others(self) -> None:
        while not self._closed.is_set():
            try:
                self._listen()
            except redis.RedisError as error:
                _log.warning("doorbell not heard: %s", error)
                self._closed.wait(RECONNECT_S)

    def _listen(self) -> None:
        # redis-py has no type hints for pubsub().
        with self._redis.pubsub(ignore_subscribe_messages=True) as heard:  # type: ignore[no-untyped-call]
            heard.subscribe(CHANNEL)
            while not self._closed.is_set():
                message = heard.get_message(timeout=1.0)
                # What this process rang itself, it has heard already.
                if message and not message["data"].startswith(self._sign):
                    self._wake(orjson.loads(message["data"][len(self._sign) :]))
