"""Moves old events of the log to a table of their own, which can lie on a cheaper disk.

The archive is a child of `shengji.event` by inheritance. A statement that reads the log reads both, with the indexes of
each, and new events go to `shengji.event`. Declarative partitions by time would lose guarantees: their unique indexes
would have to contain the time, so that neither a version nor a command would be unique.

| guarantee | what keeps it |
|---|---|
| one winner for each version | the head of the stream, which stays; a unique index in each of the two tables |
| an idempotency key answers once | `shengji.command` looks in both tables; an index of `shengji.event` refuses copies |
| the order of the log | an event keeps its transaction id and position |
| events are never changed | the archive has the same trigger; a move is one transaction, so readers see an event once |
"""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

import psycopg
from psycopg import sql

ARCHIVE = "event_archive"
_TABLE = sql.Identifier("shengji", ARCHIVE)
_MAKE = """
CREATE TABLE {archive} (LIKE shengji.event INCLUDING DEFAULTS INCLUDING INDEXES) INHERITS (shengji.event){place};
COMMENT ON TABLE {archive} IS 'old events, moved here by `shengji db archive`; read as a part of shengji.event';
CREATE TRIGGER event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON {archive}
    FOR EACH STATEMENT EXECUTE FUNCTION shengji.refuse_change()
"""
_OLD = """
SELECT stream FROM shengji.head AS h
WHERE updated_at < %s AND world IS NULL AND EXISTS (SELECT FROM ONLY shengji.event AS e WHERE e.stream = h.stream)
ORDER BY stream
"""
_HOLD_IF_OLD = "SELECT FROM shengji.head WHERE stream = %s AND updated_at < %s FOR SHARE"
"""Locks a stream against commands, unless a command has come since the list of old streams was made."""
_MOVE = """
WITH moved AS (DELETE FROM ONLY shengji.event WHERE stream = %s RETURNING {columns})
INSERT INTO {archive} ({columns}) SELECT {columns} FROM moved
"""


class CannotArchive(Exception):
    """The events cannot be moved. The message says what to do."""


class Archived(NamedTuple):
    """The numbers of streams and events that were moved."""

    streams: int
    events: int


def archive(
    owner: psycopg.Connection, before: datetime, tablespace: str | None, progress: Callable[[int, int], None]
) -> Archived:
    """Moves the events of all streams without an event since a time. Safe to repeat, and while processes run.

    Each stream is moved in a transaction of its own, because readers of the log wait for open transactions. Streams of
    sandboxes are left alone, because their times are those of their own clocks.

    Args:
        owner: connection in autocommit mode, for a user who owns the schema and may skip triggers.
        before: streams whose last event is older are moved.
        tablespace: the tablespace of the archive when it is created; `None` for the default one.
        progress: called with the number of moved streams and of all streams to move.

    Raises:
        CannotArchive: the user may not skip triggers, or the archive is in another tablespace.
    """
    _refuse_without_right(owner)
    _make_archive(owner, tablespace)
    names = [sql.Identifier(name) for (name,) in owner.execute(_COLUMNS).fetchall()]
    move = sql.SQL(_MOVE).format(archive=_TABLE, columns=sql.SQL(", ").join(names))
    streams = [stream for (stream,) in owner.execute(_OLD, [before]).fetchall()]
    moved, events = 0, 0
    for done, stream in enumerate(streams, start=1):
        with owner.transaction():
            if owner.execute(_HOLD_IF_OLD, [stream, before]).rowcount:
                # The trigger that refuses deletions does not run in the replica role.
                owner.execute("SET LOCAL session_replication_role = replica")
                events += owner.execute(move, [stream]).rowcount
                moved += 1
        progress(done, len(streams))
    owner.execute(sql.SQL("ANALYZE shengji.event, {}").format(_TABLE))
    return Archived(moved, events)


_COLUMNS = """
SELECT attname FROM pg_attribute
WHERE attrelid = 'shengji.event'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
"""


def _refuse_without_right(owner: psycopg.Connection) -> None:
    """Raises `CannotArchive` if the user may not skip the trigger that refuses deletions."""
    try:
        with owner.transaction(force_rollback=True):
            owner.execute("SET LOCAL session_replication_role = replica")
    except psycopg.errors.InsufficientPrivilege as error:
        raise CannotArchive(
            "this user may not move events: as a superuser, run"
            " GRANT SET ON PARAMETER session_replication_role TO this user"
        ) from error


def _make_archive(owner: psycopg.Connection, tablespace: str | None) -> None:
    """Creates the archive if there is none. Raises `CannotArchive` if it is in another tablespace than the wanted."""
    rows = owner.execute(
        "SELECT t.spcname FROM pg_class AS c LEFT JOIN pg_tablespace AS t ON t.oid = c.reltablespace"
        " WHERE c.oid = to_regclass(%s)",
        [f"shengji.{ARCHIVE}"],
    ).fetchall()
    if not rows:
        place = sql.SQL(" TABLESPACE {}").format(sql.Identifier(tablespace)) if tablespace else sql.SQL("")
        # Migrations change both tables, so both need the same owner.
        [(name,)] = owner.execute("SELECT relowner::regrole::text FROM pg_class WHERE oid = 'shengji.event'::regclass")
        with owner.transaction():
            owner.execute("SET LOCAL client_min_messages = warning")
            owner.execute(sql.SQL(_MAKE).format(archive=_TABLE, place=place))
            owner.execute(sql.SQL("ALTER TABLE {} OWNER TO {}").format(_TABLE, sql.SQL(name)))
    elif tablespace is not None and rows[0][0] != tablespace:
        where = rows[0][0] or "the default tablespace"
        raise CannotArchive(
            f"shengji.{ARCHIVE} is in {where}: omit --tablespace, or run"
            f" ALTER TABLE shengji.{ARCHIVE} SET TABLESPACE {tablespace}"
        )
