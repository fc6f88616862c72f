"""A stream reads its feed when something may be new, and not after each event that it has sent."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import pytest

from service.feed_answers import ENTRIES_AT_ONCE, Lines, Listener
from service.platform.feeds.feed import FeedEntry, FeedPage
from service.platform.feeds.notifier import Notifier, Waiter
from service.platform.feeds.poller import Poller
from service.platform.limits import LIMITS
from service.wiring import Service

STREAM = "table-counted"


class CountedFeed:
    """A feed in memory that counts how often it is read. `hidden_s` is the pause that its pages ask for."""

    stream = STREAM
    entries = "events"

    def __init__(self) -> None:
        self.about: dict[str, object] = {}
        self.newest = 0
        self.reads = 0
        self.hidden_s: float | None = None

    def read(self, after: int, limit: int, heard: int) -> FeedPage:
        self.reads += 1
        numbers = range(after + 1, min(self.newest, after + limit) + 1)
        return FeedPage([FeedEntry(each, {"number": each}) for each in numbers], self.hidden_s)

    def end(self) -> int:
        return self.newest


@pytest.fixture
def feed() -> CountedFeed:
    return CountedFeed()


@pytest.fixture
def notifier(service: Service) -> Iterator[Notifier]:
    made = Notifier(service.settings.redis_url)
    yield made
    made.close()


@pytest.fixture
def pieces(feed: CountedFeed, notifier: Notifier) -> Iterator[bytes]:
    limits = dataclasses.replace(LIMITS, heartbeat_s=0.3)
    return Listener(feed, Lines(), notifier, lambda: True, limits).pieces(0)


def numbers_in(piece: bytes) -> int:
    return piece.count(b'"number"')


def test_each_notified_event_costs_one_read(
    feed: CountedFeed, pieces: Iterator[bytes], monkeypatch: pytest.MonkeyPatch
):
    def wait(waiter: Waiter, timeout_s: float) -> bool:
        """Notifies the stream of one event when it waits."""
        feed.newest += 1
        waiter.hear(feed.newest)
        return timeout_s > 0

    monkeypatch.setattr(Waiter, "wait", wait)

    assert [numbers_in(each) for each in islice(pieces, 1, 11)] == [1] * 10
    # The first read finds nothing.
    assert feed.reads == 1 + 10


def test_a_heartbeat_costs_no_read(feed: CountedFeed, pieces: Iterator[bytes]):
    next(pieces)
    feed.newest = 1
    assert numbers_in(next(pieces)) == 1
    before = feed.reads

    assert list(islice(pieces, 3)) == [Lines.heartbeat] * 3
    assert feed.reads == before


def test_an_event_between_two_heartbeats_is_sent(feed: CountedFeed, notifier: Notifier, pieces: Iterator[bytes]):
    next(pieces)
    assert next(pieces) == Lines.heartbeat
    feed.newest = 1
    notifier.notify_here({STREAM: 1})

    assert numbers_in(next(pieces)) == 1


def test_an_event_that_was_notified_while_an_earlier_one_was_sent_is_sent_at_once(
    feed: CountedFeed, notifier: Notifier, pieces: Iterator[bytes]
):
    next(pieces)
    feed.newest = 1
    assert numbers_in(next(pieces)) == 1
    feed.newest = 2
    notifier.notify_here({STREAM: 2})
    feed.reads = 0

    assert numbers_in(next(pieces)) == 1
    assert feed.reads == 1


def test_a_full_page_is_followed_by_the_next_without_a_wait(
    feed: CountedFeed, pieces: Iterator[bytes], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(Waiter, "wait", None)
    feed.newest = 2 * ENTRIES_AT_ONCE + 1

    assert [numbers_in(each) for each in islice(pieces, 1, 4)] == [ENTRIES_AT_ONCE, ENTRIES_AT_ONCE, 1]


def test_a_page_that_names_the_time_of_the_next_event_is_read_again_then(feed: CountedFeed, pieces: Iterator[bytes]):
    next(pieces)
    feed.newest, feed.hidden_s = 1, 0.01
    assert numbers_in(next(pieces)) == 1
    before = feed.reads

    assert next(pieces) == Lines.heartbeat
    # Without the pause of 10 ms, it would not be read in the 300 ms before the heartbeat.
    assert feed.reads > before + 3


def test_the_poller_asks_every_source_even_if_one_fails(notifier: Notifier):
    def failing(_streams: Sequence[str]) -> Mapping[str, int]:
        raise ValueError("a defect")

    with notifier.waiting_for(STREAM) as waiter:
        Poller(notifier, [failing, lambda _: {STREAM: 3}]).poll()

        assert waiter.heard == 3
