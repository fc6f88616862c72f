"""Makes stored events unreadable, as after a defect in an older release."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from service.wiring import Service

ODD = '{"seat": "nobody", "cards": ["a hidden card"]}'
"""Data that fits no event. Its text must not be logged."""


@contextmanager
def poisoned(service: Service, stream: str, version: int) -> Iterator[None]:
    """Makes an event of a stream unreadable until the block ends.

    Also marks the head as outdated and deletes the snapshots, so that the event is read.
    """
    with psycopg.connect(service.settings.database_url, autocommit=True) as owner:
        row = owner.execute(
            "SELECT data::text FROM shengji.event WHERE stream = %s AND version = %s", [stream, version]
        ).fetchone()
        assert row
        _write(owner, stream, version, ODD)
        try:
            yield
        finally:
            _write(owner, stream, version, row[0])


def _write(owner: psycopg.Connection, stream: str, version: int, data: str) -> None:
    with owner.transaction():
        # Triggers forbid changes of events. They do not run in the replica role.
        owner.execute("SET LOCAL session_replication_role = replica")
        owner.execute(
            "UPDATE shengji.event SET data = %s::jsonb WHERE stream = %s AND version = %s", [data, stream, version]
        )
        owner.execute("UPDATE shengji.head SET state_revision = 0 WHERE stream = %s", [stream])
        owner.execute("DELETE FROM shengji.view_snapshot WHERE stream = %s", [stream])


def hasten(service: Service) -> None:
    """Makes every stream that is set aside due for a retry."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.set_aside SET next_at = now()")


def set_aside(service: Service, stream: str) -> dict[str, tuple[int, str, int]]:
    """Returns, by follower, the first missing version of a stream, the error, and the number of attempts."""
    with service.database.session() as session:
        rows = session.execute(
            "SELECT follower, version, error, attempts FROM shengji.set_aside WHERE stream = $1", [stream]
        ).fetchall()
    return {follower: (version, error, attempts) for follower, version, error, attempts in rows}
