"""Commits for tests of the event store."""

import uuid
from typing import Any

from service.platform.store.event_store import Commit, EventStore, LoggedEvent, LogPlace
from service.platform.store.events import Record
from tests.support.chance import new_uuid


def new_stream() -> str:
    """Returns the name of a new stream."""
    return f"test-{new_uuid().hex}"


def commit(stream: str, expected: int, *numbers: int, command: uuid.UUID | None = None, by: str = "test") -> Commit:
    """Returns a commit with one event for each number."""
    records = [Record("numbered", 1, {"number": number}) for number in numbers]
    state: dict[str, Any] = {"last": numbers[-1]}
    return Commit(stream, expected, records, state, 1, [], None, command, {"by": by, "fingerprint": f"for {numbers}"})


def numbers_in(store: EventStore, stream: str) -> list[int]:
    """Returns the numbers in the events of a stream, in order."""
    return [stored.record.data["number"] for stored in store.read_all(stream)]


def whole_feed(store: EventStore) -> list[LoggedEvent]:
    """Returns the log from start to end."""
    after = LogPlace(0, 0)
    found: list[LoggedEvent] = []
    while batch := store.feed(after):
        found.extend(batch)
        after = batch[-1].place
    return found
