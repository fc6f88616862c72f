"""Views of tables by viewer. Each version of the view of a viewer is serialized once."""

import threading
import time
from typing import NamedTuple

import orjson
from cachetools import LRUCache

from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.checks import own_seat
from domain.table.sealing import check_not_sealed
from domain.table.state import Table
from service.accounts.names.handlers import Names, NamesPart
from service.platform.languages import ENGLISH, in_language
from service.tables.cache import TableCache
from service.tables.documents import players_in_view, served_view
from service.tables.events import VersionedTable

LOOK_AGAIN_S = 1.0
"""Seconds between two checks whether the clock of a sandbox was moved."""


class Visibility(NamedTuple):
    """How a player sees a table at this time.

    Attributes:
        viewer: the viewer for whom events are redacted.
        until: the visibility cutoff, as a version; `None` for all events.
        next_in_s: seconds until the cutoff moves without a new event; `None` if it does not.
    """

    viewer: Viewer
    until: int | None
    next_in_s: float | None


class Views:
    """The viewers of tables, and their serialized views. Methods raise `NoSuchTable` and `TableSealed`."""

    def __init__(self, table_cache: TableCache, names: Names, kept: int) -> None:
        """Caches the newest version of at most `kept` views."""
        self._table_cache = table_cache
        self._names = names
        self._late: LRUCache[tuple[str, PlayerId], bool] = LRUCache(max(kept, 1))
        self._written: LRUCache[tuple[str, Viewer, str], tuple[int, NamesPart, bytes]] = LRUCache(max(kept, 1))
        self._lock = threading.Lock()

    def viewer(self, table_id: str, player: PlayerId, *, from_version: int | None = None) -> Viewer:
        """Returns the viewer as which a player sees a table: their seat, or a kind of spectator.

        A substitute may take over a seat during a match. So the viewer is derived from the current table and never
        cached.

        Args:
            table_id: id of the table.
            player: the player.
            from_version: lowest acceptable version of the table; `None` for the newest.
        """
        return self._viewer_at(table_id, player, self._table_cache.newest(table_id, from_version=from_version).table)

    def seen_by(self, table_id: str, player: PlayerId) -> tuple[Viewer, VersionedTable]:
        """Returns the viewer as which a player sees a table, and the current view. Reads the store once for both."""
        current = self._table_cache.newest(table_id)
        while True:
            viewer = self._viewer_at(table_id, player, current.table)
            at = self._table_cache.view(table_id, viewer, from_version=current.version)
            # The seat may have been taken over between the two reads.
            if viewer is Onlooker.DELAYED or self._viewer_at(table_id, player, at.table) == viewer:
                return viewer, at
            current = self._table_cache.newest(table_id, from_version=at.version)

    def own_view(self, table_id: str, player: PlayerId) -> tuple[Seat, VersionedTable]:
        """Returns the seat of a player, and the table as that seat sees it. Raises `NotSeated`."""
        _, at = self.seen_by(table_id, player)
        return own_seat(at.table, player), at

    def _viewer_at(self, table_id: str, player: PlayerId, table: Table) -> Viewer:
        seat = table.seat_of(player)
        if seat is not None:
            return seat
        check_not_sealed(table, player)
        if not table.sees_delayed(player):
            return Onlooker.SPECTATOR
        with self._lock:
            self._late[table_id, player] = True
        return Onlooker.DELAYED

    def check_not_sealed(self, table_id: str, player: PlayerId) -> None:
        """Raises `TableSealed` if the table is sealed for the player.

        Reads the store only if the cached table is sealed.
        """
        if self._table_cache.cached(table_id).table.is_sealed_for(player):
            check_not_sealed(self._table_cache.newest(table_id).table, player)

    def is_delayed(self, table_id: str, player: PlayerId) -> bool:
        """Returns whether the player saw the table with a delay at the last call. They may have a seat now."""
        with self._lock:
            return (table_id, player) in self._late

    def visibility(self, table_id: str, player: PlayerId, heard: int = 0) -> Visibility:
        """Returns how a player sees a table at this time.

        Args:
            table_id: id of the table.
            player: the player.
            heard: a version that the table is known to have reached; 0 if unknown.
        """
        viewer = self.viewer(table_id, player, from_version=heard or None)
        if viewer is not Onlooker.DELAYED:
            return Visibility(viewer, None, None)
        cutoff = self._table_cache.visibility_cutoff(table_id, heard)
        if cutoff.due_at is None:
            return Visibility(viewer, cutoff.version, None)
        if self._table_cache.cached(table_id).table.sandbox is not None:
            # The clock of a sandbox may be moved at any time.
            return Visibility(viewer, cutoff.version, LOOK_AGAIN_S)
        return Visibility(viewer, cutoff.version, max(cutoff.due_at - time.time(), 0.0))

    def names(self, at: VersionedTable) -> NamesPart:
        """Returns the names of the players in a view, and no others: those of today stay hidden from a delayed view."""
        return self._names.part(players_in_view(at.table), at.table.sandbox)

    def view_bytes(
        self,
        table_id: str,
        at: VersionedTable,
        viewer: Viewer,
        names: NamesPart | None = None,
        language: str = ENGLISH,
    ) -> bytes:
        """Returns the view as JSON, with the given names of its players, by default those of now.

        Only views of seats with standing orders have texts, so `language` is English for others.
        """
        names = names or self.names(at)
        key = (table_id, viewer, language)
        with self._lock:
            known = self._written.get(key)
        if known is not None and known[0] == at.version and known[1] is names:
            return known[2]
        body = orjson.dumps(in_language(served_view(table_id, at, viewer, orjson.Fragment(names.body)), language))
        with self._lock:
            self._written[key] = (at.version, names, body)
        return body

    def view_fragment(
        self, table_id: str, at: VersionedTable, viewer: Viewer, language: str = ENGLISH
    ) -> orjson.Fragment:
        """Returns the view as a part of a JSON document."""
        return orjson.Fragment(self.view_bytes(table_id, at, viewer, language=language))
