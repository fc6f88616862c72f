"""Applies deadlines at tables: missed turns, forfeited seats, and tables that do not begin.

The time of the next deadline is in the head of the table, so any worker can apply it. It may be applied late, but never
twice, because the command names the version at which it was due. The store orders it before or after a concurrent move.
The turn of a player on vacation, or with automatic vacation, is postponed.
"""

import time
from uuid import NAMESPACE_URL, uuid5

from domain.kernel.instants import Instant
from domain.table.absence import NothingDue
from domain.table.checks import TableOver
from domain.table.commands import TimePasses
from service.platform.store.idempotency import Key
from service.platform.store.stream_repository import StaleVersion, StreamBusy
from service.tables.events import stream_of
from service.wiring import Service
from service.worker_context import WorkerContext

FINGERPRINT = "time"


def apply_deadlines(table_id: str) -> int:
    """Applies all passed deadlines of a table, until the time limit of the job.

    Args:
        table_id: id of the table.

    Returns:
        The number of deadlines applied. A second copy of the job finds none.
    """
    service = WorkerContext.service
    until = time.monotonic() + WorkerContext.service.limits.job_s
    applied = 0
    while time.monotonic() < until:
        passed = apply_deadline(service, table_id)
        if passed is None:
            break
        applied += passed
    return applied


def apply_deadline(service: Service, table_id: str) -> bool | None:
    """Applies one passed deadline. Returns false if the table has changed meanwhile, `None` if none has passed."""
    expired = service.database.read("passed_deadline", {"stream": stream_of(table_id)})
    if not expired:
        return None
    [(version, now)] = expired
    if service.vacations.postpone(table_id, Instant(now)):
        return True
    command_id = uuid5(NAMESPACE_URL, f"shengji:time:{table_id}:{version}")
    key = Key(command_id, FINGERPRINT)
    try:
        done = service.tables.carry_out(table_id, TimePasses(), expected=version, key=key, now=Instant(now))
    except (StaleVersion, StreamBusy, NothingDue, TableOver):
        return False
    return not done.replayed
