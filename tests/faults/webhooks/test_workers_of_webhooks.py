"""No delivery is lost by workers that are killed, suspended or slow, or that have a wrong clock.

What may happen is that a message arrives twice; it has the same id then. No test waits for a retry: what is to be tried
again some time is made due in the database.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from service.notifications.webhooks.dispatch import WebhookDispatch
from service.notifications.webhooks.jobs import deliver_to
from service.platform.queue.job_queue import JobQueue
from service.platform.settings import Settings
from service.platform.store.database import DatabaseUnavailable
from service.wiring import Service
from tests.support.children import end, start
from tests.support.receiver import Handler, Hook, Receiver, pass_time, tell
from tests.support.waiting import until
from tests.support.webhook_faults import silent


def test_a_wrong_clock_of_a_worker_does_not_affect_signatures(
    service: Service, receiver: Receiver, mine: Hook, monkeypatch
):
    tell(service, mine.owner.id)
    right = time.time
    with monkeypatch.context() as wrong:
        wrong.setattr("time.time", lambda: right() + 86400)
        deliver_to(mine.id)

    assert receiver.received[0].verified(mine.secret)


def test_two_workers_never_send_for_one_webhook_concurrently(service: Service, receiver: Receiver, mine: Hook):
    here = threading.Lock()
    overlaps = []

    def watch(handler: Handler) -> None:
        if not here.acquire(blocking=False):
            overlaps.append(handler)
            return
        time.sleep(0.02)  # Leaves time for a second worker to overlap.
        here.release()
        handler.send_response(204)
        handler.end_headers()

    numbers = [tell(service, mine.owner.id) for _ in range(12)]
    receiver.answers = [watch] * 20
    with ThreadPoolExecutor(4) as pool:
        sent = list(pool.map(lambda _: deliver_to(mine.id), range(4)))

    assert overlaps == []
    assert sorted(sent) == [0, 0, 0, 12]
    assert [each.payload["number"] for each in receiver.received] == numbers


def test_a_worker_suspended_for_too_long_undoes_nothing(service: Service, receiver: Receiver, mine: Hook):
    """It resumes after another worker has delivered its message; only its failure is recorded."""

    def be_late(handler: Handler) -> None:
        pass_time(service)
        assert deliver_to(mine.id) == 1
        handler.send_response(500)
        handler.end_headers()

    receiver.answers = [be_late]
    tell(service, mine.owner.id)
    deliver_to(mine.id)

    [listed] = mine.deliveries()
    assert (listed["state"], listed["attempts"], listed["next_attempt_at"]) == ("delivered", 2, None)
    assert [each["status"] for each in mine.delivery(listed["id"])["history"]] == [204, 500]
    assert len({each.id for each in receiver.received}) == 1
    pass_time(service)
    assert deliver_to(mine.id) == 0


def test_a_late_failure_does_not_restore_a_delivery_given_up_by_another_worker(
    service: Service, receiver: Receiver, mine: Hook
):
    def be_late(handler: Handler) -> None:
        pass_time(service)
        assert deliver_to(mine.id) == 1
        handler.send_response(500)
        handler.end_headers()

    receiver.answers = [be_late, 410]
    tell(service, mine.owner.id)
    deliver_to(mine.id)

    [listed] = mine.deliveries()
    assert (listed["state"], listed["attempts"], listed["next_attempt_at"]) == ("failed", 2, None)


def test_a_worker_that_lost_a_webhook_to_another_sends_nothing_more_for_it(
    service: Service, receiver: Receiver, mine: Hook
):
    def lose_it(handler: Handler) -> None:
        pass_time(service)
        assert service.database.run("claim_webhook", {"id": mine.id, "lease_s": 60})
        handler.send_response(204)
        handler.end_headers()

    receiver.answers = [lose_it]
    for _ in range(2):
        tell(service, mine.owner.id)

    assert deliver_to(mine.id) == 1
    assert len(receiver.received) == 1
    assert deliver_to(mine.id) == 0, "nor does it take it from the other one"


def test_a_delivery_whose_success_was_not_recorded_is_repeated_with_the_same_id(
    service: Service, database_url: str, receiver: Receiver, mine: Hook
):
    def take_the_database_away(handler: Handler) -> None:
        with psycopg.connect(database_url, autocommit=True) as owner:
            owner.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        handler.send_response(204)
        handler.end_headers()

    tell(service, mine.owner.id)
    receiver.answers = [take_the_database_away]
    with pytest.raises(DatabaseUnavailable):
        deliver_to(mine.id)
    until(lambda: _answers(service), "database")
    assert mine.deliveries()[0]["state"] == "pending"
    assert deliver_to(mine.id) == 0, "the worker that was lost still holds it"

    pass_time(service)
    assert deliver_to(mine.id) == 1

    assert len({each.id for each in receiver.received}) == 1
    assert len(receiver.received) == 2
    assert mine.deliveries()[0]["state"] == "delivered"


def _answers(service: Service) -> bool:
    try:
        return bool(service.database.run("schema_number"))
    except DatabaseUnavailable:
        return False


class _Process:
    """Starts `shengji work` or `shengji schedule` as a process."""

    def __init__(self, settings: Settings, *command: str) -> None:
        self._command = [sys.executable, "-m", "service", *command]
        self._environment = {
            **os.environ,
            "DATABASE_URL": settings.database_url,
            "REDIS_URL": settings.redis_url,
            "SECRETS_KEYS": settings.secrets_keys,
            "WEBHOOK_LOOPBACK": "true",
            "WEBHOOK_TIMEOUT_S": "20",
        }
        self.start()

    def start(self) -> None:
        self.process = start(self._command, env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        end(self.process, signal.SIGKILL)

    def stop(self) -> None:
        end(self.process)


@pytest.fixture
def processes(settings: Settings, dispatch: WebhookDispatch) -> Iterator[tuple[_Process, _Process]]:
    """A scheduler and a worker."""
    scheduler, worker = _Process(settings, "schedule"), _Process(settings, "work", "webhooks")
    try:
        yield scheduler, worker
    finally:
        for process in (scheduler, worker):
            process.kill()


@pytest.mark.timeout(600)
def test_a_killed_worker_only_delays_its_delivery(
    service: Service, receiver: Receiver, mine: Hook, processes: tuple[_Process, _Process]
):
    _, worker = processes
    receiver.answers = [silent]
    numbers = [tell(service, mine.owner.id) for _ in range(3)]
    until(lambda: len(receiver.received) == 1, "message")

    worker.kill()
    worker.start()
    pass_time(service)
    until(lambda: len(receiver.received) == 4, "further messages")
    until(lambda: all(each["state"] == "delivered" for each in mine.deliveries()), "end")

    assert [each.payload["number"] for each in receiver.received] == [numbers[0], *numbers]
    assert receiver.received[0].id == receiver.received[1].id
    assert all(each.verified(mine.secret) for each in receiver.received)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_everything_arrives_although_redis_is_emptied_and_workers_and_schedulers_are_killed(
    service: Service, queue: JobQueue, receiver: Receiver, mine: Hook, processes: tuple[_Process, _Process]
):
    numbers = []
    for disaster in range(6):
        numbers += [tell(service, mine.owner.id) for _ in range(5)]
        until(lambda: len({each.id for each in receiver.received}) > len(numbers) - 5, "message")  # noqa: B023
        numbers += [tell(service, mine.owner.id) for _ in range(5)]
        queue.redis.flushall()
        process = processes[disaster % 2]
        process.kill()
        process.start()
        pass_time(service)

    until(lambda: {each.payload["number"] for each in receiver.received} == set(numbers), "all events")
    until(lambda: not mine.deliveries("?state=pending"), "end")
    by_number = {each.payload["number"]: each.id for each in receiver.received}
    assert len({each.id for each in receiver.received}) == len(by_number) == len(numbers), "one id for each event"


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_worker_asked_to_stop_completes_its_delivery(
    service: Service, receiver: Receiver, mine: Hook, processes: tuple[_Process, _Process]
):
    _, worker = processes

    def slowly(handler: Handler) -> None:
        time.sleep(0.5)  # The worker is asked to stop meanwhile.
        handler.send_response(204)
        handler.end_headers()

    receiver.answers = [slowly]
    tell(service, mine.owner.id)
    until(lambda: len(receiver.received) == 1, "message")

    worker.stop()

    assert mine.deliveries()[0]["state"] == "delivered"
    assert len(receiver.received) == 1
