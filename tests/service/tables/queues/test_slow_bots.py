"""Bots that search wait behind quicker bots and people, and make one move in each job."""

from typing import Any

import pytest

from domain.games.bots import BOTS
from domain.kernel.players import house_player
from domain.kernel.seats import Seat
from domain.table.commands import OpenTable, SeatBot, Sit, Start
from service.platform.queue.job_queue import JobQueue
from service.tables.dispatch import TableDispatch
from service.worker_context import WorkerContext
from tests.support.api import Api
from tests.support.fixtures import limited
from tests.support.queued_tables import job_of, moved, run_one, waiting
from tests.support.teachers import FakeTeacher

SLOW, QUICK = "caretaker", "steady"
"""The bot that searches in these tests takes the place of another one, so that it can be seated."""
QUEUES = ("tables", "slow-bots", "bots", "slow-bots-alone")
MANY = 100


@pytest.fixture(autouse=True)
def searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS["sheng_ji"], SLOW, FakeTeacher())


@pytest.fixture
def opened(api: Api, service: Any, dispatch: TableDispatch) -> Any:
    """Returns a function that opens a table with a bot for each name, and with the host on seats of `None`."""
    host = api.sign_up()

    def opened(*bots: str | None, count: int = 1) -> list[str]:
        seats = [(Seat(seat), bot) for seat, bot in enumerate(bots)]
        then = [
            Sit(host.id, seat, f"{seat}") if bot is None else SeatBot(host.id, seat, bot, house_player(bot), f"{seat}")
            for seat, bot in seats
        ]
        command = OpenTable(host.id, "sheng_ji", "zhang-2021", {}, listed=False, hands=1)
        tables = [service.tables.open(command, None, then=[*then, Start(host.id)]).id for _ in range(count)]
        while dispatch.catch_up():
            pass
        return tables

    return opened


def test_tables_where_a_bot_searches_have_queues_of_their_own(opened: Any, queue: JobQueue):
    [slow] = opened(SLOW, SLOW, SLOW, SLOW)
    [quick] = opened(QUICK, QUICK, QUICK, QUICK)
    assert waiting(queue, "slow-bots-alone") == [job_of(slow)]
    assert waiting(queue, "bots") == [job_of(quick)]

    while not waiting(queue, "slow-bots"):
        [person] = opened(None, SLOW, SLOW, SLOW)
    assert waiting(queue, "slow-bots") == [job_of(person)]
    assert waiting(queue, "tables") == []


def test_a_hundred_tables_of_slow_bots_delay_a_quick_move_by_one_job_at_most(
    opened: Any, queue: JobQueue, service: Any
):
    slow = opened(SLOW, SLOW, SLOW, SLOW, count=MANY)
    assert len(waiting(queue, "slow-bots-alone")) == MANY
    has_moved = moved(service, *slow)
    run_one(queue)
    assert len(has_moved()) == 1, "this job runs when the quick table comes"

    [quick] = opened(QUICK, QUICK, QUICK, QUICK)
    has_moved = moved(service, quick, *slow)
    run_one(queue)
    assert has_moved() == [quick]


def test_a_hundred_tables_of_slow_bots_with_people_do_not_delay_other_people(
    opened: Any, queue: JobQueue, service: Any
):
    slow = opened(None, SLOW, SLOW, SLOW, count=MANY)
    assert waiting(queue, "slow-bots")
    while not waiting(queue, "tables"):
        [quick] = opened(None, QUICK, QUICK, QUICK)
    has_moved = moved(service, quick, *slow)
    run_one(queue)
    assert has_moved() == [quick]


def test_a_person_with_a_slow_bot_does_not_wait_for_tables_without_people(opened: Any, queue: JobQueue, service: Any):
    alone = opened(QUICK, QUICK, QUICK, QUICK, count=5)
    while not waiting(queue, "slow-bots"):
        [person] = opened(None, SLOW, SLOW, SLOW)
    has_moved = moved(service, person, *alone)
    run_one(queue)
    assert has_moved() == [person]


def test_a_job_makes_one_move_of_a_slow_bot(opened: Any, queue: JobQueue, service: Any):
    WorkerContext.service = limited(service, job_s=600.0, bots_job_s=600.0)
    [table] = opened(SLOW, SLOW, SLOW, SLOW)
    before = service.table_cache.newest(table)
    run_one(queue)
    after = service.table_cache.newest(table)
    kinds = [type(each.event).__name__ for each in service.table_cache.since(table, before.version)]
    assert after.version > before.version
    assert sum(kind in ("Declared", "DeclarationPassed") for kind in kinds) == 1
    assert waiting(queue, *QUEUES) == [job_of(table)]


def test_a_quick_bot_moves_at_once_and_leaves_a_slow_one_at_its_table_to_another_job(
    opened: Any, queue: JobQueue, service
):
    WorkerContext.service = limited(service, job_s=600.0, bots_job_s=600.0)
    while True:
        [table] = opened(SLOW, QUICK, SLOW, QUICK)
        if waiting(queue, "bots") == [job_of(table)]:
            break
        for name in QUEUES:
            queue.queues[name].empty()
    run_one(queue)
    assert waiting(queue, *QUEUES) == waiting(queue, "slow-bots-alone") == [job_of(table)]
    run_one(queue)
    assert waiting(queue, *QUEUES) in ([job_of(table)], [])
