"""Following the log of all streams from a checkpoint in PostgreSQL.

While a newer release is rolled out it writes events that this program does not know. A follower stops in front of the
first of them, so that the newer release takes in what comes, and nothing is passed over for ever.

A stream that cannot be folded, or handled, is set aside: the follower passes over its events and goes on with all
others. Later it tries the stream again, from the first event that it lacks up to the checkpoint.

| what happens | what is written in one transaction | what follows |
|---|---|---|
| a command of a stream fails | what the others do, a row in `set_aside`, the checkpoint | its events are skipped |
| it is tried again and fails | when it is tried next, and what it could do before it failed | likewise |
| it is tried again and succeeds | what its events do; the row goes | it is followed with all others |

A follower changes its rows only in a transaction that holds its checkpoint. So an event is taken in either by a batch
or by a retry, and never by both.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import psycopg
import redis

from domain.events import check_known
from domain.newer_release import NewerRelease
from service.store.database import Database, DatabaseUnavailable, Row
from service.store.event_store import EventStore, Logged, Place
from service.store.folding import UnreadableStream
from service.store.release import RELEASE

BATCH = 500
RETRY_FIRST_S = 10.0
RETRY_MOST_S = 3600.0
"""A stream that was set aside is tried again after so many seconds, then after twice as many, up to an hour."""
Run = Callable[[str, Mapping[str, Any]], list[Row]]
"""Runs a statement of `queries.sql` in the transaction in which the checkpoint moves."""
Work = Callable[[Run], None]
"""What is done for a batch."""
WorkOf = Callable[[Sequence[Logged]], Work]
"""What is to be done for some events, in the order of the log."""

_log = logging.getLogger(__name__)


class Overtaken(Exception):
    """Another process has moved the checkpoint meanwhile, so this batch is not ours."""


class _Retry(NamedTuple):
    """A stream that is to be tried again: from which version on its events are missing, and how often it has failed."""

    stream: str
    version: int
    attempts: int


class _Failed(NamedTuple):
    """From which version on a stream could not be taken in, and why."""

    version: int
    error: Exception


class Subscription:
    """One follower of the log, by name. What it does for a batch, and its checkpoint, are committed together."""

    def __init__(self, database: Database, store: EventStore, name: str, *, knows_all: bool = False) -> None:
        """Prepares the follower; its checkpoint is made at the start of the log when there is none.

        Args:
            database: where the checkpoint is.
            store: where the log is.
            name: of the follower.
            knows_all: whether it can take in events that this program does not know, since it reads none of them.
        """
        self._database = database
        self._store = store
        self._name = name
        self._knows_all = knows_all

    def checkpoint(self) -> Place:
        """How far the follower has come."""
        rows = self._database.run("checkpoint", {"name": self._name})
        if rows:
            return Place(*rows[0])
        self._database.run("add_subscription", {"name": self._name})
        return Place(0, 0)

    def take_in(self, work_of: WorkOf) -> int:
        """Takes in one batch of events, and returns how many there were; none where another process was faster.

        Where a stream that was set aside is to be tried again, its events come before the batch and count too.

        Args:
            work_of: what is to be done in the transaction of the checkpoint, by the events. It may do before whatever
                does no harm when it is done again. It has no effect but by what it returns.
        """
        place, any_aside, retry = self._at()
        try:
            retried = self._try_again(place, _Retry(*retry), work_of) if retry else 0
            batch = self._store.feed(place, BATCH)
            known = batch if self._knows_all else _known(batch)
            if known:
                self._take_in(place, whole_commands(known), work_of, any_aside=any_aside)
        except Overtaken:
            return 0
        return retried + len(batch)

    def move(self, before: Place, to: Place, work: Work = lambda _: None) -> None:
        """Moves the checkpoint behind a batch and does its work, in one transaction.

        Raises:
            Overtaken: the checkpoint is no longer where the batch began; nothing was done.
        """

        def both(run: Run) -> None:
            # First of all: it locks the checkpoint, so two followers never wait for each other's rows.
            moved = run(
                "move_checkpoint",
                {
                    "name": self._name,
                    "transaction": to.transaction,
                    "position": to.position,
                    "from_transaction": before.transaction,
                    "from_position": before.position,
                },
            )
            if not moved:
                raise Overtaken(self._name)
            work(run)

        self._database.together(both)

    def leave_out(self, stream: str, error: Exception) -> None:
        """Sets a whole stream aside before anything was followed. Nobody else may be at work under this name."""
        self._database.together(lambda run: self.set_aside(run, stream, 1, error))
        self._tell({stream: _Failed(1, error)})

    def set_aside(self, run: Run, stream: str, version: int, error: Exception, attempts: int = 0) -> None:
        """Notes that the events of a stream are missing from a version on; how often it had failed before that."""
        run(
            "set_aside",
            {
                "follower": self._name,
                "stream": stream,
                "version": version,
                "error": _class_of(stream, error),
                "release": RELEASE,
                "retry_s": min(RETRY_FIRST_S * 2 ** min(attempts, 20), RETRY_MOST_S),
            },
        )

    # -------------------------------------------------------------------------------------------- batches

    def _at(self) -> tuple[Place, bool, tuple[str, int, int] | None]:
        """The checkpoint, whether any stream is set aside, and which of those is to be tried again now."""
        rows = self._database.run("follow", {"name": self._name})
        if not rows:
            return self.checkpoint(), False, None
        transaction, position, any_aside, stream, version, attempts = rows[0]
        return Place(transaction, position), any_aside, None if stream is None else (stream, version, attempts)

    def _take_in(self, before: Place, batch: Sequence[Logged], work_of: WorkOf, *, any_aside: bool) -> None:
        """Takes in a batch, and sets aside the streams of it that cannot be. Raises `Overtaken`."""
        streams = sorted({logged.stream for logged in batch})
        aside = self._aside(self._database.read, streams) if any_aside else frozenset()
        theirs = [logged for logged in batch if logged.stream not in aside]

        def checked(work: Work) -> Work:
            def do(run: Run) -> None:
                work(run)
                # Where a stream has been taken in again since it was looked up, this batch would leave a gap.
                if aside and self._aside(run, streams) != aside:
                    raise Overtaken(self._name)

            return do

        to = batch[-1].place
        try:
            self.move(before, to, checked(work_of(theirs)))
        except Exception as error:
            if not may_be_of_a_stream(error):
                raise
        else:
            return
        apart = _Apart(theirs, work_of)
        self.move(before, to, checked(lambda run: self._do_apart(run, apart)))
        self._tell(apart.failed)

    def _do_apart(self, run: Run, apart: "_Apart") -> None:
        apart.do(run)
        for stream, failed in apart.failed.items():
            self.set_aside(run, stream, *failed)

    def _aside(self, run: Run, streams: Sequence[str]) -> frozenset[str]:
        """Which of these streams are set aside."""
        rows = run("set_aside_among", {"follower": self._name, "streams": streams})
        return frozenset(stream for (stream,) in rows)

    def _tell(self, failed: Mapping[str, _Failed]) -> None:
        for stream, (version, error) in failed.items():
            _log.error(
                "%s cannot be read by %s, which sets it aside from event %s on",
                stream,
                self._name,
                version,
                exc_info=error,
            )

    # -------------------------------------------------------------------------------------------- retries

    def _try_again(self, place: Place, retry: _Retry, work_of: WorkOf) -> int:
        """Takes in what a follower lacks of a stream, and returns how many events that was. Raises `Overtaken`."""
        found = self._store.logged(retry.stream, retry.version, place, BATCH)
        missing, is_last = whole_commands(found), len(found) < BATCH
        apart = _Apart(missing, work_of, checks_known=not self._knows_all)

        def again(run: Run) -> None:
            if not run("hold_set_aside", {"follower": self._name, **retry._asdict()}):
                raise Overtaken(self._name)
            apart.do(run)
            failed = apart.failed.get(retry.stream)
            if failed is not None:
                has_moved = failed.version > retry.version
                self.set_aside(run, retry.stream, *failed, attempts=0 if has_moved else retry.attempts)
            elif is_last:
                run("take_in_again", {"follower": self._name, "stream": retry.stream})
            else:
                after = missing[-1].stored.version + 1
                run("go_on_with_set_aside", {"follower": self._name, "stream": retry.stream, "version": after})

        self.move(place, place, again)
        if apart.failed:
            return 0
        if is_last:
            _log.warning("%s is read again by %s, from event %s on", retry.stream, self._name, retry.version)
        return len(missing)


class _Apart:
    """Commands that are carried out one by one, so that those that fail are known.

    After the first command of a stream that fails no further one of that stream is done.
    """

    def __init__(self, batch: Sequence[Logged], work_of: WorkOf, *, checks_known: bool = False) -> None:
        """Prepares each command.

        Args:
            batch: the events.
            work_of: what is to be done for a command.
            checks_known: whether a command with an event of a newer release fails, too. In a batch that ends the batch.
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
                    _known(command)
                self._works.append((stream, version, work_of(command)))
            except Exception as error:  # noqa: BLE001 - noted, or raised again
                self._note(stream, version, error)

    def do(self, run: Run) -> None:
        """Does what was prepared, each command in a savepoint of its own."""
        for stream, version, work in self._works:
            failed = self.failed.get(stream)
            if failed is not None and failed.version <= version:
                continue
            run("set_savepoint", {})
            try:
                work(run)
            except Exception as error:  # noqa: BLE001 - noted, or raised again
                self._note(stream, version, error)
                run("roll_back_to_savepoint", {})
            run("drop_savepoint", {})

    def _note(self, stream: str, version: int, error: Exception) -> None:
        """Notes that a command has failed, or raises what no stream is to blame for."""
        if not (may_be_of_a_stream(error) or (self._checks_known and isinstance(error, NewerRelease))):
            raise error
        self.failed[stream] = _Failed(version, error)


