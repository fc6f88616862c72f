"""Appends the commands of tables, tournaments, leagues and series, and returns their results.

The features decide the commands; this module has what they share. An appended command is one commit with the state
after it. If another command comes first, the handler decides again. A command that is sent again with its idempotency
key returns the result of the first one, even if it would be refused now.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from domain.kernel.instants import Instant, utc
from domain.kernel.refusals import Refusal
from service.platform.feeds.notifier import Notifier
from service.platform.store.checkpoints import Run
from service.platform.store.event_store import READ_LIMIT, AppendResult, Commit, EventStore
from service.platform.store.events import VersionedEvent, event_of, record_of
from service.platform.store.folding import Folding
from service.platform.store.idempotency import Key, KeyReused
from service.platform.store.sandbox_time import TimeIn

S = TypeVar("S")
BY_CLOCK = "clock"
"""The author of commands that follow from time alone."""
FIRST_PAUSE_S = 0.02
"""Upper limit of the first random pause before a command is decided again. It doubles with each attempt."""
MOST_PAUSE_S = 0.5
"""Upper limit of all pauses, for tournaments, leagues and series."""


class _InSandbox(Protocol):
    @property
    def sandbox(self) -> str | None: ...


T = TypeVar("T", bound=_InSandbox)


class StaleVersion(Exception):
    """The stream does not have the version that the command expects. `version` is its current one."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


class StreamBusy(Exception):
    """Other commands came first in every attempt. The argument is the id of the table, tournament, league or series."""


class Origin(NamedTuple):
    """Where a command comes from.

    Attributes:
        by: the author of the command.
        key: its idempotency key.
        now: the time of the decision.
        bot: the bot that chose it, with its version, or `None`.
    """

    by: str
    key: Key | None
    now: Instant
    bot: str | None = None


class StreamDecision(NamedTuple, Generic[S]):
    """The result of a command.

    Attributes:
        events: the events.
        state: the state after them.
        sandbox: the sandbox of the stream, or `None`.
        is_stored: whether the state is stored. Otherwise readers fold it from the last stored one.
    """

    events: Sequence[Any]
    state: S
    sandbox: str | None
    is_stored: bool = True


class DecidedCommand(NamedTuple, Generic[S]):
    """A decided command, and the version of the stream for which it was decided."""

    version: int
    decided: StreamDecision[S]
    origin: Origin


class CommandResult(NamedTuple):
    """The result of a command.

    Attributes:
        id: id of the table, tournament, league or series.
        version: version of the command's last event; without events, that of the stream.
        events: its events.
        replayed: whether they are from an earlier copy of the command.
    """

    id: str
    version: int
    events: list[VersionedEvent]
    replayed: bool


