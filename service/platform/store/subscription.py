"""Subscriptions to the event log. Each keeps its checkpoint in PostgreSQL.

During a rolling upgrade, the newer release may write events that this release does not know. A subscription stops
before the first of them, and the newer release continues from there. No event is skipped for good.

A stream that cannot be folded or handled is set aside: the subscription skips its events and continues with the other
streams. Later it retries the stream, from the first skipped event up to the checkpoint.

| case | written in one transaction | result |
|---|---|---|
| a command fails | the work of other streams, a row in `set_aside`, the checkpoint | its events are skipped |
| a retry fails | the commands that succeeded, the time of the next retry | its events are skipped |
| a retry succeeds | the work of its events; the row is deleted | it is followed like other streams |

A subscription changes its rows only in a transaction that locks its checkpoint. So either a batch or a retry applies an
event, never both. The checkpoints of several subscriptions can move in one transaction: see `follower_loop.py`.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import psycopg
import redis

from domain.kernel.events import check_known
from domain.kernel.newer_release import NewerRelease
from service.platform.store.checkpoints import (
    CheckpointConflict,
    CheckpointUpdate,
    Position,
    Run,
    Work,
    move_together,
    positions,
)
from service.platform.store.database import Database, DatabaseUnavailable
from service.platform.store.event_store import EventStore, LoggedEvent, LogPlace
from service.platform.store.folding import UnreadableStream, release

RETRY_FIRST_S = 10.0
RETRY_MOST_S = 3600.0
"""Longest delay between retries, in seconds. The delay starts at `RETRY_FIRST_S` and doubles with each failure."""
WorkOf = Callable[[Sequence[LoggedEvent]], Work]
"""Returns the work that applies some events, given in the order of the log."""

_log = logging.getLogger(__name__)


class _Retry(NamedTuple):
    """A stream to retry, the version of its first missing event, and the number of failed attempts."""

    stream: str
    version: int
    attempts: int


class _Failed(NamedTuple):
    """The first version of a stream that could not be applied, and the error."""

    version: int
    error: Exception


class _Admitted(NamedTuple):
    """The events of a batch to apply, and a function that adds a check to their work: see `_admitted`."""

    events: Sequence[LoggedEvent]
    checked: Callable[[Work], Work]


class Subscription:
    """A named subscription to the log. The work of a batch and the checkpoint are committed together."""

    def __init__(self, database: Database, store: EventStore, name: str, *, accepts_unknown: bool = False) -> None:
        """Creates a subscription. Without a stored checkpoint it starts at the beginning of the log.

        Args:
            database: stores the checkpoint.
            store: the event log.
            name: name of the subscription.
            accepts_unknown: whether it accepts events unknown to this release, because it does not decode them.
        """
        self._database = database
        self._store = store
        self._name = name
        self._accepts_unknown = accepts_unknown
        self._at_once = store.limits.events_at_once

    @property
    def name(self) -> str:
        """The name of the subscription."""
        return self._name

    @property
    def accepts_unknown(self) -> bool:
        """Whether it accepts events unknown to this release."""
        return self._accepts_unknown

    def checkpoint(self) -> LogPlace:
        """Returns the checkpoint, and stores one at the start of the log if there is none."""
        rows = self._database.run("checkpoint", {"name": self._name})
        if rows:
            return LogPlace(*rows[0])
        self._database.run("add_subscription", {"name": self._name})
        return LogPlace(0, 0)

    def take_in(self, work_of: WorkOf) -> int:
        """Applies one batch of events and returns their number, or 0 if another process was faster.

        If a stream that was set aside is due for a retry, its events come first and count too.

        Args:
            work_of: returns the work that applies the events in the transaction of the checkpoint. It may run more
                than once for the same events, so anything it does itself must be safe to repeat.
        """
        place, any_aside, retry = self._position()
        try:
            retried = self._retry_stream(place, _Retry(*retry), work_of) if retry else 0
            batch = self._store.feed(place, self._at_once)
            known = batch if self._accepts_unknown else known_commands(batch)
            if known:
                self._apply_batch(place, whole_commands(known, self._at_once), work_of, any_aside=any_aside)
        except CheckpointConflict:
            return 0
        return retried + len(batch)

    def retry(self, position: Position, work_of: WorkOf) -> int:
        """Retries the stream that is due, if there is one. Returns the number of events applied."""
        if position.retry is None:
            return 0
        try:
            return self._retry_stream(position.place, _Retry(*position.retry), work_of)
        except CheckpointConflict:
            return 0

    def prepare(self, position: Position, batch: Sequence[LoggedEvent], work_of: WorkOf) -> CheckpointUpdate:
        """Returns the move that applies a batch of whole, known commands, for a transaction with other moves.

        The transaction may raise `CheckpointConflict` if a stream was readmitted meanwhile.
        """
        admitted = self._admitted(batch, any_aside=position.any_aside)
        return CheckpointUpdate(self._name, position.place, batch[-1].place, admitted.checked(work_of(admitted.events)))

    def apply(self, position: Position, batch: Sequence[LoggedEvent], work_of: WorkOf) -> int:
        """Applies such a batch in its own transaction, and sets aside the streams that fail.

        Returns the number of events, or 0 if another process was faster.
        """
        try:
            self._apply_batch(position.place, batch, work_of, any_aside=position.any_aside)
        except CheckpointConflict:
            return 0
        return len(batch)

    def move(self, before: LogPlace, to: LogPlace, work: Work = lambda _: None) -> None:
        """Moves the checkpoint to the end of a batch and does its work, in one transaction.

        Raises:
            CheckpointConflict: the checkpoint is no longer at `before`. Nothing was written.
        """
        if not move_together(self._database, [CheckpointUpdate(self._name, before, to, work)]):
            raise CheckpointConflict(self._name)

    def set_aside_stream(self, stream: str, error: Exception) -> None:
        """Sets a whole stream aside before the first batch. No other process may use this subscription name."""
        self._database.together(lambda run: self.set_aside(run, stream, 1, error))
        self._log_failures({stream: _Failed(1, error)})

    def set_aside(self, run: Run, stream: str, version: int, error: Exception, attempts: int = 0) -> None:
        """Records that a stream is missing from `version` on. `attempts` is the number of earlier failures."""
        run(
            "set_aside",
            {
                "follower": self._name,
                "stream": stream,
                "version": version,
                "error": _class_of(stream, error),
                "release": release(),
                "retry_s": min(RETRY_FIRST_S * 2 ** min(attempts, 20), RETRY_MOST_S),
            },
        )

    # -------------------------------------------------------------------------------------------- batches

    def _position(self) -> Position:
        """Returns the position, and stores a checkpoint if there is none."""
        found = positions(self._database, [self._name])
        return found[self._name] if found else Position(self.checkpoint())

    def _apply_batch(self, before: LogPlace, batch: Sequence[LoggedEvent], work_of: WorkOf, *, any_aside: bool) -> None:
        """Applies a batch and sets aside the streams that fail. Raises `CheckpointConflict`."""
        admitted, to = self._admitted(batch, any_aside=any_aside), batch[-1].place
        try:
            self.move(before, to, admitted.checked(work_of(admitted.events)))
        except Exception as error:
            if not may_come_from_stream(error):
                raise
        else:
            return
        single = _EachCommand(admitted.events, work_of)
        self.move(before, to, admitted.checked(lambda run: self._apply_each(run, single)))
        self._log_failures(single.failed)

    def _admitted(self, batch: Sequence[LoggedEvent], *, any_aside: bool) -> "_Admitted":
        """Returns the events of a batch without those of streams that are set aside."""
        if not any_aside:
            return _Admitted(batch, lambda work: work)
        streams = sorted({logged.stream for logged in batch})
        aside = self._aside(self._database.read, streams)

        def checked(work: Work) -> Work:
            def do(run: Run) -> None:
                work(run)
                # If a stream was readmitted since the lookup, this batch would skip events of it.
                if self._aside(run, streams) != aside:
                    raise CheckpointConflict(self._name)

            return do if aside else work

        return _Admitted([logged for logged in batch if logged.stream not in aside], checked)

    def _apply_each(self, run: Run, single: "_EachCommand") -> None:
        single.do(run)
        for stream, failed in single.failed.items():
            self.set_aside(run, stream, *failed)

    def _aside(self, run: Run, streams: Sequence[str]) -> frozenset[str]:
        """Returns those of the streams that are set aside."""
        rows = run("set_aside_among", {"follower": self._name, "streams": streams})
        return frozenset(stream for (stream,) in rows)

    def _log_failures(self, failed: Mapping[str, _Failed]) -> None:
        for stream, (version, error) in failed.items():
            _log.error(
                "%s cannot be read by %s, which sets it aside from event %s on",
                stream,
                self._name,
                version,
                exc_info=error,
            )

    # -------------------------------------------------------------------------------------------- retries

    def _retry_stream(self, place: LogPlace, retry: _Retry, work_of: WorkOf) -> int:
        """Applies the missing events of a stream and returns their number. Raises `CheckpointConflict`."""
        found = self._store.logged(retry.stream, retry.version, place, self._at_once)
        missing, is_last = whole_commands(found, self._at_once), len(found) < self._at_once
        single = _EachCommand(missing, work_of, checks_known=not self._accepts_unknown)

        def again(run: Run) -> None:
            if not run("hold_set_aside", {"follower": self._name, **retry._asdict()}):
                raise CheckpointConflict(self._name)
            single.do(run)
            failed = single.failed.get(retry.stream)
            if failed is not None:
                has_moved = failed.version > retry.version
                self.set_aside(run, retry.stream, *failed, attempts=0 if has_moved else retry.attempts)
            elif is_last:
                run("take_in_again", {"follower": self._name, "stream": retry.stream})
            else:
                after = missing[-1].stored.version + 1
                run("go_on_with_set_aside", {"follower": self._name, "stream": retry.stream, "version": after})

        self.move(place, place, again)
        if single.failed:
            return 0
        if is_last:
            _log.warning("%s is read again by %s, from event %s on", retry.stream, self._name, retry.version)
        return len(missing)


class _EachCommand:
    """Runs commands one by one, to find the ones that fail.

    After a command fails, later commands of the same stream are skipped.
    """

    def __init__(self, batch: Sequence[LoggedEvent], work_of: WorkOf, *, checks_known: bool = False) -> None:
        """Prepares the work of each command.

        Args:
            batch: the events.
            work_of: returns the work of a command.
            checks_known: whether a command with an event of a newer release counts as failed.
        """
        self._checks_known = checks_known
        self.failed: dict[str, _Failed] = {}
        self._works: list[tuple[str, int, Work]] = []
        for command in commands_of(batch, ""):
            stream, version = command[0].stream, command[0].stored.version
            if stream in self.failed:
                continue
            try:
                if checks_known:
                    known_commands(command)
                self._works.append((stream, version, work_of(command)))
            except Exception as error:  # noqa: BLE001 - recorded or raised again
                self._note(stream, version, error)

    def do(self, run: Run) -> None:
        """Does the prepared work, each command in its own savepoint."""
        for stream, version, work in self._works:
            failed = self.failed.get(stream)
            if failed is not None and failed.version <= version:
                continue
            run("set_savepoint", {})
            try:
                work(run)
            except Exception as error:  # noqa: BLE001 - recorded or raised again
                self._note(stream, version, error)
                run("roll_back_to_savepoint", {})
            run("drop_savepoint", {})

    def _note(self, stream: str, version: int, error: Exception) -> None:
        """Records that a command has failed. Raises errors that no stream can have caused."""
        if not (may_come_from_stream(error) or (self._checks_known and isinstance(error, NewerRelease))):
            raise error
        self.failed[stream] = _Failed(version, error)


def may_come_from_stream(error: Exception) -> bool:
    """Returns whether the data of a stream may have caused an error, and not the database, network or release."""
    if isinstance(error, psycopg.Error):
        return isinstance(error, psycopg.DataError | psycopg.IntegrityError)
    return not isinstance(
        error, DatabaseUnavailable | NewerRelease | CheckpointConflict | redis.RedisError | OSError | MemoryError
    )


def _class_of(stream: str, error: Exception) -> str:
    """Returns the class of an error, and its stream if that is another one. The message is left out."""
    if not isinstance(error, UnreadableStream):
        return type(error).__qualname__
    return error.reason if error.stream == stream else f"{error.reason} in {error.stream}"


def commands_of(batch: Sequence[LoggedEvent], *prefixes: str) -> Iterator[list[LoggedEvent]]:
    """Yields the events of each command whose stream has one of the prefixes. A command is one transaction."""
    for _, command in groupby(batch, key=lambda logged: (logged.place.transaction, logged.stream)):
        events = list(command)
        if events[0].stream.startswith(prefixes):
            yield events


def whole_commands(batch: Sequence[LoggedEvent], at_once: int) -> Sequence[LoggedEvent]:
    """Returns a batch of at most `at_once` events without its last command if that may continue after the batch."""
    if len(batch) < at_once:
        return batch
    last = batch[-1].place.transaction
    whole = [logged for logged in batch if logged.place.transaction != last]
    return whole or batch


def known_commands(batch: Sequence[LoggedEvent]) -> Sequence[LoggedEvent]:
    """Returns the commands before the first event that this release does not know.

    Raises:
        NewerRelease: the first command has such an event.
    """
    for logged in batch:
        try:
            check_known(logged.stored.record.type, logged.stored.record.revision)
        except NewerRelease:
            before = [each for each in batch if each.place.transaction < logged.place.transaction]
            if not before:
                raise
            return before
    return batch
