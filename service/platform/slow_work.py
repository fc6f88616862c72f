"""Runs slow work where it blocks no other request."""

from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class RunSlowWork(Protocol):
    """Runs slow work where it blocks no other request, and returns its result."""

    def __call__(self, work: Callable[[], T], /) -> T:
        """Returns the result of the work."""


def run_in_this_thread(work: Callable[[], T], /) -> T:
    """Runs the work in the calling thread. Use this where each request has a thread of its own."""
    return work()
