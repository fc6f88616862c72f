"""The time in sandboxes. The clock of a sandbox is stored in its row, and moves only on request."""

from datetime import datetime

from domain.instants import Instant, instant_of
from service.store.database import Database


def time_in(database: Database, world: str) -> datetime:
    """Returns the current time in a sandbox. Raises `DatabaseUnavailable`."""
    [(clock,)] = database.read("world_time", {"id": world})
    at: datetime = clock
    return at


def last_moment(database: Database, stream: str) -> Instant:
    """Returns the time of the last event of a stream, by its own clock. Raises `DatabaseUnavailable`."""
    [(at,)] = database.read("last_moment", {"stream": stream})
    return instant_of(at)
