"""A receiver that webhooks must not reach."""

import pytest

from tests.support.receiver import Receiver, receiving


@pytest.fixture
def inside() -> Receiver:
    """A receiver that only this machine can reach."""
    with receiving() as receiver:
        yield receiver
