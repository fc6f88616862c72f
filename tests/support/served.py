"""`shengji serve` as a process with the servers of the tests, for tests that need sockets."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.platform.settings import Settings
from tests.support.children import child, end
from tests.support.fixtures import directory_for_servers
from tests.support.receiver import nobody
from tests.support.waiting import until


class Served:
    """A served API, its log and its process."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process, self.port, self.log = process, port, log
        self.address = f"http://127.0.0.1:{port}"

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stops the process and returns its exit code."""
        return end(self.process, number)


@contextmanager
def served(settings: Settings, **variables: str) -> Iterator[Served]:
    """Yields a process that serves with these settings. `variables` are added to its environment."""
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
        with (
            log.open("wb") as file,
            child([sys.executable, "-m", "service", "serve"], env=environment, stderr=file) as process,
        ):
            until(lambda: process.poll() is not None or _answers(port), f"answer; log: {log}")
            assert process.poll() is None, log.read_text()
            yield Served(process, port, log)


def _answers(port: int) -> bool:
    """Returns whether a process answers. Its socket accepts connections before that."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return bool(connection.recv(1))
    except OSError:
        return False
