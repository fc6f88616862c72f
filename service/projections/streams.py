"""The tables that this process has at hand: their newest events, and what they fold to for the table and its viewers.

Nothing here is the truth. An entry is brought up to date from the store before it is answered from, by one read of the
events that came since; when it is thrown away, the head and the snapshots of views bring it back.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from cachetools import LRUCache

from domain.games import GAMES
from domain.table.evolve import BrokenHistory, evolve, game_named
from domain.table.redact import before_taking_over, is_of_orders, redact
from domain.table.release import NOTHING_RELEASED, Release, released
from domain.table.state import Table
from domain.viewers import Onlooker, Viewer
from service.projections.world_time import time_in
from service.store.database import Database
from service.store.event_store import READ_LIMIT, EventStore
from service.store.events import event_of
from service.store.folding import reading
from service.store.tables import STATE_REVISION, STREAM_PREFIX, table_document, table_from_document

TAIL = 200
"""How many of a table's newest events are kept at hand."""
SNAPSHOT_EVERY = 100
"""After how many further events what a viewer has seen is written down."""
RELEASE_PAGE = TAIL
"""So many events are looked at at once to find how far a table is released."""


class NoSuchTable(Exception):
    """There is no table of this id; its argument is the id."""


class At(NamedTuple):
    """A folded table, and the version of the last event in it."""

    version: int
    table: Table


class Happened(NamedTuple):
    """An event in its stream, and when it was recorded."""

    version: int
    event: Any
    recorded_at: datetime


def stream_of(table_id: str) -> str:
    """The stream of a table."""
    return STREAM_PREFIX + table_id


def table_of(stream: str) -> str:
    """The table of a stream."""
    return stream.removeprefix(STREAM_PREFIX)


def viewer_name(viewer: Viewer) -> str:
    """How a viewer is called in keys and tags: `s` and the seat, or the onlooker's name."""
    return viewer.value if isinstance(viewer, Onlooker) else f"s{viewer}"


class _Entry:
    """One table at hand: its newest events, without a gap up to version `last`, and what they fold to by viewer.

    The key None stands for the table as it knows itself. `release` is how far it is released to those without a seat.
    """

    __slots__ = ("folded", "last", "lock", "reading", "release", "snapshots", "tail", "turn")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.turn = threading.Lock()
        self.reading = threading.Lock()
        self.tail: list[Happened] = []
        self.last = 0
        self.folded: dict[Viewer | None, At] = {}
        self.snapshots: dict[Viewer, int] = {}
        self.release: Release | None = None

    def reaches(self, version: int) -> bool:
        """Whether all events after the version, up to the last, are at hand."""
        return self.last - len(self.tail) <= version <= self.last

    def take(self, after: int, news: list[Happened]) -> None:
        """Takes in events that were read after a version, as far as they are new here."""
        if not news:
            return
        with self.lock:
            if not self.last - len(self.tail) <= after <= self.last:
                if after < self.last:
                    return
                self.tail, self.last = [], after
            self.tail.extend(happened for happened in news if happened.version > self.last)
            self.last = max(self.last, news[-1].version)
            del self.tail[:-TAIL]

    def since(self, version: int) -> tuple[list[Happened], int]:
        """The events at hand after a version, and the version of the last of them; none when they leave a gap to it."""
        with self.lock:
            if not self.reaches(version):
                return [], version
            return self.tail[version - self.last + len(self.tail) :], self.last

    def keep(self, viewer: Viewer | None, at: At) -> None:
        """Keeps what has been folded, unless something newer is kept."""
        with self.lock:
            known = self.folded.get(viewer)
            if known is None or known.version < at.version:
                self.folded[viewer] = at

    def keep_release(self, release: Release) -> None:
        """Keeps how far the table is released, unless it is known to be released further."""
        with self.lock:
            if self.release is None or self.release[:2] <= release[:2]:
                self.release = release


