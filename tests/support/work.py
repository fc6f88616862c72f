"""The context of jobs in tests: an empty queue, and a service."""

import pytest

from service.platform.queue.job_queue import JobQueue
from service.wiring import Service
from service.worker_context import WorkerContext


@pytest.fixture
def queue(service: Service) -> JobQueue:
    """Returns an empty queue of jobs."""
    queue = JobQueue(service.settings.redis_url)
    queue.redis.flushdb()
    return queue


@pytest.fixture
def at_work(service: Service, queue: JobQueue) -> Service:
    """Makes the service and the empty queue the context of jobs. Returns the service."""
    WorkerContext.service = service
    WorkerContext.queue = queue
    return service
