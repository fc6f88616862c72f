"""Log lines of followers."""

import logging
from collections.abc import Callable

import pytest

from service.platform.logs import JsonLines


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """Returns the lines of the log as written."""
    caplog.set_level(logging.WARNING)
    return lambda: [JsonLines().format(record) for record in caplog.records]
