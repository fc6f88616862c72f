"""Who sees a table how, and what they are sent: each version of each viewer's view is written once (design §6)."""

import threading
import time
from typing import NamedTuple

import orjson
from cachetools import LRUCache

from domain.seats import Seat
from domain.table.events import PlayerId
from domain.viewers import Onlooker, Viewer
from service.projections.documents import view_document
from service.projections.streams import At, Streams


class Outlook(NamedTuple):
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
    """The viewers of tables and the views written for them. Methods raise `NoSuchTable`."""

    def __init__(self, streams: Streams, kept: int) -> None:
        """Keeps the newest writing of at most `kept` views."""
        self._streams = streams
        self._seats: LRUCache[tuple[str, PlayerId], Viewer] = LRUCache(max(kept, 1))
        self._written: LRUCache[tuple[str, Viewer], tuple[int, bytes]] = LRUCache(max(kept, 1))
        self._lock = threading.Lock()

    def viewer(self, table_id: str, player: PlayerId) -> Viewer:
        """As whom a player sees a table: from the seat they hold, or as a spectator, who may see it late.

        It is told from what is known at once, and kept once the match has begun, since seats no longer change then.
        """
        known = self._known(table_id, player)
        if known is not None:
            return known
        table = self._streams.view(table_id, Onlooker.SPECTATOR).table
        seat: Seat | None = table.seat_of(player)
        onlooker = Onlooker.DELAYED if table.sees_late(player) else Onlooker.SPECTATOR
        viewer = onlooker if seat is None else seat
        if table.status != "open":
            with self._lock:
                self._seats[table_id, player] = viewer
        return viewer

    def _known(self, table_id: str, player: PlayerId) -> Viewer | None:
        with self._lock:
            return self._seats.get((table_id, player))

    def is_late(self, table_id: str, player: PlayerId) -> bool:
        """Whether it is at hand that the player sees the table late, for as long as there is a table."""
        return self._known(table_id, player) is Onlooker.DELAYED

    def outlook(self, table_id: str, player: PlayerId, heard: int = 0) -> Outlook:
        """As whom a player sees a table, and how far; it holds for this moment only.

        Args:
            table_id: which table.
            player: who looks.
            heard: to which version the table has come for certain; 0: not known.
        """
        viewer = self.viewer(table_id, player)
        if viewer is not Onlooker.DELAYED:
            return Outlook(viewer, None, None)
        release = self._streams.released(table_id, heard)
        next_in_s = None if release.due_at is None else max(release.due_at - time.time(), 0.0)
        return Outlook(viewer, release.version, next_in_s)

    def written(self, table_id: str, at: At, viewer: Viewer) -> bytes:
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
