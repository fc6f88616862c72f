"""The notifier between processes: no message stops the receiver, and a process without listeners receives nothing."""

import pytest
import redis

from service.platform.feeds.notifier import Notifier
from tests.support.waiting import until

CHANNEL = "shengji:streams of this test"


def test_an_unreadable_notification_does_not_stop_the_receiver(
    servers: tuple[str, str], monkeypatch: pytest.MonkeyPatch
):
    here, there = Notifier(servers[1], CHANNEL), Notifier(servers[1], CHANNEL)
    here.start()
    there.start()
    stranger = redis.Redis.from_url(servers[1])
    try:
        with here.waiting_for("table-tbl_none") as waiter:
            until(lambda: stranger.pubsub_numsub(CHANNEL)[0][1] == 2, "listeners")
            for message in (b"no JSON", b'["table-tbl_none"]', b'{"table-tbl_none": "x"}', b'{"table-tbl_none": null}'):
                assert stranger.publish(CHANNEL, b"12345678" + message) == 2

            there.notify("table-tbl_none", 7)
            until(lambda: waiter.heard == 7, "notification")
            assert stranger.pubsub_numsub(CHANNEL)[0][1] == 2
    finally:
        stranger.close()
        here.close()
        there.close()


def test_a_process_without_listeners_publishes_but_receives_nothing(servers: tuple[str, str]):
    listening, working = (Notifier(servers[1], f"{CHANNEL}, of workers") for _ in range(2))
    listening.start()
    working.start_publishing()
    stranger = redis.Redis.from_url(servers[1])
    try:
        with listening.waiting_for("table-tbl_none") as waiter:
            until(lambda: stranger.pubsub_numsub(f"{CHANNEL}, of workers")[0][1] >= 1, "listeners")
            working.notify("table-tbl_none", 7)
            until(lambda: waiter.heard == 7, "notification")

        assert stranger.pubsub_numsub(f"{CHANNEL}, of workers")[0][1] == 1
    finally:
        stranger.close()
        listening.close()
        working.close()
