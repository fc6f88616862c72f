"""Permanent loss of a primary: its synchronous standby takes over, or a backup is restored to a point in time.

The steps are those of the operators' guide.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import psycopg
import pytest

from service.platform.settings import read_settings
from service.platform.store.checks import check_store
from service.platform.store.database import Database
from service.platform.store.migrations import migrate
from service.processes.supervisor import Supervisor
from tests.histories.history import faults
from tests.histories.players import PlayedTable
from tests.support.clusters import Cluster
from tests.support.fixtures import directory_for_servers
from tests.support.receiver import nobody
from tests.support.waiting import until

pytestmark = pytest.mark.slow

PATIENCE_S = 400.0


@pytest.fixture
def place() -> Iterator[Path]:
    with directory_for_servers() as directory:
        directory.chmod(0o755)
        yield directory


@contextmanager
def served(url: str, directory: Path) -> Iterator[Supervisor]:
    """The service over an existing PostgreSQL server, with its own Redis."""
    with pytest.MonkeyPatch.context() as environment:
        for name in ("ADDRESS", "READ", "FEED", "COMMAND", "OPEN", "ACCOUNT", "SIGN_UP"):
            environment.setenv(f"RATE_LIMIT_{name}", "")
        environment.setenv("LOG_REQUESTS", "false")
        environment.delenv("REDIS_URL", raising=False)
        supervisor = Supervisor(replace(read_settings(), database_url=url, data_dir=directory, port=nobody()))
        try:
            supervisor.start()
            yield supervisor
        finally:
            supervisor.stop()


def made_database(cluster: Cluster) -> None:
    cluster.execute("CREATE DATABASE shengji")
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        migrate(connection, "shengji_app")


def is_sound(url: str) -> list[str]:
    database = Database(url, role="shengji_app")
    try:
        return check_store(database, lambda _done, _of: None)
    finally:
        database.close()


@pytest.mark.timeout(1800)
def test_a_standby_takes_over_without_losing_acknowledged_events(place: Path):
    primary = Cluster.made(place)
    standby = primary.beside("standby")
    primary.start()
    try:
        made_database(primary)
        primary.copy_to(standby, standby=True)
        standby.start()
        primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.execute("SELECT pg_reload_conf()")
        until(
            lambda: primary.execute("SELECT sync_state FROM pg_stat_replication") == [("sync",)], "synchronous standby"
        )
        with served(primary.url(standby), place / "service") as supervisor:
            tables = [PlayedTable(supervisor.address, Random(number)) for number in range(3)]
            late = time.monotonic() + PATIENCE_S
            players = [threading.Thread(target=each.play, args=(lambda: time.monotonic() > late,)) for each in tables]
            for each in players:
                each.start()
            until(lambda: sum(table.acknowledged for table in tables) > 45, "moves", within_s=PATIENCE_S)
            before = sum(table.acknowledged for table in tables)
            primary.kill()
            standby.promote()
            for each in players:
                each.join()
            found = [fault for table in tables for fault in faults(table.history())]
            complete = [table.record()["complete"] for table in tables]
        assert found == []
        assert complete == [True] * len(tables)
        assert sum(table.acknowledged for table in tables) > before
        assert is_sound(standby.url()) == []
    finally:
        primary.kill()
        standby.stop()


@pytest.mark.timeout(1800)
def test_a_backup_can_be_restored_to_a_point_in_time_and_played_on(place: Path):
    primary = Cluster.made(place)
    archive, restored = primary.archive("archive"), primary.beside("restored")
    primary.configure(archive_mode="on", archive_command=f'test ! -f "{archive}/%f" && cp "%p" "{archive}/%f"')
    primary.start()
    try:
        made_database(primary)
        with served(primary.url(), place / "service") as supervisor:
            early = PlayedTable(supervisor.address, Random(1))
            primary.copy_to(restored, standby=False)
            late = time.monotonic() + PATIENCE_S
            early.play(lambda: time.monotonic() > late)
            running = PlayedTable(supervisor.address, Random(2))
            version = running.history().feed[-1]["version"]
            primary.execute("SELECT pg_create_restore_point('before_the_accident')")
            running.play(lambda: time.monotonic() > late)
            gone = PlayedTable(supervisor.address, Random(3))
            primary.execute("SELECT pg_switch_wal()")
            until(lambda: primary.execute("SELECT archived_count > 0 FROM pg_stat_archiver") == [(True,)], "archive")
            data = {table.id: table.history().feed for table in (early, running)}
        primary.stop()

        restored.configure(
            restore_command=f'cp "{archive}/%f" "%p"',
            recovery_target_name="before_the_accident",
            recovery_target_action="promote",
            archive_mode="off",
        )
        (restored.data / "recovery.signal").touch()
        restored.start()
        until(lambda: restored.execute("SELECT pg_is_in_recovery()") == [(False,)], "end of the recovery")
        assert is_sound(restored.url()) == []
        # Redis has data from a future that was never restored.
        with served(restored.url(), place / "service") as supervisor:
            early.move_to(supervisor.address)
            running.move_to(supervisor.address)
            assert early.history().feed == data[early.id]
            assert running.history().feed == data[running.id][:version]
            assert gone.is_gone(supervisor.address)
            running.forget_after(version)
            late = time.monotonic() + PATIENCE_S
            running.play(lambda: time.monotonic() > late)
            assert running.record()["complete"]
            assert list(faults(running.history())) == []
        assert is_sound(restored.url()) == []
    finally:
        primary.stop()
        restored.stop()
