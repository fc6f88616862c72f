"""What is measured on a large store without the API: sizes, maintenance commands, backups and idle followers."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from service.platform.queue.job_queue import JobQueue
from service.platform.store.follower_loop import FollowerLoop
from service.processes.scheduler import followers_of
from service.tables.dispatch import TableDispatch
from tests.bench.figures import percentile
from tests.bench.store_folder import StoreServers

MB = 1_000_000
SHOWN_FROM_MB = 0.1
"""Tables and indexes below this size are not listed one by one."""
ROUNDS = 200


class Figure(NamedTuple):
    """A measured figure: the part, what was measured, and the result with its unit."""

    part: str
    what: str
    result: str


_SIZES = """
SELECT c.oid::regclass::text, pg_table_size(c.oid), pg_indexes_size(c.oid)
FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind = 'r' AND n.nspname IN ('shengji', 'shengji_read') ORDER BY pg_total_relation_size(c.oid) DESC
"""
_INDEXES = """
SELECT i.indexrelid::regclass::text, pg_relation_size(i.indexrelid) FROM pg_index AS i
WHERE i.indrelid IN ('shengji.event'::regclass, 'shengji.head'::regclass)
ORDER BY pg_relation_size(i.indexrelid) DESC
"""


def sizes(servers: StoreServers) -> Iterator[Figure]:
    """Yields the size of the database, of its larger tables, and of the indexes of the log and of heads."""
    [(whole,)] = servers.rows("SELECT pg_database_size(current_database())")
    yield Figure("size", "database", _mb(whole))
    others = 0
    for name, table, indexes in servers.rows(_SIZES):
        if table + indexes < SHOWN_FROM_MB * MB:
            others += table + indexes
            continue
        [(count,)] = servers.rows(f"SELECT count(*) FROM {name}")
        yield Figure("size", name, f"{count:,} rows, {_mb(table)}, indexes {_mb(indexes)}")
    yield Figure("size", "all other tables", _mb(others))
    for name, size in servers.rows(_INDEXES):
        if size >= SHOWN_FROM_MB * MB:
            yield Figure("size", f"index {name}", _mb(size))


def backup(servers: StoreServers) -> Iterator[Figure]:
    """Yields the time and the size of a base backup and of a dump. Both are deleted."""
    place = servers.folder / "backup"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    commands = {
        "pg_basebackup": ["-d", servers.url, "-D", str(place / "base"), "-X", "stream", "-c", "fast"],
        "pg_dump": ["--format=custom", f"--file={place / 'dump'}", servers.url],
    }
    try:
        for name, arguments in commands.items():
            before = _size_of(place)
            ran = servers.run([str(servers.programs / name), *arguments])
            yield Figure("backup", name, f"{ran.seconds:.1f} s, {_mb(_size_of(place) - before)}")
    finally:
        shutil.rmtree(place)


def check(servers: StoreServers) -> Iterator[Figure]:
    """Yields what `shengji db check` takes."""
    yield _command(servers, "check", "db", "check")


def rebuild(servers: StoreServers) -> Iterator[Figure]:
    """Yields what `shengji projections rebuild` takes."""
    yield _command(servers, "rebuild", "projections", "rebuild")


def idle(servers: StoreServers) -> Iterator[Figure]:
    """Yields what a round of all followers takes when the log has nothing new."""
    with servers.service() as service:
        database, store = service.database, service.store
        queue = JobQueue(servers.redis_url)
        dispatch = TableDispatch(database, store, queue, service.settings.bot_grace_s)
        loop = FollowerLoop(database, store, dispatch, followers_of(service))
        loop.begin()
        took = []
        for _ in range(ROUNDS):
            began = time.perf_counter()
            loop.read()
            loop.apply()
            took.append(time.perf_counter() - began)
            if loop.has_events:
                raise RuntimeError("the log has new events: no other process may write meanwhile")
    yield Figure("idle", "round of all followers", spread(took))


def spread(seconds: list[float]) -> str:
    """Returns the median and the 99th percentile of times as text."""
    return f"p50 {median(seconds) * 1000:.2f} ms, p99 {percentile(seconds, 0.99) * 1000:.2f} ms"


def _command(servers: StoreServers, part: str, *arguments: str) -> Figure:
    ran = servers.run_shengji(*arguments)
    what = f"shengji {' '.join(arguments)}"
    return Figure(part, what, f"{ran.seconds:.1f} s, {ran.cpu_s:.1f} s of Python, at most {ran.most_mb:.0f} MB")


def _size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _mb(size: int) -> str:
    return f"{size / MB:,.1f} MB"
