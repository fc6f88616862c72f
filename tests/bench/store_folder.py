"""The folder of a large store: its servers, what the store contains, and the commands that are run on it."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psutil
import psycopg
from rich.progress import Progress

from service.cli.bench import CHECKOUT
from service.platform.keys import new_key
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Keys, Settings
from service.platform.store.migrations import migrate
from service.wiring import Service, wire
from tests.bench.large_store import Filled, Filling
from tests.support.children import child

CONTENTS = "store.json"
"""The file that says what the store contains. It is written last, so a folder without it is not complete."""

LOOK_EVERY_S = 0.05


class NoStore(Exception):
    """The folder has no complete store, or another one than wanted. The message says what to do."""


class Ran(NamedTuple):
    """What a program took: seconds, processor seconds without those of PostgreSQL, and the most memory seen, in MB."""

    seconds: float
    cpu_s: float
    most_mb: float


class StoreServers(NamedTuple):
    """The running servers of a store.

    Attributes:
        folder: the folder.
        url: the URL of the database, for the owner of the schema.
        redis_url: the URL of Redis.
        programs: the folder with the programs of PostgreSQL.
    """

    folder: Path
    url: str
    redis_url: str
    programs: Path

    @contextmanager
    def service(self) -> Iterator[Service]:
        """Yields the parts of the service, in this process."""
        settings = Settings(database_url=self.url, redis_url=self.redis_url, secrets_keys=Keys(new_key()))
        service = wire(settings)
        try:
            yield service
        finally:
            service.close()

    def run(self, command: Sequence[str]) -> Ran:
        """Runs a program, whose messages and progress are shown. Raises `CalledProcessError` if it fails."""
        environment = os.environ | {
            "DATABASE_URL": self.url,
            "REDIS_URL": self.redis_url,
            "SECRETS_KEYS": new_key(),
            "DATA_DIR": str(self.folder),
        }
        began = time.perf_counter()
        most = 0
        with child(command, cwd=CHECKOUT, env=environment, stdout=subprocess.DEVNULL) as process:
            seen = psutil.Process(process.pid)
            # The system also knows the maximum, but begins it at the memory of the process that started the program.
            while not (ended := os.wait4(process.pid, os.WNOHANG))[0]:
                with suppress(psutil.NoSuchProcess):
                    most = max(most, seen.memory_info().rss)
                time.sleep(LOOK_EVERY_S)
            _, status, used = ended
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise subprocess.CalledProcessError(process.returncode, command)
        return Ran(time.perf_counter() - began, used.ru_utime + used.ru_stime, most / 1e6)

    def run_shengji(self, *arguments: str) -> Ran:
        """Runs a command of `shengji`."""
        return self.run([sys.executable, "-m", "service", *arguments])

    def rows(self, statement: str, arguments: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Returns the rows of a statement that the owner of the schema runs."""
        with psycopg.connect(self.url, autocommit=True) as owner:
            return owner.execute(statement.encode(), arguments).fetchall()


@contextmanager
def servers_of(folder: Path) -> Iterator[StoreServers]:
    """Runs PostgreSQL and Redis of a store, and updates its schema."""
    postgres, redis = EmbeddedPostgres(folder), EmbeddedRedis(folder)
    try:
        servers = StoreServers(folder, postgres.start(), redis.start(), postgres._programs)
        with psycopg.connect(servers.url, autocommit=True) as owner:
            migrate(owner, Settings().database_role)
        yield servers
    finally:
        redis.stop()
        postgres.stop()


def filled_store(folder: Path, commands: int, matches: int, progress: Progress) -> Filled:
    """Fills the store of a folder unless it is filled already, and returns what it contains.

    Raises:
        NoStore: the folder has a store of another size, or an incomplete one.
    """
    contents = folder / CONTENTS
    if contents.exists():
        known = Filled(**json.loads(contents.read_text()))
        if known.asked != commands:
            raise NoStore(f"{folder} has a store of {known.asked} commands: give --commands {known.asked}")
        return known
    if folder.exists() and any(folder.iterdir()):
        raise NoStore(f"{folder} has no complete store: delete it, or give a new folder")
    with servers_of(folder) as servers, servers.service() as service:
        filled = Filling(service, servers.url, progress).fill(commands, matches)
    contents.write_text(json.dumps(filled._asdict()))
    return filled
