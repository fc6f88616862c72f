"""What time it is in a sandbox: its clock stands in a row, and moves only when it is told to."""

from datetime import datetime

from domain.kernel.instants import Instant, instant_of
from service.platform.store.database import Database


def time_in(database: Database, world: str) -> datetime:
    """What time it is in a world. Raises `DatabaseUnavailable`."""
    [(clock,)] = database.read("world_time", {"id": world})
    at: datetime = clock
    return at


def last_moment(database: Database, stream: str) -> Instant:
    """When something happened last at the table of a stream, by its own clock. Raises `DatabaseUnavailable`."""
    [(at,)] = database.read("last_moment", {"stream": stream})
    return instant_of(at)
