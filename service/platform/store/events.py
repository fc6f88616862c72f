"""Events as stored and sent: a type name, a schema revision and a JSON document."""

from datetime import datetime
from typing import Any, NamedTuple

import domain.tournaments.events
import domain.tournaments.leagues.events
import domain.tournaments.series.decide  # noqa: F401 - registers their types
from domain.kernel.events import EVENT_CLASSES, EVENT_TYPES, Document, upcast
from service.platform.documents import Json, timestamp
from service.platform.store.codec import decoder, encoder


class Record(NamedTuple):
    """A stored event."""

    type: str
    revision: int
    data: Document


def record_of(event: Any) -> Record:
    """Returns the event as it is stored."""
    kind: Any = type(event)
    event_type = EVENT_TYPES[kind]
    return Record(event_type.name, event_type.revision, encoder(kind)(event))


def event_of(record: Record) -> Any:
    """Returns a stored event, converted to the newest revision of its type.

    Raises:
        NewerRelease: a newer release has written the event.
    """
    document = upcast(record.type, record.revision, record.data)
    return decoder(EVENT_CLASSES[record.type])(document)


class VersionedEvent(NamedTuple):
    """An event, its version in the stream, and the time when it was recorded."""

    version: int
    event: Any
    recorded_at: datetime


def stored_event_document(versioned: VersionedEvent) -> Json:
    """Returns an event of a stream that hides nothing from its readers, as JSON."""
    record = record_of(versioned.event)
    return {
        "version": versioned.version,
        "type": record.type,
        "revision": record.revision,
        "at": timestamp(versioned.recorded_at),
        "data": record.data,
    }
