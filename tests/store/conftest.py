"""The event store on a real PostgreSQL."""

from collections.abc import Iterator

import pytest

from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from tests.support.fixtures import PATIENT


@pytest.fixture(scope="module")
def database(database_url: str) -> Iterator[Database]:
    """A pool of connections like that of the processes."""
    database = Database(database_url, role="shengji_app", connections=12, limits=PATIENT)
    yield database
    database.close()


@pytest.fixture(scope="module")
def store(database: Database) -> EventStore:
    """The event store."""
    return EventStore(database)
