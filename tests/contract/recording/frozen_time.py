"""A database in which the clock of the recording shows the time, and in which ids have no random part."""

import re
from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg import sql

from domain.kernel.instants import Instant, utc
from service.platform.store.connections import StoreConnection
from service.platform.store.sql import Statement

PRESENT = re.compile(r"\b(?:pg_catalog\.)?(?:now|statement_timestamp)\(\)")
HERE = "recording.present()"
"""The SQL expression for the time of the recording."""
CLOCK = """\
CREATE SCHEMA recording;
CREATE TABLE recording.clock (at timestamptz NOT NULL);
INSERT INTO recording.clock VALUES ('epoch');
CREATE FUNCTION recording.present() RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER
    AS 'SELECT at FROM recording.clock';
CREATE SEQUENCE recording.id;
CREATE FUNCTION recording.drawn() RETURNS uuid LANGUAGE sql VOLATILE SECURITY DEFINER
    AS $$ SELECT md5(nextval('recording.id')::text)::uuid $$;
GRANT USAGE ON SCHEMA recording TO PUBLIC;
"""
DEFAULTS = """\
SELECT format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT ', adrelid::regclass, attname), pg_get_expr(adbin, adrelid)
FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
"""
FUNCTIONS = """\
SELECT '', pg_get_functiondef(p.oid) FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = pronamespace
WHERE nspname LIKE 'shengji%' AND prokind = 'f'
"""
VIEWS = """\
SELECT format('CREATE OR REPLACE VIEW %s AS ', c.oid::regclass), pg_get_viewdef(c.oid)
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace WHERE relkind = 'v' AND nspname LIKE 'shengji%'
"""


def here(text: str) -> str:
    """Returns SQL in which the time and random ids come from the recording."""
    return PRESENT.sub(HERE, text).replace("gen_random_uuid()", "recording.drawn()")


class RecordingConnection(StoreConnection):
    """A connection whose statements see the time of the recording."""

    def execute(self, query: Any, *arguments: Any, **more: Any) -> Any:
        """Runs a statement."""
        text = query.decode() if isinstance(query, bytes) else query
        return super().execute(here(text) if isinstance(text, str) else text, *arguments, **more)

    def hot_rows(self, statement: Statement, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Runs a statement marked as hot. Returns its rows."""
        return super().hot_rows(statement._replace(text=here(statement.text.decode()).encode()), values)


class DatabaseClock:
    """Sets the time of a database."""

    def __init__(self, url: str) -> None:
        """Makes a migrated database show the time that is set here."""
        self._connection = psycopg.connect(url, autocommit=True)
        self._connection.execute(CLOCK)
        for query in (DEFAULTS, FUNCTIONS, VIEWS):
            for beginning, expression in self._connection.execute(sql.SQL(query)).fetchall():
                if here(expression) != expression:
                    self._connection.execute(beginning + here(expression))

    def show(self, moment: Instant) -> None:
        """Sets the time."""
        self._connection.execute("UPDATE recording.clock SET at = %s", [utc(moment)])

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()
