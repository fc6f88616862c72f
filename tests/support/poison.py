"""Stored events that cannot be read, as a defect of an older release may have left them."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from service.wiring import Service

ODD = '{"seat": "nobody", "cards": ["a hidden card"]}'
"""No event has such members; what its words say must not be logged."""


@contextmanager
def poisoned(service: Service, stream: str, version: int) -> Iterator[None]:
    """Lets an event of a stream be one that nobody can read, and its head one that is folded anew; until the end."""
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
        # Events cannot be changed; as a replica the database does not ask its triggers.
        owner.execute("SET LOCAL session_replication_role = replica")
        owner.execute(
            "UPDATE shengji.event SET data = %s::jsonb WHERE stream = %s AND version = %s", [data, stream, version]
        )
        owner.execute("UPDATE shengji.head SET state_revision = 0 WHERE stream = %s", [stream])
        owner.execute("DELETE FROM shengji.view_snapshot WHERE stream = %s", [stream])


def hasten(service: Service) -> None:
    """Lets everything that was set aside be tried again now."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.set_aside SET next_at = now()")


def set_aside(service: Service, stream: str) -> dict[str, tuple[int, str, int]]:
    """By follower: from which version on it lacks a stream, for what error, and how often it was tried."""
    with service.database.session() as session:
        rows = session.execute(
            "SELECT follower, version, error, attempts FROM shengji.set_aside WHERE stream = $1", [stream]
        ).fetchall()
    return {follower: (version, error, attempts) for follower, version, error, attempts in rows}
