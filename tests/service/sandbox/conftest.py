"""A player who owns sandboxes, and a sandbox of players with its jobs."""

import pytest

from service.wiring import Service
from tests.support.api import Api, User
from tests.support.worlds import World


@pytest.fixture
def owner(api: Api) -> User:
    return api.sign_up("Ada")


@pytest.fixture
def world(api: Api, at_work: Service) -> World:
    return World(api, at_work)
