"""What the heads of streams say, for the projections that make their rows of folded states alone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, Head
from service.platform.store.folding import Folding

S = TypeVar("S")


class Folded(NamedTuple, Generic[S]):
    """The state of a stream at its newest version, and when that was recorded."""

    id: str
    version: int
    state: S
    updated_at: datetime


def folded_heads(database: Database, store: EventStore, folding: Folding[S], streams: Sequence[str]) -> list[Folded[S]]:
    """The states of these streams.

    Args:
        database: where the heads are.
        store: where their events are.
        folding: what kind of streams they are; others among them are passed over.
        streams: their names.

    Raises:
        DatabaseUnavailable: the store does not answer.
        UnreadableStream: one of them cannot be read.
    """
    own = sorted({stream for stream in streams if folding.has(stream)})
    found = []
    for stream, version, revision, state, _, updated_at, *_ in database.read("heads", {"streams": own}) if own else ():
        folded = folding.state(store, stream, Head(version, revision, state))
        found.append(Folded(folding.id_of(stream), version, folded, updated_at))
    return found
