"""Commands that are due at a steady rate, and the latency that is counted from then."""

import pytest

from tests.bench.http_player import Command
from tests.bench.loads import Load, Schedule


def test_commands_are_due_at_a_steady_rate():
    schedule = Schedule(1000.0)
    first, second, third = (schedule.wait() for _ in range(3))

    assert (second - first, third - second) == pytest.approx((0.001, 0.001))


def test_latency_begins_when_a_command_is_due_and_not_when_it_is_sent():
    load = Load([(1.0, Command(3.0, 3.5)), (2.0, Command(3.5, 4.0))], 4.0, 1.0)

    assert load.percentile_ms(1.0) == 2500
    assert load.stall_ms() == 500
    assert load.rate == 0.5
