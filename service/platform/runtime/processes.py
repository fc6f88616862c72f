"""Child processes: starts them, restarts them when they end, and stops them together."""

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from service.platform.runtime.ends import ends_within
from service.platform.runtime.restarts import Restarts
from service.platform.runtime.unpatched import unpatched

SUPERVISOR = "SHENGJI_SUPERVISOR"
"""The environment variable that tells a process the id of its supervisor."""
STOP_S = 15.0

_log = logging.getLogger(__name__)


@dataclass
class Child:
    """A process that is kept running. A thread waits for its end and restarts it.

    Attributes:
        name: the name in the log of the supervisor.
        command: the command line.
        environment: variables that are added to those of the supervisor.
        log: the file for its output. With `None`, the output of the supervisor.
        files: file descriptors that it inherits.
    """

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path | None
    files: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    restarts: Restarts = field(default_factory=Restarts)
    _stopped: threading.Event = field(default_factory=threading.Event)
    _starting: threading.Lock = field(default_factory=threading.Lock)
    _keeper: threading.Thread | None = None

    @property
    def pid(self) -> int | None:
        """The process id, or `None` if it does not run."""
        return self.process.pid if self.process and self.process.poll() is None else None

    def start(self) -> None:
        """Starts the process and keeps it running until `stop`. Raises `OSError`."""
        self._start()
        self._keeper = threading.Thread(target=self._keep_running, name=f"keeper of {self.name}", daemon=True)
        self._keeper.start()

    def _start(self) -> None:
        output = None if self.log is None else os.open(self.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            self.process = subprocess.Popen(
                self.command,
                env={**os.environ, **self.environment, SUPERVISOR: str(os.getpid())},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=self.files,
                start_new_session=True,  # Ctrl-C in a terminal is for the supervisor only
            )
        finally:
            if output is not None:
                os.close(output)
        self.restarts.note_start()

    def _keep_running(self) -> None:
        """Restarts the process whenever it ends, after a pause that grows with repeated failures."""
        while self.process is not None:
            self.process.wait()
            if self._stopped.wait(self.restarts.pause_s()):
                return
            try:
                with self._starting:
                    if self._stopped.is_set():
                        return
                    self._start()
                _log.warning("%s had ended and was started again", self.name)
            except OSError as error:
                _log.warning("%s cannot be started now: %s", self.name, error)

    def stop(self) -> None:
        """Asks the process to end, and kills it after `STOP_S` seconds."""
        with self._starting:
            self._stopped.set()
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def stop_all(children: Iterable[Child]) -> None:
    """Stops all processes at the same time."""
    threads = [threading.Thread(target=child.stop) for child in children]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def run_once(
    command: Sequence[str], environment: Mapping[str, str], files: tuple[int, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Runs a command of `shengji` until it ends. Returns its exit code and what it wrote to standard error."""
    return subprocess.run(
        [sys.executable, "-m", "service", *command],
        env={**os.environ, **environment, SUPERVISOR: str(os.getpid())},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        pass_fds=files,
        start_new_session=True,  # Ctrl-C in a terminal is for the supervisor only
    )


def start_once(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Starts a command of `shengji` that is not started again when it ends. It writes to our terminal."""
    return subprocess.Popen(
        [sys.executable, "-m", "service", *command],
        env={**os.environ, **environment, SUPERVISOR: str(os.getpid())},
        stdin=subprocess.DEVNULL,
        start_new_session=True,  # as above
    )


def end_with_supervisor() -> None:
    """Ends this process when its supervisor is gone, so that no process is left running."""
    supervisor = os.environ.get(SUPERVISOR)
    if supervisor is None or is_orphaned():
        return

    def watch() -> None:
        ends_within(int(supervisor), None)
        os.kill(os.getpid(), signal.SIGTERM)

    # A thread of the operating system, even if gevent replaces threads by greenlets.
    unpatched("_thread", "start_new_thread")(watch, ())


def is_orphaned() -> bool:
    """Returns whether this process had a supervisor, which is gone or is not its parent."""
    supervisor = os.environ.get(SUPERVISOR)
    return supervisor is not None and int(supervisor) != os.getppid()
