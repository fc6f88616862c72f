"""A cache of the tables of this process: their newest events, and the folded state for each viewer.

The event store is authoritative. Most reads first fetch the events since the cached version. An evicted table
is restored from its stored head, and the view of each viewer from its last snapshot.
"""

import threading
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager

import orjson
from cachetools import LRUCache

from domain.games.registry import GAMES
from domain.kernel.events import BrokenHistory
from domain.kernel.instants import SECOND_MS
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.evolve import evolve, game_named
from domain.table.redact import is_of_orders, redact, without_earlier_orders
from domain.table.visibility import NOTHING_VISIBLE, Cutoff, visibility_cutoff
from service.platform.store.database import Database
from service.platform.store.event_store import READ_LIMIT, EventStore, StoredEvent
from service.platform.store.events import VersionedEvent, event_of
from service.platform.store.folding import reading_stream
from service.platform.store.sandbox_time import time_in
from service.platform.turns import taking
from service.tables.events import (
    STATE_REVISION,
    TABLES,
    NoSuchTable,
    VersionedTable,
    stream_of,
    table_document,
    table_from_document,
)

TAIL = 200
"""Number of the newest events cached for each table."""
SNAPSHOT_EVERY = 100
"""Number of new events after which the snapshot of a viewer is written."""
CUTOFF_PAGE = TAIL
"""Number of events read at once to find the visibility cutoff of a table."""


def viewer_name(viewer: Viewer) -> str:
    """Returns the name of a viewer in keys and entity tags: `s` and the seat number, or the kind of spectator."""
    return viewer.value if isinstance(viewer, Onlooker) else f"s{viewer}"


class _Entry:
    """A cached table: its newest events, without a gap up to version `last`, and the folded table of each viewer.

    The key `None` of `folded` is the table with nothing redacted. `cutoff` is the visibility cutoff for spectators.
    """

    __slots__ = ("cutoff", "folded", "last", "lock", "reading", "snapshots", "tail", "turn")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.turn = threading.Lock()
        self.reading = threading.Lock()
        self.tail: list[VersionedEvent] = []
        self.last = 0
        self.folded: dict[Viewer | None, VersionedTable] = {}
        self.snapshots: dict[Viewer, int] = {}
        self.cutoff: Cutoff | None = None

    def reaches(self, version: int) -> bool:
        """Returns whether all events after the version, up to `last`, are cached."""
        return self.last - len(self.tail) <= version <= self.last

    def take(self, after: int, newer: list[VersionedEvent]) -> None:
        """Adds events that were read after a version, if the cache lacks them."""
        if not newer:
            return
        with self.lock:
            if not self.last - len(self.tail) <= after <= self.last:
                if after < self.last:
                    return
                self.tail, self.last = [], after
            self.tail.extend(each for each in newer if each.version > self.last)
            self.last = max(self.last, newer[-1].version)
            del self.tail[:-TAIL]

    def since(self, version: int) -> tuple[list[VersionedEvent], int]:
        """Returns the cached events after a version, and the last version. Returns none if there is a gap."""
        with self.lock:
            if not self.reaches(version):
                return [], version
            return self.tail[version - self.last + len(self.tail) :], self.last

    def keep(self, viewer: Viewer | None, at: VersionedTable) -> None:
        """Caches a folded table, unless a newer one is cached."""
        with self.lock:
            known = self.folded.get(viewer)
            if known is None or known.version < at.version:
                self.folded[viewer] = at

    def keep_cutoff(self, cutoff: Cutoff) -> None:
        """Caches the visibility cutoff, unless a later one is cached."""
        with self.lock:
            if self.cutoff is None or self.cutoff[:2] <= cutoff[:2]:
                self.cutoff = cutoff


