"""Random bytes for tests. Each test gets the same bytes in every run, as hypothesis gives it the same examples.

Services in tests draw from `RANDOMNESS`. It is derived from the id of the test, so a random failure can be repeated.
With `HYPOTHESIS_PROFILE=deep`, and in processes that tests fork, the bytes come from the system instead. Other
processes that tests start have their own randomness. So do libraries that draw random values themselves
(`service/platform/sources.py`).
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
        """Starts the sequence that a text determines."""
        self._random = random.Random(text)
        self._draw: Draw = self._random.randbytes

    def draw(self, count: int) -> bytes:
        """Returns the next `count` bytes."""
        with self._lock:
            return self._draw(count)

    def leave_alone(self) -> None:
        """Uses system randomness from now on. The lock is new: a thread that the fork lacks may hold the old one."""
        self._lock = Lock()
        self._draw = os.urandom

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Makes every draw inside the block return the same byte repeatedly."""
        before, self._draw = self._draw, lambda count: bytes([7]) * count
        try:
            yield
        finally:
            self._draw = before


def is_random() -> bool:
    """Returns whether tests use system randomness, which differs in each run."""
    return settings.get_current_profile_name() == "deep"


CHANCE = Chance("")
RANDOMNESS = Randomness(CHANCE.draw)
"""The randomness of tests and of the services in them."""
os.register_at_fork(after_in_child=CHANCE.leave_alone)


def new_uuid() -> UUID:
    """Returns a random UUID."""
    return UUID(bytes=RANDOMNESS.token_bytes(16), version=4)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Starts the random sequence of a test before the test runs."""
    if is_random():
        CHANCE.leave_alone()
    else:
        CHANCE.begin(item.nodeid)
    random.seed(item.nodeid)
    return (yield)
