"""Queues of bots: one job per table, people before bots, and nothing is lost with a job, a worker or Redis."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from rq.job import Job

from domain.kernel.players import PlayerId
from domain.table.asking import of_bots_alone
from domain.table.state import Occupant
from service.platform.limits import LIMITS
from service.platform.queue.job_queue import TURN_FAILED_S, WORKS, JobQueue, queue_names
from service.platform.store.database import DatabaseUnavailable
from service.processes import worker as workers
from service.processes.worker import TableWorker, work
from service.tables import bot_turns
from service.tables.bot_turns import play_bot_turns
from service.tables.dispatch import TableDispatch
from service.tables.events import STATE_REVISION, is_of_bots_alone
from service.worker_context import WorkerContext
from tests.support.api import Api, User
from tests.support.fixtures import limited
from tests.support.play import legal_command

BOTS = ("random",) * 4
PERSON = (None, "random", "random", "random")
ANY = {"options": {"first_drawer_method": "random"}}


@pytest.fixture
def queue(settings) -> JobQueue:
    queue = JobQueue(settings.redis_url)
    queue.redis.flushdb()
    return queue


@pytest.fixture(autouse=True)
def at_work(service, queue: JobQueue) -> None:
    """The context of the jobs. A job has no time left, so it makes one move per table."""
    WorkerContext.service = limited(service, job_s=-1.0, bots_job_s=-1.0)
    WorkerContext.queue = queue


@pytest.fixture
def dispatch(service, queue: JobQueue, clock: SimpleNamespace) -> TableDispatch:
    dispatch = TableDispatch(service.database, service.store, queue, bot_grace_s=1.0, monotonic=lambda: clock.now)
    while dispatch.catch_up():
        pass
    queue.redis.flushdb()
    return dispatch


@pytest.fixture
def clock() -> SimpleNamespace:
    """The dispatcher's clock in seconds; it continues when `now` is set."""
    return SimpleNamespace(now=0.0)


def job_of(table: str) -> str:
    """Returns the id of the only job of a table for its bots."""
    return f"bots-{table}"


def waiting(queue: JobQueue, *names: str) -> list[str]:
    """Returns the queued jobs; by default tables with people first, then tables with bots only."""
    return [job_id for name in names or ("tables", "bots") for job_id in queue.queues[name].job_ids]


def bots_alone(api: Api) -> tuple[str, User]:
    """Returns a started table of four bots, and its host."""
    return started(api, BOTS)


def with_person(api: Api) -> tuple[str, User]:
    """Returns a table of a person on seat 0 and three bots, with a bot to move."""
    while True:
        table, host = started(api, PERSON, **ANY)
        if asked(host, table) != 0:
            return table, host


def started(api: Api, bots: tuple[str | None, ...], **members: Any) -> tuple[str, User]:
    """Returns a table with these bots and its host on the other seats."""
    host = api.sign_up()
    table = host.open_table(hands=1, **members)
    for seat, bot in enumerate(bots):
        answer = host.command(table, "seat_bot", seat=seat, bot=bot) if bot else host.command(table, "sit", seat=seat)
        assert answer.status_code == 200, answer.text
    assert host.command(table, "start").status_code == 200
    return table, host


def asked(host: User, table: str) -> int:
    """Returns the seat to move."""
    seat: int = host.view(table)["asked"][0]["seat"]
    return seat


def run_one(queue: JobQueue) -> None:
    """Lets a worker run one job."""
    queues = [queue.queues[name] for name in queue_names(WORKS)]
    worker = TableWorker(queues, connection=queue.redis, serializer="json")
    worker.work(burst=True, max_jobs=1, logging_level="WARNING")


def let_be_due(service: Any, *tables: str) -> None:
    """Makes only these tables look idle for long."""
    with service.database.session() as connection:
        streams = [f"table-{table}" for table in tables]
        connection.execute("UPDATE shengji.head SET due_at = NULL")
        connection.execute("UPDATE shengji.head SET due_at = now() WHERE stream = ANY($1)", [streams])


def moved(service: Any, *tables: str) -> Callable[[], list[str]]:
    """Returns the tables with new events since then."""
    before = {table: service.table_cache.newest(table).version for table in tables}
    return lambda: [table for table, version in before.items() if service.table_cache.newest(table).version > version]


# People before bots ---------------------------------------------------------------------------------------------------


def test_tables_with_bots_only_have_their_own_queue(api: Api, dispatch: TableDispatch, queue: JobQueue):
    alone, _ = bots_alone(api)
    table, _ = with_person(api)
    dispatch.catch_up()

    assert waiting(queue, "tables") == [job_of(table)]
    assert waiting(queue, "bots") == [job_of(alone)]


def test_a_stand_in_bot_is_queued_with_tables_of_people():
    bot, person = Occupant(PlayerId("ply_house_random"), "random", ""), Occupant(PlayerId("ply_1"), None, "")
    assert of_bots_alone([bot, bot, None])
    assert not of_bots_alone([bot, person])
    assert is_of_bots_alone(STATE_REVISION, [["ply_house_random", "random", ""], None])
    assert not is_of_bots_alone(STATE_REVISION, [["ply_house_random", "random", ""], ["ply_1", None, ""]])


def test_a_table_with_a_state_of_another_release_is_queued_as_one_with_people():
    assert not is_of_bots_alone(STATE_REVISION + 1, [["ply_house_random", "random", ""]])
    assert not is_of_bots_alone(STATE_REVISION - 1, None)


