"""Captures what is logged in this process during a test."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def heard_by(handler: logging.Handler, level: int = logging.INFO) -> Iterator[None]:
    """Attaches a handler for all records from a level on, except those of the tests' mail server."""
    handler.addFilter(lambda record: record.name != "mail.log")
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(level)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(before)
