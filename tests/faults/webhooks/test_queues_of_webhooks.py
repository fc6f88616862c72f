"""Queued deliveries are sent in a fair order, and none is lost with Redis or a job.

No test waits for a retry: what is to be tried again some time is made due in the database.
"""

import time

import pytest
import redis

from domain.kernel.instants import MINUTE_MS, Instant
from service.notifications.webhooks.dispatch import WebhookDispatch
from service.platform.queue.job_queue import QUEUES, JobQueue
from service.processes.jobs import JOBS
from service.processes.worker import work
from service.wiring import Service
from tests.support.api import Api
from tests.support.clock import MovableClock
from tests.support.fixtures import limited
from tests.support.receiver import Handler, Hook, Receiver, hook, nobody, pass_time, receiving, tell


def waiting(queue: JobQueue) -> list[str]:
    """Returns the jobs for webhooks in the order of their execution."""
    return [job_id for name in QUEUES["webhooks"] for job_id in queue.queues[name].job_ids]


def test_a_webhook_with_pending_deliveries_is_queued_once(
    service: Service, queue: JobQueue, dispatch: WebhookDispatch, receiver: Receiver, mine: Hook
):
    for _ in range(3):
        tell(service, mine.owner.id)

    assert dispatch.queue_due() == 1
    assert dispatch.queue_due() == 0
    assert len(waiting(queue)) == 1
    assert queue.queues["tables"].job_ids == [], "turns of bots do not wait behind it"
    work(service, ["tables"], burst=True)
    assert receiver.received == []
    work(service, ["webhooks"], burst=True)
    assert len(receiver.received) == 3
    assert dispatch.queue_due() == 0


def test_turns_are_processed_before_webhooks(
    service: Service, queue: JobQueue, dispatch: WebhookDispatch, mine: Hook, receiver: Receiver, monkeypatch
):
    done = []

    def note(handler: Handler) -> None:
        done.append("webhook")
        handler.send_response(204)
        handler.end_headers()

    monkeypatch.setitem(JOBS, "service.jobs.bot_turns.play_bot_turns", lambda *_: done.append("turn"))
    receiver.answers = [note]
    tell(service, mine.owner.id)
    dispatch.queue_due()
    queue.put_bot_turn("tbl_" + "0" * 26, 1, alone=False)

    work(service, burst=True)

    assert done == ["turn", "webhook"]


def test_deliveries_are_sent_after_redis_is_emptied(
    service: Service, queue: JobQueue, dispatch: WebhookDispatch, receiver: Receiver, mine: Hook
):
    numbers = [tell(service, mine.owner.id) for _ in range(3)]
    assert dispatch.queue_due() == 1
    queue.redis.flushall()
    assert waiting(queue) == []

    assert dispatch.queue_due() == 1
    work(service, burst=True)

    assert [each.payload["number"] for each in receiver.received] == numbers


def test_a_job_lost_before_it_started_is_queued_again(
    service: Service,
    queue: JobQueue,
    dispatch: WebhookDispatch,
    dispatch_clock: MovableClock,
    receiver: Receiver,
    mine: Hook,
):
    tell(service, mine.owner.id)
    dispatch.queue_due()
    queue.queues["webhooks"].pop_job_id()  # A worker took the job and died with it: its id stays in use.
    assert dispatch.queue_due() == 0

    dispatch_clock.stop_at(Instant(MINUTE_MS))
    assert dispatch.queue_due() == 1
    work(service, burst=True)

    assert len(receiver.received) == 1


@pytest.mark.slow
def test_a_failed_webhook_waits_until_all_others_were_served(
    api: Api, service: Service, queue: JobQueue, dispatch: WebhookDispatch, receiver: Receiver, mine: Hook
):
    dead = hook(api.sign_up(), f"http://127.0.0.1:{nobody()}/")
    tell(service, dead.owner.id)
    dispatch.queue_due()
    work(service, burst=True)
    tell(service, dead.owner.id)
    pass_time(service)
    tell(service, mine.owner.id)

    assert dispatch.queue_due() == 2

    assert [job_id.split("-")[1] for job_id in waiting(queue)] == [mine.id, dead.id]
    assert queue.waiting_webhooks() == 2
    work(service, burst=True)
    assert len(receiver.received) == 1


def test_jobs_do_not_accumulate_without_workers(
    service: Service, queue: JobQueue, dispatch_clock: MovableClock, receiver: Receiver, mine: Hook
):
    dispatch = WebhookDispatch(service.database, queue, kept_days=30, clock=dispatch_clock, due_limit=2)
    tell(service, mine.owner.id)
    for minute in range(5):
        dispatch_clock.stop_at(Instant(minute * MINUTE_MS))
        dispatch.queue_due()
    assert len(waiting(queue)) == 2

    work(service, burst=True)
    assert len(receiver.received) == 1


def test_nothing_is_lost_while_redis_is_down(service: Service, receiver: Receiver, mine: Hook, tmp_path, dispatch):
    tell(service, mine.owner.id)
    away = WebhookDispatch(service.database, JobQueue(f"unix://{tmp_path}/no-redis-here.sock"), kept_days=30)

    with pytest.raises(redis.RedisError):
        away.queue_due()

    assert dispatch.queue_due() == 1
    work(service, burst=True)
    assert len(receiver.received) == 1


def test_a_slow_receiver_uses_a_limited_share_of_a_worker(
    api: Api, service: Service, queue: JobQueue, dispatch: WebhookDispatch, receiver: Receiver, monkeypatch
):
    hasty = limited(service, webhooks_s=0.1)

    def slowly(handler: Handler) -> None:
        time.sleep(0.15)  # Uses up the time of the job.
        handler.send_response(204)
        handler.end_headers()

    slow = hook(api.sign_up(), receiver.url)
    receiver.answers = [slowly] * 3
    for _ in range(3):
        tell(service, slow.owner.id)
    with receiving() as other:
        prompt = hook(api.sign_up(), other.url)
        tell(service, prompt.owner.id)

        assert dispatch.queue_due() == 2
        work(hasty, burst=True)
        assert (len(receiver.received), len(other.received)) == (1, 1)

    for sent in (2, 3):
        assert dispatch.queue_due() == 1
        work(hasty, burst=True)
        assert len(receiver.received) == sent
