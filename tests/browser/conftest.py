"""A running service, Chromium, and visitors: one browser profile for each person."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.chromium import CHROMIUM, missing
from tests.support.pages import DESKTOP, Visitor
from tests.support.running import all_running

Visit = Callable[..., Visitor]


# Playwright runs an event loop in this thread until it is closed, and other tests have event loops of their own.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Yields Chromium. Without it the test is skipped, and fails in CI."""
    lacking = missing()
    if lacking is not None:
        reason = f"tests of pages need {lacking}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)

    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(chromium: Any) -> Iterator[str]:
    """Yields the address of a whole running service."""
    with all_running(RATE_LIMIT_SIGN_UP="1000/hour", RATE_LIMIT_ACCOUNT="1000/hour") as supervisor:
        yield supervisor.address


@pytest.fixture
def visit(chromium: Any, address: str) -> Iterator[Visit]:
    """Returns a function that makes a visitor. Its arguments are options of a browser context."""
    contexts = []

    def make(**options: Any) -> Visitor:
        context = chromium.new_context(**{"viewport": DESKTOP, "locale": "en-GB", **options})
        contexts.append(context)
        return Visitor(context, address)

    yield make
    for each in contexts:
        each.close()
