"""Notifies listeners that a stream has new events. A notification is a hint: the listener reads the stream itself.

Listeners of this process wake at once. Other processes are notified through Redis, at most once every few milliseconds,
and only about streams that they await (`service/platform/feeds/subscriptions.py`). One further channel is for the
scheduler, which awaits all streams. A lost notification only costs a short delay: the poller
(`service/platform/feeds/poller.py`) reads the newest numbers of all streams with listeners.
"""

import logging
import secrets
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

import orjson
import redis

from service.platform.feeds.subscriptions import TIDY_EVERY_S, Subscriptions

CHANNEL = "shengji:streams"
"""The channel about all streams. Older releases receive no other."""
PUBLISH_EVERY_S = 0.02
RECONNECT_S = 0.5

_log = logging.getLogger(__name__)


class Waiter:
    """A listener that waits for a stream; `heard` is the highest number of the stream that it knows of.

    It waits for a lock, which others release to wake it. An event of `threading` would make a lock for each wait.
    """

    __slots__ = ("_asleep", "heard")

    def __init__(self, known: int) -> None:
        """Waits for numbers above `known`."""
        self._asleep = threading.Lock()
        self._asleep.acquire()
        self.heard = known

    def hear(self, number: int) -> None:
        """Wakes the listener if the number is higher than those it knows."""
        if number > self.heard:
            self.heard = number
            self.wake()

    def wake(self) -> None:
        """Wakes the listener."""
        if self._asleep.locked():
            with suppress(RuntimeError):  # another thread has released it meanwhile
                self._asleep.release()

    def wait(self, timeout_s: float | None) -> bool:
        """Waits for a wake-up and returns whether there was one. Wake-ups since the last call count."""
        return self._asleep.acquire(timeout=-1 if timeout_s is None else max(timeout_s, 0.0))


class Notifier:
    """The notifier of one process."""

    def __init__(self, url: str, channel: str = CHANNEL, tidy_every_s: float = TIDY_EVERY_S) -> None:
        """Connects to the Redis at `url` when the first notification is sent or awaited.

        Args:
            url: the URL of the server.
            channel: the channel about all streams. Those of single streams begin with its name.
            tidy_every_s: seconds between two times at which channels without listeners are left.
        """
        self._channel = channel
        self._sign = secrets.token_bytes(8)
        self._redis = redis.Redis.from_url(url, socket_timeout=2.0, socket_connect_timeout=1.0)
        self._subscriptions = Subscriptions(self._redis, self._awaited_channels, tidy_every_s)
        self._lock = threading.Lock()
        self._moved: dict[str, int] = {}
        self._to_publish = Waiter(0)
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
        self._to_publish.wake()

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
        self._subscriptions.join(self._channel if stream is None else self._channel_of(stream))
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

    def _channel_of(self, stream: str) -> str:
        return f"{self._channel}:{stream}"

    def _awaited_channels(self) -> list[str]:
        channels = list(map(self._channel_of, self.awaited_streams()))
        return [*channels, self._channel] if self._for_any else channels

    def close(self) -> None:
        """Ends publishing and receiving, and wakes all listeners."""
        self._closed.set()
        self._to_publish.wake()
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
            self._to_publish.wait(None)
            with self._lock:
                moved, self._moved = self._moved, {}
            if moved:
                try:
                    self._send(moved)
                except redis.RedisError as error:
                    _log.warning("notification not sent: %s", error)
            self._closed.wait(PUBLISH_EVERY_S)

    def _send(self, moved: Mapping[str, int]) -> None:
        """Publishes the newest numbers, by stream. A stream has a message of its own if other processes await it."""
        channels = {self._channel_of(stream): number for stream, number in moved.items()}
        with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.publish(self._channel, self._sign + orjson.dumps(moved))
            pipeline.pubsub_numsub(*channels)
            _, found = pipeline.execute()
            joined = {channel.decode(): count for channel, count in found}
            others = [each for each in channels if joined[each] > self._subscriptions.has_joined(each)]
            for channel in others:
                pipeline.publish(channel, self._sign + orjson.dumps(channels[channel]))
            if others:
                pipeline.execute()

    def _receive(self) -> None:
        while not self._closed.is_set():
            try:
                for message in self._subscriptions.messages():
                    if self._closed.is_set():
                        return
                    if message:
                        self._take(*message)
            except redis.RedisError as error:
                _log.warning("notifications not received: %s", error)
            except Exception:  # noqa: BLE001 - logged and retried, because all listeners depend on it
                _log.exception("receiving notifications")
            self._closed.wait(RECONNECT_S)

    def _take(self, channel: str, message: bytes) -> None:
        """Notifies listeners of a message. Those of this process already know what this process has published."""
        if message.startswith(self._sign):
            return
        content = _content(message[len(self._sign) :])
        if channel != self._channel:
            content = {channel.removeprefix(f"{self._channel}:"): content}
        moved = content if isinstance(content, dict) else {}
        self.notify_here({stream: number for stream, number in moved.items() if isinstance(number, int)})


def _content(message: bytes) -> object:
    """Returns the content of a message. Messages of other releases may not be readable; they are ignored."""
    try:
        return orjson.loads(message)
    except orjson.JSONDecodeError:
        _log.warning("a notification cannot be read: %r", message)
        return None
