"""Work that takes long, done where it holds up nobody else."""

from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Aside(Protocol):
    """Does a piece of work that takes long, where it holds up nobody else, and returns what it returns."""

    def __call__(self, work: Callable[[], T], /) -> T:
        """What the work returns."""


def on_the_spot(work: Callable[[], T], /) -> T:
    """Does the work in the thread that asks, as is right where every request has a thread."""
    return work()
