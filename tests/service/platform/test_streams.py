"""The cache of a table in a process: after any reads and evictions, the events after a version have no gap."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.registry import GAMES
from domain.games.sheng_ji.events import DeclarationPassed
from domain.kernel.events import BrokenHistory
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.events import SecretPublished
from domain.table.evolve import fold
from domain.table.spectators import Spectators
from service.platform.store.event_store import READ_LIMIT, StoredEvent
from service.platform.store.events import VersionedEvent, record_of
from service.platform.store.folding import UnreadableStream
from service.tables.cache import TAIL, TableCache
from service.tables.events import VersionedTable
from tests.support.deals import started

NOW = datetime(2026, 1, 1, tzinfo=UTC)
EVENT = DeclarationPassed(Seat(0))


class Log:
    """A store of one stream to which others write."""

    def __init__(self) -> None:
        self.last = 0

    def read(self, _stream: str, after: int = 0, limit: int = READ_LIMIT) -> list[StoredEvent]:
        """Reads like the event store."""
        return [
            StoredEvent(version, record_of(EVENT), NOW)
            for version in range(after + 1, min(self.last, after + limit) + 1)
        ]


def streams_over(log: Log) -> TableCache:
    database: Any = None
    store: Any = log
    return TableCache(database, store, kept=10)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("others write"), st.integers(1, 2 * TAIL)),
        st.tuples(st.just("written here"), st.integers(1, 8)),
        st.tuples(st.just("read"), st.integers(0, 3 * TAIL)),
        st.tuples(st.just("read a page"), st.integers(0, 3 * TAIL)),
    ),
    min_size=4,
    max_size=30,
)


@given(STEPS)
def test_reading_after_any_version_returns_all_later_events_in_order(steps):
    log = Log()
    streams = streams_over(log)
    table: Any = None
    for what, number in steps:
        if what == "others write":
            log.last += number
        elif what == "written here":
            happened = [VersionedEvent(log.last + 1 + more, EVENT, NOW) for more in range(number)]
            log.last += number
            streams.cache_appended("tbl_1", VersionedTable(log.last, table), happened)
        else:
            after = max(0, log.last - number)
            limit = 50 if what == "read a page" else READ_LIMIT
            found = [each.version for each in streams.since("tbl_1", after, limit)]
            assert found == list(range(after + 1, min(log.last, after + limit) + 1))


def test_a_table_is_never_folded_across_a_gap():
    log = Log()
    streams = streams_over(log)
    log.last = 3
    streams.since("tbl_1", 0)
    entry = streams._entry("tbl_1")
    entry.tail[0] = entry.tail[1]
    entry.folded[Onlooker.SPECTATOR] = VersionedTable(0, None)

    with pytest.raises(UnreadableStream) as raised:
        streams.view("tbl_1", Onlooker.SPECTATOR)
    assert isinstance(raised.value.__cause__, BrokenHistory)


def test_a_command_is_decided_after_the_events_that_viewers_have_read():
    given = started()
    log = CountedLog([*given.events])
    streams = streams_over(log)
    known = len(given.events) - 2
    streams._entry("tbl_1").keep(None, VersionedTable(known, fold(GAMES, given.events[:known])))
    assert len(streams.since("tbl_1", known)) == 2
    log.read_events = 0

    assert streams.cached("tbl_1") == VersionedTable(len(given.events), given.table)
    assert log.read_events == 0


# Visibility cutoff of a table -----------------------------------------------------------------------------------------


class CountedLog(Log):
    """A store of one stream that counts the events read from it."""

    def __init__(self, events: list[Any]) -> None:
        super().__init__()
        self.events = events
        self.read_events = 0

    def read(self, _stream: str, after: int = 0, limit: int = READ_LIMIT) -> list[StoredEvent]:
        """Reads like the event store."""
        self.last = len(self.events)
        found = self.events[after : after + limit]
        self.read_events += len(found)
        return [StoredEvent(after + place, record_of(event), NOW) for place, event in enumerate(found, start=1)]


class NoSnapshots:
    """A database without stored views."""

    def read(self, *_: Any) -> list[Any]:
        """Returns no rows."""
        return []


def test_finding_the_visibility_cutoff_reads_each_event_once():
    given = started()
    log = CountedLog([*given.events])
    database: Any = NoSnapshots()
    store: Any = log
    streams = TableCache(database, store, kept=10)
    late = given.table._replace(spectators=Spectators("hand"))
    streams._entry("tbl_1").keep(None, VersionedTable(len(log.events), late))
    began = len(given.events) - 1
    log.events += [EVENT] * (3 * READ_LIMIT)
    assert streams.visibility_cutoff("tbl_1").version == began
    assert log.read_events == len(log.events)

    for _ in range(50):
        log.events += [EVENT] * 4
        log.read_events = 0
        assert streams.visibility_cutoff("tbl_1").version == began
        assert log.read_events == 4

    log.events.append(SecretPublished(1, "00" * 32))
    log.read_events = 0
    assert streams.visibility_cutoff("tbl_1").version == len(log.events)
    assert log.read_events == 1
