"""Runs the whole service with its own servers, as on a machine without any."""

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
    """Yields environment variables without the addresses of servers, and with a new data directory."""
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
    """Runs servers, API, worker and scheduler with these environment variables. Yields their supervisor."""
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
    """Runs the service with its default settings. Yields its supervisor."""
    with all_running() as supervisor:
        yield supervisor


class Run:
    """A running `shengji run` and its output."""

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
        """Sends Ctrl-C and returns the exit code."""
        return end(self.process, signal.SIGINT)


@contextmanager
def run(environment: dict[str, str]) -> Iterator[Run]:
    """Yields a running `shengji run`, and stops it with Ctrl-C. Raises `AssertionError` unless its exit code is 0."""
    command = [sys.executable, "-m", "service", "run"]
    with child(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        running = Run(process)
        yield running
        assert running.interrupt() == 0


def processes_of(environment: dict[str, str]) -> list[psutil.Process]:
    """Returns all processes that use the data directory of the environment, including servers."""
    found = []
    for process in psutil.process_iter():
        try:
            its = process.environ().get("DATA_DIR"), process.cwd(), *process.cmdline()
        except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
            continue
        if any(environment["DATA_DIR"] in each for each in its if each):
            found.append(process)
    return found
