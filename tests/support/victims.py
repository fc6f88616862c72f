"""Kills processes of every kind of the service."""

import contextlib
import os
import signal
from collections.abc import Callable

import psutil

from service.processes.supervisor import Supervisor
from tests.support.waiting import until


def _running(everything: Supervisor, name: str) -> int:
    """Waits until a process runs, and returns its process id."""
    until(lambda: everything.pids()[name] is not None, f"start of {name}")
    pid = everything.pids()[name]
    return _running(everything, name) if pid is None else pid


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def kill_tree(pid: int) -> None:
    """Kills a process and all its descendants with SIGKILL."""
    process = psutil.Process(pid)
    for each in [process, *process.children(recursive=True)]:
        # A child that notices the death of its parent exits by itself.
        with contextlib.suppress(psutil.NoSuchProcess):
            each.kill()


def _kill_child_of(everything: Supervisor, name: str) -> None:
    """Kills the child of a process that has used the most processor time. Children may start and end meanwhile."""

    def kills_one() -> bool:
        with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
            children = psutil.Process(_running(everything, name)).children()
            if children:
                _kill(max(children, key=lambda child: sum(child.cpu_times()[:2])).pid)
                return True
        return False

    until(kills_one, f"process below {name}")


def _processes_of_api(everything: Supervisor) -> list[str]:
    return [name for name in everything.pids() if name.startswith("api-")]


def _kill_all_of_api(everything: Supervisor) -> None:
    for pid in [_running(everything, name) for name in _processes_of_api(everything)]:
        with contextlib.suppress(ProcessLookupError):
            _kill(pid)


VICTIMS: dict[str, Callable[[Supervisor], None]] = {
    "all processes of the API": _kill_all_of_api,
    "a process of the API": lambda everything: _kill(_running(everything, _processes_of_api(everything)[0])),
    "the worker": lambda everything: _kill(_running(everything, "worker-1")),
    "the worker for webhooks": lambda everything: _kill(_running(everything, "webhooks-1")),
    "the process that forks workers": lambda everything: _kill(_running(everything, "background")),
    "the scheduler": lambda everything: _kill(_running(everything, "scheduler")),
    "Redis": lambda everything: _kill(_running(everything, "redis")),
    "PostgreSQL": lambda everything: _kill(_running(everything, "postgres")),
    "a backend of PostgreSQL": lambda everything: _kill_child_of(everything, "postgres"),
}