class StreamRepository(Generic[S]):
    """The streams of one kind. Methods raise `DatabaseUnavailable` if the store does not answer."""

    def __init__(self, store: EventStore, notifier: Notifier, folding: Folding[S], now: TimeIn) -> None:
        """Takes the store, the notifier for appends, the folding of events, and the source of times."""
        self._store = store
        self._notifier = notifier
        self._folding = folding
        self.now = now

    def at(self, id_: str) -> tuple[int, S] | None:
        """Returns the current version and state of a stream, or `None` if it does not exist."""
        stream = self._folding.prefix + id_
        head = self._store.head(stream)
        return None if head is None else (head.version, self._folding.state(self._store, stream, head))

    def since(self, id_: str, after: int, limit: int = READ_LIMIT) -> list[VersionedEvent]:
        """Returns at most `limit` events of a stream after a version, in order."""
        return [
            VersionedEvent(stored.version, event_of(stored.record), stored.recorded_at)
            for stored in self._store.read(self._folding.prefix + id_, after, limit)
        ]

    def commit_of(self, id_: str, expected: int, decided: StreamDecision[S], origin: Origin) -> Commit:
        """Returns the commit that appends a command to a stream at the expected version. Writes nothing."""
        by, key, now, bot = origin
        return Commit(
            stream=self._folding.prefix + id_,
            expected=expected,
            records=[record_of(event) for event in decided.events],
            state=self._folding.write(decided.state) if decided.is_stored else None,
            state_revision=self._folding.revision,
            asked=self._folding.asked(decided.state),
            due_at=None,
            command_id=key.command_id if key else None,
            metadata={
                "by": by,
                **({"fingerprint": key.fingerprint} if key else {}),
                **({"bot": bot} if bot else {}),
            },
            clock=self._folding.clock(decided.state),
            turn_due_at=self._folding.due_time(decided.state),
            sandbox=decided.sandbox,
            at=utc(self._folding.recorded_at(decided.state, now)) if decided.sandbox else None,
        )

    def append(self, id_: str, expected: int, decided: StreamDecision[S], origin: Origin) -> AppendResult:
        """Appends a command, see `EventStore.append`."""
        return self._store.append(self.commit_of(id_, expected, decided, origin))

    def earlier_result(self, key: Key | None) -> CommandResult | None:
        """Returns the result of an earlier command with this key, or `None`. Raises `KeyReused`."""
        appended = self._store.earlier_append(key.command_id) if key else None
        return None if appended is None or key is None else self._replayed(appended, key)

    def finish_command(self, appended: AppendResult, events: Sequence[Any], key: Key | None) -> CommandResult:
        """Returns the outcome of an appended command, and notifies listeners of the stream. Raises `KeyReused`."""
        if appended.outcome == "duplicate" and key is not None:
            return self._replayed(appended, key)
        versioned = [
            VersionedEvent(version, event, appended.recorded_at)
            for version, event in enumerate(events, start=appended.first_version)
        ]
        self._notifier.notify(appended.stream, appended.version)
        return CommandResult(self._folding.id_of(appended.stream), appended.version, versioned, replayed=False)

    def carry_out(
        self,
        id_: str,
        key: Key | None,
        decide: Callable[[], DecidedCommand[S] | None],
        keep: Callable[[int, S], None] | None = None,
        also: Callable[[Run], object] | None = None,
    ) -> CommandResult:
        """Decides and appends a command until no other command comes first. A command without events writes nothing.

        Args:
            id_: id of the stream.
            key: idempotency key of the command, or `None`.
            decide: decides the command on the current state; returns `None` to be called again.
            keep: gets the appended version and the state after it.
            also: further statements for the transaction that appends the events; raises to undo it.

        Raises:
            StreamBusy: other commands came first in every attempt.
            Refusal, StaleVersion: raised by `decide`, unless an earlier copy of the command was carried out.
            KeyReused: the key was used for another command.
        """

        def once() -> CommandResult | None:
            made = decide()
            if made is None:
                return None
            version, decided, origin = made
            if not decided.events:
                return CommandResult(id_, version, [], replayed=False)
            commit = self.commit_of(id_, version, decided, origin)
            appended = self._store.append(commit) if also is None else self._store.append_and(commit, also)
            if appended.outcome == "conflict":
                return None
            if keep is not None and appended.outcome == "appended":
                keep(appended.version, decided.state)
            return self.finish_command(appended, decided.events, key)

        return self._attempt(id_, key, once)

    def _attempt(self, id_: str, key: Key | None, once: Callable[[], CommandResult | None]) -> CommandResult:
        """Tries a command until no other command comes first.

        Args:
            id_: id of the stream.
            key: idempotency key of the command, or `None`.
            once: decides and appends it; returns `None` if another command came first.

        Raises:
            StreamBusy: other commands came first in every attempt.
            Refusal, StaleVersion: raised by `once`, unless an earlier copy of the command was carried out.
            KeyReused: the key was used for another command.
        """
        for _ in self.attempts(MOST_PAUSE_S):
            try:
                done = once()
            except (Refusal, StaleVersion):
                # An earlier copy of the same command may be the reason.
                before = self.earlier_result(key)
                if before is None:
                    raise
                return before
            if done is not None:
                return done
        raise StreamBusy(id_)

    def attempts(self, most_pause_s: float) -> Iterator[int]:
        """Yields a number from 0 for each attempt of a command, and pauses after each attempt but the first.

        After one conflict, the next attempt decides with the missed events, and usually succeeds. Later pauses are
        random, which makes another conflict unlikely. Their upper limit doubles until it is `most_pause_s`.
        """
        for attempt in range(self._store.limits.command_attempts):
            yield attempt
            if attempt == 0:
                continue
            longest_s = min(FIRST_PAUSE_S * 2**attempt, most_pause_s)
            time.sleep(random.uniform(0, longest_s))  # noqa: S311 - not used for secrets

    def _replayed(self, appended: AppendResult, key: Key) -> CommandResult:
        if appended.metadata.get("fingerprint") != key.fingerprint:
            raise KeyReused
        id_ = self._folding.id_of(appended.stream)
        count = appended.version - appended.first_version + 1
        events = self.since(id_, appended.first_version - 1, count)
        return CommandResult(id_, appended.version, events, replayed=True)


def stream_decision(events: Sequence[Any], state: T) -> StreamDecision[T]:
    """Returns what was decided, as streams append it, with the sandbox that the state names."""
    return StreamDecision(events, state, state.sandbox)


def check_version(version: int, expected: int | None) -> None:
    """Checks that a stream has the version that a command expects. Raises `StaleVersion`."""
    if expected is not None and version != expected:
        raise StaleVersion(version)
