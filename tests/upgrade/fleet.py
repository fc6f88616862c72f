"""Processes of two releases on one PostgreSQL and one Redis, and clients that send each request to any of them."""

import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from random import Random
from typing import Any

import httpx
import orjson

from service.clients.python.shengji_client import Client, Patience
from service.clients.python.shengji_client.exchange import Request
from service.clients.python.shengji_client.transport import Transport
from service.platform.keys import new_key
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.processes import SUPERVISOR
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Settings
from tests.support.children import end, start
from tests.support.fixtures import directory_for_servers
from tests.support.receiver import nobody
from tests.support.waiting import until
from tests.upgrade.releases import Release

PATIENCE_S = 600.0
STOP_S = 60.0
NO_ANSWER = "no answer"
NOWHERE = "http://nowhere.invalid"
"""Stands for an address, because each request is sent to another one."""
NEWER = "503 newer_release"
PASSED_ON = 0.5
"""The share of `newer_release` answers after which the balancer sends the request to another release."""
WORKS = ("serve", "work", "schedule")
"""The kinds of processes, by their command."""


class Servers:
    """The addresses of PostgreSQL and Redis, the environment for processes, and a folder for logs and trees."""

    def __init__(self, folder: Path, database_url: str, redis_url: str) -> None:
        self.folder = folder
        self.database_url = database_url
        ours = {name.upper() for name in Settings.__dataclass_fields__}
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ours},
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "SECRETS_KEYS": new_key(),
            "LOG_REQUESTS": "false",
            "BOT_GRACE_S": "1",
            **{f"RATE_LIMIT_{name}": "" for name in ("ADDRESS", "SIGN_UP")},
        }

    def log(self, release: Release, work: str) -> Path:
        """Returns the path of the log of one kind of process."""
        return self.folder / f"{release.name.replace('/', '-')}-{work}.log"


@contextmanager
def empty_servers() -> Iterator[Servers]:
    """Starts a PostgreSQL with an empty database and a Redis. Yields their addresses."""
    with directory_for_servers() as folder:
        postgres, redis = EmbeddedPostgres(folder), EmbeddedRedis(folder)
        try:
            yield Servers(folder, postgres.start(), redis.start())
        finally:
            redis.stop()
            postgres.stop()


class AllClosed(Exception):
    """Raised when no API address is open any more, because the test has ended."""


class Doors:
    """The open addresses of the API. Like a load balancer, it picks a random one for each request.

    A process may answer 503 `newer_release`. The balancer then sends half of these requests to another release. For the
    other half the client gets the 503 and repeats the request.

    Attributes:
        answers: the number of answers by release and outcome: a status, from 500 on with the code, or no answer.
    """

    def __init__(self, luck: Random) -> None:
        self._luck = luck
        self._lock = threading.Lock()
        self._open: dict[str, str] = {}
        self.answers: Counter[tuple[str, str]] = Counter()

    def open(self, release: str, address: str) -> None:
        """Adds an address to send requests to."""
        with self._lock:
            self._open[release] = address

    def close(self, release: str) -> None:
        """Removes the address of a release."""
        with self._lock:
            self._open.pop(release, None)

    def any(self) -> tuple[str, str]:
        """Returns a random release and its address for a request. Raises `AllClosed` if none is open."""
        with self._lock:
            if not self._open:
                raise AllClosed
            return self._luck.choice(sorted(self._open.items()))

    def another(self, release: str) -> tuple[str, str] | None:
        """Returns another release for a request that got a 503. With `None`, the client gets the 503."""
        with self._lock:
            others = sorted((name, address) for name, address in self._open.items() if name != release)
            return self._luck.choice(others) if others and self._luck.random() < PASSED_ON else None

    def count(self, release: str, said: str) -> None:
        """Counts the outcome of a request."""
        with self._lock:
            self.answers[release, said] += 1


