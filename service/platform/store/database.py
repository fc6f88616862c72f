"""Connections to PostgreSQL: a pool a process, every statement its own transaction unless several belong together."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import orjson
import psycopg
from psycopg import RawCursor, sql
from psycopg.pq import ExecStatus
from psycopg.types.json import set_json_loads
from psycopg_pool import ConnectionPool, PoolTimeout

from service.platform.limits import LIMITS, Limits
from service.platform.store.sql import QUERIES

set_json_loads(orjson.loads)

READ_SCHEMA = "shengji_read"
Row = tuple[Any, ...]
T = TypeVar("T")


_UNAVAILABLE = (
    PoolTimeout,
    psycopg.OperationalError,
    psycopg.errors.ReadOnlySqlTransaction,  # a standby that has taken the address over, and is promoted soon
    psycopg.errors.IdleInTransactionSessionTimeout,
)


def _rows(connection: psycopg.Connection, name: str, arguments: Mapping[str, Any]) -> list[Row]:
    statement = QUERIES[name]
    cursor = connection.execute(statement.text, [arguments[each] for each in statement.arguments], prepare=True)
    # Asking the cursor for its description would build one object a column for nothing.
    result = cursor.pgresult
    return cursor.fetchall() if result and result.status == ExecStatus.TUPLES_OK else []


class DatabaseUnavailable(Exception):
    """PostgreSQL cannot be reached, or cannot take the statement now; nothing is known to be lost, try again."""


class Database:
    """A pool of connections that work as one role.

    Every method raises `DatabaseUnavailable` when the database cannot be reached or is out of resources.
    """

    def __init__(
        self, url: str, *, role: str, connections: int = 8, limits: Limits = LIMITS, read_schema: str = READ_SCHEMA
    ) -> None:
        """Makes the pool; connections are opened when they are needed.

        Args:
            url: of the database.
            role: as which the statements are run.
            connections: how many connections the pool may hold.
            limits: how long statements may run and wait, and those who write with it.
            read_schema: where the read models are.
        """
        self.limits = limits
        self._role = role
        self._read_schema = read_schema
        self._pool = ConnectionPool(
            url,
            min_size=0,
            max_size=max(connections, 1),
            timeout=limits.connection_s,
            kwargs={"autocommit": True, "cursor_factory": RawCursor},
            configure=self._configure,
            reconnect_timeout=1.0,
            open=True,
        )

    def _configure(self, connection: psycopg.Connection) -> None:
        connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(self._role)))
        # The read models stand in a schema that is put in place of another when they are made anew.
        connection.execute(sql.SQL("SET search_path = {}").format(sql.Identifier(self._read_schema)))
        limits = (
            f"SET idle_in_transaction_session_timeout = {1000 * self.limits.idle_transaction_s:.0f};"
            f" SET statement_timeout = {1000 * self.limits.statement_s:.0f}"
        )
        # Between two moments of one zone Python reckons by the clocks on its walls, which some nights are put back.
        connection.execute(f"{limits}; SET TIME ZONE 'UTC'")

    def run(self, name: str, arguments: Mapping[str, Any] | None = None) -> list[Row]:
        """The rows of a statement of `queries.sql`; it is a transaction of its own."""
        try:
            connection = self._pool.getconn()
            try:
                return _rows(connection, name, arguments or {})
            finally:
                self._pool.putconn(connection)
        except _UNAVAILABLE as error:
            # What has broken one connection has mostly broken the others, which nobody else shall run into.
            self._pool.check()
            raise DatabaseUnavailable(f"the database does not answer: {error}") from error

    def read(self, name: str, arguments: Mapping[str, Any] | None = None) -> list[Row]:
        """Like `run`, for statements that only read: tried once more on a fresh connection when one was lost."""
        try:
            return self.run(name, arguments)
        except DatabaseUnavailable:
            return self.run(name, arguments)

    def together(self, work: Callable[[Callable[[str, Mapping[str, Any]], list[Row]]], T]) -> T:
        """Runs several statements in one transaction; `work` is given what runs one of them.

        Keep it short: while it is open no reader of the log gets past it.
        """
        with self.session() as connection, connection.transaction():
            return work(lambda name, arguments: _rows(connection, name, arguments))

    @contextmanager
    def session(self) -> Iterator[psycopg.Connection]:
        """A connection to oneself, for transactions and session locks."""
        try:
            with self._pool.connection() as connection:
                yield connection
        except _UNAVAILABLE as error:
            raise DatabaseUnavailable(f"the database does not answer: {error}") from error

    def close(self) -> None:
        """Closes all connections."""
        self._pool.close()
