"""The one place where tests poll for what another thread or process does."""

import time
from collections.abc import Callable
from typing import TypeVar

WAIT_S = 180.0
"""The time limit of a wait in seconds: far longer than anything takes on a slow machine."""
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
    """Polls a condition and returns its value as soon as that is true.

    Args:
        condition: what is called again and again.
        what: what is expected, for the error.
        within_s: the time limit in seconds.
        every_s: the pause between two calls in seconds.
        despite: errors of the condition that mean "not yet".

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
