"""The time in sandboxes. The clock of a sandbox moves only when its owner moves it."""

from collections.abc import Callable

from domain.kernel.instants import Instant, instant_of
from service.platform.sources import TimeSource
from service.platform.store.database import Database

TimeIn = Callable[[str | None], Instant]
"""Gives the current time in a sandbox, or outside all sandboxes for `None`."""


def clock_of_sandboxes(database: Database, clock: TimeSource) -> TimeIn:
    """Returns what gives the time: from the database in sandboxes, from the clock outside them."""
    return lambda sandbox: clock() if sandbox is None else time_in(database, sandbox)


def time_in(database: Database, sandbox: str) -> Instant:
    """Returns the current time in a sandbox. Raises `DatabaseUnavailable`."""
    [(at,)] = database.read("sandbox_time", {"id": sandbox})
    return instant_of(at)


def last_recorded_at(database: Database, stream: str) -> Instant:
    """Returns the time of the last event at a table, by the clock of its sandbox. Raises `DatabaseUnavailable`."""
    [(at,)] = database.read("last_recorded_at", {"stream": stream})
    return instant_of(at)
