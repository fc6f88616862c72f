"""A worker, a dispatcher and a receiver of webhooks."""

from collections.abc import Iterator

import pytest

from domain.kernel.instants import Instant
from service.notifications.webhooks.context import WebhookContext
from service.notifications.webhooks.dispatch import WebhookDispatch
from service.notifications.webhooks.sender import Sender
from service.platform.queue.job_queue import JobQueue
from service.platform.settings import Settings
from service.wiring import Service
from tests.support.api import Api
from tests.support.clock import MovableClock
from tests.support.receiver import Hook, Receiver, for_development, hook, receiving
from tests.support.webhook_faults import TIMEOUT_S


@pytest.fixture(scope="module")
def settings(database_url: str, servers: tuple[str, str]) -> Settings:
    """Development settings."""
    return for_development(database_url, servers[1], TIMEOUT_S)


@pytest.fixture
def queue(settings: Settings) -> JobQueue:
    queue = JobQueue(settings.redis_url)
    queue.redis.flushdb()
    return queue


@pytest.fixture(autouse=True)
def workshop(service: Service) -> None:
    WebhookContext.basics = service
    WebhookContext.sender = Sender(service.webhooks.guard, TIMEOUT_S)


@pytest.fixture
def dispatch_clock() -> MovableClock:
    """The clock of the dispatcher. It stands, so a lost job stays lost until a test moves it."""
    clock = MovableClock()
    clock.stop_at(Instant(0))
    return clock


@pytest.fixture
def dispatch(service: Service, queue: JobQueue, dispatch_clock: MovableClock) -> WebhookDispatch:
    """The dispatcher."""
    with service.database.session() as session:
        session.execute("DELETE FROM shengji.delivery")
    return WebhookDispatch(service.database, queue, kept_days=30, clock=dispatch_clock)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def mine(api: Api, receiver: Receiver) -> Hook:
    """Creates a webhook for the receiver."""
    return hook(api.sign_up(), receiver.url)
