"""PostgreSQL clusters with standbys, base backups and archives, using the programs of the embedded distribution."""

import contextlib
import shutil
import subprocess
from pathlib import Path

import psutil
import psycopg

from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.private_folders import ServerUser, make_private

USER = "postgres"
START_S = "60"


class Cluster:
    """A PostgreSQL server with its data directory.

    PostgreSQL's own programs start, stop, promote and copy it.
    """

    def __init__(self, directory: Path, *, programs: Path, user: ServerUser) -> None:
        """Uses a directory, which may already have a cluster.

        Args:
            directory: the folder of the cluster; the data is in `data` and the socket in `socket`.
            programs: the folder of PostgreSQL's programs.
            user: the system user that runs the programs.
        """
        self.data, self.socket, self._log = directory / "data", directory / "socket", directory / "log"
        self._programs, self._user = programs, user
        for made in (directory, self.socket):
            make_private(made, user)

    @classmethod
    def made(cls, directory: Path) -> "Cluster":
        """Creates a cluster and returns it, without starting it."""
        # The embedded server determines the user for PostgreSQL, and gives that user access to the programs.
        embedded = EmbeddedPostgres(directory / "embedded")
        embedded.start()
        embedded.stop()
        made = cls(directory / "primary", programs=embedded._programs, user=embedded._user)
        made.run("initdb", "-D", made.data, "-U", USER, "--auth=trust", "--encoding=UTF8", "--no-sync")
        return made

    def beside(self, name: str) -> "Cluster":
        """Returns a cluster in a folder beside this one. The folder has no data yet."""
        return Cluster(self.data.parent.parent / name, programs=self._programs, user=self._user)

    def run(self, program: str, *arguments: object) -> None:
        """Runs a program of PostgreSQL. Raises `AssertionError` with its output if it fails."""
        ran = subprocess.run(
            [str(self._programs / program), *map(str, arguments)],
            **self._user.credentials(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=self.data.parent,
            check=False,
        )
        assert ran.returncode == 0, f"{program}: {ran.stderr.decode()}{self.log()}"

    def configure(self, **settings: str) -> None:
        """Writes settings, which take effect at the next start."""
        with (self.data / "postgresql.auto.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        options = f'-h "" -k "{self.socket}"'
        self.run("pg_ctl", "start", "-w", "-t", START_S, "-l", self._log, "-D", self.data, "-o", options)

    def stop(self) -> None:
        """Stops the server if it runs."""
        if self.processes():
            self.run("pg_ctl", "stop", "-w", "-m", "fast", "-D", self.data)

    def promote(self) -> None:
        """Promotes a standby to primary, and waits for the end of the promotion."""
        self.run("pg_ctl", "promote", "-w", "-t", START_S, "-D", self.data)

    def kill(self) -> None:
        """Kills all processes of the server. They are suspended first, so none can react to the end of another."""
        for process in self.processes():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.suspend()
        for process in self.processes():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()

    def processes(self) -> list[psutil.Process]:
        """Returns all running processes of this data directory."""
        return [
            process
            for process in psutil.process_iter(["name", "cwd", "status"])
            if (process.info["name"] or "").startswith("postgres")
            and process.info["status"] != psutil.STATUS_ZOMBIE
            and process.info["cwd"] == str(self.data)
        ]

    def copy_to(self, other: "Cluster", *, standby: bool) -> None:
        """Makes a base backup of this running server. With `standby`, the other cluster starts as a standby."""
        options = ["-R"] if standby else []
        self.run(
            "pg_basebackup", "-h", self.socket, "-U", USER, "-D", other.data, "-X", "stream", "-c", "fast", *options
        )

    def url(self, *others: "Cluster") -> str:
        """Returns a URL of the database. With `others`, a client connects to the server that accepts writes."""
        hosts = ",".join(str(each.socket) for each in (self, *others))
        return f"postgresql://{USER}@/shengji?host={hosts}&target_session_attrs=read-write"

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Executes a statement and returns its rows."""
        url = f"postgresql://{USER}@/{database}?host={self.socket}"
        with psycopg.connect(url, autocommit=True) as connection:
            cursor = connection.execute(statement)  # type: ignore[arg-type]  # statements of the tests
            return cursor.fetchall() if cursor.description else []

    def log(self) -> str:
        """Returns the last 2,000 characters of the server log."""
        return self._log.read_text()[-2000:] if self._log.exists() else ""

    def archive(self, name: str) -> Path:
        """Creates a folder beside the cluster that its server can write to, and returns it."""
        made = self.data.parent.parent / name
        make_private(made, self._user)
        return made

    def remove(self) -> None:
        """Deletes the data of a stopped server."""
        shutil.rmtree(self.data)
