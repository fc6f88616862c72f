"""Connections that were lost: whoever runs into the first of them clears away the others."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from service.store.database import Database, DatabaseUnavailable

CONNECTIONS = 6


@pytest.fixture
def database(database_url: str):
    """A pool with all its connections open."""
    database = Database(database_url, role="shengji_app", connections=CONNECTIONS)
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        list(pool.map(lambda _: hold(database), range(CONNECTIONS)))
    yield database
    database.close()


def hold(database: Database) -> None:
    with database.session() as session:
        session.execute("SELECT pg_sleep(0.3)")


def lose_all(database_url: str) -> int:
    """Ends every connection of the pool, as a server that is started again does; returns how many there were."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        return len(
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND datname = current_database() AND backend_type = 'client backend'"
            ).fetchall()
        )


def test_one_statement_at_the_most_finds_out_that_connections_were_lost(database: Database, database_url: str):
    assert lose_all(database_url) == CONNECTIONS
    failed = 0
    for _ in range(2 * CONNECTIONS):
        try:
            database.run("feed_safe")
        except DatabaseUnavailable:
            failed += 1

    assert failed == 1


def test_a_read_finds_out_and_is_answered_all_the_same(database: Database, database_url: str):
    assert lose_all(database_url) == CONNECTIONS

    for _ in range(2 * CONNECTIONS):
        assert database.read("feed_safe")
