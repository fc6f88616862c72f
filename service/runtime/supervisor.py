"""One supervisor over everything: embedded servers where none are given, API, workers, scheduler (design §9)."""

import fcntl
import logging
import socket
import sys
import threading
import time
from pathlib import Path
from typing import IO

import psycopg

from service.runtime.postgres import CannotStart, EmbeddedPostgres
from service.runtime.processes import Child, stop_all
from service.runtime.redis_server import EmbeddedRedis
from service.settings import Settings
from service.store.database import Database
from service.store.migrations import migrate
from service.store.vault import Vault, WrongKey, new_key, seal

LOOK_EVERY_S = 0.5
READY_S = 120.0
"""So long the API may take to come up where the machine is slow, or busy; one that ends is not waited for."""
KEYS_FILE = "secrets_keys"

_log = logging.getLogger(__name__)


def free_port(host: str) -> int:
    """A port on which nobody listens just now."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


class Supervisor:
    """Starts what is missing, keeps it running, and stops it all.

    Attributes:
        database_url, redis_url: the servers in use, embedded or given.
        address: where the API is reached.
        children: the processes by name.
    """

    def __init__(self, settings: Settings) -> None:
        """Prepares to run by these settings."""
        self._settings = settings
        self._directory = settings.data_dir.resolve()
        self._postgres = None if settings.database_url else EmbeddedPostgres(self._directory)
        self._redis = None if settings.redis_url else EmbeddedRedis(self._directory)
        self._lock: IO[str] | None = None
        self._stopped = threading.Event()
        self._watcher: threading.Thread | None = None
        self.database_url = settings.database_url
        self.redis_url = settings.redis_url
        self.port = settings.port or free_port(settings.host)
        self.address = f"http://{settings.host}:{self.port}"
        self.children: dict[str, Child] = {}

    def start(self) -> None:
        """Starts servers and processes, and returns when the API is ready.

        Raises:
            CannotStart: something does not come up; the message says what, and where its log is.
        """
        self._take_directory()
        self._refuse_taken_port()
        if self._postgres:
            self.database_url = self._postgres.start()
        if self._redis:
            self.redis_url = self._redis.start()
        with psycopg.connect(self.database_url, autocommit=True) as connection:
            migrate(connection, self._settings.database_role)
        self._seal()
        self._start_children()
        self._wait_until_ready()
        self._watcher = threading.Thread(target=self._watch, name="supervisor", daemon=True)
        self._watcher.start()

    def _keys(self) -> str:
        """The keys for secrets; those of an embedded start are kept beside its data when none are given."""
        if self._settings.secrets_keys:
            return self._settings.secrets_keys
        file = self._directory / KEYS_FILE
        if not file.exists():
            file.touch(mode=0o600)
        if not file.read_text("ascii"):
            file.write_text(new_key(), "ascii")
        return file.read_text("ascii")

    def _seal(self) -> None:
        """Encrypts secrets of before there were keys, or of a former key. Raises `CannotStart`."""
        database = Database(self.database_url, role=self._settings.database_role, connections=1)
        try:
            seal(database, Vault(self._keys().split(",")), lambda *_: None)
        except WrongKey as error:
            raise CannotStart(f"{error}: give the former key, too") from error
        finally:
            database.close()

    def _take_directory(self) -> None:
        """Makes the directory ours: a second start would share the servers of the first, and stop them under it."""
        self._directory.mkdir(parents=True, exist_ok=True)
        lock = (self._directory / "run.lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise CannotStart(
                f"{self._directory} is in use by another start; stop that one, or set DATA_DIR to another directory"
            ) from error
        self._lock = lock

    def _refuse_taken_port(self) -> None:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((self._settings.host, self.port))
            except OSError as error:
                raise CannotStart(f"port {self.port} is taken: set PORT to another one, or to 0") from error

    def _start_children(self) -> None:
        logs = self._directory / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        environment = {
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "HOST": self._settings.host,
            "PORT": str(self.port),
            "SECRETS_KEYS": self._keys(),
        }
        for name, command in self._commands().items():
            child = Child(name, [sys.executable, "-m", "service", *command], environment, logs / f"{name}.log")
            child.start()
            self.children[name] = child

    def _commands(self) -> dict[str, tuple[str, ...]]:
        """The processes by name, and the commands that they are."""
        workers = [f"worker-{number}" for number in range(1, self._settings.workers + 1)]
        of_their_own = {
            "webhooks": self._settings.webhook_workers,
            "mail": self._settings.mail_workers if self._settings.smtp_host else 0,
        }
        senders = {
            f"{work}-{number}": ("work", work) for work, count in of_their_own.items() for number in range(1, count + 1)
        }
        others = [work for work, count in of_their_own.items() if not count]
        return {
            "api": ("serve",),
            "scheduler": ("schedule",),
            **dict.fromkeys(workers, ("work", "tables", *others)),
            **senders,
        }

    def _wait_until_ready(self, seconds: float = READY_S) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                with socket.create_connection((self._settings.host, self.port), timeout=1.0) as connection:
                    connection.sendall(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    if b" 200 " in connection.recv(64):
                        return
            except OSError:
                pass  # it does not listen yet
            if self.children["api"].pid is None:
                break
            time.sleep(0.1)
        log: Path = self.children["api"].log
        raise CannotStart(f"the API does not come up; its log is {log}")

    def _watch(self) -> None:
        """Starts again whatever has ended."""
        while not self._stopped.wait(LOOK_EVERY_S):
            self._keep_servers()
            for child in self.children.values():
                try:
                    if child.keep_running():
                        _log.warning("%s had ended and was started again", child.name)
                except OSError as error:
                    _log.warning("%s cannot be started now: %s", child.name, error)

    def _keep_servers(self) -> None:
        for name, server in (("PostgreSQL", self._postgres), ("Redis", self._redis)):
            if server and server.pid is None:
                try:
                    server.start()
                    _log.warning("%s had ended and was started again", name)
                except (CannotStart, OSError) as error:
                    _log.warning("%s cannot be started now: %s", name, error)

    def pids(self) -> dict[str, int | None]:
        """The process ids of everything that is run, by name."""
        servers = {"postgres": self._postgres, "redis": self._redis}
        return {
            **{name: server.pid for name, server in servers.items() if server},
            **{name: child.pid for name, child in self.children.items()},
        }

    def stop(self) -> None:
        """Stops everything that was started; the data stays."""
        if self._lock is None:
            return
        self._stopped.set()
        if self._watcher:
            self._watcher.join(LOOK_EVERY_S + 30)
        stop_all(list(self.children.values()))
        if self._redis:
            self._redis.stop()
        if self._postgres:
            self._postgres.stop()
        self._lock.close()
        self._lock = None
