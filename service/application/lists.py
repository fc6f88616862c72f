"""Lists over many tables, from the read models (which follow the log with a short delay)."""

from typing import Any, NamedTuple

from domain.table.events import PlayerId
from service.projections.documents import Json, timestamp_of_move
from service.store.database import Database

AFTER_ALL = "tbl_~"
"""Sorts behind the id of every table."""


class Filter(NamedTuple):
    """Which tables are wanted; `status` none is any."""

    status: str | None
    free_seats: bool


class Lists:
    """The lists."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def tables(self, wanted: Filter, before: str | None, limit: int) -> list[Json]:
        """Listed tables, the newest first, from behind the table of id `before`."""
        return self._tables("list_tables", {}, wanted, before, limit)

    def own_tables(self, player: PlayerId, wanted: Filter, before: str | None, limit: int) -> list[Json]:
        """Tables that the player opened or sits at, listed or not, the newest first."""
        return self._tables("list_own_tables", {"player_id": player}, wanted, before, limit)

    def _tables(self, query: str, whose: dict[str, Any], wanted: Filter, before: str | None, limit: int) -> list[Json]:
        rows = self._database.read(
            query,
            {
                **whose,
                "before": before or AFTER_ALL,
                "status": wanted.status,
                "free": wanted.free_seats,
                "limit": limit,
            },
        )
        return [summary for (summary,) in rows]

    def turns(self, player: PlayerId, limit: int) -> tuple[int, list[Json]]:
        """How many decisions wait for the player, and the first of them, those that have waited longest first."""
        [(count,)] = self._database.read("count_turns", {"player_id": player})
        rows = self._database.read("turns", {"player_id": player, "limit": limit})
        return count, [
            {
                "table": table_id,
                "seat": seat,
                "what": asked,
                "since": timestamp_of_move(since),
                "version": version,
                "deadline_at": None,
            }
            for table_id, seat, asked, since, version in rows
        ]
