"""Checks whether histories of concurrent clients are linearizable (Herlihy and Wing).

A table is an independent object. Its events are numbered from 1 without gaps. This is the order in which the commands
took effect, so no search for an order is necessary. The checks are that this order explains every answer and agrees
with real time:

| observation | condition |
|---|---|
| an acknowledged command | its events are in the feed as they were answered, and belong to no other command |
| the same command again, with its key | the answer has the same events |
| a read sent after another answer | it shows no earlier version than that answer |
| a command sent after another answer | its events have later versions than that answer |
| a refused command | the feed has no event with its key; events without an answer are counted |
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Json = dict[str, Any]


class Read(NamedTuple):
    """A read of a table: the times of request and answer, in seconds of one clock, and the version in the answer."""

    asked_at: float
    answered_at: float
    version: int


class Write(NamedTuple):
    """An acknowledged command: its key, the times of request and answer, and its events."""

    key: str
    asked_at: float
    answered_at: float
    events: tuple[Json, ...]

    @property
    def versions(self) -> tuple[int, ...]:
        """Versions of its events."""
        return tuple(event["version"] for event in self.events)


class History(NamedTuple):
    """All answers about one table, and its final feed as one seat sees it."""

    reads: Sequence[Read]
    writes: Sequence[Write]
    feed: Sequence[Json]


def faults(history: History) -> Iterator[str]:
    """Yields the reasons why a history is not linearizable, or nothing if it is."""
    yield from _faults_of_feed(history.feed)
    yield from _faults_of_writes(history)
    yield from _faults_of_time(history)


def _faults_of_feed(feed: Sequence[Json]) -> Iterator[str]:
    versions = [event["version"] for event in feed]
    if versions != list(range(1, len(feed) + 1)):
        yield f"the feed has gaps: {versions}"


def _faults_of_writes(history: History) -> Iterator[str]:
    """Yields acknowledged events that are lost, that were written twice, or that belong to several commands."""
    kinds = {event["version"]: event["type"] for event in history.feed}
    answers: dict[str, set[tuple[int, ...]]] = defaultdict(set)
    owners: dict[int, set[str]] = defaultdict(set)
    for write in history.writes:
        answers[write.key].add(write.versions)
        for event in write.events:
            owners[event["version"]].add(write.key)
            if kinds.get(event["version"]) != event["type"]:
                yield f"the event {event['type']} at {event['version']}, acknowledged to {write.key}, is lost"
    for key, results in answers.items():
        if len(results) > 1:
            yield f"{key} was carried out more than once: {sorted(results)}"
    for version, keys in owners.items():
        if len(keys) > 1:
            yield f"version {version} was acknowledged to several commands: {sorted(keys)}"


def _faults_of_time(history: History) -> Iterator[str]:
    """Yields requests whose answer has an older version than an answer that arrived before they were sent."""
    answered = sorted(
        [(read.answered_at, read.version) for read in history.reads]
        + [(write.answered_at, write.versions[-1]) for write in history.writes if write.events]
    )
    asked = sorted(
        [(read.asked_at, read.version, "a read") for read in history.reads]
        # A repeated command gets the answer to the first copy, however old that is.
        + [(write.asked_at, write.versions[0] - 1, write.key) for write in _first_copies(history.writes)]
    )
    known, place = 0, 0
    for at, version, what in asked:
        while place < len(answered) and answered[place][0] < at:
            known, place = max(known, answered[place][1]), place + 1
        if version < known:
            yield f"{what} was sent when version {known} was known, but shows version {version}"


def _first_copies(writes: Sequence[Write]) -> list[Write]:
    first: dict[str, Write] = {}
    for write in sorted(writes, key=lambda each: each.asked_at):
        if write.events:
            first.setdefault(write.key, write)
    return list(first.values())
