"""A worker, the owner of the database, and no boards of earlier tests."""

from collections.abc import Iterator

import psycopg
import pytest

from service.platform.queue.job_queue import JobQueue
from service.platform.settings import Settings
from service.wiring import Service
from service.worker_context import WorkerContext


@pytest.fixture(autouse=True)
def at_work(service: Service, settings: Settings) -> None:
    WorkerContext.service, WorkerContext.queue = service, JobQueue(settings.redis_url)


@pytest.fixture
def owner(database_url: str) -> Iterator[psycopg.Connection]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        yield connection


@pytest.fixture(autouse=True)
def no_boards_of_others(owner: psycopg.Connection) -> None:
    """Prevents boards of earlier tests from being given to anybody."""
    owner.execute("UPDATE shengji.board SET closes_at = now() WHERE closes_at > now()")
