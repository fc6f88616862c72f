"""Lists of tables. They come from a read model, which follows the log with a short delay."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domain.kernel.players import PlayerId
from service.platform.documents import Json
from service.platform.lists import AFTER_ALL
from service.platform.store.database import Database, Row

PAGE = 100


class Filter(NamedTuple):
    """A filter for tables. `status` `None` means any."""

    status: str | None
    free_seats: bool


class Lists:
    """The lists of tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def tables(self, sandbox: str | None, wanted: Filter, before: str | None, limit: int) -> list[Json]:
        """Returns a page of the listed tables of a sandbox, newest first, after the id `before`."""
        if sandbox is None:
            arguments = _arguments(wanted, before, limit)
            return _summaries(self._database.read_late("list_tables", arguments, sandbox=None))
        return self._tables("list_tables_in_sandbox", {"sandbox": sandbox}, wanted, before, limit)

    def public_tables(self, wanted: Filter, before: str | None, limit: int) -> list[Json]:
        """Returns a page of the listed tables that can be read without a token, newest first, after the id `before`."""
        arguments = _arguments(wanted, before, limit)
        return _summaries(self._database.read_late("list_public_tables", arguments, sandbox=None))

    def own_tables(self, player: PlayerId, wanted: Filter, before: str | None, limit: int) -> list[Json]:
        """Returns a page of tables that the player opened or sits at, listed or not, newest first."""
        return self._tables("list_own_tables", {"player_id": player}, wanted, before, limit)

    def own_ids(self, statuses: Sequence[str], player: PlayerId) -> Iterator[str]:
        """Yields the ids of all tables in these states that the player opened or sits at."""
        for status in statuses:
            before = None
            while page := self.own_tables(player, Filter(status, free_seats=False), before, PAGE):
                yield from (summary["id"] for summary in page)
                before = page[-1]["id"]

    def _tables(self, query: str, whose: dict[str, Any], wanted: Filter, before: str | None, limit: int) -> list[Json]:
        return _summaries(self._database.read(query, {**whose, **_arguments(wanted, before, limit)}))


def _arguments(wanted: Filter, before: str | None, limit: int) -> dict[str, Any]:
    return {"before": before or AFTER_ALL, "status": wanted.status, "free": wanted.free_seats, "limit": limit}


def _summaries(rows: list[Row]) -> list[Json]:
    """Returns the stored summaries. They have the time of opening by its older name only.

    Summaries that an older release stored have no `public`.
    """
    return [{"public": True, **summary, "created_at": summary["opened_at"]} for (summary,) in rows]
