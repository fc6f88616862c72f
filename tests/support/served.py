"""`shengji serve` as a process of its own, over the servers of the tests: for whatever needs real sockets."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.settings import Settings
from tests.support.fixtures import directory_for_servers
from tests.support.receiver import nobody

WAIT_S = 180.0


class Served:
    """A served API, its log and its process."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process, self.port, self.log = process, port, log
        self.address = f"http://127.0.0.1:{port}"

    def stop(self) -> int:
        """Tells it to stop, and returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(WAIT_S)


@contextmanager
def served(settings: Settings, **variables: str) -> Iterator[Served]:
    """A process that serves by these settings; `variables` are added to its environment."""
    with directory_for_servers() as directory:
        log = directory / "api.log"
        port = nobody()
        environment = {
            **os.environ,
            "DATABASE_URL": settings.database_url,
            "REDIS_URL": settings.redis_url,
            "PORT": str(port),
            "SECRETS_KEYS": settings.secrets_keys,
            **variables,
        }
        with log.open("wb") as file:
            process = subprocess.Popen([sys.executable, "-m", "service", "serve"], env=environment, stderr=file)
        try:
            until = time.monotonic() + WAIT_S
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    assert time.monotonic() < until, log.read_text()
                    time.sleep(0.05)
            yield Served(process, port, log)
        finally:
            process.terminate()
            process.wait(WAIT_S)
