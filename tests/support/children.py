"""Processes that tests start: every one of them is ended and waited for, with a limit."""

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WAIT_S = 180.0
"""So long a process may take to end, or a step of it to come; machines may be slow."""


AS_IN_A_TERMINAL = """
import os, signal, sys
for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(each, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])
"""
"""Lets signals end the process that is started: tests may run under `nohup`, or in the background of a shell."""


def start(command: Sequence[str | Path], **more: Any) -> "subprocess.Popen[Any]":
    """Starts a process, which has to be given to `end`; programs in Python as in a terminal."""
    before = [sys.executable, "-c", AS_IN_A_TERMINAL] if command[0] == sys.executable else []
    return subprocess.Popen([*before, *command], **more)


@contextmanager
def child(command: Sequence[str | Path], **more: Any) -> Iterator[Any]:
    """A process, which is ended at the end, and killed when it does not end in time."""
    process = start(command, **more)
    try:
        yield process
    finally:
        end(process)


def end(process: "subprocess.Popen[Any]", number: int = signal.SIGTERM, wait_s: float = WAIT_S) -> int:
    """Sends a signal to a process that still runs, and returns its exit code. One that does not end is killed.

    Raises:
        TimeoutExpired: it had to be killed.
    """
    if process.poll() is None:
        process.send_signal(number)
    try:
        process.communicate(timeout=wait_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate(timeout=wait_s)
        raise
    return process.returncode
