"""The doorbell between processes: whatever is rung, those who wait go on hearing."""

import time

import redis

from service.doorbell import CHANNEL, Doorbell

PATIENCE_S = 20.0


def test_a_ring_that_cannot_be_read_makes_nobody_deaf(servers: tuple[str, str]):
    here, there = Doorbell(servers[1]), Doorbell(servers[1])
    here.start()
    there.start()
    stranger = redis.Redis.from_url(servers[1])
    until = time.monotonic() + PATIENCE_S
    try:
        for ring in (b"12345678 no JSON", b'12345678{"table-tbl_none": "x"}'):
            while stranger.publish(CHANNEL, ring) < 2:
                assert time.monotonic() < until, "nobody listens"
                time.sleep(0.05)

        with here.waiting_for("table-tbl_none") as waiter:
            while waiter.heard < 7:
                assert time.monotonic() < until, "a ring was not heard"
                there.ring("table-tbl_none", 7)
                waiter.wait(0.1)
    finally:
        stranger.close()
        here.close()
        there.close()
