"""Connections to PostgreSQL: one pool for each process. Each statement is its own transaction, unless grouped."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import orjson
import psycopg
from psycopg import RawCursor, sql
from psycopg.pq import ExecStatus
from psycopg.types.json import set_json_loads
from psycopg_pool import ConnectionPool, PoolTimeout

from service.platform.limits import LIMITS, Limits
from service.platform.store.connections import StoreConnection
from service.platform.store.sql import LATE, QUERIES, Statement, which_have_rows

set_json_loads(orjson.loads)

READ_SCHEMA = "shengji_read"
Row = tuple[Any, ...]
T = TypeVar("T")
Read = Callable[[str, Mapping[str, Any]], list[Row]]
"""Runs a statement by its name, with its arguments. Returns its rows. Raises `DatabaseUnavailable`."""


_UNAVAILABLE = (
    PoolTimeout,
    psycopg.OperationalError,
    psycopg.errors.ReadOnlySqlTransaction,  # a standby that has taken over the address and is not promoted yet
    psycopg.errors.IdleInTransactionSessionTimeout,
)


def _rows(connection: StoreConnection, statement: Statement, arguments: Mapping[str, Any]) -> list[Row]:
    cursor = connection.execute(statement.text, _values(statement, arguments), prepare=True)
    # The description of the cursor would build one object per column that nothing uses.
    result = cursor.pgresult
    return cursor.fetchall() if result and result.status == ExecStatus.TUPLES_OK else []


def _values(statement: Statement, arguments: Mapping[str, Any]) -> list[Any]:
    return [arguments[each] for each in statement.arguments]


def array_literal(texts: Sequence[str]) -> str:
    """Returns the texts as a PostgreSQL array literal. This is faster than the conversion of the driver."""
    quoted = [text.replace("\\", "\\\\").replace('"', '\\"') for text in texts]
    return '{"' + '","'.join(quoted) + '"}' if quoted else "{}"


class DatabaseUnavailable(Exception):
    """PostgreSQL cannot be reached, or cannot run the statement now. The statement may have taken effect or not."""


class Database:
    """A pool of connections that use one role.

    Every method raises `DatabaseUnavailable` if the database cannot be reached or is out of resources.
    """

    def __init__(
        self,
        url: str,
        *,
        role: str,
        connections: int = 8,
        limits: Limits = LIMITS,
        read_schema: str = READ_SCHEMA,
        connection_class: type[StoreConnection] = StoreConnection,
    ) -> None:
        """Creates the pool. Connections are opened on demand.

        Args:
            url: URL of the database.
            role: role that runs the statements.
            connections: maximum number of connections.
            limits: time limits of statements and transactions.
            read_schema: schema of the read models.
            connection_class: how a connection waits for the server.
        """
        self.limits = limits
        self._role = role
        self._read_schema = read_schema
        self._replica: Read | None = None
        self._pool = ConnectionPool(
            url,
            connection_class=connection_class,
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
        # A rebuild replaces the schema of the read models.
        connection.execute(sql.SQL("SET search_path = {}").format(sql.Identifier(self._read_schema)))
        limits = (
            f"SET idle_in_transaction_session_timeout = {1000 * self.limits.idle_transaction_s:.0f};"
            f" SET statement_timeout = {1000 * self.limits.statement_s:.0f}"
        )
        # Python subtracts times of one zone by their local clocks, which is wrong when daylight saving time changes.
        connection.execute(f"{limits}; SET TIME ZONE 'UTC'")

    def run(self, name: str, arguments: Mapping[str, Any] | None = None) -> list[Row]:
        """Runs a statement of `queries.sql` in its own transaction. Returns its rows."""
        return self._run(QUERIES[name], arguments or {})

    def _run(self, statement: Statement, arguments: Mapping[str, Any]) -> list[Row]:
        try:
            connection = self._pool.getconn()
            try:
                if statement.is_hot:
                    return connection.hot_rows(statement, _values(statement, arguments))
                return _rows(connection, statement, arguments)
            finally:
                self._pool.putconn(connection)
        except _UNAVAILABLE as error:
            self._replace_unfit(error)
            raise DatabaseUnavailable(f"the database does not answer: {error}") from error

    def read(self, name: str, arguments: Mapping[str, Any] | None = None) -> list[Row]:
        """Like `run`, for statements that only read. Retries once on a new connection."""
        try:
            return self.run(name, arguments)
        except DatabaseUnavailable:
            return self.run(name, arguments)

    def use_replica(self, read: Read) -> None:
        """Answers reads that may be late with this function. It must not fail while this database answers."""
        self._replica = read

    def read_late(
        self, name: str, arguments: Mapping[str, Any], *, sandbox: str | None, is_own: bool = False
    ) -> list[Row]:
        """Like `read`, for statements marked with `-- reads: late`. Their rows may come from a read replica.

        Args:
            name: the name of the statement.
            arguments: its arguments.
            sandbox: the sandbox that is read, or `None`. Sandboxes are never read late: `advance_sandbox` promises
                that their read models are up to date.
            is_own: whether players read what belongs to them. They must find what they have just created.
        """
        if name not in LATE:
            raise ValueError(f"{name} is not marked with `-- reads: late`")
        can_be_late = sandbox is None and not is_own
        return (self._replica if self._replica and can_be_late else self.read)(name, arguments)

    def read_if_late(self, name: str, arguments: Mapping[str, Any], *, sandbox: str | None) -> list[Row]:
        """Like `read` if `read_late` may be late for this sandbox. Otherwise returns no rows and asks nothing.

        With it, a handler finds what a late answer must not show.
        """
        return self.read(name, arguments) if self._replica and sandbox is None else []

    def with_rows(self, names: Sequence[str], arguments: Mapping[str, Any]) -> frozenset[str]:
        """Returns those of the queries that have rows. One statement asks for all.

        Args:
            names: names of queries in `queries.sql`.
            arguments: the arguments of all of them. Those of the same name are equal.
        """
        [(found,)] = self._run(which_have_rows(tuple(names)), arguments)
        return frozenset(name for name, has_rows in zip(names, found, strict=True) if has_rows)

    def together(self, work: Callable[[Callable[[str, Mapping[str, Any]], list[Row]]], T]) -> T:
        """Runs several statements in one transaction. `work` gets a function that runs one of them.

        Keep the transaction short: while it is open, no reader of the log gets past it.
        """
        with self.session() as connection, connection.transaction():
            return work(lambda name, arguments: _rows(connection, QUERIES[name], arguments))

    @contextmanager
    def session(self) -> Iterator[StoreConnection]:
        """Yields a connection for exclusive use, for transactions and session locks."""
        try:
            with self._pool.connection() as connection:
                yield connection
        except _UNAVAILABLE as error:
            self._replace_unfit(error)
            raise DatabaseUnavailable(f"the database does not answer: {error}") from error

    def _replace_unfit(self, error: Exception) -> None:
        """Replaces the connections that probably fail like the one that raised this error."""
        if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
            # A connection stays read-only when its server is promoted, and it never breaks.
            self._pool.drain()
        else:
            self._pool.check()

    def close(self) -> None:
        """Closes all connections."""
        self._pool.close()
