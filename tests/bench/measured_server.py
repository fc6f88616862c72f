"""The whole service for a benchmark: started anew in a folder of its own, with its processor time told apart."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import psutil

from service.platform.rate_limits import NAMES
from service.platform.settings import Rate, Settings, read_settings
from service.processes.supervisor import Supervisor


class Spent(NamedTuple):
    """Processor time in seconds, by what it was spent on."""

    api: float
    postgres: float
    others: float

    def since(self, before: "Spent") -> "Spent":
        """What was spent after `before`."""
        return Spent(*(now - then for now, then in zip(self, before, strict=True)))


class MeasuredServer:
    """A running service.

    Attributes:
        host, port: where the API is.
        database_url: of its PostgreSQL, as superuser.
        redis_url: of its Redis.
    """

    def __init__(self, supervisor: Supervisor, settings: Settings) -> None:
        self._supervisor = supervisor
        self.host, self.port = settings.host, supervisor.port
        self.database_url, self.redis_url = supervisor.database_url, supervisor.redis_url

    @property
    def pid(self) -> int:
        """The id of the first process of the API."""
        pid = self._supervisor.pids()["api-1"]
        assert pid is not None, "the API runs"
        return pid

    def pids(self) -> dict[str, int | None]:
        """The ids of all processes by name."""
        return self._supervisor.pids()

    def spent(self) -> Spent:
        """The processor time that its processes have used so far."""
        used = {name: with_children(pid) for name, pid in self._supervisor.pids().items()}
        api = sum(seconds for name, seconds in used.items() if name.startswith("api"))
        postgres = used.get("postgres", 0.0)
        return Spent(api, postgres, sum(used.values()) - api - postgres)


def with_children(pid: int | None) -> float:
    """The processor time that a process and those below it have used so far, in seconds."""
    process = psutil.Process(pid)
    seconds = 0.0
    for one in (process, *process.children(recursive=True)):
        try:
            times = one.cpu_times()
        except psutil.NoSuchProcess:
            continue
        seconds += times.user + times.system
    return seconds


NEVER_REACHED = Rate("1000000000/minute")
"""A limit that is counted as any other, and cannot be used up: all clients of a benchmark come from one address."""


@contextmanager
def measured_server(api_processes: int = 1, limits: Rate = NEVER_REACHED) -> Iterator[MeasuredServer]:
    """The service as it is run by default, commits on disk before they are answered, but for a log of the requests.

    The rate limits are counted, which costs what it costs, but none of them is ever reached; `limits` is for all.
    """
    with tempfile.TemporaryDirectory(prefix="bench") as directory:
        # The processes that are started read the environment too.
        os.environ |= {
            "DATA_DIR": directory,
            "PORT": "0",
            "LOG_REQUESTS": "false",
            "API_PROCESSES": str(api_processes),
            "CONNECTIONS_PER_ADDRESS": "0",  # all clients come from one
            **{f"RATE_LIMIT_{name.upper()}": limits for name in NAMES},
        }
        settings = read_settings()
        supervisor = Supervisor(settings)
        try:
            supervisor.start()
            yield MeasuredServer(supervisor, settings)
        finally:
            supervisor.stop()
