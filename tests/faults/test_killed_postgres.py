"""The embedded PostgreSQL starts again after a kill at any moment."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import psutil
import psycopg
import pytest

from service.platform.runtime.postgres import EmbeddedPostgres
from tests.support.fixtures import directory_for_servers
from tests.support.running import all_running
from tests.support.waiting import until

pytestmark = pytest.mark.slow

PR_SET_CHILD_SUBREAPER = 36


@pytest.fixture
def server() -> Iterator[EmbeddedPostgres]:
    """A server that is stopped at the end."""
    with directory_for_servers() as directory:
        server = EmbeddedPostgres(directory)
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture
def careless_parent() -> Iterator[None]:
    """Makes this process the parent of servers, without reaping them, as in some containers."""
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux lets a process adopt the children of others")
    libc = ctypes.CDLL(None)
    assert libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    try:
        yield
    finally:
        assert libc.prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) == 0
        for child in psutil.Process().children():
            if child.status() == psutil.STATUS_ZOMBIE and child.name().startswith("postgres"):
                os.waitpid(child.pid, os.WNOHANG)


def _kill(pid: int | None) -> int:
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    # It may be reaped between two checks.
    with contextlib.suppress(psutil.NoSuchProcess):
        until(lambda: psutil.Process(pid).status() == psutil.STATUS_ZOMBIE, "end of the process")
    return pid


def test_postgres_starts_beside_the_zombie_of_a_killed_server(careless_parent: None, server: EmbeddedPostgres):
    url = server.start()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 7 AS figure")
        killed = _kill(server.pid)
    assert psutil.Process(killed).status() == psutil.STATUS_ZOMBIE

    assert server.start() == url

    assert server.pid != killed
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT figure FROM kept").fetchone() == (7,)


def test_no_process_of_a_killed_server_survives_the_next_start(server: EmbeddedPostgres):
    """A stopped backend does not notice the death of its parent and would write when it resumes."""
    url = server.start()
    with psycopg.connect(url) as connection:
        backend = psutil.Process(connection.info.backend_pid)
        backend.suspend()
        _kill(server.pid)
        server.start()
        # The backend is dead. If it was also reaped, psutil raises `NoSuchProcess`.
        with contextlib.suppress(psutil.NoSuchProcess):
            assert backend.status() == psutil.STATUS_ZOMBIE
        with contextlib.suppress(psycopg.OperationalError):
            connection.close()


def test_a_server_killed_during_startup_is_restarted(server: EmbeddedPostgres, monkeypatch: pytest.MonkeyPatch):
    run, killed = subprocess.run, []

    def run_and_kill(command: list[object], **options: object) -> object:
        done = run(command, **options)  # type: ignore[call-overload]  # whatever it is called with
        if "start" in command and not killed:
            killed.append(_kill(server.pid))
        return done

    monkeypatch.setattr("service.platform.runtime.postgres.subprocess.run", run_and_kill)
    with psycopg.connect(server.start()) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert killed


@pytest.mark.timeout(600)
def test_the_supervisor_keeps_watching_when_a_server_cannot_be_started_for_a_while(monkeypatch: pytest.MonkeyPatch):
    with all_running() as supervisor:
        redis = supervisor._redis
        assert redis is not None
        start, failed = redis.start, threading.Event()

        def fails_once() -> str:
            if failed.is_set():
                return start()
            failed.set()
            raise OSError("no space left on device")

        monkeypatch.setattr(redis, "start", fails_once)
        killed = _kill(redis.pid)
        until(lambda: redis.pid not in (None, killed), "new Redis")
        assert failed.is_set()
