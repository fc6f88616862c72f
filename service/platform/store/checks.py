"""Checks of the whole store, and the repair of heads."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import Any, NamedTuple

import orjson

from domain.kernel.newer_release import NewerRelease
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, StoredEvent, Wait
from service.platform.store.folding import UnreadableStream, kind_of

STREAMS_AT_ONCE = 100
"""Streams whose order one statement checks."""


def check_store(database: Database, progress: Callable[[int, int], None]) -> list[str]:
    """Returns all faults of the store; an empty list if there are none.

    Args:
        database: the database.
        progress: called with the number of checked streams and of all streams.
    """
    wrong: list[str] = []
    for stream, faults in _all_streams(database, progress):
        wrong.extend(f"{stream}: {fault}" for fault in faults)
    wrong.extend(f"{stream}: its transaction ids are not in order" for stream in _disordered(database))
    wrong.extend(_set_aside_faults(database))
    return wrong


def _disordered(database: Database) -> Iterator[str]:
    """Yields the streams whose transaction ids are not in order."""
    streams = EventStore(database).streams()
    # A statement over the whole log would exceed the time limit of statements in a large store.
    while some := list(islice(streams, STREAMS_AT_ONCE)):
        yield from (stream for (stream,) in database.read("disordered", {"streams": some}))


def _set_aside_faults(database: Database) -> Iterator[str]:
    """Yields the streams that followers have set aside, with advice for the operator."""
    for stream, follower, version, since, error, release, attempts, next_at in database.read(
        "all_set_aside", {"followers": None}
    ):
        times = "once" if attempts == 1 else f"{attempts} times"
        yield (
            f"{stream}: set aside by {follower} from event {version} on, since {_document_of(since)}: {error};"
            f" tried {times}, last by {release}, next at {_document_of(next_at)}."
            " Look for the stream in the logs, and install a release that can read it. Then it is retried automatically"
        )


def _document_of(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def refold(database: Database, progress: Callable[[int, int], None]) -> list[str]:
    """Folds missing and wrong heads again, and returns their streams.

    Args:
        database: the database.
        progress: called with the number of examined streams and of all streams.
    """
    store = EventStore(database)
    mended = []
    for stream, faults in _all_streams(database, progress):
        if faults and _refold_head(database, store, stream):
            mended.append(stream)
    return mended


def _all_streams(database: Database, progress: Callable[[int, int], None]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yields every stream with its faults."""
    store = EventStore(database)
    streams = list(store.streams())
    for done, stream in enumerate(streams, start=1):
        try:
            faults = list(_faults(database, store, stream))
        except NewerRelease as newer:
            faults = [f"a newer release has written it: {newer}"]
        except UnreadableStream as error:
            faults = [f"its events cannot be folded: {error.reason}"]
        yield stream, faults
        progress(done, len(streams))


def _faults(database: Database, store: EventStore, stream: str) -> Iterator[str]:
    """Yields the faults of a stream: gaps in its versions, a missing head, a head at the wrong version, a wrong state.

    Raises:
        NewerRelease: a newer release has written the stream.
        UnreadableStream: the events of the stream cannot be folded.
    """
    before = database.read("heads", {"streams": [stream]})
    events = store.read_all(stream)
    after = database.read("heads", {"streams": [stream]})
    last = len(events)
    if [stored.version for stored in events] != list(range(1, last + 1)):
        yield "its versions have a gap"
        return
    if not before:
        yield f"it has no head, but {last} events"
        return
    [(_, version, revision, state, state_version, _, asked, _, step, turn_due_at)] = before
    # A stream may change during the check. It is correct if its events end between the two heads that were read.
    if not version <= last <= after[0][1]:
        yield f"its head is at version {version}, but its events end at {last}"
        return
    folded = _fold_stream(stream, events[:version])
    at_state = folded if state_version == version else _fold_stream(stream, events[:state_version])
    if revision == folded.revision and state != at_state.document:
        yield f"the state of its head is not what its first {state_version} events fold to"
    if asked != folded.asked:
        yield "its head has the wrong pending turns"
    if step != (folded.clock.step if folded.clock else None):
        yield "its head has the wrong clock"
    if turn_due_at != folded.due_at:
        yield "its head has the wrong deadline"


class _Folded(NamedTuple):
    """The expected content of the head of a stream."""

    revision: int
    document: dict[str, Any]
    asked: list[dict[str, Any]]
    clock: Wait | None
    due_at: datetime | None
    sandbox: str | None


def _fold_stream(stream: str, stored: Sequence[StoredEvent]) -> _Folded:
    folding = kind_of(stream)
    state = folding.folded(stream, stored)
    return _Folded(
        folding.revision,
        folding.write(state),
        folding.asked(state),
        folding.clock(state),
        folding.due_time(state),
        state.sandbox,
    )


def _refold_head(database: Database, store: EventStore, stream: str) -> bool:
    """Folds a head again. Returns false if the head changes meanwhile, or if this release cannot read the events."""
    head = store.head(stream)
    events = store.read_all(stream)
    try:
        folded = _fold_stream(stream, events)
    except (NewerRelease, UnreadableStream):
        return False
    rows = database.run(
        "refold",
        {
            "stream": stream,
            "version": len(events),
            "state_revision": folded.revision,
            "asked": orjson.dumps(folded.asked).decode(),
            "state": orjson.dumps(folded.document).decode(),
            "due_at": datetime.now(UTC) if any(each["bot"] for each in folded.asked) else None,
            "clock_step": folded.clock.step if folded.clock else None,
            "clock_seconds": folded.clock.seconds if folded.clock else None,
            "turn_due_at": folded.due_at,
            "sandbox": folded.sandbox,
            "before": head.version if head else 0,
        },
    )
    return bool(rows)
