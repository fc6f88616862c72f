"""How the state of a stream is kept in its head, for each kind of stream: folded of its events, written, read, due.

A state of another revision than the program's is not read, but folded anew from the events.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from domain.kernel.newer_release import NewerRelease
from service.platform.store.database import DatabaseUnavailable
from service.platform.store.event_store import EventStore, Head, Stored
from service.platform.store.events import event_of

S = TypeVar("S")


class UnreadableStream(Exception):
    """The events of a stream, or the state in its head, make nothing that this program can read: a defect.

    Its argument is the name of the stream, and its cause is the error.
    """

    @property
    def stream(self) -> str:
        """The name of the stream."""
        return str(self.args[0])

    @property
    def reason(self) -> str:
        """The class of the error; what it says may hold cards."""
        return type(self.__cause__ or self).__qualname__


@contextmanager
def reading(stream: str) -> Iterator[None]:
    """Names the stream when something in it cannot be read.

    Raises:
        UnreadableStream: it cannot be read, neither by this program nor, as far as is known, by a newer release.
    """
    try:
        yield
    except (DatabaseUnavailable, NewerRelease, UnreadableStream, MemoryError):
        raise
    except Exception as error:
        raise UnreadableStream(stream) from error


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
        """The state at that head of a stream: as it is written there, or folded anew after a change of the program.

        Raises:
            UnreadableStream: neither can be done.
        """
        if head.state_revision == self.revision:
            with reading(stream):
                return self.read(head.state)
        return self.folded(stream, [each for each in store.read_all(stream) if each.version <= head.version])

    def folded(self, stream: str, events: Sequence[Stored]) -> S:
        """The state after some events of a stream. Raises `UnreadableStream`."""
        with reading(stream):
            return self.fold(event_of(each.record) for each in events)
