"""Random bytes of the tests: for each test the same in every run, as what hypothesis looks for is.

Services of tests draw from `RANDOMNESS`, which follows from the id of the test, so what fails by bad luck fails again.
It draws from the system with `HYPOTHESIS_PROFILE=deep` and in processes that tests fork. Other processes, which tests
start, are services of their own, and libraries that draw by themselves are left alone (`service/platform/sources.py`).
"""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from uuid import UUID

import pytest
from hypothesis import settings

from service.platform.sources import Draw, Randomness


class Chance:
    """A byte sequence derived from a text."""

    def __init__(self, text: str) -> None:
        self._lock = Lock()
        self.begin(text)

    def begin(self, text: str) -> None:
        """Starts the sequence of a text."""
        self._random = random.Random(text)
        self._draw: Draw = self._random.randbytes

    def draw(self, count: int) -> bytes:
        """Returns the next bytes."""
        with self._lock:
            return self._draw(count)

    def leave_alone(self) -> None:
        """Uses system randomness from now on. A thread missing in a forked process may hold the lock."""
        self._lock = Lock()
        self._draw = os.urandom

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Draws the same byte repeatedly."""
        before, self._draw = self._draw, lambda count: bytes([7]) * count
        try:
            yield
        finally:
            self._draw = before


def is_left_alone() -> bool:
    """Returns whether tests use new randomness in each run."""
    return settings.get_current_profile_name() == "deep"


CHANCE = Chance("")
RANDOMNESS = Randomness(CHANCE.draw)
"""The randomness of the services of tests and of tests."""
os.register_at_fork(after_in_child=CHANCE.leave_alone)


def new_uuid() -> UUID:
    """Returns a random UUID."""
    return UUID(bytes=RANDOMNESS.token_bytes(16), version=4)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Starts the randomness of a test."""
    if is_left_alone():
        CHANCE.leave_alone()
    else:
        CHANCE.begin(item.nodeid)
    random.seed(item.nodeid)
    return (yield)
