"""What time alone brings about at a table: turns that are missed, seats that forfeit, tables that do not begin.

When it is due stands in the table's head, so any worker can do it, at any time: late, when all workers were away, but
never twice, since it is a command for the version at which it was due. A move that is tried at the same moment comes
before it or after it, as the store takes them. A turn of a player who is on vacation, or now goes on one, is put off.
"""

import time
from uuid import NAMESPACE_URL, uuid5

from domain.kernel.instants import Instant
from domain.table.absence import NothingDue
from domain.table.checks import TableOver
from domain.table.commands import TimePasses
from service.platform.store.idempotency import Key
from service.platform.store.stream_repository import StaleVersion
from service.tables.cache import stream_of
from service.tables.handlers import TableBusy
from service.wiring import Service
from service.worker_context import WorkerContext

FINGERPRINT = "time"


def let_time_pass(table_id: str) -> int:
    """Lets happen all that is due at a table.

    Args:
        table_id: at which table.

    Returns:
        How many things have happened. A second copy of the job finds nothing due.
    """
    service = WorkerContext.service
    until = time.monotonic() + WorkerContext.service.limits.job_s
    happened = 0
    while time.monotonic() < until:
        passed = pass_once(service, table_id)
        if passed is None:
            break
        happened += passed
    return happened


def pass_once(service: Service, table_id: str) -> bool | None:
    """Lets one thing happen that is due: false when the table moved meanwhile, none when nothing is due."""
    run_down = service.database.read("turn_run_down", {"stream": stream_of(table_id)})
    if not run_down:
        return None
    [(version, now)] = run_down
    if service.vacations.put_off(table_id, Instant(now)):
        return True
    command_id = uuid5(NAMESPACE_URL, f"shengji:time:{table_id}:{version}")
    key = Key(command_id, FINGERPRINT)
    try:
        done = service.tables.carry_out(table_id, TimePasses(), expected=version, key=key, now=Instant(now))
    except (StaleVersion, TableBusy, NothingDue, TableOver):
        return False
    return not done.replayed
