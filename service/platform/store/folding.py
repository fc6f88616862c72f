"""The states of streams: how each kind of stream is folded, stored in its head, and read again.

A stored state of another revision than the program's is not read. The stream is folded again from its events.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar, cast

from domain.kernel.events import BrokenHistory
from domain.kernel.instants import Instant, utc
from domain.kernel.newer_release import NewerRelease
from service.platform.store.codec import decoder, encoder
from service.platform.store.database import Database, DatabaseUnavailable
from service.platform.store.event_store import EventStore, Head, StoredEvent, Wait, stored_events
from service.platform.store.events import VersionedEvent, event_of
from service.platform.version import VERSION

S = TypeVar("S")


class UnreadableStream(Exception):
    """This release cannot read the events of a stream, or the state in its head. This is a defect.

    The argument is the name of the stream. The cause is the error.
    """

    @property
    def stream(self) -> str:
        """The name of the stream."""
        return str(self.args[0])

    @property
    def reason(self) -> str:
        """The class of the error. Its message is left out, because it may contain cards."""
        return type(self.__cause__ or self).__qualname__


@contextmanager
def reading_stream(stream: str) -> Iterator[None]:
    """Adds the name of the stream to errors.

    Raises:
        UnreadableStream: the stream cannot be read, and not because of a newer release.
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
        prefix: prefix of the stream names; the id follows.
        revision: revision of the format of the state. Increase it with every change of the format.
        fold: returns the state after some events, from a state or from the beginning. Raises `BrokenHistory` if the
            events do not fit together.
        write: returns the state as JSON.
        read: returns the state that `write` wrote.
        due_time: returns when the next deadline of the state passes, or `None`.
        asked: returns the players and bots who have to act, as JSON.
        clock: returns the clock that runs.
        recorded_at: the time at which events of a sandbox are recorded, from the state after them and the current time.
    """

    prefix: str
    revision: int
    fold: Callable[[Iterable[Any], S | None], S]
    write: Callable[[S], dict[str, Any]]
    read: Callable[[dict[str, Any]], S]
    due_time: Callable[[S], datetime | None]
    asked: Callable[[S], list[dict[str, Any]]] = lambda _: []
    clock: Callable[[S], Wait | None] = lambda _: None
    recorded_at: Callable[[S, Instant], Instant] = lambda _, now: now

    def __post_init__(self) -> None:
        """Registers the kind."""
        KINDS.append(self)

    def created(self, events: Iterable[VersionedEvent]) -> S:
        """Returns the state after the events of the command that created a stream."""
        return self.fold((each.event for each in events), None)

    def has(self, stream: str) -> bool:
        """Returns whether the stream is of this kind."""
        return stream.startswith(self.prefix)

    def stream_of(self, id_: str) -> str:
        """Returns the stream of a table, tournament, league or series."""
        return self.prefix + id_

    def id_of(self, stream: str) -> str:
        """Returns the id of the table, tournament, league or series of a stream."""
        return stream.removeprefix(self.prefix)

    def state(self, store: EventStore, stream: str, head: Head) -> S:
        """Returns the state of a stream at that head, from the head or folded from all events.

        Raises:
            UnreadableStream: the stream cannot be read.
        """
        state = self.state_in(stream, head)
        if state is not None:
            return state
        return self.folded(stream, [each for each in store.read_all(stream) if each.version <= head.version])

    def state_in(self, stream: str, head: Head) -> S | None:
        """Returns the state at that head, or `None` if the stored state is of another revision.

        Raises:
            UnreadableStream: the state or the events after it cannot be read.
        """
        if head.state_revision != self.revision:
            return None
        with reading_stream(stream):
            state = self.read(head.state)
            if head.state_version + len(head.newer) != head.version:
                raise BrokenHistory("events after the stored state are missing")
        return self.folded(stream, stored_events(head.newer), state) if head.newer else state

    def folded(self, stream: str, events: Sequence[StoredEvent], state: S | None = None) -> S:
        """Returns the state after some events of a stream, from a state or from the beginning.

        Raises:
            UnreadableStream: the events cannot be read.
        """
        with reading_stream(stream):
            return self.fold((event_of(each.record) for each in events), state)


def folding_of(
    prefix: str,
    revision: int,
    kind: type[S],
    fold: Callable[[Iterable[Any], S | None], S],
    due: Callable[[S], Instant | None],
) -> Folding[S]:
    """Returns how streams are folded whose state is written by its type alone.

    Args:
        prefix: as in `Folding`.
        revision: as in `Folding`.
        kind: the type of the state; its name in lower case is the only member of the JSON.
        fold: as in `Folding`.
        due: returns when the next deadline of the state passes, or `None`.
    """
    name, stored_type = kind.__name__.lower(), cast(Any, kind)
    write, read = encoder(stored_type), decoder(stored_type)

    def due_time(state: S) -> datetime | None:
        at = due(state)
        return None if at is None else utc(at)

    return Folding(
        prefix, revision, fold, lambda state: {name: write(state)}, lambda document: read(document[name]), due_time
    )


KINDS: list[Folding[Any]] = []
"""All kinds of streams. The module `events` of each feature registers its own."""


def kind_of(stream: str) -> Folding[Any]:
    """Returns the kind of a stream, by the prefix of its name. Raises `StopIteration` if no kind has this prefix."""
    return next(kind for kind in KINDS if kind.has(stream))


def newest_versions(database: Database, streams: Sequence[str]) -> dict[str, int]:
    """Returns the newest versions of those of some streams that have events. Raises `DatabaseUnavailable`."""
    known = [stream for stream in streams if any(kind.has(stream) for kind in KINDS)]
    return dict(database.read("versions", {"streams": known})) if known else {}


def release() -> str:
    """Returns the version of the program with the revisions of all states that it folds.

    Another release has another name. It is noted beside what a release could not read.
    """
    return f"{VERSION} ({', '.join(sorted(f'{each.prefix}{each.revision}' for each in KINDS))})"
