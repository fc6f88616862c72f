"""Fixtures over real servers: one embedded PostgreSQL and Redis for the whole run, a fresh database for each module."""

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

from service.platform.limits import Limits
from service.platform.rate_limits import NAMES
from service.platform.runtime.postgres import EmbeddedPostgres
from service.platform.runtime.redis_server import EmbeddedRedis
from service.platform.settings import KEY_BYTES, Keys, Rate, Settings
from service.platform.sources import Sources
from service.platform.store.event_store import EventStore
from service.processes.app import create_app
from service.wiring import Service, house_bots, wire
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
"""For machines that hang for some seconds; nothing else waits in a test."""
SOURCES = Sources(SERVICE_CLOCK, RANDOMNESS)


CHEAP_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""The usual one takes 64 MB and some 100 ms for each password."""


def wired(settings: Settings, hasher: PasswordHasher = CHEAP_HASHER, limits: Limits = PATIENT) -> Service:
    """Returns a patient service with the clock and randomness of tests."""
    return wire(settings, limits=limits, sources=SOURCES, hasher=hasher)


def limited(service: Service, **limits: Any) -> Service:
    """Returns the same service with other limits for its jobs and for those who follow its log."""
    store = EventStore(service.database)
    store.limits = dataclasses.replace(service.limits, **limits)
    return dataclasses.replace(service, limits=store.limits, store=store)


@contextmanager
def another(settings: Settings, **limits: Any) -> Iterator[Service]:
    """Yields a further service with other limits, which all its parts have."""
    service = wired(settings, limits=dataclasses.replace(PATIENT, **limits))
    try:
        yield service
    finally:
        service.close()


@contextmanager
def directory_for_servers() -> Iterator[Path]:
    """Returns the data directory of servers: outside pytest's directories, which are closed to other users."""
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
    """Sets what tests need of their PostgreSQL server.

    Autovacuum writes by itself, and readers of the log wait for all writers: they would see the latest events late.
    Without fsync the server loses data only when the machine stops, which no test on this server does.
    """
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET autovacuum = off")
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")


@pytest.fixture(scope="session")
def databases(servers: tuple[str, str]) -> Databases:
    """Creates further databases on the server."""
    return Databases(servers[0])


@pytest.fixture(scope="module")
def database_url(databases: Databases) -> Iterator[str]:
    """A migrated database for each module."""
    url = databases.migrated()
    yield url
    databases.drop(url)


@pytest.fixture(scope="module")
def settings(database_url: str, servers: tuple[str, str]) -> Settings:
    """Settings for the servers of the tests, without limits, because all tests use one address."""
    return Settings(
        database_url=database_url, redis_url=servers[1], secrets_keys=SECRETS_KEYS, log_requests=False, **UNLIMITED
    )


@pytest.fixture(scope="module")
def hasher() -> PasswordHasher:
    """What hashes passwords."""
    return CHEAP_HASHER


@pytest.fixture(scope="module")
def limits() -> Limits:
    """The limits of the service."""
    return PATIENT


@pytest.fixture(scope="module")
def service(settings: Settings, hasher: PasswordHasher, limits: Limits) -> Iterator[Service]:
    """The parts of the service."""
    service = wired(settings, hasher, limits)
    service.accounts.keep_house_players(house_bots())
    service.start_hearing()
    yield service
    service.close()


@pytest.fixture(scope="module")
def api(service: Service) -> Api:
    """The API without a socket; every answer is checked against openapi.yaml."""
    return Api(create_app(service))


@pytest.fixture(scope="module")
def another_process(service: Service) -> Iterator[Api]:
    """The same API in another process with an empty cache."""
    other = wired(dataclasses.replace(service.settings))
    other.start_hearing()
    yield Api(create_app(other))
    other.close()
