"""The players of most tests of challenges and invitations."""

import pytest

from tests.support.api import Api, User


@pytest.fixture
def host(api: Api) -> User:
    return api.sign_up("host")


@pytest.fixture
def ben(api: Api) -> User:
    return api.sign_up("Ben")
