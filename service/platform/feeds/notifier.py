"""Notifies listeners that a stream has new events. A notification is a hint: the listener reads the stream itself.

Listeners of this process wake at once. Other processes are notified through Redis, for all streams together, and at
most once every few milliseconds. A lost notification only costs a short delay: the poller
(`service/platform/feeds/poller.py`) reads the newest numbers of all streams with listeners.
"""

import logging
import secrets
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import orjson
import redis

CHANNEL = "shengji:streams"
PUBLISH_EVERY_S = 0.02
RECONNECT_S = 0.5

_log = logging.getLogger(__name__)


class Waiter:
    """A listener that waits for a stream; `heard` is the highest number of the stream that it knows of."""

    __slots__ = ("_woken", "heard")

    def __init__(self, known: int) -> None:
        """Waits for numbers above `known`."""
        self._woken = threading.Event()
        self.heard = known

    def hear(self, number: int) -> None:
        """Wakes the listener if the number is higher than those it knows."""
        if number > self.heard:
            self.heard = number
            self._woken.set()

    def wake(self) -> None:
        """Wakes the listener."""
        self._woken.set()

    def wait(self, timeout_s: float) -> bool:
        """Waits for a wake-up and returns whether there was one. Wake-ups since the last call count."""
        woken = self._woken.wait(timeout_s)
        self._woken.clear()
        return woken


class Notifier:
    """The notifier of one process."""

    def __init__(self, url: str, channel: str = CHANNEL) -> None:
        """Connects to a channel of the Redis at `url` when the first notification is sent or awaited."""
        self._channel = channel
        self._sign = secrets.token_bytes(8)
        self._redis = redis.Redis.from_url(url, socket_timeout=2.0, socket_connect_timeout=1.0)
        self._lock = threading.Lock()
        self._moved: dict[str, int] = {}
        self._to_publish = threading.Event()
        self._waiting: dict[str, set[Waiter]] = defaultdict(set)
        self._for_any: set[Waiter] = set()
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Starts to publish notifications of this process and to receive those of others."""
        self.start_publishing()
        self._run(self._receive)

    def start_publishing(self) -> None:
        """Starts to publish notifications of this process, which has no listeners and so receives none."""
        self._run(self._publish)

    def _run(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name=work.__name__, daemon=True)
        thread.start()
        self._threads.append(thread)

    def notify(self, stream: str, number: int) -> None:
        """Notifies all processes of the number of a stream's newest event."""
        self.notify_here({stream: number})
        with self._lock:
            self._moved[stream] = max(number, self._moved.get(stream, 0))
        self._to_publish.set()

    def notify_here(self, moved: Mapping[str, int]) -> None:
        """Notifies the listeners of this process of the newest numbers, by stream."""
        with self._lock:
            found = [(waiter, number) for stream, number in moved.items() for waiter in self._waiting.get(stream, ())]
            of_any = list(self._for_any)
        for waiter, number in found:
            waiter.hear(number)
        for waiter in of_any:
            waiter.wake()

    @contextmanager
    def waiting_for(self, stream: str | None, known: int = 0) -> Iterator[Waiter]:
        """Yields a listener that waits for numbers of a stream above `known`, or for any stream if none is named.

        Read the stream inside this context before you wait. Then no event is missed.
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

    def awaited_streams(self) -> list[str]:
        """Returns the streams that listeners of this process wait for."""
        with self._lock:
            return list(self._waiting)

    def close(self) -> None:
        """Ends publishing and receiving, and wakes all listeners."""
        self._closed.set()
        self._to_publish.set()
        with self._lock:
            everybody = [*self._for_any, *(waiter for waiters in self._waiting.values() for waiter in waiters)]
        for waiter in everybody:
            waiter.wake()

    def wait_until_closed(self, timeout_s: float) -> bool:
        """Waits until the notifier is closed, for at most `timeout_s` seconds. Returns whether it is closed."""
        return self._closed.wait(timeout_s)

    @property
    def closed(self) -> bool:
        """Whether the process is about to end."""
        return self._closed.is_set()

    def _publish(self) -> None:
        while not self._closed.is_set():
            self._to_publish.wait()
            self._to_publish.clear()
            with self._lock:
                moved, self._moved = self._moved, {}
            if moved:
                try:
                    self._redis.publish(self._channel, self._sign + orjson.dumps(moved))
                except redis.RedisError as error:
                    _log.warning("notification not sent: %s", error)
            self._closed.wait(PUBLISH_EVERY_S)

    def _receive(self) -> None:
        while not self._closed.is_set():
            try:
                self._subscribe()
            except redis.RedisError as error:
                _log.warning("notifications not received: %s", error)
                self._closed.wait(RECONNECT_S)

    def _subscribe(self) -> None:
        # redis-py has no type hints for pubsub().
        with self._redis.pubsub(ignore_subscribe_messages=True) as received:  # type: ignore[no-untyped-call]
            received.subscribe(self._channel)
            while not self._closed.is_set():
                message = received.get_message(timeout=1.0)
                # Listeners of this process already know what this process has published.
                if message and not message["data"].startswith(self._sign):
                    self.notify_here(_moved_in(message["data"][len(self._sign) :]))


def _moved_in(message: bytes) -> Mapping[str, int]:
    """Returns the newest numbers by stream in a message.

    Messages of other releases may not be readable; they are ignored.
    """
    try:
        moved = orjson.loads(message)
    except orjson.JSONDecodeError:
        _log.warning("a notification cannot be read: %r", message)
        return {}
    if not isinstance(moved, dict):
        return {}
    return {stream: number for stream, number in moved.items() if isinstance(number, int)}
