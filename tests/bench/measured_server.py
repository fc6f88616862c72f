"""Runs the whole service for a benchmark in a new folder, and measures processor time by kind of process."""

import os
import tempfile
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import NamedTuple

import psutil

from service.platform.metrics import ProcessCollector
from service.platform.rate_limits import NAMES
from service.platform.settings import Rate, read_settings
from service.processes.supervisor import Supervisor
from tests.bench.addresses import Address


class Spent(NamedTuple):
    """Processor time in seconds, by kind of process."""

    by_kind: Mapping[str, float]

    @property
    def api(self) -> float:
        """The time of all processes of the API."""
        return self.by_kind["api"]

    @property
    def postgres(self) -> float:
        """The time of PostgreSQL."""
        return self.by_kind["postgres"]

    @property
    def total(self) -> float:
        """The time of all processes."""
        return sum(self.by_kind.values())

    @property
    def background(self) -> float:
        """The time of everything but the API and PostgreSQL."""
        return self.total - self.api - self.postgres

    def since(self, before: "Spent") -> "Spent":
        """Returns the time spent after `before`."""
        return Spent({kind: seconds - before.by_kind[kind] for kind, seconds in self.by_kind.items()})


class MeasuredServer:
    """A running service.

    Attributes:
        addresses: the addresses of the API. Processes that share a port have one address together.
        database_url: its PostgreSQL, as superuser.
        redis_url: its Redis.
    """

    def __init__(
        self,
        pids: Callable[[], Mapping[str, int | None]],
        addresses: Sequence[Address],
        database_url: str,
        redis_url: str,
        metrics: Path,
    ) -> None:
        """Takes what returns the process ids by name, the addresses, the URLs, and the directory of the metrics."""
        self._pids = pids
        self._metrics = metrics
        self.addresses = list(addresses)
        self.database_url, self.redis_url = database_url, redis_url

    @property
    def host(self) -> str:
        """The host of the first address."""
        return self.addresses[0].host

    @property
    def port(self) -> int:
        """The port of the first address."""
        return self.addresses[0].port

    @property
    def pid(self) -> int:
        """The process id of the first process of the API."""
        pid = self.pids()["api-1"]
        assert pid is not None, "the API runs"
        return pid

    def pids(self) -> dict[str, int | None]:
        """Returns the process ids of all processes by name."""
        return dict(self._pids())

    def spent(self) -> Spent:
        """Returns the processor time that the processes have used so far."""
        return Spent(by_kind(self.processor_times()))

    def processor_times(self) -> dict[str, float]:
        """Returns the processor time in seconds that each process has used so far, by name."""
        pids = self.pids()
        named = frozenset(pid for pid in pids.values() if pid is not None)
        return {name: with_children(pid, named) for name, pid in pids.items()}

    def conflicts(self) -> float:
        """Returns how many commands were decided on an old table so far."""
        return sum(
            sample.value
            for family in ProcessCollector(self._metrics).collect()
            for sample in family.samples
            if sample.name == "shengji_conflicts_total"
        )


def by_kind(figures: Mapping[str, float]) -> dict[str, float]:
    """Returns the sums of figures of processes by kind. The kind of `api-1` is `api`."""
    sums: defaultdict[str, float] = defaultdict(float)
    for name, figure in figures.items():
        sums[name.partition("-")[0]] += figure
    return dict(sums)


def with_children(pid: int | None, elsewhere: Collection[int] = ()) -> float:
    """Returns the processor time in seconds that a process and its descendants have used so far.

    Descendants whose ids are in `elsewhere` are not counted.
    """
    process = psutil.Process(pid)
    seconds = 0.0
    for one in (process, *(each for each in process.children(recursive=True) if each.pid not in elsewhere)):
        with suppress(psutil.NoSuchProcess):
            # The last two are the times of children that have ended, such as backends of PostgreSQL.
            seconds += sum(one.cpu_times()[:4])
    return seconds


NEVER_REACHED = Rate("1000000000/minute")
"""A limit that is counted but never reached. All clients of a benchmark share one address."""


def variables(directory: str) -> dict[str, str]:
    """Returns environment variables for a service of a benchmark, with its data in `directory`."""
    return {
        "DATA_DIR": directory,
        "PORT": "0",
        "LOG_REQUESTS": "false",
        "CONNECTIONS_PER_ADDRESS": "0",  # all clients share one address
        **{f"RATE_LIMIT_{name.upper()}": NEVER_REACHED for name in NAMES},
    }


@contextmanager
def measured_server(
    api_processes: int = 1, limits: Rate = NEVER_REACHED, workers: int = 1, folder: Path | None = None
) -> Iterator[MeasuredServer]:
    """Runs the service with its default settings, including durable commits, but without a log of requests.

    Args:
        api_processes: the number of processes of the API.
        limits: the rate limit of every kind of request; by default one that is counted but never reached.
        workers: the number of workers that play bots.
        folder: the folder with the data; by default a new one, which is deleted at the end.
    """
    with nullcontext(str(folder)) if folder else tempfile.TemporaryDirectory(prefix="bench") as directory:
        # Child processes read the environment too.
        os.environ |= {
            **variables(directory),
            "API_PROCESSES": str(api_processes),
            "WORKERS": str(workers),
            **{f"RATE_LIMIT_{name.upper()}": limits for name in NAMES},
        }
        settings = read_settings()
        supervisor = Supervisor(settings)
        try:
            supervisor.start()
            address = Address(settings.host, supervisor.port)
            metrics = settings.data_dir.resolve() / "metrics"
            yield MeasuredServer(supervisor.pids, [address], supervisor.database_url, supervisor.redis_url, metrics)
        finally:
            supervisor.stop()
