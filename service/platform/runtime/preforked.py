"""Processes that are forked from one that has imported everything, so that they share its memory and start at once."""

import contextlib
import logging
import math
import os
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from service.platform.runtime.processes import STOP_S, SUPERVISOR, is_orphaned
from service.platform.runtime.restarts import Restarts
from service.platform.runtime.stopping import stop_signals

KILL_AFTER_S = STOP_S - 2.0
"""Seconds that the processes get to end. The supervisor kills this process after `STOP_S`."""
ORPHANED_EVERY_S = 1.0
"""Seconds between checks for the end of the supervisor. Signals interrupt the wait for the next check."""
_NAME = Path("/proc/self/comm")
"""What `ps` and `top` show as the name of a process."""

_log = logging.getLogger(__name__)


@dataclass
class _Forked:
    """One process. It runs if `pid` is set, and else it starts at `due_at`, a time of `time.monotonic`."""

    pid: int | None = None
    due_at: float = 0.0
    restarts: Restarts = field(default_factory=Restarts)


class Preforked:
    """Forks processes, and forks each one again when it ends.

    The process that forks must have no other threads, because a lock that one of them holds would stay locked in the
    new process. It waits for signals, which are blocked, and handles none.
    """

    def __init__(self, logs: Mapping[str, Path], kill_after_s: float = KILL_AFTER_S) -> None:
        """Prepares to fork a process for each name in `logs`, with the file for its output.

        A process that has not ended `kill_after_s` seconds after the request to stop is killed.
        """
        self._kill_after_s = kill_after_s
        self._logs = logs
        self._processes = {name: _Forked() for name in logs}
        self._stops = stop_signals()

    def run(self) -> str | None:
        """Runs until stopped, or until the supervisor is gone. Returns `None` then, when all processes have ended.

        In each new process, it returns the name of that process.
        """
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD, *self._stops})
        while True:
            for name, process in self._processes.items():
                if process.pid is None and process.due_at <= time.monotonic() and self._fork(name, process):
                    signal.pthread_sigmask(signal.SIG_SETMASK, before)
                    return name
            if self._is_stopped():
                self._stop()
                return None
            self._reap()

    def _fork(self, name: str, process: _Forked) -> bool:
        """Forks a process. Returns whether this is the new one."""
        parent = os.getpid()
        try:
            pid = os.fork()
        except OSError as error:
            _log.warning("%s cannot be started now: %s", name, error)
            process.due_at = time.monotonic() + process.restarts.pause_s()
            return False
        if pid == 0:
            _become(name, self._logs[name], parent)
            return True
        if process.restarts.failures:
            _log.warning("%s had ended and was started again", name)
        process.pid = pid
        process.restarts.note_start()
        return False

    def _is_stopped(self) -> bool:
        """Waits for a signal. Returns whether this process has to stop."""
        due_at = min((each.due_at for each in self._processes.values() if each.pid is None), default=math.inf)
        seconds = min(ORPHANED_EVERY_S, max(due_at - time.monotonic(), 0.0))
        received = signal.sigtimedwait({signal.SIGCHLD, *self._stops}, seconds)
        return is_orphaned() or (received is not None and received.si_signo in self._stops)

    def _reap(self) -> None:
        """Notes which processes have ended, and when they start again."""
        for process in self._processes.values():
            if process.pid is not None and os.waitpid(process.pid, os.WNOHANG)[0]:
                process.pid = None
                process.due_at = time.monotonic() + process.restarts.pause_s()

    def _stop(self) -> None:
        """Asks all processes to end, and kills those that still run after a while."""
        self._send(signal.SIGTERM)
        until = time.monotonic() + self._kill_after_s
        while any(each.pid for each in self._processes.values()) and time.monotonic() < until:
            signal.sigtimedwait({signal.SIGCHLD}, max(until - time.monotonic(), 0.0))
            self._reap()
        self._send(signal.SIGKILL)
        for process in self._processes.values():
            if process.pid is not None:
                os.waitpid(process.pid, 0)

    def _send(self, number: signal.Signals) -> None:
        for process in self._processes.values():
            if process.pid is not None:
                os.kill(process.pid, number)


def _become(name: str, log: Path, parent: int) -> None:
    """Gives this process, which is new, its name, its log and its supervisor."""
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    for each in (1, 2):
        os.dup2(output, each)
    os.close(output)
    os.environ[SUPERVISOR] = str(parent)
    with contextlib.suppress(OSError):  # only Linux has it
        _NAME.write_text(name, "ascii")


def forked_from(pid: int | None) -> dict[str, int]:
    """Returns the ids of the processes that run and were forked from a process, by their names."""
    found: dict[str, int] = {}
    with contextlib.suppress(psutil.NoSuchProcess):  # a process that ends meanwhile does not run
        for each in psutil.Process(pid).children() if pid is not None else ():
            with contextlib.suppress(psutil.NoSuchProcess):
                if each.status() != psutil.STATUS_ZOMBIE:
                    found[each.name()] = each.pid
    return found
