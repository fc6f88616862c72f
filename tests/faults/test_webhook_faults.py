"""No delivery is lost: bad receivers, an emptied Redis, killed workers, a database outage.

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
from typing import Any

import psycopg
import pytest
import redis

from domain.kernel.instants import MINUTE_MS, Instant
from service.notifications.webhooks.dispatch import WebhookDispatch
from service.notifications.webhooks.jobs import deliver_to
from service.notifications.webhooks.sender import Sender
from service.platform.queue.job_queue import QUEUES, JobQueue
from service.platform.settings import Settings
from service.platform.store.database import DatabaseUnavailable
from service.processes.jobs import JOBS
from service.processes.worker import work
from service.wiring import Service
from service.worker_context import WorkerContext
from tests.support.api import Api
from tests.support.children import end, start
from tests.support.clock import MovableClock
from tests.support.fixtures import limited
from tests.support.receiver import Handler, Hook, Receiver, for_development, hook, nobody, pass_time, receiving, tell
from tests.support.waiting import until

# The machine may hang for a while: only tests of a limit have short times.
TIMEOUT_S = 30.0
SHORT_S = 3.0
PATIENCE_S = 60.0


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
def workshop(service: Service, queue: JobQueue) -> None:
    WorkerContext.service = service
    WorkerContext.queue = queue
    WorkerContext.sender = Sender(service.webhooks.guard, TIMEOUT_S)


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


def waiting(queue: JobQueue) -> list[str]:
    """Returns the jobs for webhooks in the order of their execution."""
    return [job_id for name in QUEUES["webhooks"] for job_id in queue.queues[name].job_ids]


# ------------------------------------------------------------------------------------------------ bad receivers


def _silent(handler: Handler) -> None:
    handler.server.receiver.ended.wait(PATIENCE_S)


def _hang_up(handler: Handler) -> None:
    handler.connection.close()


def _drip(handler: Handler, first: bytes) -> None:
    """Sends single bytes forever; a time limit that restarts with every byte never ends."""
    handler.connection.sendall(first)
    while not handler.server.receiver.ended.wait(0.05):
        handler.connection.sendall(b"x")


def _drip_status(handler: Handler) -> None:
    _drip(handler, b"HTTP/1.1 200 ")


def _drip_head(handler: Handler) -> None:
    _drip(handler, b"HTTP/1.1 200 OK\r\nX-Long: ")


def _drip_body(handler: Handler) -> None:
    _drip(handler, b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")


def _continue_for_ever(handler: Handler) -> None:
    while not handler.server.receiver.ended.wait(0.02):
        handler.connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")


def _huge_body(handler: Handler) -> None:
    handler.connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
    while not handler.server.receiver.ended.is_set():
        handler.connection.sendall(b"x" * 1_000_000)


def _huge_head(handler: Handler) -> None:
    handler.connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while not handler.server.receiver.ended.is_set():
        handler.connection.sendall(b"X-Large: " + b"x" * 60_000 + b"\r\n")


def _long_line(handler: Handler) -> None:
    handler.connection.sendall(b"HTTP/1.1 200 OK\r\nX-Large: " + b"x" * 200_000 + b"\r\n\r\n")


def _no_http(handler: Handler) -> None:
    handler.connection.sendall(b"SSH-2.0-OpenSSH_9.9\r\n")


def _no_status(handler: Handler) -> None:
    handler.connection.sendall(b"HTTP/1.1 9999999 What\r\n\r\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (_silent, "no response within 3 s"),
        (_drip_status, "no response within 3 s"),
        (_drip_head, "no response within 3 s"),
        (_continue_for_ever, "no response within 3 s"),
        (_hang_up, "closed without a response"),
        (_huge_head, "not HTTP"),
        (_long_line, "not HTTP"),
        (_no_http, "not HTTP"),
        (_no_status, "not HTTP"),
        (101, "the response was 101"),
        (400, "the response was 400"),
        (500, "the response was 500"),
        ((302, {"Location": "https://93.184.216.34/"}), "redirects are not followed"),
    ],
)
def test_a_bad_receiver_is_reported_as_a_failure_within_the_time_limit(
    service: Service, receiver: Receiver, mine: Hook, answer: Any, said: str
):
    receiver.answers = [answer]
    tell(service, mine.owner.id)
    if "within" in said:
        WorkerContext.sender = Sender(service.webhooks.guard, SHORT_S)

    # However slowly it sends.
    assert deliver_to(mine.id) == 1

    [listed] = mine.deliveries()
    [attempt] = mine.delivery(listed["id"])["history"]
    assert said in attempt["error"]
    assert listed["state"] == "pending"
    pass_time(service)
    WorkerContext.sender = Sender(service.webhooks.guard, TIMEOUT_S)
    assert deliver_to(mine.id) == 1
    assert [each.id for each in receiver.received] == [listed["id"]] * 2
    assert mine.deliveries()[0]["state"] == "delivered"


@pytest.mark.parametrize("answer", [_huge_body, _drip_body])
def test_a_long_answer_is_a_success_and_is_not_read(service: Service, receiver: Receiver, mine: Hook, answer: Any):
    receiver.answers = [answer]
    tell(service, mine.owner.id)

    assert deliver_to(mine.id) == 1

    [listed] = mine.deliveries()
    [attempt] = mine.delivery(listed["id"])["history"]
    assert (listed["state"], attempt["status"], attempt["error"]) == ("delivered", 200, None)
    assert attempt["duration_ms"] < TIMEOUT_S * 1000


def test_answers_of_a_receiver_are_not_stored(service: Service, receiver: Receiver, mine: Hook):
    """Stored answers would let players read other services in the network of the server."""

    def tell_a_secret(handler: Handler) -> None:
        handler.connection.sendall(b"HTTP/1.1 500 swordfish\r\nX-Secret: swordfish\r\n\r\nswordfish")

    receiver.answers = [tell_a_secret]
    tell(service, mine.owner.id)
    deliver_to(mine.id)

    [listed] = mine.deliveries()
    assert "swordfish" not in mine.owner.get(f"{mine.path}/deliveries/{listed['id']}").text


def test_an_unreachable_receiver_is_a_failure(api: Api, service: Service):
    gone = hook(api.sign_up(), f"http://127.0.0.1:{nobody()}/")
    tell(service, gone.owner.id)

    assert deliver_to(gone.id) == 1

    [listed] = gone.deliveries()
    [attempt] = gone.delivery(listed["id"])["history"]
    assert (attempt["status"], attempt["error"]) == (None, "no connection: Connection refused")


def test_an_address_that_became_forbidden_is_a_failure_and_nothing_is_sent(
    service: Service, receiver: Receiver, mine: Hook
):
    tell(service, mine.owner.id)
    with service.database.session() as session:
        session.execute("UPDATE shengji.webhook SET url = 'https://10.0.0.1/' WHERE id = $1", [mine.id])

    assert deliver_to(mine.id) == 1

    [listed] = mine.deliveries()
    assert "public addresses" in mine.delivery(listed["id"])["history"][0]["error"]
    assert receiver.received == []


def test_a_wrong_clock_of_a_worker_does_not_affect_signatures(
    service: Service, receiver: Receiver, mine: Hook, monkeypatch
):
    tell(service, mine.owner.id)
    right = time.time
    with monkeypatch.context() as wrong:
        wrong.setattr("time.time", lambda: right() + 86400)
        deliver_to(mine.id)

    assert receiver.received[0].verified(mine.secret)


# ------------------------------------------------------------------------------------------------ queues


def test_a_webhook_with_pending_deliveries_is_queued_once(
    service: Service, queue: JobQueue, dispatch: WebhookDispatch, receiver: Receiver, mine: Hook
):
    for _ in range(3):
        tell(service, mine.owner.id)

    assert dispatch.queue_due() == 1
    assert dispatch.queue_due() == 0
    assert len(waiting(queue)) == 1
    assert queue.queue.job_ids == [], "turns of bots do not wait behind it"
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


# ------------------------------------------------------------------------------------------------ workers


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
    receiver.answers = [_silent]
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
