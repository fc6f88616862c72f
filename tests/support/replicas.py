"""A primary with a streaming replica, and a service that reads from both."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg

from service.api_wiring import ApiService
from service.platform.lists import AFTER_ALL
from service.platform.read_replica import ReadReplica
from service.platform.settings import Settings
from service.platform.store.database import Row
from service.platform.store.migrations import migrate
from service.platform.store.replica import ReplicaDatabase
from service.tables.projections import TablesProjection
from tests.support.clusters import USER, Cluster
from tests.support.fixtures import PATIENT, SECRETS_KEYS, UNLIMITED, directory_for_servers, wired
from tests.support.waiting import until

LAG_S = 10.0


@dataclass
class Pair:
    """A primary and its streaming replica, with a migrated database."""

    primary: Cluster
    replica: Cluster

    def replica_url(self) -> str:
        return f"postgresql://{USER}@/shengji?host={self.replica.socket}"

    def settings(self, redis_url: str, **more: Any) -> Settings:
        """Returns settings that name both servers."""
        return Settings(
            **{
                "database_url": self.primary.url(),
                "read_replica_url": self.replica_url(),
                "redis_url": redis_url,
                "secrets_keys": SECRETS_KEYS,
                "log_requests": False,
                **UNLIMITED,
                **more,
            }
        )

    def pause(self) -> None:
        """Stops the replay of the replica. It still answers, from an older state."""
        self.replica.execute("SELECT pg_wal_replay_pause()")
        paused = [("paused",)]
        until(lambda: self.replica.execute("SELECT pg_get_wal_replay_pause_state()") == paused, "pause of the replay")

    def resume(self) -> None:
        self.replica.execute("SELECT pg_wal_replay_resume()")

    def meet(self) -> None:
        """Waits until the replica has replayed everything that the primary has written."""
        # Followers commit without waiting for the disk. This commit waits for it, and so for all before it.
        self.primary.execute("SELECT pg_logical_emit_message(true, 'test', '')")
        [(written,)] = self.primary.execute("SELECT pg_current_wal_lsn()::text")
        asked = f"SELECT pg_last_wal_replay_lsn() >= '{written}'::pg_lsn"
        until(lambda: self.replica.execute(asked) == [(True,)], "replay")


@contextmanager
def a_pair() -> Iterator[Pair]:
    """Yields a running primary and its replica."""
    with directory_for_servers() as directory:
        directory.chmod(0o755)
        primary = Cluster.made(directory)
        replica = primary.beside("replica")
        primary.configure(fsync="off", autovacuum="off")
        primary.start()
        try:
            primary.execute("CREATE DATABASE shengji")
            with psycopg.connect(primary.url(), autocommit=True) as connection:
                migrate(connection, "shengji_app")
            primary.copy_to(replica, standby=True)
            replica.start()
            yield Pair(primary, replica)
        finally:
            replica.stop()
            primary.stop()


class ObservedReplica(ReplicaDatabase):
    """A pool of connections to a replica that notes the statements it was asked, and those it has answered."""

    asked: list[str]
    answered: list[str]

    def run(self, name: str, arguments: Mapping[str, Any] | None = None) -> list[Row]:
        self.asked.append(name)
        rows = super().run(name, arguments)
        self.answered.append(name)
        return rows


@dataclass
class Reading:
    """A service whose late reads go to a replica that is checked only on demand, by a clock of the test.

    Attributes:
        seconds: what the clock of the checks shows.
    """

    service: ApiService
    pool: ObservedReplica
    seconds: float = 0.0
    replica: ReadReplica = field(init=False)

    def __post_init__(self) -> None:
        self.pool.asked, self.pool.answered = [], []
        self.replica = ReadReplica(self.service.database, self.pool, LAG_S, lambda: self.seconds)
        self.service.database.use_replica(self.replica.read)

    def check(self) -> bool:
        """Checks the replica, and returns whether the next late read goes there."""
        self.replica.check()
        before = len(self.pool.answered)
        self.service.ratings.pools()
        return self.pool.answered[before:] == ["rating_pools"]

    def follow(self, table: str) -> None:
        """Brings the lists of tables up to date on the primary, until they have this table."""
        follow(self.service, table)


def follow(service: ApiService, table: str) -> None:
    """Brings the lists of tables up to date on the primary of a service, until they have this table."""
    projection = TablesProjection(service.database, service.store)
    asked = {"before": AFTER_ALL, "status": None, "free": False, "limit": 100}

    def is_listed() -> bool:
        projection.catch_up()
        return table in [summary["id"] for (summary,) in service.database.read("list_tables", asked)]

    until(is_listed, "listed table")


@contextmanager
def reading(pair: Pair, redis_url: str, url: str | None = None) -> Iterator[Reading]:
    """Yields a service on this pair. `url` is that of the replica, if it is another one."""
    service = wired(pair.settings(redis_url, read_replica_url=""))
    pool = ObservedReplica(url or pair.replica_url(), role="shengji_app", connections=4, limits=PATIENT)
    made = Reading(service, pool)
    try:
        yield made
    finally:
        made.replica.close()
        service.close()
