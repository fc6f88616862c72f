"""Supervises all processes: the API, workers and scheduler, and embedded servers if none are configured."""

import fcntl
import logging
import shutil
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from service.platform.keys import new_key
from service.platform.runtime.ends import ends_within
from service.platform.runtime.homes import Passages
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.preforked import forked_from
from service.platform.runtime.private_folders import PRIVATE, CannotStart, make_private, this_user
from service.platform.runtime.processes import STOP_S, Child, run_once, stop_all
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.runtime.shared_metrics import COMMAND as METRICS
from service.platform.runtime.shared_metrics import DIRECTORY
from service.platform.runtime.sockets import is_ready, listening_socket
from service.platform.settings import Settings
from service.processes.serving import processes_of_api

POLL_EVERY_S = 0.5
READY_S = 120.0
"""Seconds that the API may take to start on a slow machine. If it ends before, the start fails at once."""
KEYS_FILE = "secrets_keys"
BACKGROUND = "background"
"""The name and the command of the process from which the scheduler, the workers and the metrics are forked."""

_log = logging.getLogger(__name__)


class Interrupted(Exception):
    """The start was cancelled."""


class Supervisor:
    """Starts all processes, keeps them running, and stops them.

    Attributes:
        database_url, redis_url: the servers in use, embedded or configured.
        port: the port of the API, once it is started.
        children: the processes that it starts itself, by name.
    """

    def __init__(self, settings: Settings) -> None:
        """Prepares to run with these settings."""
        self._settings = settings
        self._directory = settings.data_dir.resolve()
        self._postgres = None if settings.database_url else EmbeddedPostgres(self._directory)
        self._redis = None if settings.redis_url else EmbeddedRedis(self._directory)
        self._locks: list[IO[str]] = []
        self._sockets: list[socket.socket] = []
        self._passages: list[Passages] = []
        self._stopped = threading.Event()
        self._restarting = threading.Lock()
        self.database_url = settings.database_url
        self.redis_url = settings.redis_url
        self.port = settings.port
        self.children: dict[str, Child] = {}

    @property
    def address(self) -> str:
        """The address of the API."""
        return f"http://{self._settings.host}:{self.port}"

    def start(self, is_unwanted: Callable[[], bool] = lambda: False) -> None:
        """Starts servers and processes, and returns when the API is ready.

        Args:
            is_unwanted: returns whether to cancel the start. It is called between the steps.

        Raises:
            CannotStart: a part does not start. The message says which, and where its log is.
            Interrupted: the start was cancelled. The caller must stop what was started.
        """
        steps = (
            self._take_directory,
            self._listen,
            self._start_postgres,
            self._start_redis,
            self._prepare_store,
            self._start_children,
        )
        for step in steps:
            if is_unwanted():
                raise Interrupted
            step()
        self._wait_until_ready(is_unwanted)

    def _start_postgres(self) -> None:
        if self._postgres:
            self.database_url = self._postgres.start()
            self._watch("PostgreSQL", self._postgres)

    def _start_redis(self) -> None:
        if self._redis:
            self.redis_url = self._redis.start()
            self._watch("Redis", self._redis)

    def _prepare_store(self) -> None:
        """Updates the store in a process of its own, because its imports take more memory than the supervisor."""
        prepared = run_once(["prepare"], self.environment(), (self._locks[-1].fileno(),))
        if prepared.returncode:
            raise CannotStart(prepared.stderr.strip() or f"the store is not prepared: exit code {prepared.returncode}")

    def _keys(self) -> str:
        """Returns the keys for secrets. If none are configured, creates one and stores it beside the embedded data."""
        if self._settings.secrets_keys:
            return self._settings.secrets_keys
        file = self._directory / KEYS_FILE
        if not file.exists():
            file.touch(mode=0o600)
        if not file.read_text("ascii"):
            file.write_text(new_key(), "ascii")
        return file.read_text("ascii")

    def _take_directory(self) -> None:
        """Locks the data directory. A second start would share the servers of the first, and stop them at its end.

        Processes of a killed start end on their own. They hold a second lock until then.
        """
        self._directory.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        self._locks.append(self._locked("run.lock", 0.0, "another start; stop that one"))
        self._locks.append(self._locked("processes.lock", STOP_S, "processes of a former start; stop them"))

    def _locked(self, name: str, patience_s: float, holder: str) -> IO[str]:
        """Returns a locked file of the directory. Raises `CannotStart` if it stays locked for `patience_s` seconds."""
        file = self._directory / name
        file.touch(mode=0o600)
        file.chmod(0o600)  # other users who can open the file could lock it
        lock = file.open("w")
        until = time.monotonic() + patience_s
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if time.monotonic() < until:
                    time.sleep(0.05)
                    continue
                lock.close()
                raise CannotStart(
                    f"{self._directory} is in use by {holder}, or set DATA_DIR to another directory"
                ) from error
            return lock

    def _listen(self) -> None:
        """Listens on the port. Connections wait in its queue while API processes restart. Raises `CannotStart`."""
        try:
            self._sockets.append(listening_socket(self._settings.host, self.port))
        except OSError as error:
            raise CannotStart(f"port {self.port} is taken: set PORT to another one, or to 0") from error
        self.port = self._sockets[0].getsockname()[1]

    def environment(self) -> dict[str, str]:
        """Returns the variables of processes that use the servers of this start."""
        return {
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "DATABASE_ROLE": self._settings.database_role,
            "HOST": self._settings.host,
            "PORT": str(self.port),
            "SECRETS_KEYS": self._keys(),
        }

    def _start_children(self) -> None:
        logs = (self._directory / "logs").resolve()
        make_private(logs, this_user())
        environment = {**self.environment(), DIRECTORY: str(self._empty_for_metrics())}
        self._passages.append(Passages(self._settings.api_processes))
        children = processes_of_api(self._passages[-1], self._sockets, environment, logs / "api.log")
        children.append(Child(BACKGROUND, self._command_of_background(logs), environment, log=None))
        for child in children:
            child.files += (self._locks[-1].fileno(),)
            self.children[child.name] = child
            child.start()

    def _empty_for_metrics(self) -> Path:
        """Returns an empty directory for the metrics, which start from zero with each start. Raises `CannotStart`."""
        directory = self._directory / "metrics"
        shutil.rmtree(directory, ignore_errors=True)
        make_private(directory, this_user())
        return directory

    def _command_of_background(self, logs: Path) -> list[str]:
        """Returns the command line of the process from which all others are forked, except the API."""
        processes = (f"{name}={' '.join(command)}" for name, command in self._commands().items())
        return [sys.executable, "-m", "service", BACKGROUND, "--logs", str(logs), *processes]

    def _commands(self) -> dict[str, tuple[str, ...]]:
        """Returns the commands of all processes except the API, by name."""
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
            "scheduler": ("schedule",),
            **({"metrics": METRICS} if self._settings.metrics_address else {}),
            **dict.fromkeys(workers, ("work", "tables", *others)),
            **senders,
        }

    def _wait_until_ready(self, is_unwanted: Callable[[], bool], seconds: float = READY_S) -> None:
        deadline = time.monotonic() + seconds
        api = next(child for child in self.children.values() if child.name.startswith("api"))
        while time.monotonic() < deadline and not api.restarts.failures:
            if is_unwanted():
                raise Interrupted
            if is_ready(self._settings.host, self.port):
                return
            time.sleep(0.05)
        raise CannotStart(f"the API does not start; its log is {api.log}")

    def _watch(self, name: str, server: EmbeddedPostgres | EmbeddedRedis) -> None:
        """Restarts a server whenever it ends."""

        def keep_running() -> None:
            while not self._stopped.is_set():
                if (pid := server.pid) is not None:
                    ends_within(pid, None)
                    continue
                try:
                    with self._restarting:
                        if self._stopped.is_set():
                            return
                        server.start()
                    _log.warning("%s had ended and was started again", name)
                except (CannotStart, OSError) as error:
                    _log.warning("%s cannot be started now: %s", name, error)
                    self._stopped.wait(POLL_EVERY_S)

        threading.Thread(target=keep_running, name=f"keeper of {name}", daemon=True).start()

    def pids(self) -> dict[str, int | None]:
        """Returns the process ids of all processes and servers, by name."""
        servers = {"postgres": self._postgres, "redis": self._redis}
        return {
            **{name: server.pid for name, server in servers.items() if server},
            **{name: child.pid for name, child in self.children.items()},
            **dict.fromkeys(self._commands()),
            **forked_from(self.children[BACKGROUND].pid if BACKGROUND in self.children else None),
        }

    def stop(self) -> None:
        """Stops everything that was started. The data remains."""
        if not self._locks:
            return
        with self._restarting:
            self._stopped.set()
        for each in self._sockets:
            each.close()
        stop_all(self.children.values())
        while self._passages:
            self._passages.pop().close()
        if self._redis:
            self._redis.stop()
        if self._postgres:
            self._postgres.stop()
        while self._locks:
            self._locks.pop().close()
