"""The doorbell between processes: whatever is rung, those who wait go on hearing."""

import time

import pytest
import redis

from service import doorbell
from service.doorbell import Doorbell

CHANNEL = "shengji:streams of this test"
PATIENCE_S = 60.0


def test_a_ring_that_cannot_be_read_makes_nobody_deaf(servers: tuple[str, str], monkeypatch: pytest.MonkeyPatch):
    # A channel of its own, where no bell of another test listens.
    monkeypatch.setattr(doorbell, "CHANNEL", CHANNEL)
    here, there = Doorbell(servers[1]), Doorbell(servers[1])
    here.start()
    there.start()
    stranger = redis.Redis.from_url(servers[1])
    until = time.monotonic() + PATIENCE_S
    try:
        with here.waiting_for("table-tbl_none") as waiter:
            while stranger.pubsub_numsub(CHANNEL)[0][1] < 2:
                assert time.monotonic() < until, "nobody listens"
                time.sleep(0.05)
            for ring in (b"no JSON", b'["table-tbl_none"]', b'{"table-tbl_none": "x"}', b'{"table-tbl_none": null}'):
                assert stranger.publish(CHANNEL, b"12345678" + ring) == 2

            while waiter.heard < 7:
                assert time.monotonic() < until, "a ring was not heard"
                there.ring("table-tbl_none", 7)
                waiter.wait(0.1)
            assert stranger.pubsub_numsub(CHANNEL)[0][1] == 2
    finally:
        stranger.close()
        here.close()
        there.close()
