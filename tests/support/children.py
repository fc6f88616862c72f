"""Processes that tests start. Each one is ended, and the wait for its end has a time limit."""

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

WAIT_S = 180.0
"""The time limit in seconds for the end of a process or for a step. It is long because machines may be slow."""


def pytest_configure() -> None:
    """Makes children start with the default handling of signals, as in a terminal.

    Under `nohup` or in the background of a shell, this process ignores signals, and its children would inherit that.
    Children do not inherit handlers, so each ignored signal gets a handler that does nothing.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def start(command: Sequence[str | Path], **more: Any) -> "subprocess.Popen[Any]":
    """Starts a process and returns it. The caller must pass it to `end`."""
    return subprocess.Popen(command, **more)


@contextmanager
def child(command: Sequence[str | Path], **more: Any) -> Iterator[Any]:
    """Yields a new process. Afterwards the process is ended, or killed if it does not end in time."""
    process = start(command, **more)
    try:
        yield process
    finally:
        end(process)


def end(process: "subprocess.Popen[Any]", number: int = signal.SIGTERM, wait_s: float = WAIT_S) -> int:
    """Sends a signal to a process if it runs, and returns its exit code.

    Raises:
        TimeoutExpired: the process did not end within `wait_s` seconds and was killed.
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
