"""The job that ticks the clock of a live draw when it has expired (EX-LIVE-01).

The time is in the head of the table, so any worker can tick it. A tick is a command for the version at which the clock
ran down. So the store accepts only one of two concurrent ticks.
"""

import time
from uuid import NAMESPACE_URL, uuid5

from domain.table.asking import running_clock
from domain.table.commands import Tick
from service.platform.store.idempotency import Key
from service.platform.store.stream_repository import StaleVersion, StreamBusy
from service.tables.bot_turns import let_bots_interject
from service.tables.events import stream_of
from service.wiring import Service
from service.worker_context import WorkerContext

FINGERPRINT = "clock"


def tick_draw(table_id: str) -> int:
    """Ticks the clock of a table while it has expired and time is left. Bots may act after each tick.

    If more ticks are due later, the table is found again. A second copy of the job finds that the clock has not
    expired and does nothing.

    Args:
        table_id: id of the table.

    Returns:
        The number of ticks.
    """
    service = WorkerContext.service
    until = time.monotonic() + WorkerContext.service.limits.job_s
    ticks = 0
    while time.monotonic() < until or not ticks:
        ticked = tick_once(service, table_id)
        if ticked is None:
            break
        ticks += ticked
    return ticks


def tick_once(service: Service, table_id: str) -> bool | None:
    """Ticks the clock once and then lets bots act. Returns the same as `_tick`."""
    ticked = _tick(service, table_id)
    if ticked:
        let_bots_interject(service, table_id)
    return ticked


def _tick(service: Service, table_id: str) -> bool | None:
    """Ticks the clock once. Returns false if the table has changed meanwhile, `None` if the clock has not expired."""
    expired = service.database.read("due_draw_tick", {"stream": stream_of(table_id)})
    if not expired:
        return None
    [(version, step, now)] = expired
    at = service.table_cache.newest(table_id)
    clock = running_clock(at.table)
    if at.version != version or clock is None or clock.step != step:
        return False
    command_id = uuid5(NAMESPACE_URL, f"shengji:clock:{table_id}:{version}:{step}")
    try:
        key = Key(command_id, FINGERPRINT)
        done = service.tables.carry_out(table_id, Tick(clock.tick), expected=version, key=key, now=now)
    except (StaleVersion, StreamBusy):
        return False
    # A replayed command means that a copy of this tick came first.
    return not done.replayed
