"""Processes that only compute, so that a benchmark runs on a busy machine."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.support.children import child

PROGRAM = """
import os, sys
while os.getppid() == int(sys.argv[1]):
    for _ in range(1_000_000):
        pass
"""
"""Computes until its parent is gone."""


@contextmanager
def busy(number: int) -> Iterator[list[int]]:
    """Runs this many processes that compute all the time, on any processor. Yields their process ids."""
    with ExitStack() as stack:
        command = [sys.executable, "-c", PROGRAM, str(os.getpid())]
        yield [stack.enter_context(child(command)).pid for _ in range(number)]
