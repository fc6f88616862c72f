"""Whom tests kill: every kind of process of the service, in the way in which processes die of themselves."""

import os
import signal
import time
from collections.abc import Callable

import psutil

from service.runtime.supervisor import Supervisor

PATIENCE_S = 90.0


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
        each.kill()


def _child_of(pid: int) -> int:
    """A process that serves requests, or statements, for another one."""
    process = psutil.Process(pid)
    until(lambda: bool(process.children()), "process below the one that was started again")
    return int(max(process.children(), key=lambda child: sum(child.cpu_times()[:2])).pid)


VICTIMS: dict[str, Callable[[Supervisor], None]] = {
    "the API with all its processes": lambda everything: kill_tree(_running(everything, "api")),
    "the master of the API": lambda everything: _kill(_running(everything, "api")),
    "a process of the API": lambda everything: _kill(_child_of(_running(everything, "api"))),
    "the worker": lambda everything: _kill(_running(everything, "worker-1")),
    "the worker for webhooks": lambda everything: _kill(_running(everything, "webhooks-1")),
    "the scheduler": lambda everything: _kill(_running(everything, "scheduler")),
    "Redis": lambda everything: _kill(_running(everything, "redis")),
    "PostgreSQL": lambda everything: _kill(_running(everything, "postgres")),
    "a backend of PostgreSQL": lambda everything: _kill(_child_of(_running(everything, "postgres"))),
}
