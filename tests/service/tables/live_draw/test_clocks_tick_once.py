"""No clock of a live draw ticks twice, and none is lost with a job, a worker or Redis."""

import threading
from datetime import UTC, datetime
from typing import Any

import pytest

from service.platform.queue.job_queue import JobQueue
from service.platform.store.checks import check_store, refold
from service.processes.worker import work
from service.tables import draw_ticks
from service.tables.dispatch import TableDispatch
from service.tables.draw_ticks import tick_draw
from tests.support.api import Api, started_table
from tests.support.fixtures import wired
from tests.support.live_draws import GRACE_S, LIVE, expire_clock, rounds_drawn, running, tick


def let_grace_pass(dispatch: TableDispatch) -> None:
    """Moves an expiry from three quarters of a grace period ago to one and a half ago."""
    dispatch._every_s /= 2


def test_running_a_job_twice_draws_once(api: Api, service):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 60})
    assert tick(service, table) == 1

    assert tick_draw(table) == 0
    assert rounds_drawn(players[0], table) == [1]


def test_concurrent_workers_draw_once(api: Api, service):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 60})
    workers = [wired(service.settings) for _ in range(4)]
    try:
        for drawn in range(1, 6):
            expire_clock(service, table)
            together = threading.Barrier(len(workers))
            ticked: list[bool | None] = []

            def go(worker: Any, together: threading.Barrier = together, ticked: list[Any] = ticked) -> None:
                together.wait()
                ticked.append(draw_ticks._tick(worker, table))

            threads = [threading.Thread(target=go, args=[worker]) for worker in workers]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert ticked.count(True) == 1
            assert rounds_drawn(players[0], table) == list(range(1, drawn + 1))
    finally:
        for worker in workers:
            worker.close()


def test_two_schedulers_queue_a_clock_only_once(api: Api, service, dispatch: TableDispatch, queue: JobQueue):
    table, _ = started_table(api, options=LIVE)
    expire_clock(service, table)
    other = TableDispatch(service.database, service.store, queue, bot_grace_s=GRACE_S)

    dispatch.queue_expired(0.25)
    other.queue_expired(0.25)
    dispatch.queue_expired(0.25)

    assert [job for job in queue.queues["tables"].job_ids if table in job] == queue.queues["tables"].job_ids
    assert len(queue.queues["tables"].job_ids) == 1


def test_the_scheduler_waits_until_the_next_clock_expires(api: Api, service, dispatch: TableDispatch, queue: JobQueue):
    assert dispatch.queue_expired(30.0) == 30.0
    table, _ = started_table(api, options={**LIVE, "draw_seconds": 600})
    assert dispatch.queue_expired(30.0) == 30.0
    expire_clock(service, table, since_s=-25.0)

    assert 0 < dispatch.queue_expired(30.0) <= 25.0
    assert queue.queues["tables"].job_ids == []


def test_a_job_lost_with_its_worker_is_queued_again_after_a_while(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue
):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 60})
    expire_clock(service, table, since_s=0.75 * GRACE_S)
    dispatch.queue_expired(0.25)
    queue.queues["tables"].pop_job_id()  # a worker took the job and died with it: its id stays taken
    dispatch.queue_expired(0.25)
    assert queue.queues["tables"].job_ids == []

    let_grace_pass(dispatch)
    dispatch.queue_expired(0.25)
    work(service, burst=True)

    assert rounds_drawn(players[0], table) == [1]


def test_a_clock_whose_job_is_still_queued_is_not_queued_again(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue
):
    started_table(api, options={**LIVE, "draw_seconds": 60})
    table, _ = started_table(api, options={**LIVE, "draw_seconds": 60})
    expire_clock(service, table, since_s=0.75 * GRACE_S)
    dispatch.queue_expired(0.25)
    waiting = queue.queues["tables"].job_ids
    assert len(waiting) == 1

    for _ in range(5):
        let_grace_pass(dispatch)
        dispatch.queue_expired(0.25)
        assert queue.queues["tables"].job_ids == waiting


def test_the_clock_continues_after_redis_is_emptied(api: Api, service, dispatch: TableDispatch, queue: JobQueue):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 60})
    expire_clock(service, table, since_s=0.75 * GRACE_S)
    dispatch.queue_expired(0.25)
    queue.redis.flushall()
    let_grace_pass(dispatch)

    dispatch.queue_expired(0.25)
    work(service, burst=True)

    assert rounds_drawn(players[0], table) == [1]


def test_a_round_is_not_drawn_again_after_its_worker_died(api: Api, service, monkeypatch):
    table, players = started_table(api, options={**LIVE, "draw_seconds": 60})

    class Killed(BaseException):
        pass

    def killed(*_: object) -> int:
        raise Killed

    monkeypatch.setattr(draw_ticks, "let_bots_interject", killed)
    with pytest.raises(Killed):
        tick(service, table)
    monkeypatch.undo()

    assert tick_draw(table) == 0
    assert rounds_drawn(players[0], table) == [1]
    assert tick(service, table) == 1
    assert rounds_drawn(players[0], table) == [1, 2]


def test_the_store_check_finds_a_wrong_clock_and_refolding_repairs_it(api: Api, service):
    table, _ = started_table(api, options={**LIVE, "draw_seconds": 60})
    assert check_store(service.database, lambda _, __: None) == []
    with service.database.session() as session:
        session.execute(
            "UPDATE shengji.head SET clock_step = NULL, clock_due_at = NULL WHERE stream = $1", [f"table-{table}"]
        )

    assert check_store(service.database, lambda _, __: None) == [f"table-{table}: its head has the wrong clock"]
    assert refold(service.database, lambda _, __: None) == [f"table-{table}"]
    assert check_store(service.database, lambda _, __: None) == []
    step, runs_down_at, due_at = running(service, table)
    assert step == 0
    assert runs_down_at == due_at > datetime.now(UTC)
