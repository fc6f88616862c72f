"""The folded states of streams, for projections whose rows depend on the state alone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, Head
from service.platform.store.folding import Folding

S = TypeVar("S")


class Folded(NamedTuple, Generic[S]):
    """The state of a stream at its newest version, and the time of its last event."""

    id: str
    version: int
    state: S
    updated_at: datetime


def folded_heads(database: Database, store: EventStore, folding: Folding[S], streams: Sequence[str]) -> list[Folded[S]]:
    """Returns the states of these streams.

    Args:
        database: the database with the heads.
        store: the event store.
        folding: the kind of the streams. Streams of other kinds are skipped.
        streams: names of the streams.

    Raises:
        DatabaseUnavailable: the database does not answer.
        UnreadableStream: one of the streams cannot be read.
    """
    own = sorted({stream for stream in streams if folding.has(stream)})
    found = []
    for stream, *columns in database.read("heads", {"streams": own}) if own else ():
        head, updated_at = Head(*columns[:5]), columns[6]
        found.append(Folded(folding.id_of(stream), head.version, folding.state(store, stream, head), updated_at))
    return found