class Streams:
    """The tables at hand.

    Methods raise `NoSuchTable`, `UnreadableStream`, and `DatabaseUnavailable` when the store does not answer.
    """

    def __init__(self, database: Database, store: EventStore, kept: int) -> None:
        """Prepares an empty set; `kept` tables at the most are kept at hand."""
        self._database = database
        self._store = store
        self._entries: LRUCache[str, _Entry] = LRUCache(max(kept, 1))
        self._lock = threading.Lock()

    def _entry(self, table_id: str) -> _Entry:
        with self._lock:
            entry = self._entries.get(table_id)
            if entry is None:
                entry = self._entries[table_id] = _Entry()
            return entry

    @contextmanager
    def in_turn(self, table_id: str, patience_s: float) -> Iterator[bool]:
        """Lets those of this process who move a table do so one after the other; false when it took too long.

        Whoever has waited knows what the ones before have done, and need not find out by a conflict.
        """
        turn = self._entry(table_id).turn
        got = turn.acquire(timeout=patience_s)
        try:
            yield got
        finally:
            if got:
                turn.release()

    def at_hand(self, table_id: str) -> At:
        """The table as this process knows it, which may be out of date; it is read if it is not at hand."""
        return self._entry(table_id).folded.get(None) or self.now(table_id)

    def now(self, table_id: str) -> At:
        """The table as it is now."""
        return self._brought_up(table_id, None)

    def for_who_sits(self, table_id: str, viewer: Viewer, happened: Sequence[Happened]) -> Sequence[Happened]:
        """Events for who holds a seat now, without the orders of whoever held it before: those were given by others."""
        if isinstance(viewer, Onlooker):
            return happened
        told = [each.version for each in happened if is_of_orders(each.event, viewer)]
        if not told:
            return happened
        key = {"stream": stream_of(table_id), "seat": int(viewer), "after": told[0]}
        [(taken_over,)] = self._database.read("seat_taken_over", key)
        return [
            each._replace(event=before_taking_over(each.event, viewer)) if each.version < taken_over else each
            for each in happened
        ]

    def view(self, table_id: str, viewer: Viewer, *, from_version: int | None = None) -> At:
        """The table as the viewer may see it: the fold of the redacted events.

        Args:
            table_id: which table.
            viewer: who looks.
            from_version: the version that it has to have at the least; none: the newest one there is now. Who sees the
                table late sees it as far as it is released now, whatever is said here.
        """
        if viewer is Onlooker.DELAYED:
            at = self._brought_up_to_release(table_id)
        else:
            at = self._at_hand_from(table_id, viewer, from_version) or self._brought_up(table_id, viewer)
        self._keep_snapshot(table_id, viewer, at)
        return at

    def _at_hand_from(self, table_id: str, viewer: Viewer, from_version: int | None) -> At | None:
        """What the events at hand fold to for the viewer, when they reach that version; the store is not asked."""
        entry = self._entry(table_id)
        at = entry.folded.get(viewer)
        if from_version is None or at is None:
            return None
        news, last = entry.since(at.version)
        if last < from_version:
            return None
        with reading(stream_of(table_id)):
            at = _folded(at, news, viewer)
        entry.keep(viewer, at)
        return at

    def released(self, table_id: str, heard: int = 0) -> Release:
        """How far the table is released now to those who hold no seat: only what came since is looked at.

        Args:
            table_id: which table.
            heard: to which version it has come for certain, so that the store is not asked for more; 0: not known.
        """
        entry = self._entry(table_id)
        table = self.at_hand(table_id).table
        now = time_in(self._database, table.world).timestamp() if table.world else time.time()
        release = entry.release or self._released_before(table_id)
        has_all = release.searched >= heard > 0
        more = not has_all if release.due_at is None else release.due_at <= now
        while more:
            if release.searched < heard:
                news = self.since_heard(table_id, release.searched, heard, RELEASE_PAGE)
            else:
                news = self.since(table_id, release.searched, RELEASE_PAGE)
            events = [(happened.event, happened.recorded_at.timestamp()) for happened in news]
            release = released(release, table.spectators, table.game, events, now)
            more = len(news) == RELEASE_PAGE and release.due_at is None
        entry.keep_release(release)
        return release

    def since(
        self, table_id: str, version: int, limit: int = READ_LIMIT, *, until: int | None = None
    ) -> list[Happened]:
        """The events of the table after a version, without a gap: at the most `limit`, and fewer only up to now.

        Where `until` is given, there are none after that version.
        """
        if until is not None:
            limit = min(limit, until - version)
            if limit <= 0:
                return []
        entry = self._entry(table_id)
        at_hand, after = entry.since(version)
        stream = stream_of(table_id)
        stored = self._store.read(stream, after, limit)
        with reading(stream):
            news = [Happened(each.version, event_of(each.record), each.recorded_at) for each in stored]
        entry.take(after, news)
        # What was at hand may have made room for the news, so it is not asked for again.
        return (at_hand + news)[:limit]

    def since_heard(self, table_id: str, version: int, heard: int, limit: int) -> list[Happened]:
        """Like `since`, for somebody who has heard that the table has come to version `heard`.

        What is at hand up to there is not asked for, and of many who have heard the same one reads for all.
        """
        entry = self._entry(table_id)
        news, last = entry.since(version)
        if last < heard:
            with entry.reading:
                news, last = entry.since(version)
                if last < heard:
                    return self.since(table_id, version, limit)
        return news[:limit]

    def has_happened(self, table_id: str, after: At, news: list[Happened]) -> None:
        """Takes in what this process itself has just appended, and the table after it."""
        entry = self._entry(table_id)
        entry.take(news[0].version - 1, news)
        entry.keep(None, after)

    def _brought_up(self, table_id: str, viewer: Viewer | None) -> At:
        """What the events fold to for the viewer, up to now: one round trip when it is at hand."""
        entry = self._entry(table_id)
        at = entry.folded.get(viewer) or self._begun(table_id, viewer)
        more = True
        while more:
            news = self.since(table_id, at.version if at else 0)
            with reading(stream_of(table_id)):
                at = _folded(at, news, viewer) if news else at
            more = len(news) >= READ_LIMIT
        if at is None:
            raise NoSuchTable(table_id)
        entry.keep(viewer, at)
        return at

    def _brought_up_to_release(self, table_id: str) -> At:
        """What the events fold to for those who see the table late, as far as it is released now."""
        entry = self._entry(table_id)
        until = self.released(table_id).version
        at = entry.folded.get(Onlooker.DELAYED) or self._begun(table_id, Onlooker.DELAYED)
        while at is None or at.version < until:
            version = at.version if at else 0
            news, last = entry.since(version)
            news = news[: until - version] if last >= until else self.since(table_id, version, until=until)
            with reading(stream_of(table_id)):
                at = _folded(at, news, Onlooker.DELAYED)
        entry.keep(Onlooker.DELAYED, at)
        return at

    def _released_before(self, table_id: str) -> Release:
        """How far the table was released when what they have seen was last written down."""
        at = self._begun(table_id, Onlooker.DELAYED)
        if at is None:
            return NOTHING_RELEASED
        return Release(at.version, at.version, begun=at.table.match is not None, due_at=None)

    def _begun(self, table_id: str, viewer: Viewer | None) -> At | None:
        """Where folding can begin: at the head or a snapshot of this program's state revision; else at the start."""
        stream = stream_of(table_id)
        if viewer is None:
            head = self._store.head(stream)
            if head is None or head.state_revision != STATE_REVISION:
                return None
            with reading(stream):
                return At(head.version, table_from_document(head.state))
        key = {"stream": stream, "viewer": viewer_name(viewer), "state_revision": STATE_REVISION}
        rows = self._database.read("snapshot", key)
        self._entry(table_id).snapshots[viewer] = rows[0][0] if rows else 0
        with reading(stream):
            return At(rows[0][0], table_from_document(rows[0][1])) if rows else None

    def _keep_snapshot(self, table_id: str, viewer: Viewer, at: At) -> None:
        """Writes down what the viewer has seen, now and then, so that a long game need not be read from its start."""
        snapshots = self._entry(table_id).snapshots
        if at.version - snapshots.get(viewer, 0) < SNAPSHOT_EVERY:
            return
        snapshots[viewer] = at.version
        state = orjson.dumps(table_document(at.table)).decode()
        key = {"stream": stream_of(table_id), "viewer": viewer_name(viewer), "state_revision": STATE_REVISION}
        self._database.run("put_snapshot", {**key, "version": at.version, "state": state})


def _folded(at: At | None, news: list[Happened], viewer: Viewer | None) -> At:
    """The table after further events, as the viewer sees them, or as they are.

    Raises:
        BrokenHistory: the events do not follow the version; nothing may be decided on such a table.
    """
    version, table = at or (0, None)
    for happened in news:
        version += 1
        if happened.version != version:
            raise BrokenHistory(f"event {happened.version} stands where event {version} belongs")
        event = happened.event
        if viewer is not None:
            event = redact(table.game if table else game_named(GAMES, event.game), event, viewer)
        table = evolve(GAMES, table, event)
    if table is None:
        raise BrokenHistory("a table without events")
    return At(version, table)
