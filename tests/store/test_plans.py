"""PostgreSQL plans the statements of a play only a few times for each connection, not at each execution."""

from service.platform.queue.job_queue import JobQueue
from service.platform.store.follower_loop import FollowerLoop
from service.processes.scheduler import followers_of
from service.tables.dispatch import TableDispatch
from service.wiring import Service
from tests.support.api import Api, started_table
from tests.support.play import play_commands

ROUNDS = 20
MOST_PLANS = 5
"""PostgreSQL plans a prepared statement five times for its arguments before it compares with a plan for any."""


def test_statements_that_every_command_needs_are_not_planned_each_time(api: Api, service: Service, queue: JobQueue):
    dispatch = TableDispatch(service.database, service.store, queue, 1.0)
    loop = FollowerLoop(service.database, service.store, dispatch, followers_of(service))
    loop.begin()
    tables = [started_table(api) for _ in range(2)]
    for _ in range(ROUNDS):
        for table, players in tables:
            play_commands(table, players, commands=1)
        loop.read()
        loop.apply()
    with service.database.session() as connection:
        found = connection.execute(
            "SELECT statement, custom_plans FROM pg_prepared_statements WHERE custom_plans + generic_plans >= $1",
            [ROUNDS],
        ).fetchall()

    assert len(found) > 5
    assert [statement for statement, plans in found if plans > MOST_PLANS] == []
