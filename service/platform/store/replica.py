"""Connections to a read replica: they give up soon, because the primary can answer instead."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg_pool import PoolTimeout

from service.platform.limits import Limits
from service.platform.store.connections import StoreConnection
from service.platform.store.database import Database, DatabaseUnavailable, Row

R = TypeVar("R")
CONNECTION_S = 1.0
"""Seconds that a statement waits for a connection to the replica."""
ANSWER_S = 2.0
"""Seconds that a replica has to answer."""
_OF_ONE_STATEMENT = (
    psycopg.errors.SerializationFailure,  # replay needed a row that the statement still had to see
    psycopg.errors.DeadlockDetected,
    psycopg.errors.QueryCanceled,
)


POOL = "read replica"
"""The name of the pool."""


class _Attempts(logging.Filter):
    """Keeps the error of the last attempt to connect to a replica, instead of logging each of them.

    The check of the replica logs each change, with this error.
    """

    last = ""

    def filter(self, record: logging.LogRecord) -> bool:
        """Returns whether the record is of another pool."""
        if not (isinstance(record.args, tuple) and POOL in record.args):
            return True
        self.last = str(record.args[-1]).strip()
        return False


_ATTEMPTS = _Attempts()
logging.getLogger("psycopg.pool").addFilter(_ATTEMPTS)


class ReplicaGone(DatabaseUnavailable):
    """The replica has closed the connection or does not answer."""


def giving_up(kind: type[StoreConnection], answer_s: float) -> type[StoreConnection]:
    """Returns a class of connections like `kind` that wait at most `answer_s` seconds for the server."""

    class GivingUp(kind):  # type: ignore[valid-type,misc]  # a class that is an argument
        """A connection that does not wait for ever. The pool closes it afterwards."""

        def wait(self, gen: PQGen[R], interval: float = 0.1, timeout: float | None = None) -> R:
            """Runs a generator of psycopg to its end, with a limit of time."""
            result: R = super().wait(gen, interval, answer_s if timeout is None else timeout)
            return result

    return GivingUp


class ReplicaDatabase(Database):
    """A pool of connections to a read replica. Every failure is a `DatabaseUnavailable`."""

    def __init__(
        self,
        url: str,
        *,
        role: str,
        connections: int,
        limits: Limits,
        connection_class: type[StoreConnection] = StoreConnection,
    ) -> None:
        """Creates the pool like that of the primary. Connections are opened on demand."""
        super().__init__(
            url,
            role=role,
            connections=connections,
            limits=replace(limits, connection_s=CONNECTION_S),
            connection_class=giving_up(connection_class, ANSWER_S),
        )
        self._pool.name = POOL

    def run(self, name: str, arguments: Mapping[str, Any] | None = None) -> list[Row]:
        """Runs a statement once.

        Raises:
            ReplicaGone: the connection has failed.
            DatabaseUnavailable: the replica did not run the statement, for any other reason.
        """
        try:
            return super().run(name, arguments)
        except DatabaseUnavailable as error:
            cause = error.__cause__
            if isinstance(cause, PoolTimeout):
                raise ReplicaGone(f"no connection to it: {_ATTEMPTS.last or cause}") from error
            if isinstance(cause, psycopg.Error) and not isinstance(cause, _OF_ONE_STATEMENT):
                raise ReplicaGone(str(error)) from error
            raise
        except psycopg.Error as error:
            # Soon after an upgrade, the replica may not have the newest schema yet.
            raise DatabaseUnavailable(f"the replica refuses a statement: {type(error).__name__}") from error

    def _replace_unfit(self, _error: Exception) -> None:
        """Replaces all connections. A check of each could wait for a replica that does not answer."""
        self._pool.drain()
