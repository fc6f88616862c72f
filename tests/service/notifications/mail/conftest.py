"""A server that sends mails, and its empty queues."""

import pytest

from service.notifications.mail.dispatch import MailDispatch
from service.platform.queue.job_queue import JobQueue
from service.platform.settings import Settings
from service.wiring import Service
from tests.support.post import PostOffice, follow


@pytest.fixture(scope="module")
def settings(mail_settings: Settings) -> Settings:
    return mail_settings


@pytest.fixture
def office(service: Service, offices: tuple[PostOffice, int]) -> PostOffice:
    """The mail server with no pending mails."""
    follow(service, None)
    with service.database.session() as session:
        session.execute("DELETE FROM shengji.mail")
        session.execute("DELETE FROM shengji.mail_asked")
        session.execute("UPDATE shengji.mail_server SET rests_until = '-infinity', failures = 0")
    offices[0].taken.clear()
    return offices[0]


@pytest.fixture
def dispatch(service: Service) -> MailDispatch:
    """The queue for mails and digests; digests of other tests are in the past."""
    queue = JobQueue(service.settings.redis_url)
    queue.redis.flushdb()
    with service.database.session() as session:
        session.execute("UPDATE shengji.mailbox SET digest_at = NULL")
    return MailDispatch(service.database, queue, kept_days=30)
