"""The log of all streams: no reader misses an event, in any interleaving of writers."""

import random
import re
import threading
import time
from collections.abc import Callable

import psycopg
import pytest

from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, LogPlace
from service.platform.store.sql import QUERIES
from tests.support.commits import commit, new_stream, whole_feed
from tests.support.databases import Databases

WRITERS = 6
SECONDS = 3.0
LEAST = 30

INSERT = """
INSERT INTO shengji.event (stream, version, type, revision, data, metadata) VALUES (%s, %s, 'numbered', 1, '{}', '{}')
"""


class Writers:
    """Writers that commit out of order. Each takes its place in the log, sometimes waits, and commits."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._until = time.monotonic() + SECONDS
        self.written: set[tuple[str, int]] = set()
        self._threads = [threading.Thread(target=self._write, args=(number,)) for number in range(WRITERS)]

    def _write(self, number: int) -> None:
        chance = random.Random(number)
        stream, version = new_stream(), 0
        with psycopg.connect(self._url) as connection:
            # Slow machines write the minimum too.
            while time.monotonic() < self._until or version < LEAST:
                version += 1
                connection.execute(INSERT, [stream, version])
                if chance.random() < 0.3:
                    time.sleep(chance.random() * 0.01)  # A slow writer.
                connection.commit()
                self.written.add((stream, version))

    def run_while(self, read: Callable[[], list[tuple[str, int]]]) -> set[tuple[str, int]]:
        """Lets the writers write while a reader tails the log. Returns the events that the reader has seen."""
        seen: set[tuple[str, int]] = set()
        for thread in self._threads:
            thread.start()
        while any(thread.is_alive() for thread in self._threads):
            seen.update(read())
        while more := read():
            seen.update(more)
        return seen


@pytest.mark.slow
def test_a_reader_misses_no_events_of_writers_that_commit_out_of_order(database_url: str, store: EventStore):
    place = whole_feed(store)[-1].place if whole_feed(store) else LogPlace(0, 0)

    def read() -> list[tuple[str, int]]:
        nonlocal place
        batch = store.feed(place)
        place = batch[-1].place if batch else place
        return [(logged.stream, logged.stored.version) for logged in batch]

    writers = Writers(database_url)
    seen = writers.run_while(read)

    assert len(writers.written) >= WRITERS * LEAST
    assert seen == writers.written


@pytest.mark.slow
def test_a_naive_reader_by_position_would_miss_events(database_url: str):
    """Shows that the test above can fail."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        row = connection.execute("SELECT coalesce(max(position), 0) FROM shengji.event").fetchone()
        assert row is not None
        position = row[0]

        def read() -> list[tuple[str, int]]:
            nonlocal position
            rows = connection.execute(
                "SELECT position, stream, version FROM shengji.event WHERE position > %s ORDER BY position", [position]
            ).fetchall()
            position = rows[-1][0] if rows else position
            return [(stream, version) for _, stream, version in rows]

        writers = Writers(database_url)
        seen = writers.run_while(read)

    assert seen < writers.written


def test_each_event_comes_once_and_each_stream_in_its_own_order(store: EventStore):
    streams = [new_stream() for _ in range(5)]
    for version in range(10):
        for stream in streams:
            store.append(commit(stream, 2 * version, version, version))

    feed = [logged for logged in whole_feed(store) if logged.stream in streams]

    for stream in streams:
        assert [logged.stored.version for logged in feed if logged.stream == stream] == list(range(1, 21))
    places = [logged.place for logged in feed]
    assert places == sorted(set(places))


def test_an_event_is_withheld_while_an_older_transaction_is_open(database_url: str, store: EventStore):
    with psycopg.connect(database_url) as slow:
        slow.execute(INSERT, [new_stream(), 1])
        stream = new_stream()
        store.append(commit(stream, 0, 1))

        assert stream not in {logged.stream for logged in whole_feed(store)}
        slow.commit()

    assert stream in {logged.stream for logged in whole_feed(store)}


def test_a_transaction_that_only_reads_or_takes_advisory_locks_withholds_nothing(database_url: str, store: EventStore):
    with psycopg.connect(database_url) as idle:
        idle.execute("SELECT pg_advisory_lock(1)")
        idle.execute("SELECT count(*) FROM shengji.event")
        stream = new_stream()
        store.append(commit(stream, 0, 1))

        assert stream in {logged.stream for logged in whole_feed(store)}


