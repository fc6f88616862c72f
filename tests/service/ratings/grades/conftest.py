"""A context of the jobs in which no session was graded before."""

from collections.abc import Iterator

import pytest

from service.wiring import Service
from tests.support.graded_sessions import catch_up, forget


@pytest.fixture
def at_work(at_work: Service) -> Iterator[Service]:
    """The context of the jobs. No session was graded before."""
    catch_up(at_work)
    forget(at_work)
    yield at_work
    catch_up(at_work)
    forget(at_work)
