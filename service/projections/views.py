"""Who sees a table how, and what they are sent: each version of each viewer's view is written once (design §6)."""

import threading

import orjson
from cachetools import LRUCache

from domain.seats import Seat
from domain.table.events import PlayerId
from domain.viewers import Onlooker, Viewer
from service.projections.documents import view_document
from service.projections.streams import At, Streams


class Views:
    """The viewers of tables and the views written for them. Methods raise `NoSuchTable`."""

    def __init__(self, streams: Streams, kept: int) -> None:
        """Keeps the newest writing of at most `kept` views."""
        self._streams = streams
        self._seats: LRUCache[tuple[str, PlayerId], Viewer] = LRUCache(max(kept, 1))
        self._written: LRUCache[tuple[str, Viewer], tuple[int, bytes]] = LRUCache(max(kept, 1))
        self._lock = threading.Lock()

    def viewer(self, table_id: str, player: PlayerId) -> Viewer:
        """As whom a player sees a table: from the seat they hold, or as a spectator.

        It is told from what spectators see, and kept once the match has begun, since seats no longer change then.
        """
        with self._lock:
            known = self._seats.get((table_id, player))
        if known is not None:
            return known
        table = self._streams.view(table_id, Onlooker.SPECTATOR).table
        seat: Seat | None = table.seat_of(player)
        viewer = Onlooker.SPECTATOR if seat is None else seat
        if table.status != "open":
            with self._lock:
                self._seats[table_id, player] = viewer
        return viewer

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
