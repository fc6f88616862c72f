"""Services for recordings: each scene has a database, a clock and randomness of its own."""

import dataclasses
import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from domain.games.bots import BOT_NAMES
from service.api_wiring import for_requests
from service.platform.queue.job_queue import JobQueue
from service.platform.settings import Settings
from service.platform.sources import Sources
from service.platform.store.database import Database
from service.processes.app import create_app
from service.wiring import wire
from service.worker_context import WorkerContext
from tests.contract.recording.frozen_time import DatabaseClock, RecordingConnection
from tests.contract.recording.recorder import Examples, RecordedChance, Recorder, RecordingClock, Scene, merged
from tests.support.chance import CHANCE
from tests.support.databases import Databases
from tests.support.fixtures import CHEAP_HASHER, PATIENT, SECRETS_KEYS, UNLIMITED
from tests.support.post import PUBLIC

HEARTBEAT_S = 0.2
"""The time between two heartbeats of an idle stream. It is short, because a scene waits for one."""


class Stage:
    """Makes services on the servers of the recording."""

    def __init__(self, databases: Databases, redis_url: str) -> None:
        self._databases = databases
        self._redis_url = redis_url

    @contextmanager
    def opened(self, name: str, **settings: Any) -> Iterator[Recorder]:
        """Yields a recorder on a new service with an empty database. `name` determines what is random."""
        random.seed(name)
        CHANCE.begin(name)
        url = self._databases.migrated()
        of_database = DatabaseClock(url)
        clock = RecordingClock(of_database)
        known: dict[str, Any] = {"secrets_keys": SECRETS_KEYS, "log_requests": False, "public_address": PUBLIC}
        wanted = Settings(database_url=url, redis_url=self._redis_url, **{**known, **UNLIMITED, **settings})
        limits = dataclasses.replace(PATIENT, heartbeat_s=HEARTBEAT_S)
        sources = Sources(clock, RecordedChance(name, clock))
        opened = partial(Database, connection_class=RecordingConnection)
        wiring = wire(wanted, limits=limits, sources=sources, hasher=CHEAP_HASHER, open_database=opened)
        service = for_requests(wiring)
        service.accounts.keep_house_players(BOT_NAMES)
        WorkerContext.service, WorkerContext.queue = service, JobQueue(self._redis_url)
        WorkerContext.queue.redis.flushdb()
        try:
            yield Recorder(create_app(service), service, clock)
        finally:
            service.close()
            of_database.close()
            self._databases.drop(url)

    def examples(self, scenes: Iterable[Scene]) -> Examples:
        """Returns the examples of scenes."""
        return merged([self._recorded(scene) for scene in scenes])

    def _recorded(self, scene: Scene) -> Examples:
        with self.opened(scene.__name__, **getattr(scene, "settings", {})) as recorder:
            scene(recorder)
            return recorder.kept
