"""Work that a process repeats at intervals, although it polls more often."""

import time
from collections.abc import Callable


class PeriodicWork:
    """Does its work if `seconds` have passed since the last time; the first time at once."""

    def __init__(self, seconds: float, work: Callable[[], object]) -> None:
        self._seconds = seconds
        self._work = work
        self._next_at = 0.0

    def run_if_due(self) -> None:
        """Does the work if it is due. An exception does not shorten the interval."""
        now = time.monotonic()
        if now >= self._next_at:
            self._next_at = now + self._seconds
            self._work()
