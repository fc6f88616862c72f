"""The read model of the reliability of players. `domain/ratings/reliability.py` defines what counts.

The subscription `reliability` processes the log command by command. It commits the records and its checkpoint together,
so nothing counts twice.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from cachetools import LRUCache

from domain.kernel.events import EVENT_TYPES
from domain.kernel.players import PlayerId
from domain.ratings.reliability import (
    LAST_HANDS,
    LAST_TURNS,
    RELEVANT_EVENTS,
    Observation,
    ReliabilityState,
    observe_command,
)
from service.platform.store.checkpoints import Run, Work, no_work
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, LoggedEvent
from service.platform.store.events import Record as StoredEvent
from service.platform.store.events import event_of
from service.platform.store.projection import Projection
from service.platform.store.subscription import commands_of
from service.tables.events import STREAM_PREFIX

NAME = "reliability"
TABLES_KEPT = 2000
NAMES = frozenset(EVENT_TYPES[cls].name for cls in RELEVANT_EVENTS)
"""Types of the events that count."""


class KnownWatch(NamedTuple):
    """The cached state of a table at a version."""

    version: int
    watch: ReliabilityState | None


class ReliabilityProjection(Projection):
    """Keeps the records of players up to date with the log."""

    name = NAME

    def __init__(self, database: Database, store: EventStore, name: str | None = None) -> None:
        super().__init__(database, store, name)
        self._known: LRUCache[str, KnownWatch] = LRUCache(TABLES_KEPT)

    def work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        """Returns the work that adds the events to the records of players."""
        marks = [mark for command in commands_of(batch, STREAM_PREFIX) for mark in self._marks(command)]
        return (lambda run: _count(run, marks)) if marks else no_work

    def _marks(self, command: Sequence[LoggedEvent]) -> list[Observation]:
        """Returns the marks of one command."""
        first = command[0]
        watch = self._watch(first.stream, first.stored.version - 1)
        counted = [event_of(each.stored.record) for each in command if each.stored.record.type in NAMES]
        watch, marks = observe_command(watch, first.by, counted)
        # The cache depends only on the version, even if this batch is not committed.
        self._known[first.stream] = KnownWatch(command[-1].stored.version, watch)
        return marks

    def _watch(self, stream: str, version: int) -> ReliabilityState | None:
        """Returns the state of a table for counting at a version, from the cache or from its events."""
        if version == 0:
            return None
        known = self._known.get(stream)
        if known is not None and known.version == version:
            return known.watch
        asked = {"stream": stream, "version": version, "types": sorted(NAMES)}
        watch, by = None, None
        for name, revision, data, first_by in self._database.read("events_for_reliability", asked):
            by = first_by or by
            if data is not None:
                watch, _ = observe_command(watch, by, [event_of(StoredEvent(name, revision, data))])
        return watch


def _count(run: Run, marks: Sequence[Observation]) -> None:
    """Adds marks to the records of players, in the order of their ids."""
    added: dict[PlayerId, dict[str, str]] = defaultdict(lambda: {"turn": "", "hand": ""})
    seconds: dict[PlayerId, list[int]] = defaultdict(list)
    for mark in marks:
        added[mark.player][mark.of] += "1" if mark.is_good else "0"
        if mark.seconds is not None:
            seconds[mark.player].append(mark.seconds)
    for player in sorted(added):
        run(
            "count_reliability",
            {
                "player_id": player,
                "turns": added[player]["turn"],
                "hands": added[player]["hand"],
                "seconds": seconds[player],
                "most_turns": LAST_TURNS,
                "most_hands": LAST_HANDS,
            },
        )
