"""Workers find events caused by time alone in the heads of tables and execute each once."""

import time

from domain.clocks.rules import ClockRules
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.commands import OpenTable, Sit, Start
from service.tables.deadlines import apply_deadlines
from service.tables.dispatch import TableDispatch
from service.wiring import Service
from service.worker_context import WorkerContext

PLAYERS = [PlayerId(f"ply_{seat}") for seat in range(4)]
CLOCK = ClockRules("simple", per_move_s=3600)


def opened(service: Service, ago_s: float = 0, **more: object) -> str:
    """Returns a table opened and started this many seconds ago."""
    now = Instant(int((time.time() - ago_s) * 1000))
    opening = OpenTable(PLAYERS[0], "sheng_ji", "zhang-2021", {}, listed=True, hands=1, clock=CLOCK, **more)
    table_id = service.tables.open(opening, None).id
    for seat, player in enumerate(PLAYERS):
        service.tables.carry_out(table_id, Sit(player, Seat(seat), "entropy"), now=now)
    service.tables.carry_out(table_id, Start(PLAYERS[0]), now=now)
    return table_id


def kinds(service: Service, table_id: str) -> list[str]:
    return [type(each.event).__name__ for each in service.table_cache.since(table_id, 0)]


def test_a_turn_before_its_deadline_is_not_touched(at_work: Service):
    table_id = opened(at_work, ago_s=3500)

    assert apply_deadlines(table_id) == 0
    assert "TurnMissed" not in kinds(at_work, table_id)


def test_a_turn_is_missed_once_even_if_the_job_runs_several_times(at_work: Service):
    table_id = opened(at_work, ago_s=5000)

    assert apply_deadlines(table_id) == 1
    assert apply_deadlines(table_id) == 0
    assert kinds(at_work, table_id).count("TurnMissed") == 1


def test_due_turns_are_queued_after_redis_is_emptied(at_work: Service):
    table_id = opened(at_work, ago_s=5000)
    queue = WorkerContext.queue
    dispatch = TableDispatch(at_work.database, at_work.store, queue, 1.0)
    dispatch.queue_expired(0.25)
    queue.redis.flushall()

    TableDispatch(at_work.database, at_work.store, queue, 1.0).queue_expired(0.25)

    assert any(job_id.startswith(f"time-{table_id}") for job_id in queue.queues["tables"].job_ids)


def test_the_scheduler_wakes_when_the_next_turn_is_due(at_work: Service):
    table_id = opened(at_work, ago_s=3600 - 120)
    with at_work.database.session() as session:
        session.execute("UPDATE shengji.head SET turn_due_at = NULL WHERE stream <> $1", [f"table-{table_id}"])
    [deadline] = [each.running.deadline for each in at_work.table_cache.newest(table_id).table.clocks if each.running]
    dispatch = TableDispatch(at_work.database, at_work.store, WorkerContext.queue, 1.0)
    no_more = deadline / 1000 - time.time()

    next_look_s = dispatch.queue_expired(3600)

    # The database clock may differ from the process clock by some milliseconds.
    assert deadline / 1000 - time.time() - 1 < next_look_s < no_more + 1


def test_a_table_that_does_not_start_expires(at_work: Service, api):
    table_id = at_work.tables.open(
        OpenTable(PLAYERS[0], "sheng_ji", "zhang-2021", {}, listed=True, hands=1, expires_after_s=-1), None
    ).id

    apply_deadlines(table_id)

    assert at_work.table_cache.newest(table_id).table.status == "cancelled"
