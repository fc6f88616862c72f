"""Stores tables from given events at a fixed time, and makes services with an empty cache.

A test can store the same table with other cards. Then every difference between answers comes from the cards.
"""

import dataclasses
from typing import Any

import psycopg

from domain.games.registry import GAMES
from domain.table.asking import asking
from domain.table.evolve import fold
from service.accounts.reliability.projections import ReliabilityProjection
from service.notifications.projections import AccountFeeds
from service.platform.store.event_store import Commit
from service.platform.store.events import record_of
from service.tables.analysis.handlers import Analyses
from service.tables.cache import TableCache
from service.tables.events import STATE_REVISION, stream_of, table_document
from service.tables.handlers import Tables
from service.tables.player_commands import PlayerCommands
from service.tables.projections import TablesProjection
from service.tables.views import Views
from service.wiring import Service

HONEST = dict(GAMES)
"""A copy of the registry of games. It stays the same while a test plants a leak in that of the service."""
STANDING = "timestamptz '2026-01-02 03:04:05.678Z'"


def stop_the_clock(owner: psycopg.Connection) -> None:
    """Makes the database record every event at the same fixed time."""
    record_at(owner, STANDING)
    owner.execute(f"ALTER TABLE shengji.event ALTER COLUMN recorded_at SET DEFAULT {STANDING}")
    owner.execute(f"ALTER TABLE shengji.head ALTER COLUMN updated_at SET DEFAULT {STANDING}")


def record_at(owner: psycopg.Connection, moment: str) -> None:
    """Makes the database record every event at the time of this SQL expression."""
    row = owner.execute("SELECT pg_get_functiondef('shengji.append'::regproc)").fetchone()
    assert row
    changed = row[0].replace("statement_timestamp()", moment)
    assert changed != row[0]
    owner.execute(changed)


def forget_table(owner: psycopg.Connection, table_id: str) -> None:
    """Deletes a table: its events, its head, its snapshots, and its rows in read models and account feeds."""
    with owner.transaction():
        # Triggers forbid deletion of events. They do not run in the replica role.
        owner.execute("SET LOCAL session_replication_role = replica")
        for name in ("event", "head", "view_snapshot"):
            owner.execute(f"DELETE FROM shengji.{name} WHERE stream = %s", [stream_of(table_id)])
        owner.execute("DELETE FROM shengji_read.table_summary WHERE id = %s", [table_id])
        owner.execute("DELETE FROM shengji_read.turn WHERE table_id = %s", [table_id])
        owner.execute("DELETE FROM shengji.account_event WHERE table_id = %s", [table_id])
        owner.execute(
            "UPDATE shengji.player SET events ="
            " (SELECT coalesce(max(number), 0) FROM shengji.account_event WHERE player_id = player.id)"
        )


def record_now(owner: psycopg.Connection, table_id: str, after: int) -> None:
    """Sets the recording time of events after a version to now."""
    with owner.transaction():
        # Triggers forbid changes of events. They do not run in the replica role.
        owner.execute("SET LOCAL session_replication_role = replica")
        owner.execute(
            "UPDATE shengji.event SET recorded_at = now() WHERE stream = %s AND version > %s",
            [stream_of(table_id), after],
        )


def store_table(service: Service, table_id: str, events: tuple[Any, ...]) -> None:
    """Stores a table with these events."""
    table = fold(HONEST, events)
    stored = service.store.append(
        Commit(
            stream=stream_of(table_id),
            expected=0,
            records=[record_of(event) for event in events],
            state=table_document(table),
            state_revision=STATE_REVISION,
            asked=[each._asdict() for each in asking(table)],
            due_at=None,
            command_id=None,
            metadata={},
        )
    )
    assert stored.outcome == "appended"


def catch_up(service: Service, feeds: AccountFeeds | None = None) -> None:
    """Updates read models and account feeds to the end of the log. By default no mails are written."""
    projection = TablesProjection(service.database, service.store)
    feeds = feeds or AccountFeeds(service.database, service.store, service.notifier)
    reliability = ReliabilityProjection(service.database, service.store)
    while projection.catch_up() or feeds.catch_up() or reliability.catch_up():
        pass


def empty(cache: TableCache) -> None:
    """Empties a cache of tables. It also remembers the table of the last request."""
    cache._entries.clear()
    cache._latest = ("", cache._latest[1])


def with_nothing_at_hand(service: Service) -> Service:
    """Returns a copy of the service with an empty cache and the same connections."""
    settings = service.settings
    streams = TableCache(service.database, service.store, settings.cached_tables)
    tables = Tables(
        service.store, streams, service.notifier, service.decision_clock, settings.bot_grace_s, service.randomness
    )
    views = Views(streams, service.accounts.known_names, 4 * settings.cached_tables)
    return dataclasses.replace(
        service,
        table_cache=streams,
        views=views,
        tables=tables,
        analyses=Analyses(service.database, service.store, streams, views, service.notifier, service.randomness),
        player_commands=PlayerCommands(streams, tables, service.accounts, service.admission, service.decision_clock),
    )
