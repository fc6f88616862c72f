"""Polls for the effects of other threads and processes. Tests poll nowhere else."""

import time
from collections.abc import Callable
from typing import TypeVar

WAIT_S = 180.0
"""The time limit of a wait in seconds. It is far longer than any step takes on a slow machine."""
POLL_S = 0.01

Found = TypeVar("Found")


def until(
    condition: Callable[[], Found],
    what: str,
    *,
    within_s: float = WAIT_S,
    every_s: float = POLL_S,
    despite: type[Exception] | tuple[type[Exception], ...] = (),
) -> Found:
    """Polls a condition and returns its first true value.

    Args:
        condition: the function to call repeatedly.
        what: a name of the expected result, for the error.
        within_s: the time limit in seconds.
        every_s: the pause between two calls in seconds.
        despite: exceptions of the condition that count as a false value.

    Raises:
        AssertionError: the condition did not hold within the time limit.
    """
    deadline = time.monotonic() + within_s
    while True:
        error: Exception | None = None
        try:
            if found := condition():
                return found
        except despite as raised:
            error = raised
        assert time.monotonic() < deadline, f"no {what} within {within_s} s" + (f": {error!r}" if error else "")
        time.sleep(every_s)
