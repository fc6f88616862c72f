"""How the state of a stream is kept in its head, for each kind of stream: folded of its events, written, read, due.

A state of another revision than the program's is not read, but folded anew from the events.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from service.store.event_store import EventStore, Head
from service.store.events import event_of

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Folding(Generic[S]):
    """The streams of one kind, and their states.

    Attributes:
        prefix: with it the names of these streams begin, and the ids follow.
        revision: of the shape of the state; it goes up whenever the shape changes.
        fold: the state after some events; it raises `BrokenHistory` where they make none.
        write: the state as JSON.
        read: the state that `write` wrote.
        due_time: when time alone brings something about in that state next.
    """

    prefix: str
    revision: int
    fold: Callable[[Iterable[Any]], S]
    write: Callable[[S], dict[str, Any]]
    read: Callable[[dict[str, Any]], S]
    due_time: Callable[[S], datetime | None]

    def has(self, stream: str) -> bool:
        """Whether a stream is of this kind."""
        return stream.startswith(self.prefix)

    def id_of(self, stream: str) -> str:
        """Of which table, tournament or other a stream is."""
        return stream.removeprefix(self.prefix)

    def state(self, store: EventStore, stream: str, head: Head) -> S:
        """The state at that head of a stream: as it is written there, or folded anew after a change of the program."""
        if head.state_revision == self.revision:
            return self.read(head.state)
        events = store.read_all(stream)
        return self.fold(event_of(stored.record) for stored in events if stored.version <= head.version)