def test_a_service_connection_with_an_idle_transaction_is_terminated(database_url: str):
    """Readers of the log wait for open transactions, so every connection has this limit."""
    database = Database(database_url, role="shengji_app")
    with database.session() as connection:
        row = connection.execute("SELECT current_setting('idle_in_transaction_session_timeout')").fetchone()
    database.close()

    assert row == ("5s",)


def test_writing_before_reading_the_stream_would_reorder_versions(database_url: str):
    """Shows why append is the first write of its transaction."""
    stream = new_stream()
    with psycopg.connect(database_url) as early, psycopg.connect(database_url, autocommit=True) as other:
        other.execute(INSERT, [stream, 1])
        early.execute("SELECT pg_current_xact_id()")
        other.execute(INSERT, [stream, 2])
        early.execute(INSERT, [stream, 3])
        early.commit()
        rows = other.execute(
            "SELECT version FROM shengji.event WHERE stream = %s ORDER BY transaction, position", [stream]
        ).fetchall()

    assert [version for (version,) in rows] == [1, 3, 2]


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (
            """SELECT * FROM shengji.event WHERE (transaction, position) > (5, 5)
            AND transaction < shengji.feed_safe() ORDER BY transaction, position LIMIT 500""",
            "event_feed",
        ),
        ("SELECT * FROM shengji.event WHERE stream = 'x' AND version > 3 ORDER BY version LIMIT 100", "event_pkey"),
        ("SELECT * FROM shengji.head WHERE due_at <= now() ORDER BY due_at LIMIT 100", "head_due"),
    ],
)
def test_reads_use_an_index_and_sort_nothing(database_url: str, query: str, index: str):
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO shengji.event (stream, version, type, revision, data, metadata)"
            " SELECT 'plan-' || n / 100, n % 100, 'numbered', 1, '{}', '{}' FROM generate_series(1, 20000) AS n"
            " ON CONFLICT DO NOTHING"
        )
        connection.execute(
            "INSERT INTO shengji.head (stream, version, state_revision, asked, state, due_at)"
            " SELECT 'plan-' || n, 1, 1, '[]', '{}', now() + n * interval '1 hour' FROM generate_series(1, 5000) AS n"
            " ON CONFLICT DO NOTHING"
        )
        connection.execute("ANALYZE shengji.event, shengji.head")
        # With little data, the planner may sort without need.
        connection.execute("SET enable_sort = off; SET enable_bitmapscan = off; SET enable_seqscan = off")
        plan = "\n".join(line for (line,) in connection.execute(f"EXPLAIN {query}").fetchall())

    assert index in plan
    assert "Sort" not in plan


@pytest.mark.slow
@pytest.mark.parametrize(("name", "indexes"), [("lag", ("event_feed", "head_pkey")), ("disordered", ("event_pkey",))])
def test_metrics_and_checks_never_read_the_whole_log(databases: Databases, name: str, indexes: tuple[str, ...]):
    url = databases.migrated()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO shengji.event (stream, version, type, revision, data, metadata)"
            " SELECT 'plan-' || n / 100, n % 100, 'numbered', 1, '{}', '{}' FROM generate_series(1, 50000) AS n"
        )
        connection.execute(
            "INSERT INTO shengji.head (stream, version, state_revision, asked, state)"
            " SELECT 'plan-' || n, 1, 1, '[]', '{}' FROM generate_series(1, 5000) AS n"
        )
        connection.execute("INSERT INTO shengji.subscription (name) VALUES ('behind')")
        connection.execute("ANALYZE")
        statement = QUERIES[name]
        asked = [["plan-1", "plan-2"]] if statement.arguments else []
        with psycopg.RawCursor(connection) as cursor:
            plan = "\n".join(line for (line,) in cursor.execute(b"EXPLAIN " + statement.text, asked).fetchall())
    databases.drop(url)

    # A scan without a condition reads the whole index.
    assert all(re.search(rf"{index}.*\n *Index Cond", plan) for index in indexes), plan
    assert "Seq Scan on event" not in plan, plan
    assert "Seq Scan on head" not in plan, plan
