"""A table that starts with stored events of first revisions and is then played to its end."""

import json
import time
from pathlib import Path
from random import Random
from typing import Any

import psycopg
from ulid import ULID

from tests.histories.players import Form, PlayedTable
from tests.upgrade.fleet import ClientOfAll, Doors, Servers

FILE = Path(__file__).parents[1] / "codec" / "tables" / "first_revision.json"
STOPS_BEFORE = 350
"""An index of a recorded event: in the last hand, after some tricks."""


def old_events() -> list[tuple[str, int, dict[str, Any]]]:
    """Returns types, revisions and documents of the recorded events, up to the end of a trick."""
    events = json.loads(FILE.read_text())["events"][:STOPS_BEFORE]
    last = max(place for place, (name, *_) in enumerate(events) if name == "trick_won")
    return [(name, revision, data) for name, revision, data in events[: last + 1]]


class OldTable(PlayedTable):
    """A match of three hands. New accounts play its last hand to the end.

    Attributes:
        begun_with: the number of events that were stored at the start.
    """

    def __init__(self, doors: Doors, servers: Servers, luck: Random) -> None:
        """Stores the events. The head has the version of the last event, but no state."""
        self._servers = servers
        super().__init__(doors, luck, client=ClientOfAll)  # type: ignore[arg-type]  # the doors are the address

    def _opened(self, form: Form, hands: int) -> str:
        table = f"tbl_{ULID.from_timestamp(time.time())}"
        players = self.players()
        events = [(name, revision, json.dumps(_with(data, players))) for name, revision, data in old_events()]
        with psycopg.connect(self._servers.database_url) as connection:
            connection.execute(
                "INSERT INTO shengji.head (stream, version, state_revision, asked, state)"
                " VALUES (%s, %s, 0, '[]', '{}')",
                [f"table-{table}", len(events)],
            )
            for version, (name, revision, data) in enumerate(events, start=1):
                connection.execute(
                    "INSERT INTO shengji.event (stream, version, type, revision, data, metadata)"
                    " VALUES (%s, %s, %s, %s, %s, %s)",
                    [f"table-{table}", version, name, revision, data, json.dumps({"by": players[0], "events": 1})],
                )
        self.begun_with = len(events)
        return table


def _with(data: Any, players: list[str]) -> Any:
    """Returns a document with ids of new accounts instead of the recorded player ids."""
    if isinstance(data, dict):
        return {name: _with(value, players) for name, value in data.items()}
    if isinstance(data, list):
        return [_with(value, players) for value in data]
    if isinstance(data, str) and data.startswith("ply_"):
        seat = data.removeprefix("ply_")
        return players[int(seat) if seat.isdigit() else 0]
    return data
