"""A worker and a scheduler of tables with an empty queue."""

from types import SimpleNamespace

import pytest

from service.platform.queue.job_queue import JobQueue
from service.tables.dispatch import TableDispatch
from service.worker_context import WorkerContext
from tests.support.fixtures import limited


@pytest.fixture
def queue(settings) -> JobQueue:
    queue = JobQueue(settings.redis_url)
    queue.redis.flushdb()
    return queue


@pytest.fixture(autouse=True)
def at_work(service, queue: JobQueue) -> None:
    """The context of the jobs. A job has no time left, so it makes one move per table."""
    WorkerContext.service = limited(service, job_s=-1.0, bots_job_s=-1.0)
    WorkerContext.queue = queue


@pytest.fixture
def dispatch(service, queue: JobQueue, clock: SimpleNamespace) -> TableDispatch:
    dispatch = TableDispatch(service.database, service.store, queue, bot_grace_s=1.0, monotonic=lambda: clock.now)
    while dispatch.catch_up():
        pass
    queue.redis.flushdb()
    return dispatch


@pytest.fixture
def clock() -> SimpleNamespace:
    """The dispatcher's clock in seconds; it continues when `now` is set."""
    return SimpleNamespace(now=0.0)
