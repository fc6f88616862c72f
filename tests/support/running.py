"""The whole service with servers of its own: as it is typed on a bare machine, and as tests use it that want it all."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import psutil
import pytest

from service.platform.settings import Settings, read_settings
from service.processes.supervisor import Supervisor
from tests.support.children import WAIT_S, child, end
from tests.support.fixtures import directory_for_servers
from tests.support.receiver import nobody


@pytest.fixture
def environment() -> Iterator[dict[str, str]]:
    """An environment that names no servers, and a place for the data."""
    ours = {name.upper() for name in Settings.__dataclass_fields__}
    with directory_for_servers() as directory:
        yield {
            **{name: value for name, value in os.environ.items() if name not in ours},
            "DATA_DIR": str(directory / "data"),
            "PORT": "0",
            "METRICS_ADDRESS": "",
        }


@contextmanager
def all_running(**variables: str) -> Iterator[Supervisor]:
    """The service as it is run: servers, API, worker and scheduler, with these variables in their environment."""
    with directory_for_servers() as directory, pytest.MonkeyPatch.context() as environment:
        for name, value in {"LOG_REQUESTS": "false", **variables}.items():
            environment.setenv(name, value)
        environment.delenv("DATABASE_URL", raising=False)
        environment.delenv("REDIS_URL", raising=False)
        supervisor = Supervisor(replace(read_settings(), data_dir=directory, port=nobody()))
        try:
            supervisor.start()
            yield supervisor
        finally:
            supervisor.stop()


@pytest.fixture(scope="module")
def everything() -> Iterator[Supervisor]:
    """The service as it is run by default."""
    with all_running() as supervisor:
        yield supervisor


class Run:
    """A running `shengji run`, and what it has printed."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.printed: dict[str, str] = {}
        for line in process.stdout or ():
            name, _, value = line.strip().rpartition(" ")
            self.printed[name.strip()] = value
            if line.startswith("Ctrl-C"):
                return
        raise AssertionError(f"it has ended: {process.communicate(timeout=WAIT_S)[1]}")

    def interrupt(self) -> int:
        """Ctrl-C; returns the exit code."""
        return end(self.process, signal.SIGINT)


@contextmanager
def run(environment: dict[str, str]) -> Iterator[Run]:
    """`shengji run`, which is stopped by Ctrl-C at the end. Raises `AssertionError`: it does not end well."""
    command = [sys.executable, "-m", "service", "run"]
    with child(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        running = Run(process)
        yield running
        assert running.interrupt() == 0


def processes_of(environment: dict[str, str]) -> list[psutil.Process]:
    """All processes that work with the data of the environment, servers included."""
    found = []
    for process in psutil.process_iter():
        try:
            its = process.environ().get("DATA_DIR"), process.cwd(), *process.cmdline()
        except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
            continue
        if any(environment["DATA_DIR"] in each for each in its if each):
            found.append(process)
    return found
