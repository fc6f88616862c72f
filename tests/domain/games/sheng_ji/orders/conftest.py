"""A table where standing orders are given."""

import pytest

from tests.support.deals import playing
from tests.support.given_orders import HANDS
from tests.support.table import Given


@pytest.fixture
def table() -> Given:
    return playing(HANDS)
