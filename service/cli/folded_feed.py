"""Folds a table from its feed, as any client can."""

from collections.abc import Mapping
from typing import Any

import orjson

from domain.games.registry import GAMES
from domain.kernel.viewers import Viewer
from domain.table.evolve import evolve
from domain.table.state import Table
from service.cli.failures import Failed
from service.platform.store.events import Record, event_of
from service.tables.documents import view_document
from service.tables.events import VersionedTable


class FoldedFeed:
    """A table folded from a feed. `version` is that of the last event."""

    def __init__(self, viewer: Viewer) -> None:
        """Starts before the first event. `viewer` is the viewer of the feed."""
        self._viewer = viewer
        self._table: Table | None = None
        self.version = 0

    @property
    def table(self) -> Table:
        """The table after the events so far."""
        if self._table is None:
            raise Failed("the feed of the table is empty")
        return self._table

    def take_in(self, event: Mapping[str, Any]) -> None:
        """Folds one more event. Ignores events that were folded before. Raises `Failed` if one is missing."""
        if event["version"] <= self.version:
            return
        if event["version"] != self.version + 1:
            raise Failed(f"{self._viewer}: event {event['version']} follows event {self.version} in the feed")
        happened = event_of(Record(event["type"], event["revision"], event["data"]))
        self._table = evolve(GAMES, self._table, happened)
        self.version = event["version"]

    def agrees_with(self, table_id: str, view: Mapping[str, Any]) -> bool:
        """Returns whether a view of the API equals the fold. Members beside the fold do not count."""
        folded = self.view(table_id)
        return bool(folded == {name: each for name, each in view.items() if name in folded})

    def view(self, table_id: str) -> Any:
        """Returns the view of the table, in the format of the API."""
        document = view_document(table_id, VersionedTable(self.version, self.table), self._viewer)
        return orjson.loads(orjson.dumps(document))
