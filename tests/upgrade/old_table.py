"""A table whose stored events have their first revisions, and which is played on."""

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
"""A place in the last hand, after some tricks."""


def old_events() -> list[tuple[str, int, dict[str, Any]]]:
    """Types, revisions and documents of the events up to the end of a trick."""
    events = json.loads(FILE.read_text())["events"][:STOPS_BEFORE]
    last = max(place for place, (name, *_) in enumerate(events) if name == "trick_won")
    return [(name, revision, data) for name, revision, data in events[: last + 1]]


class OldTable(PlayedTable):
    """A match of three hands, whose last hand is played to its end by new accounts.

    Attributes:
        begun_with: number of events that were stored.
    """

    def __init__(self, doors: Doors, servers: Servers, luck: Random) -> None:
        """Stores the events. The head has only the version of the last one."""
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
    """Replaces the recorded player ids in a document by those of new accounts."""
    if isinstance(data, dict):
        return {name: _with(value, players) for name, value in data.items()}
    if isinstance(data, list):
        return [_with(value, players) for value in data]
    if isinstance(data, str) and data.startswith("ply_"):
        seat = data.removeprefix("ply_")
        return players[int(seat) if seat.isdigit() else 0]
    return data
