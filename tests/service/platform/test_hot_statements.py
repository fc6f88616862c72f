"""Hot statements run on libpq give the same rows and errors as on cursors of psycopg."""

from collections.abc import Iterator

import psycopg
import pytest

from service.platform.store import connections
from service.platform.store.database import Database
from service.platform.store.sql import QUERIES, Statement
from service.wiring import Service
from tests.support.api import Api, started_table
from tests.support.play import play_commands

SUM = Statement(b"SELECT $1::integer + $2::integer, $3::text", ("one", "other", "text"), is_hot=True)
DIVISION = Statement(b"SELECT 1 / $1::integer", ("by",), is_hot=True)


@pytest.fixture
def database(database_url: str, service: Service) -> Iterator[Database]:
    """Returns a database with a single connection."""
    database = Database(database_url, role=service.settings.database_role, connections=1)
    yield database
    database.close()


def test_the_statements_of_every_command_are_hot():
    assert {name for name, statement in QUERIES.items() if statement.is_hot} == {"append", "read_streams"}


@pytest.mark.parametrize("one", [1, -40_000, 2**30])
def test_rows_do_not_depend_on_the_size_of_numbers(database: Database, one: int):
    """psycopg sends numbers of different sizes as different types, and each needs a statement of its own."""
    for text in ("a", None, "é\\"):
        assert database._run(SUM, {"one": one, "other": 2, "text": text}) == [(one + 2, text)]


def test_an_error_is_the_one_of_a_cursor_and_the_connection_stays_usable(database: Database):
    with pytest.raises(psycopg.errors.DivisionByZero):
        database._run(DIVISION, {"by": 0})
    assert database._run(DIVISION, {"by": 1}) == [(1,)]


def test_a_hot_statement_is_prepared_again_after_a_rollback(database: Database):
    """psycopg deallocates all prepared statements then, also those that it does not know."""
    assert database._run(DIVISION, {"by": 1}) == [(1,)]
    with database.session() as connection:
        connection.execute("SELECT 1", prepare=True)
        with connection.transaction(force_rollback=True):
            connection.execute("SELECT 2", prepare=True)
        [(left,)] = connection.execute(
            "SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'hot%'", prepare=False
        )
    assert left == 0
    assert database._run(DIVISION, {"by": 1}) == [(1,)]


def test_statements_prepared_before_and_after_a_rollback_get_different_names(database: Database):
    for statement in (SUM, DIVISION):
        assert database._run(statement, {"one": 1, "other": 2, "text": None, "by": 1})
    with database.session() as connection:
        connection.execute("SELECT 1", prepare=True)
        with connection.transaction(force_rollback=True):
            connection.execute("SELECT 2", prepare=True)
    # These numbers have other types, so the statement is prepared once more before the old ones are missed.
    for number in (70_000, 1, 2**30):
        assert database._run(SUM, {"one": number, "other": 2, "text": "a"}) == [(number + 2, "a")]
        assert database._run(DIVISION, {"by": 1}) == [(1,)]


def test_each_command_appends_without_a_cursor(api: Api, service: Service, monkeypatch: pytest.MonkeyPatch):
    table, players = started_table(api)
    run: list[str] = []
    hot_rows = connections.StoreConnection.hot_rows
    names = {statement.text: name for name, statement in QUERIES.items() if statement.is_hot}

    def noting(
        self: connections.StoreConnection, statement: Statement, values: list[object]
    ) -> list[tuple[object, ...]]:
        run.append(names[statement.text])
        return hot_rows(self, statement, values)

    monkeypatch.setattr(connections.StoreConnection, "hot_rows", noting)
    play_commands(table, players, 3)
    assert run.count("append") == 3
