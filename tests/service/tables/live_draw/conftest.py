"""A worker and a scheduler of tables with an empty queue."""

import pytest

from service.platform.queue.job_queue import JobQueue
from service.tables.dispatch import TableDispatch
from service.worker_context import WorkerContext
from tests.support.live_draws import GRACE_S


@pytest.fixture
def queue(settings) -> JobQueue:
    queue = JobQueue(settings.redis_url)
    queue.redis.flushdb()
    return queue


@pytest.fixture
def dispatch(service, queue: JobQueue) -> TableDispatch:
    """The scheduler of the tests. Clocks of other tests have expired."""
    with service.database.session() as session:
        session.execute("UPDATE shengji.head SET clock_due_at = NULL")
    return TableDispatch(service.database, service.store, queue, bot_grace_s=GRACE_S)


@pytest.fixture(autouse=True)
def workshop(service, queue: JobQueue) -> None:
    WorkerContext.service = service
    WorkerContext.queue = queue
