"""Processes of our own: started, watched, started again when they end, and stopped together."""

import importlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SUPERVISOR = "SHENGJI_SUPERVISOR"
"""The variable by which a process knows who supervises it."""
STOP_S = 15.0
LONGEST_PAUSE_S = 10.0
STEADY_AFTER_S = 20.0


@dataclass
class Child:
    """One process: its name, its command, and how it has fared."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    start_again_at: float = 0.0
    failures: int = field(default=0)

    @property
    def pid(self) -> int | None:
        """Its process id, while it runs."""
        return self.process.pid if self.process and self.process.poll() is None else None

    def start(self) -> None:
        """Starts it; what it logs goes to its file."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env={**os.environ, **self.environment, SUPERVISOR: str(os.getpid())},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C in a terminal is for the supervisor alone
            )
        self.started_at = time.monotonic()

    def keep_running(self) -> bool:
        """Starts it again when it has ended, after a pause that grows with its failures; says whether it did."""
        if self.pid is not None:
            return False
        now = time.monotonic()
        if not self.start_again_at:
            self.failures = 1 if now - self.started_at > STEADY_AFTER_S else self.failures + 1
            self.start_again_at = now + min(LONGEST_PAUSE_S, 0.25 * 2 ** min(self.failures - 1, 8))
        if now < self.start_again_at:
            return False
        self.start_again_at = 0.0
        self.start()
        return True

    def stop(self) -> None:
        """Asks it to end, and makes it end when it does not."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def stop_all(children: Sequence[Child]) -> None:
    """Stops all at the same time."""
    threads = [threading.Thread(target=child.stop) for child in children]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def end_with_supervisor() -> None:
    """Ends this process when the supervisor that started it is gone, so that nothing is left running."""
    supervisor = os.environ.get(SUPERVISOR)
    if supervisor is None or int(supervisor) != os.getppid():
        return

    sleep = _unpatched("time", "sleep")

    def watch() -> None:
        while os.getppid() == int(supervisor):
            sleep(1.0)
        os.kill(os.getpid(), signal.SIGTERM)

    # A thread of the system, also where gevent turns threads into greenlets, which would be copied into forked workers.
    _unpatched("_thread", "start_new_thread")(watch, ())


def _unpatched(module: str, name: str) -> Any:
    """The function as Python has it, also where gevent has put its own in its place."""
    monkey = sys.modules.get("gevent.monkey")
    return monkey.get_original(module, name) if monkey else getattr(importlib.import_module(module), name)
