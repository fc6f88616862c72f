"""Fixtures over real servers: one embedded PostgreSQL and Redis for the whole run, a fresh database for each module."""

import dataclasses
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from service.api.app import create_app
from service.rate_limits import NAMES
from service.runtime.postgres import EmbeddedPostgres
from service.runtime.redis_server import EmbeddedRedis
from service.settings import Keys, Rate, Settings
from service.store.migrations import migrate
from service.store.vault import new_key
from service.wiring import Service, house_bots, wire
from tests.support.api import Api

SECRETS_KEYS = Keys(new_key())
UNLIMITED = {f"rate_limit_{name}": Rate("") for name in NAMES}


@contextmanager
def directory_for_servers() -> Iterator[Path]:
    """Where servers keep their data: not below pytest's directories, which every run closes to other users again."""
    with tempfile.TemporaryDirectory(prefix="shengji-", ignore_cleanup_errors=True) as directory:
        yield Path(directory)


@pytest.fixture(scope="session")
def servers() -> Iterator[tuple[str, str]]:
    """The URLs of a PostgreSQL (its first database) and of a Redis."""
    with directory_for_servers() as directory:
        postgres, redis = EmbeddedPostgres(directory), EmbeddedRedis(directory)
        try:
            url = postgres.start()
            leave_tables_alone(url)
            yield url, redis.start()
        finally:
            redis.stop()
            postgres.stop()


def leave_tables_alone(url: str) -> None:
    """Lets the server not look after tables by itself: it writes for that, and who reads the log waits for all writers.

    Then nothing is seen for a moment of what has just been written, wherever a test has come to.
    """
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET autovacuum = off")
        connection.execute("SELECT pg_reload_conf()")


@pytest.fixture(scope="module")
def database_url(servers: tuple[str, str]) -> Iterator[str]:
    """A migrated database of its own."""
    url = servers[0]
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    fresh = url.replace("/shengji?", f"/{name}?")
    with psycopg.connect(fresh, autocommit=True) as connection:
        migrate(connection, "shengji_app")
    yield fresh
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture(scope="module")
def settings(database_url: str, servers: tuple[str, str]) -> Settings:
    """Settings that use the servers of the tests, without limits: all tests come from one address, and fast."""
    return Settings(
        database_url=database_url, redis_url=servers[1], secrets_keys=SECRETS_KEYS, log_requests=False, **UNLIMITED
    )


@pytest.fixture(scope="module")
def service(settings: Settings) -> Iterator[Service]:
    """The parts of the service."""
    service = wire(settings)
    service.accounts.keep_house_players(house_bots())
    service.start_hearing()
    yield service
    service.close()


@pytest.fixture(scope="module")
def api(service: Service) -> Api:
    """The API without a socket; every answer is held against openapi.yaml."""
    return Api(create_app(service))


@pytest.fixture(scope="module")
def another_process(service: Service) -> Iterator[Api]:
    """The same API as another process has it, with nothing at hand."""
    other = wire(dataclasses.replace(service.settings))
    other.start_hearing()
    yield Api(create_app(other))
    other.close()
