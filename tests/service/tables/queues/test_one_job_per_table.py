"""No table has two jobs at once."""

from typing import Any

import pytest

from service.platform.queue.job_queue import JobQueue
from service.tables import bot_turns
from service.tables.bot_turns import play_bot_turns
from service.tables.dispatch import TableDispatch
from tests.support.api import Api
from tests.support.play import legal_command
from tests.support.queued_tables import asked, bots_alone, job_of, let_be_due, moved, run_one, waiting, with_person


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
        moves = play_bot_moves(*given)
        assert host.post(f"/v1/tables/{table}/commands", legal_command(host, table)).status_code == 200
        assert asked(host, table) != 0
        while dispatch.catch_up():
            pass
        assert waiting(queue) == []
        return moves

    play_bot_moves = bot_turns.play_bot_moves
    monkeypatch.setattr(bot_turns, "play_bot_moves", and_then_the_person_moves)
    run_one(queue)

    assert waiting(queue) == [job_of(table)]


def test_a_job_of_the_older_release_runs_and_is_followed_by_a_new_one(
    api: Api, service, dispatch: TableDispatch, queue: JobQueue
):
    table, host = bots_alone(api)
    version = host.view(table)["version"]
    job = "service.jobs.bot_turns.play_bot_turns"
    queue.queues["tables"].enqueue(
        job, table, version - 1, job_id=f"bot-{table}-{version - 1}", unique=True, result_ttl=5
    )
    has_moved = moved(service, table)

    run_one(queue)

    assert has_moved() == [table]
    assert waiting(queue) == [job_of(table)]
