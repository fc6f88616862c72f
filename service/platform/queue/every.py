"""Something that is done every so often by a process that looks much more often than that."""

import time
from collections.abc import Callable


class Every:
    """Does its work when so many seconds have gone by since the last time; the first time at once."""

    def __init__(self, seconds: float, work: Callable[[], object]) -> None:
        self._seconds = seconds
        self._work = work
        self._next_at = 0.0

    def look(self) -> None:
        """Does the work if it is time; it is not tried again sooner when it raises."""
        now = time.monotonic()
        if now >= self._next_at:
            self._next_at = now + self._seconds
            self._work()
