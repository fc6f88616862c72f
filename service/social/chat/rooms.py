"""Stream names of the rooms of tables, for notifications."""

from collections.abc import Sequence

from domain.table.chat import ROOMS, Room
from service.platform.store.database import Database

ROOM_PREFIX = "room-"


def room_stream(table_id: str, room: Room) -> str:
    """Returns the name of the stream of messages in a room of a table."""
    return f"{ROOM_PREFIX}{table_id}/{room}"


def table_of_room(stream: str) -> str | None:
    """Returns the id of the table of a room's stream, or `None` for other streams."""
    if not stream.startswith(ROOM_PREFIX):
        return None
    table_id, _, room = stream.removeprefix(ROOM_PREFIX).partition("/")
    return table_id if room in ROOMS else None


def newest_messages(database: Database, streams: Sequence[str]) -> dict[str, int]:
    """Returns the newest numbers of the rooms among some streams. Raises `DatabaseUnavailable`."""
    tables = [table_id for table_id in map(table_of_room, streams) if table_id]
    rows = database.read("room_numbers", {"tables": tables}) if tables else ()
    return {room_stream(table_id, room): number for table_id, room, number in rows}