def test_a_worker_does_bots_only_tables_after_all_other_work():
    assert queue_names(WORKS) == ["tables", "webhooks", "failing-webhooks", "mail", "bots"]
    assert queue_names(["tables"]) == ["tables", "bots"]
    assert queue_names(["mail", "tables"]) == ["mail", "tables", "bots"]
    assert queue_names(["mail"]) == ["mail"]


def test_a_person_does_not_wait_for_bots_only_tables(api: Api, service, dispatch: TableDispatch, queue: JobQueue):
    alone = [bots_alone(api)[0] for _ in range(6)]
    dispatch.catch_up()
    table, _ = with_person(api)
    dispatch.catch_up()
    has_moved = moved(service, table, *alone)

    run_one(queue)

    assert has_moved() == [table]


def test_a_table_yields_after_its_time_slice_and_requeues_at_the_end(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue, monkeypatch: pytest.MonkeyPatch
):
    WorkerContext.service = limited(WorkerContext.service, bot_tables_at_once=1)
    for _ in range(3):
        bots_alone(api)
    dispatch.catch_up()
    first, second, third = waiting(queue, "bots")

    run_one(queue)
    assert waiting(queue, "bots") == [second, third, first]
    run_one(queue)
    assert waiting(queue, "bots") == [third, first, second]


def test_a_table_with_people_yields_too(api: Api, dispatch: TableDispatch, queue: JobQueue):
    while True:
        table, host = with_person(api)
        after = [(asked(host, table) + step) % 4 for step in range(2)]
        if 0 not in after:
            break
    dispatch.catch_up()
    queue.queues["tables"].empty()
    queue.put_bot_turn(table, 1, alone=False)
    other = with_person(api)[0]
    queue.put_bot_turn(other, 1, alone=False)

    run_one(queue)

    assert waiting(queue, "tables") == [job_of(other), job_of(table)]


def test_one_job_plays_several_bots_only_tables_concurrently(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue, monkeypatch: pytest.MonkeyPatch
):
    WorkerContext.service = limited(WorkerContext.service, bot_tables_at_once=3)
    for _ in range(5):
        bots_alone(api)
    dispatch.catch_up()
    before = waiting(queue, "bots")
    has_moved = moved(service, *(job_id.removeprefix("bots-") for job_id in before))

    run_one(queue)

    assert [job_of(table) for table in has_moved()] == before[:3]
    assert waiting(queue, "bots")[:2] == before[3:]
    assert sorted(waiting(queue, "bots")) == sorted(before)


# One job for a table --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_with_many_tables_no_table_has_two_jobs(api: Api, service, dispatch: TableDispatch, queue: JobQueue, clock):
    tables = [bots_alone(api)[0] for _ in range(8)] + [with_person(api)[0] for _ in range(3)]
    for clock.now in range(60):
        dispatch.catch_up()
        let_be_due(service, *tables)
        dispatch.queue_lost_bot_turns()
        jobs = waiting(queue)
        assert len(jobs) == len(set(jobs))
        assert not {job_of(table) for table in tables[:8]} & set(waiting(queue, "tables"))
        assert not {job_of(table) for table in tables[8:]} & set(waiting(queue, "bots"))
        run_one(queue)


def test_a_queued_job_is_never_queued_again(api: Api, service, dispatch: TableDispatch, queue: JobQueue, clock):
    tables = sorted(bots_alone(api)[0] for _ in range(3))
    dispatch.catch_up()
    before = waiting(queue)
    assert sorted(before) == [job_of(table) for table in tables]

    let_be_due(service, *tables)
    for clock.now in range(0, 600, 5):
        assert dispatch.queue_lost_bot_turns() == 0
    assert waiting(queue) == before


def test_events_during_a_job_are_found_when_it_ends(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue, monkeypatch: pytest.MonkeyPatch
):
    """The dispatcher finds the job id in use although the job has checked the table for the last time."""
    table, host = with_person(api)
    while asked(host, table) != 0:
        play_bot_turns(table, 0)
    dispatch.catch_up()
    assert waiting(queue) == []
    queue.put_bot_turn(table, 0, alone=False)

    def and_then_the_person_moves(*given: Any) -> int:
        moves = play_on(*given)
        assert host.post(f"/v1/tables/{table}/commands", legal_command(host, table)).status_code == 200
        assert asked(host, table) != 0
        while dispatch.catch_up():
            pass
        assert waiting(queue) == []
        return moves

    play_on = bot_turns.play_on
    monkeypatch.setattr(bot_turns, "play_on", and_then_the_person_moves)
    run_one(queue)

    assert waiting(queue) == [job_of(table)]


def test_a_job_of_the_older_release_runs_and_is_followed_by_a_new_one(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue
):
    table, host = bots_alone(api)
    version = host.view(table)["version"]
    job = "service.jobs.bot_turns.play_bot_turns"
    queue.queue.enqueue(job, table, version - 1, job_id=f"bot-{table}-{version - 1}", unique=True, result_ttl=5)
    has_moved = moved(service, table)

    run_one(queue)

    assert has_moved() == [table]
    assert waiting(queue) == [job_of(table)]


# No lost jobs ---------------------------------------------------------------------------------------------------------


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
        moves = play_on(*given)
        if tables[place] in given:
            queue.free_turns([tables[place]])
            assert queue.put_bot_turn(tables[place], 0, alone=True)
        return moves

    play_on = bot_turns.play_on
    monkeypatch.setattr(bot_turns, "play_on", is_slow)
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
        return play_on(*given)

    play_on = bot_turns.play_on
    monkeypatch.setattr(bot_turns, "play_on", has_a_defect)
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
