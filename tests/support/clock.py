"""The clock of services in tests: the time of this computer, until a test moves or stops it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest

from domain.kernel.instants import SECOND_MS, Instant, instant_of
from service.platform.sources import time_of_day


class MovableClock:
    """A clock that a test can move or stop. All services of this process follow it."""

    def __init__(self) -> None:
        self._ahead_ms = 0
        self._stands_at: Instant | None = None

    def __call__(self) -> Instant:
        """The time."""
        return Instant(time_of_day() + self._ahead_ms) if self._stands_at is None else self._stands_at

    def be_ahead(self, seconds: float) -> None:
        """Goes on that many seconds ahead of this computer."""
        self._ahead_ms, self._stands_at = int(seconds * SECOND_MS), None

    def stop_at(self, moment: Instant | datetime) -> None:
        """Stands still at a moment."""
        self._stands_at = instant_of(moment) if isinstance(moment, datetime) else moment

    @contextmanager
    def as_before(self) -> Iterator[None]:
        """Takes back at the end whatever was done to the clock meanwhile."""
        before = self._ahead_ms, self._stands_at
        try:
            yield
        finally:
            self._ahead_ms, self._stands_at = before


SERVICE_CLOCK = MovableClock()


@pytest.fixture
def clock() -> Iterator[MovableClock]:
    """The clock of the services, which is as before when the test is over."""
    with SERVICE_CLOCK.as_before():
        yield SERVICE_CLOCK
