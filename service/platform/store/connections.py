"""Connections that run the hot statements on libpq, with the conversions of psycopg and without its cursors.

A cursor of psycopg takes more time than the conversions and the driver together. Only statements marked with `-- hot`
are run this way, because a connection keeps each of them prepared until it closes.
"""

from collections.abc import Sequence
from typing import Any, cast

import psycopg
from psycopg.abc import PQGen
from psycopg.adapt import PyFormat, Transformer
from psycopg.errors import InvalidSqlStatementName, error_from_result
from psycopg.generators import execute
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

from service.platform.store.sql import Statement


class StoreConnection(psycopg.Connection[tuple[Any, ...]]):
    """A connection to the store. One thread or greenlet uses it at a time."""

    _hot_conversion: Any = None
    _hot_names: dict[tuple[bytes, tuple[int, ...]], bytes]
    _hot_count = 0

    def hot_rows(self, statement: Statement, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Runs a statement marked as hot, outside of transactions. Returns its rows.

        Args:
            statement: the statement.
            values: its arguments in order.

        Raises:
            Error: as a cursor of psycopg does.
        """
        if self._hot_conversion is None:
            self._hot_conversion, self._hot_names = Transformer(self), {}
        try:
            return self.wait(self._run(statement, values))
        except InvalidSqlStatementName:
            # psycopg deallocates all prepared statements after a rollback. The server has done nothing yet.
            self._hot_names.clear()
            return self.wait(self._run(statement, values))

    def _run(self, statement: Statement, values: Sequence[Any]) -> PQGen[list[tuple[Any, ...]]]:
        converting = self._hot_conversion
        parameters = converting.dump_sequence(values, [PyFormat.AUTO] * len(values))
        # A statement is prepared for the types of its arguments, as psycopg does.
        types = converting.types or ()
        name = self._hot_names.get((statement.text, types))
        if name is None:
            # Names are never used again: after a rollback, the server may still have some of them.
            self._hot_count += 1
            name = b"hot_%d" % self._hot_count
            self.pgconn.send_prepare(name, statement.text, types)
            yield from self._result()
            self._hot_names[statement.text, types] = name
        self.pgconn.send_query_prepared(name, parameters, converting.formats)
        result = yield from self._result()
        if result.status != ExecStatus.TUPLES_OK:
            return []
        converting.set_pgresult(result)
        return cast("list[tuple[Any, ...]]", converting.load_rows(0, result.ntuples, tuple))

    def _result(self) -> PQGen[PGresult]:
        """Returns the result of what was sent. Raises `Error`."""
        result: PGresult = (yield from execute(self.pgconn))[-1]
        if result.status == ExecStatus.FATAL_ERROR:
            raise error_from_result(result, encoding=self.info.encoding)
        return result
