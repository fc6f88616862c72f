"""Turns: threads of a process that wait for each other."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def taking(turn: threading.Lock, patience_s: float) -> Iterator[bool]:
    """Takes a turn and gives it back. Yields false if the wait exceeds `patience_s` seconds."""
    got = turn.acquire(timeout=patience_s)
    try:
        yield got
    finally:
        if got:
            turn.release()
