"""Long computations, such as pairing a round of a thousand entrants: beside the requests that are served meanwhile.

Under gevent one thread serves all requests of a process, so such work is done in another (`Aside`). Threads of Python
share one interpreter: it goes to another of them every few milliseconds. Several computations at once would be no
faster, and would take more from those who are served. So a process does one that is short and one that is long at a
time. Standings and small fields do not wait for a large field that is paired for minutes.
"""

import threading
from collections.abc import Callable
from typing import TypeVar

from service.platform.aside import Aside, on_the_spot

T = TypeVar("T")
PATIENCE_S = 20.0
LARGE_FIELD = 200
"""Pairing more entrants takes longer than a second or two."""


class ComputingBusy(Exception):
    """The process computes something long for others; try again."""


class Computing:
    """Computes one short thing and one long thing at a time."""

    def __init__(self, aside: Aside = on_the_spot) -> None:
        """Prepares to compute, with `aside` doing the work."""
        self._aside = aside
        self._short, self._long = threading.BoundedSemaphore(1), threading.BoundedSemaphore(1)

    def __call__(self, work: Callable[[], T]) -> T:
        """What work returns that takes some seconds at the most.

        Raises:
            ComputingBusy: others were computing for too long.
            Exception: what the work raises.
        """
        return self._in_turn(self._short, work)

    def pairing(self, entrants: int, work: Callable[[], T]) -> T:
        """What work returns that pairs so many entrants. Raises as a call does."""
        return self._in_turn(self._long if entrants > LARGE_FIELD else self._short, work)

    def _in_turn(self, turn: threading.BoundedSemaphore, work: Callable[[], T]) -> T:
        if not turn.acquire(timeout=PATIENCE_S):
            raise ComputingBusy
        try:
            return self._aside(work)
        finally:
            turn.release()
