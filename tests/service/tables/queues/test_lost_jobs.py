"""Nothing is lost with a job, a worker or Redis."""

from typing import Any

import pytest
from rq.job import Job

from service.platform.limits import LIMITS
from service.platform.queue.job_queue import TURN_FAILED_S, JobQueue
from service.platform.store.database import DatabaseUnavailable
from service.processes import worker as workers
from service.processes.worker import work
from service.tables import bot_turns
from service.tables.dispatch import TableDispatch
from service.worker_context import WorkerContext
from tests.support.api import Api
from tests.support.fixtures import limited
from tests.support.queued_tables import bots_alone, job_of, let_be_due, moved, run_one, waiting, with_person


@pytest.mark.slow
def test_after_redis_is_emptied_due_tables_are_queued_again(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue
):
    table, host = bots_alone(api)
    dispatch.catch_up()
    queue.redis.flushall()
    assert waiting(queue) == []
    assert dispatch.catch_up() == 0, "the log has no new events"

    let_be_due(service, table)
    assert dispatch.queue_lost_bot_turns() == 1
    assert waiting(queue) == [job_of(table)]
    work(WorkerContext.service, burst=True)

    assert host.view(table)["status"] == "finished"


@pytest.mark.slow
@pytest.mark.parametrize("begun", [False, True])
def test_a_lost_job_whose_id_is_still_taken_does_not_block_the_table(
    api: Api, service, dispatch, queue: JobQueue, clock, *, begun: bool
):
    table, host = bots_alone(api)
    assert dispatch.catch_up() > 0
    take(queue, begun=begun)  # A worker took the job and died with it: its id stays in use.
    assert queue.put_bot_turn(table, host.view(table)["version"], alone=True) is False

    let_be_due(service, table)
    assert dispatch.queue_lost_bot_turns() == 0, "a worker may be about to begin it"
    clock.now += LIMITS.lost_after_s
    assert dispatch.queue_lost_bot_turns() == 1
    assert waiting(queue) == [job_of(table)]
    work(WorkerContext.service, burst=True)

    assert host.view(table)["status"] == "finished"


def take(queue: JobQueue, *, begun: bool) -> None:
    """Takes the next job like a worker and starts it."""
    job_id = queue.queues["bots"].pop_job_id()
    assert job_id is not None
    if begun:
        with queue.redis.pipeline() as pipeline:
            Job.fetch(job_id, connection=queue.redis, serializer="json").prepare_for_execution("a worker", pipeline)
            pipeline.execute()


def test_a_job_that_runs_repeatedly_is_not_considered_lost(api: Api, service, dispatch, queue: JobQueue, clock):
    table, _ = bots_alone(api)
    dispatch.catch_up()
    let_be_due(service, table)
    job_id = queue.queues["bots"].pop_job_id()
    for clock.now in range(0, 60, 5):
        with queue.redis.pipeline() as pipeline:
            Job.fetch(job_id, connection=queue.redis, serializer="json").prepare_for_execution("a worker", pipeline)
            pipeline.execute()
        assert dispatch.queue_lost_bot_turns() == 0


def test_tables_lost_with_a_killed_worker_are_queued_again(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue, clock
):
    tables = [bots_alone(api)[0] for _ in range(3)]
    dispatch.catch_up()
    take(queue, begun=True)
    assert len(queue.take_bot_tables(5)) == 2
    assert waiting(queue) == []

    let_be_due(service, *tables)
    assert dispatch.queue_lost_bot_turns() == 0
    clock.now += LIMITS.lost_after_s
    assert dispatch.queue_lost_bot_turns() == 3
    assert sorted(waiting(queue)) == sorted(map(job_of, tables))


@pytest.mark.parametrize("place", [0, 1])
def test_a_job_wrongly_considered_lost_leaves_one_job(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue, monkeypatch: pytest.MonkeyPatch, place: int
):
    for _ in range(2):
        bots_alone(api)
    dispatch.catch_up()
    tables = [job_id.removeprefix("bots-") for job_id in waiting(queue, "bots")]

    def is_slow(*given: Any) -> int:
        moves = play_bot_moves(*given)
        if tables[place] in given:
            queue.free_turns([tables[place]])
            assert queue.put_bot_turn(tables[place], 0, alone=True)
        return moves

    play_bot_moves = bot_turns.play_bot_moves
    monkeypatch.setattr(bot_turns, "play_bot_moves", is_slow)
    WorkerContext.service = limited(service, job_s=-1.0, bots_job_s=-1.0, lost_after_s=0.0)
    run_one(queue)

    assert sorted(waiting(queue)) == sorted(map(job_of, tables))
    assert queue.without_turn(tables) == []


@pytest.mark.parametrize("place", [0, 1])
def test_a_failing_table_pauses_and_the_others_continue(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue, monkeypatch: pytest.MonkeyPatch, place: int
):
    for _ in range(3):
        bots_alone(api)
    dispatch.catch_up()
    tables = [job_id.removeprefix("bots-") for job_id in waiting(queue, "bots")]

    def has_a_defect(*given: Any) -> int:
        if tables[place] in given:
            raise RuntimeError("a defect")
        return play_bot_moves(*given)

    play_bot_moves = bot_turns.play_bot_moves
    monkeypatch.setattr(bot_turns, "play_bot_moves", has_a_defect)
    has_moved = moved(service, *tables)
    run_one(queue)

    others = [table for table in tables if table != tables[place]]
    assert has_moved() == others
    assert sorted(waiting(queue)) == sorted(map(job_of, others))
    let_be_due(service, *tables)
    assert dispatch.queue_lost_bot_turns() == 0
    assert 0 < queue.redis.ttl(Job.key_for(job_of(tables[place]))) <= TURN_FAILED_S


@pytest.mark.parametrize("error", [DatabaseUnavailable("away"), RuntimeError("a defect")])
def test_a_worker_continues_when_it_cannot_queue_the_next_job(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue, monkeypatch: pytest.MonkeyPatch, error: Exception
):
    tables = [with_person(api)[0] for _ in range(2)]
    dispatch.catch_up()
    has_moved = moved(service, *tables)

    def cannot(*_: str) -> int:
        raise error

    monkeypatch.setattr(workers, "queue_next_turns", cannot)
    work(WorkerContext.service, burst=True)

    assert has_moved() == tables
