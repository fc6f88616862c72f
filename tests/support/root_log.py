"""Captures what is logged in this process during a test."""

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import orjson

from service.platform.logs import JsonLines


@contextmanager
def heard_by(handler: logging.Handler, level: int = logging.INFO) -> Iterator[None]:
    """Attaches a handler for all records of at least this level, except those of the tests' mail server."""
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


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """Yields the log lines that are written during the block, in the format of the processes."""
    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonLines())
    with heard_by(handler):
        yield lines


def line_without_times(line: str) -> bytes:
    """Returns a log line without time and duration."""
    read = orjson.loads(line)
    return orjson.dumps({name: value for name, value in read.items() if name not in ("at", "ms")})
