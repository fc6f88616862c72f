"""Histories of concurrent clients, and whether one order explains them (Herlihy and Wing: linearizability).

A table is an object of its own, and its events are numbered from 1 without gaps: that is the order in which commands
took effect, if there is one at all. So nobody has to search for an order; what is checked is that this one explains
every answer and respects real time:

| what was seen | what has to hold |
|---|---|
| a command that was acknowledged | its events stand in the feed as they were answered, each belongs to it alone |
| the same command again, with its key | the same events once more |
| something that was asked after another answer had come | it shows no earlier version than that answer |
| a command that was asked after another answer had come | its events come behind the version in that answer |
| a command that was refused | no event of the feed is by its key: what nobody was told of is counted and shown |
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Json = dict[str, Any]


class Read(NamedTuple):
    """Somebody looked at a table: when they asked and were answered, in seconds of one clock, and what version."""

    asked_at: float
    answered_at: float
    version: int


class Write(NamedTuple):
    """A command that was acknowledged: its key, when it was asked and answered, and its events."""

    key: str
    asked_at: float
    answered_at: float
    events: tuple[Json, ...]

    @property
    def versions(self) -> tuple[int, ...]:
        """The versions of its events."""
        return tuple(event["version"] for event in self.events)


class History(NamedTuple):
    """All that clients have seen of one table, and its feed when all is over, as some one seat may see it."""

    reads: Sequence[Read]
    writes: Sequence[Write]
    feed: Sequence[Json]


def faults(history: History) -> Iterator[str]:
    """Why no order explains a history, in words; nothing where one does."""
    yield from _faults_of_feed(history.feed)
    yield from _faults_of_writes(history)
    yield from _faults_of_time(history)


def _faults_of_feed(feed: Sequence[Json]) -> Iterator[str]:
    versions = [event["version"] for event in feed]
    if versions != list(range(1, len(feed) + 1)):
        yield f"the feed has gaps: {versions}"


def _faults_of_writes(history: History) -> Iterator[str]:
    """Lost, written twice, or told in different ways."""
    kinds = {event["version"]: event["type"] for event in history.feed}
    answers: dict[str, set[tuple[int, ...]]] = defaultdict(set)
    owners: dict[int, set[str]] = defaultdict(set)
    for write in history.writes:
        answers[write.key].add(write.versions)
        for event in write.events:
            owners[event["version"]].add(write.key)
            if kinds.get(event["version"]) != event["type"]:
                yield f"{write.key} was told of {event['type']} at {event['version']}, which is lost"
    for key, told in answers.items():
        if len(told) > 1:
            yield f"{key} was carried out more than once: {sorted(told)}"
    for version, keys in owners.items():
        if len(keys) > 1:
            yield f"version {version} was given to several commands: {sorted(keys)}"


def _faults_of_time(history: History) -> Iterator[str]:
    """Something that was asked after an answer had come, and shows what was before it."""
    answered = sorted(
        [(read.answered_at, read.version) for read in history.reads]
        + [(write.answered_at, write.versions[-1]) for write in history.writes if write.events]
    )
    asked = sorted(
        [(read.asked_at, read.version, "a look") for read in history.reads]
        # A copy of a command is answered with what the first one did, however long ago that was.
        + [(write.asked_at, write.versions[0] - 1, write.key) for write in _first_copies(history.writes)]
    )
    known, place = 0, 0
    for at, version, what in asked:
        while place < len(answered) and answered[place][0] < at:
            known, place = max(known, answered[place][1]), place + 1
        if version < known:
            yield f"{what} was asked when version {known} was known, and comes from behind version {version}"


def _first_copies(writes: Sequence[Write]) -> list[Write]:
    first: dict[str, Write] = {}
    for write in sorted(writes, key=lambda each: each.asked_at):
        if write.events:
            first.setdefault(write.key, write)
    return list(first.values())
