"""What is logged during a test, wherever in this process."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def heard_by(handler: logging.Handler, level: int = logging.INFO) -> Iterator[None]:
    """Has a handler hear all that is logged from a level on, but for what the mail server of the tests logs itself."""
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
