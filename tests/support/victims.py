"""Whom tests kill: every kind of process of the service, in the way in which processes die of themselves."""

import contextlib
import os
import signal
import time
from collections.abc import Callable

import psutil

from service.runtime.supervisor import Supervisor

PATIENCE_S = 180.0


def until(condition: Callable[[], bool], what: str) -> None:
    """Waits for something. Raises `AssertionError` when it does not come."""
    late = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < late, f"no {what}"
        time.sleep(0.005)


def _running(everything: Supervisor, name: str) -> int:
    """The id of a process, as soon as it runs: one that finds its port still taken ends once more, and starts anew."""
    until(lambda: everything.pids()[name] is not None, f"start of {name}")
    pid = everything.pids()[name]
    return _running(everything, name) if pid is None else pid


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def kill_tree(pid: int) -> None:
    """Kills a process with all its children, which have no chance to hear of it."""
    process = psutil.Process(pid)
    for each in [process, *process.children(recursive=True)]:
        # Whoever sees that its parent is gone ends by itself.
        with contextlib.suppress(psutil.NoSuchProcess):
            each.kill()


def _kill_child_of(everything: Supervisor, name: str) -> None:
    """Kills a process that serves requests, or statements, for another one; those come and go by themselves, too."""

    def kills_one() -> bool:
        with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
            children = psutil.Process(_running(everything, name)).children()
            if children:
                _kill(max(children, key=lambda child: sum(child.cpu_times()[:2])).pid)
                return True
        return False

    until(kills_one, f"process below {name}")


VICTIMS: dict[str, Callable[[Supervisor], None]] = {
    "the API with all its processes": lambda everything: kill_tree(_running(everything, "api")),
    "the master of the API": lambda everything: _kill(_running(everything, "api")),
    "a process of the API": lambda everything: _kill_child_of(everything, "api"),
    "the worker": lambda everything: _kill(_running(everything, "worker-1")),
    "the worker for webhooks": lambda everything: _kill(_running(everything, "webhooks-1")),
    "the scheduler": lambda everything: _kill(_running(everything, "scheduler")),
    "Redis": lambda everything: _kill(_running(everything, "redis")),
    "PostgreSQL": lambda everything: _kill(_running(everything, "postgres")),
    "a backend of PostgreSQL": lambda everything: _kill_child_of(everything, "postgres"),
}
