"""Runs long computations, such as the pairings of a thousand entrants, while other requests are served.

Under gevent one thread serves all requests of a process, so an `Aside` runs the computation in another thread. Python
threads share one interpreter, so parallel computations would be no faster and would slow down other requests. A process
therefore runs at most one short and one long computation at a time, and one about a record. Short ones, such as
standings and pairings of small fields, do not wait behind a large pairing that takes minutes.
"""

import threading
from collections.abc import Callable
from typing import TypeVar

from service.platform.slow_work import RunSlowWork, run_in_this_thread

T = TypeVar("T")
PATIENCE_S = 20.0
"""Seconds that work waits for other work."""
LARGE_FIELD = 200
"""Number of entrants above which pairing takes more than a second or two."""


class ComputingBusy(Exception):
    """The process is busy with other long computations. Try again."""


class Computing:
    """Runs at most one short computation, one long one, and one about a record at a time."""

    def __init__(self, run_slow_work: RunSlowWork = run_in_this_thread, patience_s: float = PATIENCE_S) -> None:
        """Takes the runner of slow work, and the seconds that work waits for other work."""
        self._run_slow_work = run_slow_work
        self._patience_s = patience_s
        self._short, self._long = threading.BoundedSemaphore(1), threading.BoundedSemaphore(1)
        self._records = threading.BoundedSemaphore(1)

    def __call__(self, work: Callable[[], T]) -> T:
        """Runs work that takes at most some seconds, and returns its result.

        Raises:
            ComputingBusy: other computations take too long.
            Exception: any exception of the work.
        """
        return self._in_turn(self._short, work)

    def pairing(self, entrants: int, work: Callable[[], T]) -> T:
        """Runs work that pairs a number of entrants, and returns its result. Raises the same errors as a call."""
        return self._in_turn(self._long if entrants > LARGE_FIELD else self._short, work)

    def for_records(self, work: Callable[[], T]) -> T:
        """Runs work on a record, of any size, and returns its result. Raises the same errors as a call.

        Records have a turn of their own, because players send them at will. So standings and pairings do not wait.
        """
        return self._in_turn(self._records, work)

    def _in_turn(self, turn: threading.BoundedSemaphore, work: Callable[[], T]) -> T:
        if not turn.acquire(timeout=self._patience_s):
            raise ComputingBusy
        try:
            return self._run_slow_work(work)
        finally:
            turn.release()
