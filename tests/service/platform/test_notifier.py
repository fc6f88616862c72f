"""The notifier between processes: each receives what its listeners await, and no message stops the receiver."""

from collections.abc import Iterator
from contextlib import closing

import pytest
import redis

from service.platform.feeds.notifier import Notifier
from service.platform.feeds.subscriptions import Subscriptions
from tests.support.waiting import until

CHANNEL = "shengji:streams of this test"
STREAM = "table-tbl_none"
OF_STREAM = f"{CHANNEL}:{STREAM}"


@pytest.fixture
def here(servers: tuple[str, str]) -> Iterator[Notifier]:
    """Yields the notifier of a process."""
    with closing(Notifier(servers[1], CHANNEL)) as made:
        made.start()
        yield made


@pytest.fixture
def there(servers: tuple[str, str]) -> Iterator[Notifier]:
    """Yields the notifier of another process, which has no listeners."""
    with closing(Notifier(servers[1], CHANNEL)) as made:
        made.start()
        yield made


@pytest.fixture
def server(servers: tuple[str, str]) -> Iterator[redis.Redis]:
    """Yields a client of the server."""
    with closing(redis.Redis.from_url(servers[1])) as client:
        yield client


def subscribers(server: redis.Redis, channel: str = OF_STREAM) -> int:
    """Returns how many processes receive a channel."""
    [(_, count)] = server.pubsub_numsub(channel)
    return int(count)


def test_a_process_receives_the_streams_that_it_awaits(here: Notifier, there: Notifier, server: redis.Redis):
    with here.waiting_for(STREAM) as waiter:
        until(lambda: subscribers(server) == 1, "listener")
        there.notify(STREAM, 7)
        until(lambda: waiter.heard == 7, "notification")
        assert subscribers(server, CHANNEL) == 0

        with here.waiting_for(None) as of_any:
            until(lambda: subscribers(server, CHANNEL) == 1, "listener for all streams")
            there.notify("table-tbl_other", 1)
            assert of_any.wait(60)


def test_a_process_is_not_sent_what_only_it_awaits(here: Notifier, server: redis.Redis):
    with closing(server.pubsub()) as watcher, here.waiting_for(STREAM):
        # PUBSUB NUMSUB does not count those who subscribe to a pattern.
        watcher.psubscribe(f"{CHANNEL}*")
        until(lambda: subscribers(server) == 1, "listener")
        seen = []
        for number in (7, 8):
            here.notify(STREAM, number)
            seen.append(until(lambda: watcher.get_message(ignore_subscribe_messages=True), "notification"))
        assert [each["channel"].decode() for each in seen] == [CHANNEL] * 2


def test_channels_without_listeners_are_left(here: Notifier, servers: tuple[str, str], server: redis.Redis):
    with (
        closing(Notifier(servers[1], CHANNEL, tidy_every_s=0.1)) as leaving,
        leaving.waiting_for("table-tbl_kept"),
    ):
        leaving.start()
        with leaving.waiting_for(STREAM):
            until(lambda: subscribers(server) == 1, "listener")
        until(lambda: subscribers(server) == 0, "channel without a subscriber")
        assert subscribers(server, f"{CHANNEL}:table-tbl_kept") == 1

        with leaving.waiting_for(STREAM) as waiter:
            until(lambda: subscribers(server) == 1, "listener")
            here.notify(STREAM, 7)
            until(lambda: waiter.heard == 7, "notification")


def test_channels_are_joined_again_after_a_lost_connection(here: Notifier, there: Notifier, server: redis.Redis):
    with here.waiting_for(STREAM) as waiter:
        until(lambda: subscribers(server) == 1, "listener")
        assert server.client_kill_filter(_type="pubsub") >= 1
        until(lambda: subscribers(server) == 1, "listener after the lost connection")
        there.notify(STREAM, 7)
        until(lambda: waiter.heard == 7, "notification")


def test_an_unreadable_notification_does_not_stop_the_receiver(here: Notifier, there: Notifier, server: redis.Redis):
    with here.waiting_for(STREAM) as waiter, here.waiting_for(None):
        until(lambda: (subscribers(server), subscribers(server, CHANNEL)) == (1, 1), "listeners")
        for message in (b"no JSON", b'["table-tbl_none"]', b'{"table-tbl_none": "x"}', b'{"table-tbl_none": null}'):
            assert server.publish(CHANNEL, b"12345678" + message) == 1
        for message in (b"no JSON", b"[7]", b'"x"', b"null"):
            assert server.publish(OF_STREAM, b"12345678" + message) == 1

        there.notify(STREAM, 7)
        until(lambda: waiter.heard == 7, "notification")


def test_a_process_without_listeners_publishes_but_receives_nothing(
    here: Notifier, servers: tuple[str, str], server: redis.Redis
):
    with closing(Notifier(servers[1], CHANNEL)) as working, here.waiting_for(STREAM) as waiter:
        working.start_publishing()
        until(lambda: subscribers(server) == 1, "listener")
        working.notify(STREAM, 7)
        until(lambda: waiter.heard == 7, "notification")
        with working.waiting_for(STREAM):
            assert subscribers(server) == 1


def test_a_channel_that_could_not_be_joined_is_joined_later(server: redis.Redis):
    awaited: list[str] = []
    subscriptions = Subscriptions(server, lambda: awaited, tidy_every_s=0.1)
    with closing(subscriptions.messages()) as messages:
        next(messages)
        awaited.append(OF_STREAM)
        until(lambda: [next(messages), subscriptions.has_joined(OF_STREAM)][1], "joined channel")
        until(lambda: subscribers(server) == 1, "subscriber")