class TableCache:
    """A cache of tables.

    Methods raise `NoSuchTable`, `UnreadableStream`, and `DatabaseUnavailable` if the store does not answer.
    """

    def __init__(self, database: Database, store: EventStore, kept: int) -> None:
        """Creates an empty cache of at most `kept` tables."""
        self._database = database
        self._store = store
        self._entries: LRUCache[str, _Entry] = LRUCache(max(kept, 1))
        self._latest: tuple[str, _Entry] = ("", _Entry())
        self._lock = threading.Lock()

    def _entry(self, table_id: str) -> _Entry:
        # A request asks for its table many times in a row. Only the first time takes the lock and looks it up.
        latest_id, latest = self._latest
        if latest_id == table_id:
            return latest
        with self._lock:
            entry = self._entries.get(table_id)
            if entry is None:
                entry = self._entries[table_id] = _Entry()
            self._latest = (table_id, entry)
            return entry

    def in_turn(self, table_id: str, patience_s: float) -> AbstractContextManager[bool]:
        """Serializes the commands of this process on a table. Yields false if the wait exceeds `patience_s` seconds.

        A command that has waited sees the events of the earlier ones, which avoids version conflicts.
        """
        return taking(self._entry(table_id).turn, patience_s)

    def cached(self, table_id: str) -> VersionedTable:
        """Returns the table after all cached events. It may be out of date. Reads it if it is not cached.

        Events of other processes are in the cache as soon as a viewer in this process has read them.
        """
        return self._cached_view_from(table_id, None, 0) or self.newest(table_id)

    def newest(self, table_id: str, *, from_version: int | None = None) -> VersionedTable:
        """Returns the current table, or the cached one if it has at least `from_version`."""
        return self._cached_view_from(table_id, None, from_version) or self._current_view(table_id, None)

    def without_earlier_orders(
        self, table_id: str, viewer: Viewer, events: Sequence[VersionedEvent]
    ) -> Sequence[VersionedEvent]:
        """Returns the events without the standing orders that earlier players of the seat gave."""
        if isinstance(viewer, Onlooker):
            return events
        order_versions = [each.version for each in events if is_of_orders(each.event, viewer)]
        if not order_versions:
            return events
        key = {"stream": stream_of(table_id), "seat": int(viewer), "after": order_versions[0]}
        [(taken_over,)] = self._database.read("seat_taken_over", key)
        return [
            each._replace(event=without_earlier_orders(each.event, viewer)) if each.version < taken_over else each
            for each in events
        ]

    def view(self, table_id: str, viewer: Viewer, *, from_version: int | None = None) -> VersionedTable:
        """Returns the table as the viewer may see it: the fold of the redacted events.

        Args:
            table_id: id of the table.
            viewer: the seat or the kind of spectator.
            from_version: lowest acceptable version; `None` for the newest. Delayed spectators always see the table up
                to the visibility cutoff.
        """
        if viewer is Onlooker.DELAYED:
            at = self._delayed_view(table_id)
        else:
            at = self._cached_view_from(table_id, viewer, from_version) or self._current_view(table_id, viewer)
        self._keep_snapshot(table_id, viewer, at)
        return at

    def _cached_view_from(
        self, table_id: str, viewer: Viewer | None, from_version: int | None
    ) -> VersionedTable | None:
        """Returns the fold of the cached events if it reaches that version, else `None`. Does not read the store."""
        entry = self._entry(table_id)
        at = entry.folded.get(viewer)
        if from_version is None or at is None:
            return None
        if at.version == entry.last and at.version >= from_version:
            return at
        newer, last = entry.since(at.version)
        if last < from_version:
            return None
        if newer:
            with reading_stream(stream_of(table_id)):
                at = _folded_table(at, newer, viewer)
            entry.keep(viewer, at)
        return at

    def visibility_cutoff(self, table_id: str, heard: int = 0) -> Cutoff:
        """Returns the current visibility cutoff for spectators. Examines only the events since the last call.

        Args:
            table_id: id of the table.
            heard: the version that the table is known to have reached, which saves reads; 0 if unknown.
        """
        entry = self._entry(table_id)
        table = self.cached(table_id).table
        now = time_in(self._database, table.sandbox) / SECOND_MS if table.sandbox else time.time()
        cutoff = entry.cutoff or self._cutoff_before(table_id)
        has_all = cutoff.searched >= heard > 0
        more = not has_all if cutoff.due_at is None else cutoff.due_at <= now
        while more:
            if cutoff.searched < heard:
                newer = self.since_heard(table_id, cutoff.searched, heard, CUTOFF_PAGE)
            else:
                newer = self.since(table_id, cutoff.searched, CUTOFF_PAGE)
            events = [(each.event, each.recorded_at.timestamp()) for each in newer]
            cutoff = visibility_cutoff(cutoff, table.spectators, table.game, events, now)
            more = len(newer) == CUTOFF_PAGE and cutoff.due_at is None
        entry.keep_cutoff(cutoff)
        return cutoff

    def since(
        self, table_id: str, version: int, limit: int = READ_LIMIT, *, until: int | None = None
    ) -> list[VersionedEvent]:
        """Returns the events of the table after a version, without a gap: at most `limit`, fewer only at the end.

        With `until`, no event after that version is returned.
        """
        if until is not None:
            limit = min(limit, until - version)
            if limit <= 0:
                return []
        entry = self._entry(table_id)
        cached, after = entry.since(version)
        stream = stream_of(table_id)
        newer = _versioned(stream, self._store.read(stream, after, limit))
        entry.take(after, newer)
        # Adding the new events may have evicted `cached`, so the cache is not read again.
        return (cached + newer)[:limit]

    def since_heard(self, table_id: str, version: int, heard: int, limit: int) -> list[VersionedEvent]:
        """Like `since`, for callers who know that the table has reached version `heard`.

        Skips the store if the cache reaches that version. Of concurrent callers, one reads for all.
        """
        entry = self._entry(table_id)
        newer, last = entry.since(version)
        if last < heard:
            with entry.reading:
                newer, last = entry.since(version)
                if last < heard:
                    return self.since(table_id, version, limit)
        return newer[:limit]

    def cache_appended(self, table_id: str, after: VersionedTable, newer: list[VersionedEvent]) -> None:
        """Caches the events that this process has just appended, and the table after them."""
        entry = self._entry(table_id)
        entry.take(newer[0].version - 1, newer)
        entry.keep(None, after)

    def cache_missed(self, table_id: str, after: int, missed: Sequence[StoredEvent]) -> None:
        """Caches events after a version that a conflict has returned."""
        self._entry(table_id).take(after, _versioned(stream_of(table_id), missed))

    def _current_view(self, table_id: str, viewer: Viewer | None) -> VersionedTable:
        """Returns the current fold for the viewer. Takes one round trip if the table is cached."""
        entry = self._entry(table_id)
        at = entry.folded.get(viewer) or self._stored_view(table_id, viewer)
        more = True
        while more:
            newer = self.since(table_id, at.version if at else 0)
            with reading_stream(stream_of(table_id)):
                at = _folded_table(at, newer, viewer) if newer else at
            more = len(newer) >= READ_LIMIT
        if at is None:
            raise NoSuchTable(table_id)
        entry.keep(viewer, at)
        return at

    def _delayed_view(self, table_id: str) -> VersionedTable:
        """Returns the fold for delayed spectators, up to the visibility cutoff."""
        entry = self._entry(table_id)
        until = self.visibility_cutoff(table_id).version
        at = entry.folded.get(Onlooker.DELAYED) or self._stored_view(table_id, Onlooker.DELAYED)
        while at is None or at.version < until:
            version = at.version if at else 0
            newer, last = entry.since(version)
            newer = newer[: until - version] if last >= until else self.since(table_id, version, until=until)
            with reading_stream(stream_of(table_id)):
                at = _folded_table(at, newer, Onlooker.DELAYED)
        entry.keep(Onlooker.DELAYED, at)
        return at

    def _cutoff_before(self, table_id: str) -> Cutoff:
        """Returns the visibility cutoff of the last snapshot for delayed spectators."""
        at = self._stored_view(table_id, Onlooker.DELAYED)
        if at is None:
            return NOTHING_VISIBLE
        return Cutoff(at.version, at.version, begun=at.table.match is not None, due_at=None)

    def _stored_view(self, table_id: str, viewer: Viewer | None) -> VersionedTable | None:
        """Returns the stored state to fold from, or `None` if none has this state revision."""
        stream = stream_of(table_id)
        if viewer is None:
            head = self._store.head(stream)
            table = head and TABLES.state_in(stream, head)
            return VersionedTable(head.version, table) if head and table else None
        key = {"stream": stream, "viewer": viewer_name(viewer), "state_revision": STATE_REVISION}
        rows = self._database.read("snapshot", key)
        self._entry(table_id).snapshots[viewer] = rows[0][0] if rows else 0
        with reading_stream(stream):
            return VersionedTable(rows[0][0], table_from_document(rows[0][1])) if rows else None

    def _keep_snapshot(self, table_id: str, viewer: Viewer, at: VersionedTable) -> None:
        """Writes a snapshot for the viewer every `SNAPSHOT_EVERY` events, so that long games load fast."""
        snapshots = self._entry(table_id).snapshots
        if at.version - snapshots.get(viewer, 0) < SNAPSHOT_EVERY:
            return
        snapshots[viewer] = at.version
        state = orjson.dumps(table_document(at.table)).decode()
        key = {"stream": stream_of(table_id), "viewer": viewer_name(viewer), "state_revision": STATE_REVISION}
        self._database.run("put_snapshot", {**key, "version": at.version, "state": state})


def _versioned(stream: str, stored: Sequence[StoredEvent]) -> list[VersionedEvent]:
    with reading_stream(stream):
        return [VersionedEvent(each.version, event_of(each.record), each.recorded_at) for each in stored]


def _folded_table(at: VersionedTable | None, newer: list[VersionedEvent], viewer: Viewer | None) -> VersionedTable:
    """Returns the table after further events, redacted for the viewer if there is one.

    Raises:
        BrokenHistory: the versions of the events have a gap, or there are no events at all.
    """
    version, table = at or (0, None)
    for versioned in newer:
        version += 1
        if versioned.version != version:
            raise BrokenHistory(f"event {versioned.version} stands where event {version} belongs")
        event = versioned.event
        if viewer is not None:
            event = redact(table.game if table else game_named(GAMES, event.game), event, viewer)
        table = evolve(GAMES, table, event)
    if table is None:
        raise BrokenHistory("a table without events")
    return VersionedTable(version, table)
