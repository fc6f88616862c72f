"""No mail is lost by an emptied Redis or by workers that are killed or suspended.

What may happen is that a mail arrives twice; it has the same Message-ID then. No test waits for a retry: what is to be
tried again some time is made due in the database.
"""

import os
import signal
import sys
import threading

import pytest

from domain.kernel.instants import Instant
from service.notifications.mail.dispatch import MailDispatch
from service.notifications.mail.jobs import send_mails
from service.notifications.mail.sender import MailSender
from service.platform.queue.job_queue import JobQueue
from service.processes.worker import work
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api, User
from tests.support.children import child, end
from tests.support.mail_faults import PATIENCE_S, invite
from tests.support.post import (
    PostOffice,
    deliver,
    mails,
    time_passes,
)
from tests.support.waiting import until


@pytest.fixture
def dispatch(service: Service, queue: JobQueue) -> MailDispatch:
    """The dispatcher. Its clock stands, so a lost job stays lost, however long a test takes."""
    return MailDispatch(service.database, queue, kept_days=30, clock=lambda: Instant(0))


def test_mails_are_sent_only_by_the_mail_worker(
    api: Api, service: Service, office: PostOffice, queue: JobQueue, dispatch: MailDispatch, ada: User
):
    invite(api, service, ada)
    assert dispatch.queue_due() == 1
    assert dispatch.queue_due() == 0
    work(service, ["tables", "webhooks"], burst=True)
    assert office.taken == []
    work(service, ["mail"], burst=True)
    assert len(office.taken) == 1
    assert dispatch.queue_due() == 0


def test_mails_are_sent_after_redis_is_emptied(
    api: Api, service: Service, office: PostOffice, queue: JobQueue, dispatch: MailDispatch, ada: User
):
    invite(api, service, ada)
    dispatch.queue_due()
    queue.redis.flushall()

    assert dispatch.queue_due() == 1
    work(service, burst=True)
    assert len(office.taken) == 1


def test_two_workers_send_no_mail_twice(
    api: Api, service: Service, office: PostOffice, ada: User, invited_often: Service
):
    for _ in range(6):
        invite(api, service, ada)
    WorkerContext.service = invited_often
    WorkerContext.mail_sender = MailSender(service.settings)
    sent: list[int] = []
    workers = [threading.Thread(target=lambda: sent.append(send_mails())) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    # A worker that finds a mail taken by another skips it, although it was due.
    sent.append(send_mails())

    assert sum(sent) == 6
    ids = [str(mail.message["Message-ID"]) for mail in office.taken]
    assert len(set(ids)) == len(ids) == 6


def test_a_worker_killed_after_sending_sends_again_with_the_same_id(
    api: Api, service: Service, office: PostOffice, queue: JobQueue, dispatch: MailDispatch, ada: User
):
    here, go_on = threading.Event(), threading.Event()

    def hold() -> str:
        here.set()
        go_on.wait(PATIENCE_S)
        return "250 OK"

    office.answers["DATA"] = [hold]
    invite(api, service, ada)
    dispatch.queue_due()
    settings = service.settings
    environment = {
        "DATABASE_URL": settings.database_url,
        "REDIS_URL": settings.redis_url,
        "SMTP_HOST": settings.smtp_host,
        "SMTP_PORT": str(settings.smtp_port),
        "SMTP_SECURITY": "none",
        "SMTP_TIMEOUT_S": "20",
        "MAIL_FROM": settings.mail_from,
        "PUBLIC_ADDRESS": settings.public_address,
        "SECRETS_KEYS": settings.secrets_keys,
    }
    command = [sys.executable, "-m", "service", "work", "mail"]
    try:
        with child(command, env={**os.environ, **environment}) as worker:
            assert here.wait(PATIENCE_S)
            end(worker, signal.SIGKILL)
    finally:
        go_on.set()
    until(lambda: len(office.taken) == 1, "mail")
    assert mails(service, ada)[-1][1] == "pending"
    time_passes(service)
    assert deliver(service) == 1

    first, second = (str(mail.message["Message-ID"]) for mail in office.taken)
    assert first == second
    assert deliver(service) == 0


def test_a_worker_suspended_for_too_long_undoes_nothing(api: Api, service: Service, office: PostOffice, ada: User):
    """It notices a failure after another worker has sent the mail: the mail stays sent."""
    held, go_on = threading.Event(), threading.Event()

    def hold() -> str:
        held.set()
        go_on.wait(PATIENCE_S)
        return "451 try again later"

    office.answers["DATA"] = [hold]
    invite(api, service, ada)
    WorkerContext.service = service
    slow = threading.Thread(target=lambda: deliver(service))
    slow.start()
    assert held.wait(PATIENCE_S)
    time_passes(service)
    with service.database.session() as session:
        session.execute(
            "UPDATE shengji.mail SET claims = claims + 1, state = 'sent', settled_at = now(),"
            " next_attempt_at = NULL WHERE state = 'pending'"
        )
    go_on.set()
    slow.join()

    assert mails(service, ada)[-1][:2] == ("invitation", "sent")


def test_a_mail_undeliverable_for_days_is_given_up_and_old_mails_are_deleted(
    api: Api, service: Service, office: PostOffice, dispatch: MailDispatch, ada: User
):
    invite(api, service, ada)
    with service.database.session() as session:
        session.execute("UPDATE shengji.mail SET created_at = now() - interval '4 days' WHERE kind = 'invitation'")
    dispatch.forget()
    assert ("invitation", "failed", None) in mails(service, ada)
    with service.database.session() as session:
        session.execute("UPDATE shengji.mail SET settled_at = now() - interval '31 days' WHERE kind = 'invitation'")

    assert dispatch.forget() == 1
    assert [kind for kind, _, _ in mails(service, ada)] == ["confirm"]
