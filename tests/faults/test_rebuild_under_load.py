"""Read models are rebuilt while commands arrive, and rebuilds are killed: the old models keep serving."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from random import Random
from typing import Any

import psycopg
import pytest

from service.clients.python.shengji_client import Client
from service.platform.store.database import READ_SCHEMA
from service.processes.rebuild import _FOLLOWERS, NEXT, NEXT_SCHEMA
from service.processes.supervisor import Supervisor
from tests.histories.history import faults
from tests.histories.players import PATIENCE, PlayedTable
from tests.support.children import child
from tests.support.running import all_running
from tests.support.waiting import until

pytestmark = pytest.mark.slow

PATIENCE_S = 600.0
REBUILDS = 6
KEPT = ("table_summary", "turn", "challenge", "proposal")
AT_THE_END = """
SELECT count(*) FROM shengji.subscription WHERE name = ANY(%s) AND (transaction, position) >= (
    SELECT transaction, position FROM shengji.event ORDER BY transaction DESC, position DESC LIMIT 1
)
"""
"""Returns the number of followers at the end of the log."""


def rebuild(supervisor: Supervisor) -> AbstractContextManager["subprocess.Popen[str]"]:
    """Starts `shengji projections rebuild` as a process."""
    environment = {**os.environ, "DATABASE_URL": supervisor.database_url, "REDIS_URL": supervisor.redis_url}
    command = [sys.executable, "-m", "service", "projections", "rebuild"]
    return child(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def rebuilds_well(supervisor: Supervisor) -> None:
    """Checks that a rebuild completes."""
    with rebuild(supervisor) as process:
        said, _ = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 0, said


def is_at_work(supervisor: Supervisor) -> bool:
    """Returns whether a rebuild is running."""
    with psycopg.connect(supervisor.database_url) as owner:
        row = owner.execute(
            "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted)"
            " AND to_regnamespace(%s) IS NOT NULL",
            [NEXT_SCHEMA],
        ).fetchone()
    return row == (True,)


def rows(supervisor: Supervisor) -> dict[str, list[Any]]:
    """Returns the content of the read models."""
    with psycopg.connect(supervisor.database_url) as owner:
        return {
            table: sorted(owner.execute(f"SELECT t::text FROM {READ_SCHEMA}.{table} AS t").fetchall()) for table in KEPT
        }


def settled(supervisor: Supervisor) -> dict[str, list[Any]]:
    """Returns the read models after the log has been processed to its end."""
    with psycopg.connect(supervisor.database_url, autocommit=True) as owner:
        at_the_end = (len(_FOLLOWERS),)
        until(
            lambda: owner.execute(AT_THE_END, [list(_FOLLOWERS)]).fetchone() == at_the_end,
            "follower at the end of the log",
            within_s=PATIENCE_S,
        )
    return rows(supervisor)


@contextmanager
def nobody_comes_to_the_end(supervisor: Supervisor) -> Iterator[None]:
    """Blocks a rebuild before its last model, so that it can be killed at work."""
    with psycopg.connect(supervisor.database_url) as owner:
        owner.execute("INSERT INTO shengji.subscription (name) VALUES (%s)", [_FOLLOWERS[-1] + NEXT])
        yield
        owner.rollback()


class Looking(threading.Thread):
    """A client that reads lists continuously."""

    def __init__(self, address: str, table: str) -> None:
        super().__init__()
        self._client = Client.of_new_player(address, "reader", patience=PATIENCE._replace(retries=0))
        self._table = table
        self.over = threading.Event()
        self.looks = 0
        self.missing = 0
        self.errors: list[Exception] = []

    def run(self) -> None:
        while not self.over.wait(0.02):
            try:
                listed = self._client.list_tables(limit=100)["tables"]
                self._client.list_turns()
            except Exception as error:  # noqa: BLE001 - looked at by the test
                self.errors.append(error)
                return
            self.looks += 1
            self.missing += self._table not in {each["id"] for each in listed}


@pytest.mark.timeout(1800)
def test_commands_lists_and_rebuilds_do_not_disturb_each_other():
    luck = Random(8)
    with all_running(RATE_LIMIT_READ="", RATE_LIMIT_COMMAND="", RATE_LIMIT_ADDRESS="") as supervisor:
        opener = Client.of_new_player(supervisor.address, "host")
        always = opener.open_table({"profile": "zhang-2021"})["table"]
        settled(supervisor)
        looking = Looking(supervisor.address, always)
        looking.start()
        late = time.monotonic() + PATIENCE_S
        tables = [PlayedTable(supervisor.address, Random(number)) for number in range(2)]
        players = [threading.Thread(target=each.play, args=(lambda: time.monotonic() > late,)) for each in tables]
        for each in players:
            each.start()
        killed = 0
        for number in range(REBUILDS):
            if number % 2 == 0:
                with nobody_comes_to_the_end(supervisor), rebuild(supervisor) as process:
                    until(lambda: is_at_work(supervisor) or process.poll() is not None, "rebuild")
                    time.sleep(luck.uniform(0.0, 0.1))  # Kills it at a random moment of its work.
                    process.send_signal(signal.SIGKILL)
                    process.communicate(timeout=PATIENCE_S)
                killed += process.returncode == -signal.SIGKILL
            else:
                rebuilds_well(supervisor)
        for each in players:
            each.join()
        looking.over.set()
        looking.join()

        assert killed == REBUILDS / 2
        assert looking.errors == []
        assert looking.looks > 20
        assert looking.missing == 0
        assert [fault for table in tables for fault in faults(table.history())] == []
        live = settled(supervisor)
        rebuilds_well(supervisor)
        assert settled(supervisor) == live
