"""A player who owns sandboxes, and a sandbox of players with its jobs."""

import pytest

from service.wiring import Service
from tests.support.api import Api, User
from tests.support.clocked_sandboxes import ClockedSandbox


@pytest.fixture
def owner(api: Api) -> User:
    return api.sign_up("Ada")


@pytest.fixture
def sandbox(api: Api, at_work: Service) -> ClockedSandbox:
    return ClockedSandbox(api, at_work)
