"""Tables of people come before tables with bots only, and every table yields after its time slice."""

import pytest

from domain.kernel.players import PlayerId
from domain.table.asking import of_bots_alone
from domain.table.state import Occupant
from service.platform.queue.job_queue import WORKS, JobQueue, queue_names
from service.tables.dispatch import TableDispatch
from service.tables.events import STATE_REVISION, is_of_bots_alone
from service.worker_context import WorkerContext
from tests.support.api import Api
from tests.support.fixtures import limited
from tests.support.queued_tables import asked, bots_alone, job_of, moved, run_one, waiting, with_person


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
    people, nobody = ["tables", "slow-bots"], ["bots", "slow-bots-alone", "analysis"]
    assert queue_names(WORKS) == [*people, "webhooks", "failing-webhooks", "mail", *nobody]
    assert queue_names(["tables"]) == [*people, *nobody]
    assert queue_names(["mail", "tables"]) == ["mail", *people, *nobody]
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
