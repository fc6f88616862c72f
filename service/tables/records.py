"""The record of a game: all finished hands with all cards, so that anyone can verify them."""

from collections.abc import Sequence
from typing import Any

from domain.kernel.newer_release import NewerRelease
from domain.kernel.viewers import Onlooker
from domain.table.events import MatchEnded, SecretPublished, TableCalledOff, TableStarted
from service.platform.computing import Computing
from service.platform.documents import Json
from service.platform.store.event_store import EventStore, StoredEvent
from service.platform.store.events import Record, VersionedEvent, event_of
from service.tables.documents import event_document, game_of
from service.tables.events import NoSuchTable, stream_of

FORMAT = "shengji-record"
FORMAT_REVISION = 1
ON_THE_SPOT = Computing()
_ENDS = (MatchEnded, TableCalledOff)


class NoHandOver(Exception):
    """No hand of the table is over yet, so there is no record."""


class NotARecord(Exception):
    """The document is not a record of a game. The message says why."""


def record_document(
    store: EventStore, table_id: str, until: int | None = None, *, computing: Computing = ON_THE_SPOT
) -> Json:
    """Returns the record of a table: its events up to the end of the last finished hand.

    Args:
        store: the event store.
        table_id: id of the table.
        until: the version up to which the asking player sees the table; `None` for all.
        computing: runs the conversion, because a long match has many thousand events.

    Raises:
        NoSuchTable: no table has this id.
        NoHandOver: no hand is over.
        ComputingBusy: other computations take too long.
    """
    stored = [each for each in store.read_all(stream_of(table_id)) if until is None or each.version <= until]
    if not stored:
        raise NoSuchTable(table_id)
    return computing(lambda: _document(table_id, stored))


def _document(table_id: str, stored: Sequence[StoredEvent]) -> Json:
    events = [VersionedEvent(each.version, event_of(each.record), each.recorded_at) for each in stored]
    over = _finished_part(events)
    if not any(isinstance(each.event, TableStarted) for each in over):
        raise NoHandOver(table_id)
    game = game_of(events[0])
    return {
        "format": FORMAT,
        "revision": FORMAT_REVISION,
        "table": table_id,
        "game": game,
        "complete": isinstance(over[-1].event, _ENDS),
        "hands": sum(isinstance(each.event, SecretPublished) for each in over),
        "events": [event_document(each, game, Onlooker.ARCHIVE) for each in over],
    }


def _finished_part(events: Sequence[VersionedEvent]) -> Sequence[VersionedEvent]:
    """Returns the events up to the end of the last finished hand, and the end of the match if it came with it."""
    last = max((place for place, each in enumerate(events) if isinstance(each.event, SecretPublished)), default=-1)
    ended = last + 1 < len(events) and isinstance(events[last + 1].event, _ENDS)
    return events[: last + 1 + ended]


def events_of_record(document: Any) -> list[Any]:
    """Returns the events in a record.

    Raises:
        NotARecord: this program cannot read the document.
    """
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise NotARecord(f"this is not a record: its format is not {FORMAT!r}")
    if document.get("revision") != FORMAT_REVISION:
        raise NotARecord(f"this program reads records of revision {FORMAT_REVISION}, not {document.get('revision')!r}")
    try:
        return [event_of(Record(each["type"], each["revision"], each["data"])) for each in document["events"]]
    except (KeyError, NewerRelease, TypeError, ValueError) as error:
        raise NotARecord(f"the record cannot be read: {error!r}") from error
