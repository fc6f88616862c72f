"""A player, a client and a browser."""

import pytest

from tests.support.api import Api
from tests.support.oauth_scene import Scene


@pytest.fixture(scope="module")
def standing(api: Api) -> Scene:
    """Shared by tests that only read."""
    return Scene(api)


@pytest.fixture
def scene(api: Api) -> Scene:
    return Scene(api)
