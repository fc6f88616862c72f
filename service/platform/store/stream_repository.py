"""Commands to tournaments, leagues and series: how what was decided is appended, and what is answered of it.

What is decided, and who may ask for it, is in the modules of the features. They share what is here. An appended command
is one commit with the state after it. If another command was faster, the handler decides again. A command that is sent
again with its idempotency key gets the answer of the first one, even if it would be refused now.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from domain.kernel.instants import Instant, utc
from domain.kernel.refusals import Refusal
from service.platform.feeds.notifier import Notifier
from service.platform.store.event_store import READ_LIMIT, Carried, Commit, EventStore
from service.platform.store.events import Happened, event_of, record_of
from service.platform.store.folding import Folding
from service.platform.store.idempotency import Key, KeyReused
from service.platform.store.sandbox_time import TimeIn

S = TypeVar("S")
LONGEST_PAUSE_S = 0.02
"""For a random part of this a command waits before it is decided anew; the next time for twice as long."""
MOST_PAUSE_S = 0.5


class StaleVersion(Exception):
    """The stream is not at the version that the command expects; `version` is its current one."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class Origin(NamedTuple):
    """Whose command it is, under which key it is remembered, and when it was decided."""

    by: str
    key: Key | None
    now: Instant


class Decision(NamedTuple, Generic[S]):
    """The events of a command, the state after them, and the sandbox world to which it belongs, if to one."""

    events: Sequence[Any]
    state: S
    sandbox: str | None


class Done(NamedTuple):
    """What a command has brought about.

    Attributes:
        id: of which tournament, league or series.
        version: the version of the command's last event; where nothing has happened, that of the stream.
        happened: its events.
        replayed: whether they are from an earlier copy of the command.
    """

    id: str
    version: int
    happened: list[Happened]
    replayed: bool


class StreamRepository(Generic[S]):
    """The streams of one kind. Methods raise `DatabaseUnavailable` when the store does not answer."""

    def __init__(self, store: EventStore, notifier: Notifier, folding: Folding[S], now: TimeIn) -> None:
        """Takes the store, how events are folded, and the current times. The notifier announces appends."""
        self._store = store
        self._notifier = notifier
        self._folding = folding
        self.now = now

    def at(self, id_: str) -> tuple[int, S] | None:
        """The version and the state of a stream as it is now; none where there is no such stream."""
        stream = self._folding.prefix + id_
        head = self._store.head(stream)
        return None if head is None else (head.version, self._folding.state(self._store, stream, head))

    def since(self, id_: str, after: int, limit: int = READ_LIMIT) -> list[Happened]:
        """At most `limit` events of a stream after a version, in order."""
        return [
            Happened(stored.version, event_of(stored.record), stored.recorded_at)
            for stored in self._store.read(self._folding.prefix + id_, after, limit)
        ]

    def commit(self, id_: str, expected: int, decided: Decision[S], asked: Origin) -> Commit:
        """What appends a command to a stream that is at the expected version; nothing is written yet."""
        by, key, now = asked
        return Commit(
            stream=self._folding.prefix + id_,
            expected=expected,
            records=[record_of(event) for event in decided.events],
            state=self._folding.write(decided.state),
            state_revision=self._folding.revision,
            asked=self._folding.asked(decided.state),
            due_at=None,
            command_id=key.command_id if key else None,
            metadata={"by": by, **({"fingerprint": key.fingerprint} if key else {})},
            clock=self._folding.clock(decided.state),
            turn_due_at=self._folding.due_time(decided.state),
            sandbox=decided.sandbox,
            at=utc(self._folding.recorded_at(decided.state, now)) if decided.sandbox else None,
        )

    def append(self, id_: str, expected: int, decided: Decision[S], asked: Origin) -> Carried:
        """Appends a command; see `EventStore.append`."""
        return self._store.append(self.commit(id_, expected, decided, asked))

    def done_before(self, key: Key | None) -> Done | None:
        """Returns the result of an earlier command with this key, or `None`. Raises `KeyReused`."""
        carried = self._store.carried_out(key.command_id) if key else None
        return None if carried is None or key is None else self._replayed(carried, key)

    def done(self, carried: Carried, events: Sequence[Any], key: Key | None) -> Done:
        """Returns the outcome of an appended command, and notifies listeners of the stream. Raises `KeyReused`."""
        if carried.outcome == "duplicate" and key is not None:
            return self._replayed(carried, key)
        happened = [
            Happened(version, event, carried.recorded_at)
            for version, event in enumerate(events, start=carried.first_version)
        ]
        self._notifier.notify(carried.stream, carried.version)
        return Done(self._folding.id_of(carried.stream), carried.version, happened, replayed=False)

    def attempt(self, key: Key | None, once: Callable[[], Done | None]) -> Done | None:
        """Tries a command until nobody else was faster.

        Args:
            key: under which the command is remembered.
            once: decides and appends it; none: somebody else was faster.

        Returns:
            What it has brought about; none where others were faster again and again.

        Raises:
            Refusal, StaleVersion: `once` has raised it, and it was not an earlier copy that stands in the way.
            KeyReused: the key was used for something else.
        """
        for pause_s in _pauses(self._store.limits.command_attempts):
            try:
                done = once()
            except (Refusal, StaleVersion):
                # What stands in the way may be an earlier copy of the same command.
                before = self.done_before(key)
                if before is None:
                    raise
                return before
            if done is not None:
                return done
            time.sleep(random.uniform(0, pause_s))  # noqa: S311 - to be unlike others is all it has to be
        return None

    def _replayed(self, carried: Carried, key: Key) -> Done:
        if carried.metadata.get("fingerprint") != key.fingerprint:
            raise KeyReused
        id_ = self._folding.id_of(carried.stream)
        count = carried.version - carried.first_version + 1
        happened = self.since(id_, carried.first_version - 1, count)
        return Done(id_, carried.version, happened, replayed=True)


def _pauses(attempts: int) -> Iterator[float]:
    """How long at the most to wait after each attempt."""
    for attempt in range(attempts):
        yield min(LONGEST_PAUSE_S * 2**attempt, MOST_PAUSE_S)


def check_version(version: int, expected: int | None) -> None:
    """Whether a stream is at the version that a command expects. Raises `StaleVersion`."""
    if expected is not None and version != expected:
        raise StaleVersion(version)
