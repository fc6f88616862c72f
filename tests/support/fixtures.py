"""Fixtures with real servers: one embedded PostgreSQL and Redis for the run, and a new database for each module."""

import base64
import dataclasses
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from argon2 import PasswordHasher

from domain.games.bots import BOT_NAMES
from service.api_wiring import ApiService, for_requests
from service.platform.keys import KEY_BYTES
from service.platform.limits import Limits
from service.platform.rate_limits import NAMES
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import Keys, Rate, Settings
from service.platform.sources import Sources
from service.platform.store.event_store import EventStore
from service.processes.app import create_app
from service.wiring import Service, wire
from tests.support.api import Api
from tests.support.chance import RANDOMNESS
from tests.support.clock import SERVICE_CLOCK
from tests.support.databases import Databases

SECRETS_KEYS = Keys(base64.urlsafe_b64encode(RANDOMNESS.token_bytes(KEY_BYTES)).decode())
UNLIMITED = {f"rate_limit_{name}": Rate("") for name in NAMES}
PATIENT = Limits(
    connection_s=60.0,
    idle_transaction_s=60.0,
    command_s=60.0,
    command_attempts=100,
    job_s=60.0,
    webhooks_s=60.0,
    mails_s=60.0,
)
"""Long time limits, because a machine may hang for some seconds."""
SOURCES = Sources(SERVICE_CLOCK, RANDOMNESS)


CHEAP_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""A hasher for tests. The default one takes 64 MB and about 100 ms for each password."""


def wired(settings: Settings, hasher: PasswordHasher = CHEAP_HASHER, limits: Limits = PATIENT) -> ApiService:
    """Returns a service with long time limits and the clock and randomness of tests."""
    return for_requests(wire(settings, limits=limits, sources=SOURCES, hasher=hasher))


def limited(service: Service, **limits: Any) -> Service:
    """Returns the service with other limits for its jobs and for the readers of its log."""
    store = EventStore(service.database)
    store.limits = dataclasses.replace(service.limits, **limits)
    return dataclasses.replace(service, limits=store.limits, store=store)


@contextmanager
def another(settings: Settings, **limits: Any) -> Iterator[Service]:
    """Yields another service. All its parts have these limits."""
    service = wired(settings, limits=dataclasses.replace(PATIENT, **limits))
    try:
        yield service
    finally:
        service.close()


@contextmanager
def directory_for_servers() -> Iterator[Path]:
    """Yields a directory for the data of servers. Other users can read it, unlike the directories of pytest."""
    with tempfile.TemporaryDirectory(prefix="shengji-", ignore_cleanup_errors=True) as directory:
        yield Path(directory)


@pytest.fixture(scope="session")
def servers() -> Iterator[tuple[str, str]]:
    """Yields the URLs of a PostgreSQL server (its first database) and of a Redis server."""
    with directory_for_servers() as directory:
        postgres, redis = EmbeddedPostgres(directory), EmbeddedRedis(directory)
        try:
            url = postgres.start()
            tune(url)
            yield url, redis.start()
        finally:
            redis.stop()
            postgres.stop()


def tune(url: str) -> None:
    """Configures a PostgreSQL server for tests.

    Autovacuum is off, because it writes. Readers of the log wait for all writers, so they would see new events late.
    Fsync is off, because the server then loses data only if the machine stops. No test on this server tests that.
    """
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET autovacuum = off")
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")


@pytest.fixture(scope="session")
def databases(servers: tuple[str, str]) -> Databases:
    """Returns an object that creates databases on the server."""
    return Databases(servers[0])


@pytest.fixture(scope="module")
def database_url(databases: Databases) -> Iterator[str]:
    """Yields the URL of a migrated database, a new one for each module."""
    url = databases.migrated()
    yield url
    databases.drop(url)


@pytest.fixture(scope="module")
def settings(database_url: str, servers: tuple[str, str]) -> Settings:
    """Returns settings for the servers of the tests. They have no rate limits, because all tests use one address."""
    return Settings(
        database_url=database_url, redis_url=servers[1], secrets_keys=SECRETS_KEYS, log_requests=False, **UNLIMITED
    )


@pytest.fixture(scope="module")
def hasher() -> PasswordHasher:
    """Returns the hasher of passwords."""
    return CHEAP_HASHER


@pytest.fixture(scope="module")
def limits() -> Limits:
    """Returns the limits of the service."""
    return PATIENT


@pytest.fixture(scope="module")
def service(settings: Settings, hasher: PasswordHasher, limits: Limits) -> Iterator[Service]:
    """Yields the parts of the service."""
    service = wired(settings, hasher, limits)
    service.accounts.keep_house_players(BOT_NAMES)
    service.start_hearing()
    yield service
    service.close()


@pytest.fixture(scope="module")
def api(service: Service) -> Api:
    """Returns the API without a socket. Every answer is checked against openapi.yaml."""
    return Api(create_app(service))


@pytest.fixture(scope="module")
def another_process(service: Service) -> Iterator[Api]:
    """Yields the same API with an empty cache and its own notifier, as in another process."""
    other = wired(dataclasses.replace(service.settings))
    other.start_hearing()
    yield Api(create_app(other))
    other.close()


@pytest.fixture
def statements_read(service: Service, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the statements that read from now on."""
    honest, names = service.database.read, []

    def counted(name: str, *given: Any, **more: Any) -> Any:
        names.append(name)
        return honest(name, *given, **more)

    monkeypatch.setattr(service.database, "read", counted)
    return names
