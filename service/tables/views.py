"""Views of tables by viewer. Each version of the view of a viewer is serialized once."""

import threading
import time
from typing import NamedTuple

import orjson
from cachetools import LRUCache

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.checks import NotSeated
from domain.table.sealing import check_not_sealed
from domain.table.state import Table
from service.tables.cache import TableCache, VersionedTable
from service.tables.documents import view_document

LOOK_AGAIN_S = 1.0
"""After so long it is looked again whether the clock of a sandbox was moved."""


class Visibility(NamedTuple):
    """As whom a player sees a table, and how far.

    Attributes:
        viewer: for whom events are redacted.
        until: the version up to which they see it now; none: all there is.
        next_in_s: after how many seconds time alone releases more; none where it does not.
    """

    viewer: Viewer
    until: int | None
    next_in_s: float | None


class Views:
    """The viewers of tables and the views written for them. Methods raise `NoSuchTable` and `TableSealed`."""

    def __init__(self, streams: TableCache, kept: int) -> None:
        """Keeps the newest writing of at most `kept` views."""
        self._streams = streams
        self._late: LRUCache[tuple[str, PlayerId], bool] = LRUCache(max(kept, 1))
        self._written: LRUCache[tuple[str, Viewer], tuple[int, bytes]] = LRUCache(max(kept, 1))
        self._lock = threading.Lock()

    def viewer(self, table_id: str, player: PlayerId, *, from_version: int | None = None) -> Viewer:
        """As whom a player sees a table: from the seat they hold, or as a spectator, who may see it late.

        A seat can be taken over in the middle of a match. So it is read from the current table and never cached.

        Args:
            table_id: which table.
            player: who looks.
            from_version: the version that it has to hold for at the least; none: the newest one there is now.
        """
        return self._viewer_at(table_id, player, self._public(table_id, from_version).table)

    def look(self, table_id: str, player: PlayerId) -> tuple[Viewer, VersionedTable]:
        """As whom a player sees a table, and the table as they see it now: the store is asked once for both."""
        public = self._public(table_id, None)
        while True:
            viewer = self._viewer_at(table_id, player, public.table)
            at = self._streams.view(table_id, viewer, from_version=public.version)
            # Between the two somebody may have taken the seat over.
            if viewer is Onlooker.DELAYED or self._viewer_at(table_id, player, at.table) == viewer:
                return viewer, at
            public = self._public(table_id, at.version)

    def own(self, table_id: str, player: PlayerId) -> tuple[Seat, VersionedTable]:
        """Returns the seat of a player, and the table as that seat sees it. Raises `NotSeated`."""
        viewer, at = self.look(table_id, player)
        if isinstance(viewer, Onlooker):
            raise NotSeated("you hold no seat at this table")
        return viewer, at

    def _public(self, table_id: str, from_version: int | None) -> VersionedTable:
        return self._streams.view(table_id, Onlooker.SPECTATOR, from_version=from_version)

    def _viewer_at(self, table_id: str, player: PlayerId, table: Table) -> Viewer:
        seat = table.seat_of(player)
        if seat is not None:
            return seat
        check_not_sealed(table, player)
        if not table.sees_late(player):
            return Onlooker.SPECTATOR
        with self._lock:
            self._late[table_id, player] = True
        return Onlooker.DELAYED

    def check_not_sealed(self, table_id: str, player: PlayerId) -> None:
        """Whether the player may see anything of a table; the store is asked only where it does not seem so."""
        if self._streams.cached(table_id).table.is_sealed_for(player):
            check_not_sealed(self._streams.now(table_id).table, player)

    def is_late(self, table_id: str, player: PlayerId) -> bool:
        """Whether the player saw the table late when they looked last; they may have been seated since."""
        with self._lock:
            return (table_id, player) in self._late

    def outlook(self, table_id: str, player: PlayerId, heard: int = 0) -> Visibility:
        """As whom a player sees a table, and how far; it holds for this moment only.

        Args:
            table_id: which table.
            player: who looks.
            heard: to which version the table has come for certain; 0: not known.
        """
        viewer = self.viewer(table_id, player, from_version=heard or None)
        if viewer is not Onlooker.DELAYED:
            return Visibility(viewer, None, None)
        release = self._streams.released(table_id, heard)
        if release.due_at is None:
            return Visibility(viewer, release.version, None)
        if self._streams.cached(table_id).table.world is not None:
            # When the clock of a world is moved is not foreseen.
            return Visibility(viewer, release.version, LOOK_AGAIN_S)
        return Visibility(viewer, release.version, max(release.due_at - time.time(), 0.0))

    def written(self, table_id: str, at: VersionedTable, viewer: Viewer) -> bytes:
        """The view as JSON."""
        key = (table_id, viewer)
        with self._lock:
            known = self._written.get(key)
        if known is not None and known[0] == at.version:
            return known[1]
        body = orjson.dumps(view_document(table_id, at, viewer))
        with self._lock:
            self._written[key] = (at.version, body)
        return body
