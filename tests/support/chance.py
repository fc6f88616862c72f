"""Chance in the process of the tests: for each test the same in every run, as what hypothesis looks for is.

Deals, ids, tokens and waits are drawn from what the system gives. In a test that is a sequence of bytes which follows
from the name of the test, so what fails by bad luck fails again. `HYPOTHESIS_PROFILE=deep` leaves chance alone; so do
other processes, which tests start, and the clock, which is the first half of every id.
"""

import os
import random
from collections.abc import Iterator
from threading import Lock

import pytest
from hypothesis import settings

_given_by_the_system = os.urandom


class Chance:
    """A sequence of bytes that follows from a text."""

    def __init__(self, text: str) -> None:
        self._lock = Lock()
        self.begin(text)

    def begin(self, text: str) -> None:
        """Begins the sequence of a text."""
        self._random = random.Random(text)

    def draw(self, count: int) -> bytes:
        """The next bytes of it."""
        with self._lock:
            return self._random.randbytes(count)


def drawn_from(draw: object) -> None:
    """Lets everything that asks the system for chance be given bytes by this function instead."""
    # SystemRandom, of which `secrets` draws, has a name of its own for the function.
    os.urandom = random._urandom = draw  # type: ignore[assignment, attr-defined]


def is_left_alone() -> bool:
    """Whether tests are to run with other chance each time."""
    return settings.get_current_profile_name() == "deep"


_CHANCE = Chance("")


def pytest_configure() -> None:
    """Gives chance of a text to what is drawn from now on; processes that are forked draw from the system."""
    if not is_left_alone():
        drawn_from(_CHANCE.draw)
        os.register_at_fork(after_in_child=lambda: drawn_from(_given_by_the_system))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Begins with the chance of a test."""
    _CHANCE.begin(item.nodeid)
    random.seed(item.nodeid)
    return (yield)
