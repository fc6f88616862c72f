"""Tables of bots whose jobs wait in queues."""

from collections.abc import Callable
from typing import Any

from service.platform.queue.job_queue import WORKS, JobQueue, queue_names
from service.processes.worker import TableWorker
from tests.support.api import Api, User

BOTS = ("random",) * 4
PERSON = (None, "random", "random", "random")
ANY = {"options": {"first_drawer_method": "random"}}


def job_of(table: str) -> str:
    """Returns the id of the job for the bots of a table. A table has at most one such job."""
    return f"bots-{table}"


def waiting(queue: JobQueue, *names: str) -> list[str]:
    """Returns the ids of the queued jobs. By default, tables with people come before tables with bots only."""
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
    """Makes these tables due, and all others not due."""
    with service.database.session() as connection:
        streams = [f"table-{table}" for table in tables]
        connection.execute("UPDATE shengji.head SET due_at = NULL")
        connection.execute("UPDATE shengji.head SET due_at = now() WHERE stream = ANY($1)", [streams])


def moved(service: Any, *tables: str) -> Callable[[], list[str]]:
    """Returns a function that returns which of these tables have new events since this call."""
    before = {table: service.table_cache.newest(table).version for table in tables}
    return lambda: [table for table, version in before.items() if service.table_cache.newest(table).version > version]
