"""What a run of the service has done, as counts, which do not depend on the speed or load of the machine."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, cast

import psutil
import psycopg
import redis

from tests.bench.measured_server import MeasuredServer

TRANSACTIONS = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()"


class Counts(NamedTuple):
    """Counts so far, or of a period.

    Attributes:
        conflicts: commands that were decided on an old table, and decided again.
        transactions: transactions of PostgreSQL, which are mostly single statements. Idle connections report theirs
            with a delay of some seconds.
        published: notifications that processes have sent through Redis.
        redis_commands: all commands to Redis.
        wakeups: how often the main threads of API processes have waited, and continued.
    """

    conflicts: float
    transactions: float
    published: float
    redis_commands: float
    wakeups: float

    def since(self, before: "Counts") -> "Counts":
        """Returns the counts after `before`."""
        return Counts(*(now - then for now, then in zip(self, before, strict=True)))


ROWS: list[tuple[str, Callable[[Counts], float]]] = [
    ("transactions of PostgreSQL", lambda each: each.transactions),
    ("commands to Redis", lambda each: each.redis_commands),
    ("notifications sent", lambda each: each.published),
    ("wake-ups of the API", lambda each: each.wakeups),
]
"""The counts that are shown for each command."""


def count(server: MeasuredServer) -> Counts:
    """Returns the counts of a server so far."""
    with psycopg.connect(server.database_url, autocommit=True) as connection:
        [(transactions,)] = connection.execute(TRANSACTIONS).fetchall()
    with redis.Redis.from_url(server.redis_url) as client:
        about = cast("dict[str, dict[str, Any]]", client.info("commandstats"))
    published = about.get("cmdstat_publish", {}).get("calls", 0)
    commands = sum(each["calls"] for each in about.values())
    return Counts(server.conflicts(), transactions, published, commands, float(_wakeups(server)))


def _wakeups(server: MeasuredServer) -> int:
    """Returns the voluntary context switches of all API processes."""
    switches = 0
    for name, pid in server.pids().items():
        if name.startswith("api") and pid is not None:
            with suppress(psutil.NoSuchProcess):
                switches += psutil.Process(pid).num_ctx_switches().voluntary
    return switches
