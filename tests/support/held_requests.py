"""Delays waiting requests until all events of a test have happened."""

import threading
from collections.abc import Callable
from typing import Any

from service.platform.feeds.notifier import Waiter

PAGE = "a page that waits"
PATIENCE_S = 120.0


def until_all_is_done(all_done: threading.Event) -> Callable[[Waiter, float], bool]:
    """Returns a substitute for `Waiter.wait`. In the thread `PAGE` it returns only after all events."""
    wait = Waiter.wait

    def waiting(self: Waiter, timeout_s: float) -> bool:
        woken = wait(self, timeout_s)
        if threading.current_thread().name == PAGE:
            all_done.wait(PATIENCE_S)
        return woken

    return waiting


def number_of_waiters(service: Any) -> int:
    return sum(map(len, list(service.notifier._waiting.values())))
