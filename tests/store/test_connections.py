"""After lost connections, the first error clears the whole pool."""

import threading
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from service.platform.store.database import Database, DatabaseUnavailable

CONNECTIONS = 6


@pytest.fixture
def database(database_url: str):
    """A pool with all its connections open."""
    database = Database(database_url, role="shengji_app", connections=CONNECTIONS)
    yield database
    database.close()


@pytest.fixture
def backends(database: Database) -> list[int]:
    """Backend process ids of the pool's connections. All are open because all are taken at once."""
    together = threading.Barrier(CONNECTIONS)

    def hold(_: int) -> int:
        with database.session() as session:
            together.wait(60)
            return session.info.backend_pid

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        return list(pool.map(hold, range(CONNECTIONS)))


def lose(database_url: str, processes: list[int]) -> None:
    """Ends every connection of the pool, as a restarted server does, and waits until they are gone."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        ended = "SELECT pg_terminate_backend(pid, 60000) FROM unnest(%s::int[]) AS pid"
        assert connection.execute(ended, [processes]).fetchall() == [(True,)] * CONNECTIONS


def test_at_most_one_statement_fails_after_connections_were_lost(
    database: Database, database_url: str, backends: list[int]
):
    lose(database_url, backends)
    failed = 0
    for _ in range(2 * CONNECTIONS):
        try:
            database.run("feed_safe")
        except DatabaseUnavailable:
            failed += 1

    assert failed == 1


def test_a_read_is_repeated_after_a_lost_connection(database: Database, database_url: str, backends: list[int]):
    lose(database_url, backends)

    for _ in range(2 * CONNECTIONS):
        assert database.read("feed_safe")
