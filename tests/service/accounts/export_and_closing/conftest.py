"""A player with data of every kind."""

import pytest

from tests.support.api import Api
from tests.support.personal_data import Player


@pytest.fixture
def somebody(api: Api, service) -> Player:
    return Player(api, service)