def may_be_of_a_stream(error: Exception) -> bool:
    """Whether an error may come of what a stream holds, and not of a server, of another release or of this computer."""
    if isinstance(error, psycopg.Error):
        return isinstance(error, psycopg.DataError | psycopg.IntegrityError)
    return not isinstance(
        error, DatabaseUnavailable | NewerRelease | Overtaken | redis.RedisError | OSError | MemoryError
    )


def _class_of(stream: str, error: Exception) -> str:
    """The class of an error, and the stream that it comes of where that is another one; never its words."""
    if not isinstance(error, UnreadableStream):
        return type(error).__qualname__
    return error.reason if error.stream == stream else f"{error.reason} in {error.stream}"


def whole_commands(batch: Sequence[Logged]) -> Sequence[Logged]:
    """The batch without its last command, where it may go on behind the end of the batch."""
    if len(batch) < BATCH:
        return batch
    last = batch[-1].place.transaction
    whole = [logged for logged in batch if logged.place.transaction != last]
    return whole or batch


def commands_of(batch: Sequence[Logged], *prefixes: str) -> Iterator[list[Logged]]:
    """The events of streams that are called so: each command is a transaction of its own."""
    for _, command in groupby(batch, key=lambda logged: (logged.place.transaction, logged.stream)):
        events = list(command)
        if events[0].stream.startswith(prefixes):
            yield events


def _known(batch: Sequence[Logged]) -> Sequence[Logged]:
    """The commands before the first that has an event which this program does not know.

    Raises:
        NewerRelease: there are none before it.
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
