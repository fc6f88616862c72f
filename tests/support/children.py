"""Processes started by tests: each is ended and awaited with a time limit."""

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WAIT_S = 180.0
"""The time limit in seconds for a process to end or for a step; machines may be slow."""


def pytest_configure() -> None:
    """Lets children start with the default handling of signals, as in a terminal.

    Under `nohup` or in the background of a shell, signals are ignored, and children inherit that. A handler is not
    inherited.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def start(command: Sequence[str | Path], **more: Any) -> "subprocess.Popen[Any]":
    """Starts a process that has to be passed to `end`."""
    return subprocess.Popen(command, **more)


@contextmanager
def child(command: Sequence[str | Path], **more: Any) -> Iterator[Any]:
    """Yields a process that is ended afterwards, and killed if it does not end in time."""
    process = start(command, **more)
    try:
        yield process
    finally:
        end(process)


def end(process: "subprocess.Popen[Any]", number: int = signal.SIGTERM, wait_s: float = WAIT_S) -> int:
    """Sends a signal to a running process and returns its exit code; kills it if it does not end.

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
