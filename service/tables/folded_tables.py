"""The tables that the followers of a process have folded from the log. Each can use what another has folded."""

from cachetools import LRUCache

from domain.table.state import Table
from service.tables.events import VersionedTable

KEPT = 2000


class FoldedTables:
    """The last `KEPT` tables, each after the last command that was folded."""

    def __init__(self) -> None:
        """Begins without tables."""
        self._tables: LRUCache[str, VersionedTable] = LRUCache(KEPT)

    def at(self, stream: str, version: int) -> Table | None:
        """Returns the table of a stream at exactly this version, or `None` if it is not kept."""
        known = self._tables.get(stream)
        return known.table if known is not None and known.version == version else None

    def keep(self, stream: str, version: int, table: Table) -> None:
        """Keeps the table of a stream at a version."""
        self._tables[stream] = VersionedTable(version, table)
