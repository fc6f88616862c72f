"""The doorbell: tells whoever waits that a stream has moved, and to where. It is a hint, never the truth.

Inside a process waiters are woken at once. Other processes hear of it by Redis, where the bell is rung at most every
few milliseconds for all streams together. A ring that is lost is a short delay: the lookout (`service/lookout.py`)
looks again at the streams that somebody waits for, and who waits for any stream looks of their own accord.
"""

import logging
import secrets
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import orjson
import redis

CHANNEL = "shengji:streams"
RING_EVERY_S = 0.02
RECONNECT_S = 0.5

_log = logging.getLogger(__name__)


class Waiter:
    """Somebody who waits for a stream; `heard` is the highest number of it that they were told of."""

    __slots__ = ("_rung", "heard")

    def __init__(self, known: int) -> None:
        """Waits for numbers above `known`."""
        self._rung = threading.Event()
        self.heard = known

    def hear(self, number: int) -> None:
        """Tells them of a number, which wakes them when it is news."""
        if number > self.heard:
            self.heard = number
            self._rung.set()

    def wake(self) -> None:
        """Wakes them, whatever they have heard."""
        self._rung.set()

    def wait(self, timeout_s: float) -> bool:
        """Waits for news; whether there were any in time. What came since the last wait counts."""
        rung = self._rung.wait(timeout_s)
        self._rung.clear()
        return rung


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
        self._moved: dict[str, int] = {}
        self._to_ring = threading.Event()
        self._waiting: dict[str, set[Waiter]] = defaultdict(set)
        self._for_any: set[Waiter] = set()
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Starts to ring for this process and to listen for others."""
        for work in (self._ring_for_others, self._listen_to_others):
            thread = threading.Thread(target=work, name=work.__name__, daemon=True)
            thread.start()
            self._threads.append(thread)

    def ring(self, stream: str, number: int) -> None:
        """Says that the stream has moved, and the number of its newest event."""
        self.tell({stream: number})
        with self._lock:
            self._moved[stream] = max(number, self._moved.get(stream, 0))
        self._to_ring.set()

    def tell(self, moved: Mapping[str, int]) -> None:
        """Tells those of this process who wait for them where streams have come to."""
        with self._lock:
            told = [(waiter, number) for stream, number in moved.items() for waiter in self._waiting.get(stream, ())]
            any_of_them = list(self._for_any)
        for waiter, number in told:
            waiter.hear(number)
        for waiter in any_of_them:
            waiter.wake()

    @contextmanager
    def waiting_for(self, stream: str | None, known: int = 0) -> Iterator[Waiter]:
        """Somebody who waits until the stream comes beyond a number, or until any stream moves when none is named.

        Look at the stream after this has begun and before waiting, so that no move falls in between.
        """
        waiter = Waiter(known)
        with self._lock:
            waiters = self._for_any if stream is None else self._waiting[stream]
            waiters.add(waiter)
        try:
            yield waiter
        finally:
            with self._lock:
                waiters.discard(waiter)
                if stream is not None and not self._waiting[stream]:
                    del self._waiting[stream]

    def waited_for(self) -> list[str]:
        """The streams for which somebody of this process waits."""
        with self._lock:
            return list(self._waiting)

    def close(self) -> None:
        """Stops ringing and listening, and wakes everybody who waits."""
        self._closed.set()
        self._to_ring.set()
        with self._lock:
            everybody = [*self._for_any, *(waiter for waiters in self._waiting.values() for waiter in waiters)]
        for waiter in everybody:
            waiter.wake()

    def until_closed(self, timeout_s: float) -> bool:
        """Waits for the end of the process, at the longest for so many seconds; whether it has come."""
        return self._closed.wait(timeout_s)

    @property
    def closed(self) -> bool:
        """Whether the process is about to end."""
        return self._closed.is_set()

    def _ring_for_others(self) -> None:
        while not self._closed.is_set():
            self._to_ring.wait()
            self._to_ring.clear()
            with self._lock:
                moved, self._moved = self._moved, {}
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
                    self.tell(_moved_in(message["data"][len(self._sign) :]))


def _moved_in(message: bytes) -> Mapping[str, int]:
    """The streams in a ring of another process, which may be of an older program that told no numbers.

    A ring that cannot be read tells of nothing, and makes nobody deaf for the next.
    """
    try:
        moved = orjson.loads(message)
    except orjson.JSONDecodeError:
        _log.warning("a ring that cannot be read: %r", message)
        return {}
    if not isinstance(moved, dict):
        return {}
    return {stream: number for stream, number in moved.items() if isinstance(number, int)}
