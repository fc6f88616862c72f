"""The notifier between processes: no message stops the receiver."""

import time

import pytest
import redis

from service.platform.feeds.notifier import Notifier

CHANNEL = "shengji:streams of this test"
PATIENCE_S = 60.0


def test_an_unreadable_notification_does_not_stop_the_receiver(
    servers: tuple[str, str], monkeypatch: pytest.MonkeyPatch
):
    here, there = Notifier(servers[1], CHANNEL), Notifier(servers[1], CHANNEL)
    here.start()
    there.start()
    stranger = redis.Redis.from_url(servers[1])
    until = time.monotonic() + PATIENCE_S
    try:
        with here.waiting_for("table-tbl_none") as waiter:
            while stranger.pubsub_numsub(CHANNEL)[0][1] < 2:
                assert time.monotonic() < until, "nobody listens"
                time.sleep(0.05)
            for message in (b"no JSON", b'["table-tbl_none"]', b'{"table-tbl_none": "x"}', b'{"table-tbl_none": null}'):
                assert stranger.publish(CHANNEL, b"12345678" + message) == 2

            while waiter.heard < 7:
                assert time.monotonic() < until, "a notification was not received"
                there.notify("table-tbl_none", 7)
                waiter.wait(0.1)
            assert stranger.pubsub_numsub(CHANNEL)[0][1] == 2
    finally:
        stranger.close()
        here.close()
        there.close()