class _AnyDoor(Transport):
    """Sends each request, and each repetition of it, to any open address."""

    def __init__(self, doors: Doors, token: str | None, patience: Patience | None) -> None:
        super().__init__(NOWHERE, token, patience)
        self._doors = doors

    def _request(self, request: Request, request_id: str, read_s: float, *, is_stream: bool) -> httpx.Response:
        release, address = self._doors.any()
        response = self._at(release, address, request, request_id, read_s, is_stream=is_stream)
        another = self._doors.another(release) if _said(response) == NEWER else None
        if another is None:
            return response
        return self._at(*another, request, request_id, read_s, is_stream=is_stream)

    def _at(
        self, release: str, address: str, request: Request, request_id: str, read_s: float, *, is_stream: bool
    ) -> httpx.Response:
        door = Transport(address, self.token, self.patience)
        door._http = self._http  # all addresses share one pool of connections
        try:
            response = door._request(request, request_id, read_s, is_stream=is_stream)
        except httpx.HTTPError:
            self._doors.count(release, NO_ANSWER)
            raise
        self._doors.count(release, _said(response))
        return response


def _said(response: httpx.Response) -> str:
    if response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
        return str(response.status_code)
    try:
        return f"{response.status_code} {orjson.loads(response.read())['code']}"
    except (orjson.JSONDecodeError, KeyError):
        return str(response.status_code)


class ClientOfAll(Client):
    """A client that sends each request to any open address. Its `address` is a `Doors`."""

    def __init__(self, address: Any, token: str | None = None, patience: Patience | None = None) -> None:
        """Connects to the open addresses of `address`."""
        super().__init__(NOWHERE, token, patience)
        self._transport = _AnyDoor(address, token, patience)


class Process:
    """A process of a release."""

    def __init__(self, release: Release, work: str, servers: Servers) -> None:
        """Starts the process. It ends when this process ends."""
        self.log = servers.log(release, work)
        self.port = nobody()
        own = {"PORT": str(self.port), SUPERVISOR: str(os.getpid())}
        with self.log.open("ab") as log:
            self._process = start(
                [sys.executable, "-m", "service", work],
                cwd=release.root,
                env={**servers.environment, **release.environment, **own},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def is_ready(self) -> bool:
        """Returns whether the API is ready. Raises `AssertionError` if the process has ended."""
        assert self._process.poll() is None, self.log.read_text()
        try:
            return bool(Client(self.address, patience=Patience(retries=0)).ready()["status"] == "ok")
        except Exception:  # noqa: BLE001 - it does not listen yet
            return False

    @property
    def address(self) -> str:
        """Returns the address of the API."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Ends the process as a supervisor does, if it runs."""
        if self._process.poll() is None:
            end(self._process, wait_s=STOP_S)


class Fleet:
    """The running processes, by release and kind."""

    def __init__(self, servers: Servers, doors: Doors) -> None:
        self._servers = servers
        self._doors = doors
        self.processes: dict[tuple[str, str], Process] = {}

    def start(self, release: Release) -> None:
        """Starts every kind of process of a release. Opens the address of its API when the API is ready."""
        found = release.run(self._servers.environment, "-c", "import service; print(service.__file__)")
        assert found.startswith(str(release.root)), f"these modules are found before those of {release.name}: {found}"
        for work in WORKS:
            self.processes[release.name, work] = Process(release, work, self._servers)
        api = self.processes[release.name, "serve"]
        until(api.is_ready, f"API of {release.name}", within_s=PATIENCE_S)
        self._doors.open(release.name, api.address)

    def stop(self, release: Release, work: str) -> None:
        """Stops a process. A load balancer is not notified, so the address closes after a request without an answer."""
        self.processes.pop((release.name, work)).stop()
        if work == "serve":
            until(
                lambda: self._doors.answers[release.name, NO_ANSWER] > 0,
                f"request to {release.name}, which has ended",
                within_s=PATIENCE_S,
            )
            self._doors.close(release.name)

    def has_said(self, release: Release, work: str, words: str) -> bool:
        """Returns whether that kind of process has logged these words."""
        log = self._servers.log(release, work)
        return log.exists() and words in log.read_text()

    def stop_all(self) -> None:
        """Stops all processes and closes all addresses."""
        for name, work in list(self.processes):
            if work == "serve":
                self._doors.close(name)
        for process in self.processes.values():
            process.stop()
        self.processes.clear()
