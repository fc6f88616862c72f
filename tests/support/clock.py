"""The clock of services in tests. It shows the system time until a test moves or stops it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

import pytest

from domain.kernel.instants import SECOND_MS, Instant, instant_of
from service.platform.sources import time_of_day


class MovableClock:
    """A clock that a test can move or stop. All services of this process use it."""

    def __init__(self) -> None:
        self._ahead_ms = 0
        self._stands_at: Instant | None = None

    def __call__(self) -> Instant:
        """Returns the time."""
        return Instant(time_of_day() + self._ahead_ms) if self._stands_at is None else self._stands_at

    def be_ahead(self, seconds: float) -> None:
        """Moves the clock this many seconds ahead of the system time."""
        self._ahead_ms, self._stands_at = int(seconds * SECOND_MS), None

    def stop_at(self, moment: Instant | datetime) -> None:
        """Stops the clock at a moment."""
        self._stands_at = instant_of(moment) if isinstance(moment, datetime) else moment

    @contextmanager
    def as_before(self) -> Iterator[None]:
        """Restores the clock after the block."""
        before = self._ahead_ms, self._stands_at
        try:
            yield
        finally:
            self._ahead_ms, self._stands_at = before


SERVICE_CLOCK = MovableClock()


@pytest.fixture
def clock() -> Iterator[MovableClock]:
    """Yields the clock of the services, and restores it after the test."""
    with SERVICE_CLOCK.as_before():
        yield SERVICE_CLOCK
