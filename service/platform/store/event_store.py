"""Appends events to streams and reads them. `shengji.append` is in `schema.sql`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple
from uuid import UUID

import orjson
import psycopg

from service.platform.store.database import Database, array_literal
from service.platform.store.events import Record
from service.platform.store.shared_reads import SharedReads, StreamRead

READ_LIMIT = 1000
"""Maximum number of events that one read of a stream returns."""

Run = Callable[[str, Mapping[str, Any]], list[Any]]
"""Runs a statement within a transaction."""


class StoredEvent(NamedTuple):
    """A stored event, its version in its stream, and the time when it was recorded."""

    version: int
    record: Record
    recorded_at: datetime


class Head(NamedTuple):
    """The version of a stream and its folded state, as stored.

    Attributes:
        version: version of the stream.
        state_revision: revision of the format of the state.
        state: the state after the event `state_version`.
        state_version: the version to which the state belongs. It may be less than `version`.
        newer: the events after it up to `version`, as the function `events_between` in `schema.sql` returns them.
    """

    version: int
    state_revision: int
    state: dict[str, Any]
    state_version: int
    newer: list[list[Any]]


class LogPlace(NamedTuple):
    """A position in the log of all streams. Subscriptions use it; clients never see it."""

    transaction: int
    position: int


class BotMove(NamedTuple):
    """A command that a bot chose: the version of its first event, and the bot with its version."""

    version: int
    bot: str


class LoggedEvent(NamedTuple):
    """An event in the log of all streams. `by` is the author of the command, set only on its first event."""

    place: LogPlace
    stream: str
    stored: StoredEvent
    by: str | None = None


class AppendResult(NamedTuple):
    """The outcome of an append.

    Attributes:
        outcome: `appended`; `conflict`: the stream was not at the expected version, and nothing was written;
            `duplicate`: the command was carried out before, and nothing was written.
        stream: name of the stream with the events.
        version: version of the stream; for a duplicate, that of the command's last event.
        first_version: version of the command's first event; 0 for a conflict.
        recorded_at: when the events were recorded; for a conflict, the current time.
        metadata: for a duplicate, the metadata stored with the command.
        missed: for a conflict, the first events after the expected version, at most 100.
    """

    outcome: Literal["appended", "conflict", "duplicate"]
    stream: str
    version: int
    first_version: int
    recorded_at: datetime
    metadata: dict[str, Any]
    missed: Sequence[StoredEvent] = ()


class Wait(NamedTuple):
    """A running clock: the step that identifies the wait, and its length in seconds."""

    step: int
    seconds: int


class Commit(NamedTuple):
    """The events and the state that one command appends.

    Attributes:
        stream: name of the stream.
        expected: expected version of the stream; 0 for a new one.
        records: the events.
        state: the folded state after them, of the revision `state_revision`. `None` keeps the stored state, and readers
            fold the events after it. A new stream needs a state.
        asked: the turns that are pending afterwards.
        due_at: when the stream has to be examined again even without new events.
        command_id: id that makes the command idempotent, or `None`.
        metadata: stored with the first event.
        clock: the clock that runs afterwards. A wait with the same step as before continues.
        turn_due_at: when the next deadline passes, by the time of the sandbox if there is one.
        sandbox: the sandbox of the stream, or `None`.
        at: the current time in that sandbox; `None` for the real time.
    """

    stream: str
    expected: int
    records: Sequence[Record]
    state: dict[str, Any] | None
    state_revision: int
    asked: list[dict[str, Any]]
    due_at: datetime | None
    command_id: UUID | None
    metadata: dict[str, Any]
    clock: Wait | None = None
    turn_due_at: datetime | None = None
    sandbox: str | None = None
    at: datetime | None = None


def _json(value: Any) -> str:
    return orjson.dumps(value).decode()


def stored_events(rows: Iterable[list[Any]]) -> list[StoredEvent]:
    """Returns the events that the function `events_between` in `schema.sql` has returned as JSON."""
    return [
        StoredEvent(version, Record(name, revision, data), datetime.fromisoformat(at))
        for version, name, revision, data, at in rows
    ]


def _append_result(rows: list[Any]) -> AppendResult:
    outcome, stream, version, first_version, recorded_at, metadata = rows[0]
    missed = stored_events(metadata["missed"]) if outcome == "conflict" else ()
    return AppendResult(outcome, stream, version or 0, first_version or 0, recorded_at, metadata or {}, missed)


class NotTogether(Exception):
    """One of several appends was a conflict or a duplicate. Nothing was written."""


class EventStore:
    """The event streams. All methods raise `DatabaseUnavailable` if the database does not answer."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._reads = SharedReads(database)
        self.limits = database.limits

    def append(self, commit: Commit) -> AppendResult:
        """Appends the events of one command: one round trip, one transaction, durable when it returns."""
        return self._append_or_find_copy(commit, lambda: self._database.run("append", self._arguments(commit)))

    def append_if(self, commit: Commit, check: Callable[[Run], object]) -> AppendResult:
        """Runs a check, then appends like `append`, in one transaction.

        Args:
            commit: the events and the state to append.
            check: runs statements in the transaction and raises to prevent the append.

        Raises:
            Exception: the exception of the check. Nothing was appended.
        """

        def both(run: Run) -> list[Any]:
            check(run)
            return run("append", self._arguments(commit))

        return self._append_or_find_copy(commit, lambda: self._database.together(both))

    def append_and(self, commit: Commit, then: Callable[[Run], object]) -> AppendResult:
        """Appends like `append`, and runs further statements in the same transaction if the events were appended.

        Args:
            commit: the events and the state to append.
            then: runs the statements; raises to undo the append.

        Raises:
            Exception: the exception of `then`. Nothing was appended.
        """

        def both(run: Run) -> list[Any]:
            rows = run("append", self._arguments(commit))
            if _append_result(rows).outcome == "appended":
                then(run)
            return rows

        return self._append_or_find_copy(commit, lambda: self._database.together(both))

    def _append_or_find_copy(self, commit: Commit, append: Callable[[], list[Any]]) -> AppendResult:
        """Returns the outcome of an append, or of a concurrent copy of the same command that came first."""
        try:
            return _append_result(append())
        except psycopg.errors.UniqueViolation:
            # A concurrent copy of this command has already opened its stream.
            twin = self.earlier_append(commit.command_id) if commit.command_id else None
            if twin is None:
                raise
            return twin

    def append_together(self, commits: Sequence[Commit]) -> list[AppendResult]:
        """Appends the events of several commands to several streams, all or none, in one transaction.

        Load the state for the decisions before the call. Concurrent callers have to pass streams in the same order, to
        avoid deadlocks.

        Raises:
            NotTogether: one of the streams was not at the expected version, or a command was carried out before.
        """

        def all_of_them(run: Run) -> list[AppendResult]:
            return [self._append_one(run, commit) for commit in commits]

        try:
            return self._database.together(all_of_them)
        except psycopg.errors.UniqueViolation:
            # A concurrent copy of one of the commands came first.
            raise NotTogether from None

    def _append_one(self, run: Run, commit: Commit) -> AppendResult:
        result = _append_result(run("append", self._arguments(commit)))
        if result.outcome != "appended":
            raise NotTogether
        return result

    def _arguments(self, commit: Commit) -> dict[str, Any]:
        return {
            "stream": commit.stream,
            "expected": commit.expected,
            "command_id": commit.command_id,
            "types": array_literal([record.type for record in commit.records]),
            "revisions": array_literal([str(record.revision) for record in commit.records]),
            "data": array_literal([_json(record.data) for record in commit.records]),
            "metadata": _json(commit.metadata),
            "state": None if commit.state is None else _json(commit.state),
            "state_revision": commit.state_revision,
            "asked": _json(commit.asked),
            "due_at": commit.due_at,
            "clock_step": commit.clock.step if commit.clock else None,
            "clock_seconds": commit.clock.seconds if commit.clock else None,
            "turn_due_at": commit.turn_due_at,
            "sandbox": commit.sandbox,
            "at": commit.at,
        }

    def earlier_append(self, command_id: UUID) -> AppendResult | None:
        """Returns the outcome of a command that was carried out before, else `None`."""
        rows = self._database.read("command", {"command_id": command_id})
        return AppendResult("duplicate", *rows[0]) if rows else None

    def head(self, stream: str) -> Head | None:
        """Returns the head of a stream, or `None` if there is no such stream."""
        rows = self._database.read("head", {"stream": stream})
        return Head(*rows[0]) if rows else None

    def streams(self) -> Iterator[str]:
        """Yields the names of all streams in order."""
        after = ""
        while rows := self._database.read("streams", {"after": after, "limit": READ_LIMIT}):
            yield from (name for (name,) in rows)
            after = rows[-1][0]

    def read(self, stream: str, after: int = 0, limit: int = READ_LIMIT) -> list[StoredEvent]:
        """Returns at most `limit` events of the stream after a version, in order."""
        rows = self._reads.read(StreamRead(stream, after, limit))
        return [StoredEvent(version, Record(name, revision, data), at) for version, name, revision, data, at in rows]

    def bot_moves(self, streams: Sequence[str]) -> dict[str, list[BotMove]]:
        """Returns the commands of bots in these streams, in order."""
        found: dict[str, list[BotMove]] = {}
        for stream, version, bot in self._database.read("bot_moves", {"streams": [*streams]}):
            found.setdefault(stream, []).append(BotMove(version, bot))
        return found

    def read_all(self, stream: str, after: int = 0) -> list[StoredEvent]:
        """Returns all events of the stream after a version, in order."""
        events: list[StoredEvent] = []
        while True:
            batch = self.read(stream, after)
            events.extend(batch)
            if len(batch) < READ_LIMIT:
                return events
            after = batch[-1].version

    def feed(self, after: LogPlace, limit: int = READ_LIMIT) -> list[LoggedEvent]:
        """Returns at most `limit` events of all streams after a place. Skips none (see shengji.feed_safe)."""
        return self._logged("read_feed", {**after._asdict(), "limit": limit})

    def logged(self, stream: str, version: int, until: LogPlace, limit: int) -> list[LoggedEvent]:
        """Returns at most `limit` events of a stream from `version` on, up to the place `until` in the log."""
        arguments = {"stream": stream, "version": version, **until._asdict(), "limit": limit}
        return self._logged("read_missing", arguments)

    def _logged(self, name: str, arguments: Mapping[str, Any]) -> list[LoggedEvent]:
        return [
            LoggedEvent(
                LogPlace(transaction, position), stream, StoredEvent(version, Record(type_name, revision, data), at), by
            )
            for transaction, position, stream, version, type_name, revision, data, at, by in self._database.read(
                name, arguments
            )
        ]
