"""Migrations: numbered SQL, applied once, safe to repeat and to run in several processes."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from service.platform.store.migrations import CannotMigrate, Migration, Patience, migrate, migrations
from service.platform.store.restored import RestoredElsewhere, put_feed_base, refuse_restored
from tests.store.write_schema import SCHEMA, schema_of
from tests.support.commits import commit, new_stream, whole_feed
from tests.support.databases import Databases
from tests.support.waiting import until


@pytest.fixture
def empty_database(databases: Databases) -> Iterator[str]:
    """An empty database."""
    url = databases.empty()
    yield url
    databases.drop(url)


def test_migrations_are_numbered_without_gaps_and_named_in_words():
    steps = migrations()

    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert all(re.fullmatch(r"[a-z][a-z_]+", step.name) for step in steps)


def test_a_second_run_finds_nothing_to_do(empty_database: str):
    with psycopg.connect(empty_database, autocommit=True) as connection:
        first = migrate(connection, "shengji_app")
        second = migrate(connection, "shengji_app")

    assert [step.number for step in first] == [step.number for step in migrations()]
    assert second == []


def test_concurrent_migrations_apply_each_step_once(empty_database: str):
    def run(_: int) -> int:
        with psycopg.connect(empty_database, autocommit=True) as connection:
            return len(migrate(connection, "shengji_app"))

    with ThreadPoolExecutor(6) as pool:
        applied = sorted(pool.map(run, range(6)))

    assert applied == [0, 0, 0, 0, 0, len(migrations())]


def test_the_schema_file_equals_what_the_migrations_make(database_url: str):
    assert SCHEMA.read_text() == schema_of(database_url)


def test_a_schema_that_differs_from_the_file_is_found(databases: Databases):
    url = databases.migrated()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER TABLE shengji.player ADD COLUMN planted integer")

    assert SCHEMA.read_text() != schema_of(url)
    databases.drop(url)


STEP = Migration(9998, "under_load", "ALTER TABLE shengji_read.table_summary ADD COLUMN under_load integer")


@pytest.mark.slow
def test_a_step_yields_to_users_of_the_tables_it_locks(empty_database: str):
    with psycopg.connect(empty_database, autocommit=True) as connection:
        migrate(connection, "shengji_app")

    def run() -> list[Migration]:
        with psycopg.connect(empty_database, autocommit=True) as connection:
            return migrate(connection, "shengji_app", [*migrations(), STEP], Patience(lock_wait_s=1))

    with psycopg.connect(empty_database) as dump, ThreadPoolExecutor(1) as pool:
        dump.execute("SELECT count(*) FROM shengji_read.table_summary")
        migrating = pool.submit(run)
        with psycopg.connect(empty_database, autocommit=True) as player:
            waiting = "SELECT count(*) FROM pg_locks JOIN pg_database AS d ON d.oid = database"
            waiting += " WHERE NOT granted AND datname = current_database()"
            while player.execute(waiting).fetchone() == (0,):
                assert not migrating.done()
            # This query waits for the step, which would block it as long as the dump runs.
            player.execute("SELECT count(*) FROM shengji_read.table_summary")
        assert not migrating.done()
        dump.rollback()
        assert migrating.result() == [STEP]


@pytest.mark.slow
def test_a_step_that_never_gets_its_locks_changes_nothing(empty_database: str):
    with psycopg.connect(empty_database, autocommit=True) as connection:
        migrate(connection, "shengji_app")
        steps = [*migrations(), STEP]
        with psycopg.connect(empty_database) as dump:
            dump.execute("SELECT count(*) FROM shengji_read.table_summary")
            with pytest.raises(CannotMigrate, match="9998 under_load was not applied"):
                migrate(connection, "shengji_app", steps, Patience(lock_wait_s=1, attempts=2))
        assert [step.number for step in migrate(connection, "shengji_app", steps)] == [STEP.number]


def test_a_database_newer_than_the_program_is_refused(empty_database: str):
    with psycopg.connect(empty_database, autocommit=True) as connection:
        migrate(connection, "shengji_app")
        connection.execute("INSERT INTO shengji.migration (number, name) VALUES (9999, 'from_the_future')")

        with pytest.raises(CannotMigrate, match="9999"):
            migrate(connection, "shengji_app")


def test_a_dump_restored_into_a_younger_cluster_is_refused_until_put_feed_base_has_run(empty_database: str):
    with psycopg.connect(empty_database, autocommit=True) as owner:
        migrate(owner, "shengji_app")
        database = Database(empty_database, role="shengji_app", connections=2)
        store = EventStore(database)
        old, new = new_stream(), new_stream()
        store.append(commit(old, 0, 1))
        refuse_restored(database)
        # As after a restore: the old events come from transactions that this cluster has never had.
        owner.execute("ALTER TABLE shengji.event DISABLE TRIGGER event_is_append_only")
        owner.execute("UPDATE shengji.event SET transaction = transaction + 1000000000")
        owner.execute("ALTER TABLE shengji.event ENABLE TRIGGER event_is_append_only")

        assert whole_feed(store) == [], "the old event is invisible to readers of the log"
        with pytest.raises(RestoredElsewhere):
            refuse_restored(database)

        put_feed_base(owner)
        database.close()
        database = Database(empty_database, role="shengji_app", connections=2)
        store = EventStore(database)
        refuse_restored(database)
        store.append(commit(new, 0, 2))
        assert [logged.stream for logged in whole_feed(store)] == [old, new]
        database.close()


def test_a_restore_continues_after_a_checkpoint_beyond_all_events(empty_database: str):
    with psycopg.connect(empty_database, autocommit=True) as owner:
        migrate(owner, "shengji_app")
        owner.execute("INSERT INTO shengji.subscription (name, transaction) VALUES ('follower', 1000000000)")
        database = Database(empty_database, role="shengji_app", connections=2)

        with pytest.raises(RestoredElsewhere):
            refuse_restored(database)

        base = put_feed_base(owner)
        database.close()
        assert base == 1_000_000_000
        database = Database(empty_database, role="shengji_app", connections=2)
        refuse_restored(database)
        store = EventStore(database)
        stream = new_stream()
        store.append(commit(stream, 0, 1))
        (logged,) = whole_feed(store)
        assert logged.place.transaction > base, "the follower has not read the event yet"
        database.close()


def test_the_role_of_the_processes_can_see_the_age_of_an_open_transaction(empty_database: str):
    with psycopg.connect(empty_database, autocommit=True) as owner:
        migrate(owner, "shengji_app")
    database = Database(empty_database, role="shengji_app", connections=2)
    # PostgreSQL itself sometimes writes, to maintain its tables.
    until(lambda: database.read("oldest_writer") == [(0.0,)], "moment at which nobody writes")
    with psycopg.connect(empty_database) as writer:
        writer.execute("SELECT pg_current_xact_id(), pg_sleep(0.05)")
        [(age,)] = database.read("oldest_writer")
        writer.rollback()

    assert age >= 0.05
    database.close()
