"""Runs all followers of a process together: the log is read once, and one transaction moves all checkpoints.

| case | what happens |
|---|---|
| usual | one transaction moves all checkpoints and does all work |
| another process has moved a checkpoint | the batch of that follower is dropped, all others are applied |
| the transaction fails | each follower applies its batch in a transaction of its own |
| a follower fails there too | it pauses, all others continue |
| a follower is behind the events that were read, as after a pause | it reads the log itself until it has caught up |

The prompt follower handles events as soon as they are read, and writes nothing. Its checkpoint moves with the others.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import redis

from domain.kernel.newer_release import NewerRelease
from service.platform.store.checkpoints import CheckpointUpdate, Position, Work, move_together, no_work, positions
from service.platform.store.database import Database, DatabaseUnavailable
from service.platform.store.event_store import EventStore, LoggedEvent, LogPlace
from service.platform.store.follower import Follower
from service.platform.store.follower_pauses import FollowerPauses
from service.platform.store.shared_log import SharedLog

_log = logging.getLogger(__name__)


class _Batch(NamedTuple):
    """The events for a follower, its position before them, and the prepared move; `None` if that failed."""

    follower: Follower
    position: Position
    events: Sequence[LoggedEvent]
    move: CheckpointUpdate | None


class FollowerLoop:
    """Keeps followers at the end of the log.

    Call `begin` first, then `read` often and `apply` less often, so that more events share a transaction. Methods raise
    `DatabaseUnavailable`; then begin again.

    Attributes:
        pauses: the pauses of followers that cannot go on.
        has_more: whether to read and apply again at once, because something is left to do.
    """

    def __init__(self, database: Database, store: EventStore, prompt: Follower, others: Sequence[Follower]) -> None:
        """Takes the prompt follower and all others."""
        self._database = database
        self._store = store
        self._prompt = prompt
        self._followers = (prompt, *others)
        self.pauses = FollowerPauses()
        self.has_more = False
        self._log = SharedLog(store, LogPlace(0, 0))
        # Whether the prompt follower has handled all events that were read.
        self._is_prompt = True
        # Whether each follower needs a transaction of its own, because the last common one was not committed.
        self._is_apart = False
        # The followers to ask whether something is left that follows from applied events.
        self._unfinished: set[Follower] = set()
        # Followers whose checkpoint is before the start of the shared log, with no events in between.
        self._caught_up_at: dict[Follower, LogPlace] = {}

    def begin(self) -> None:
        """Starts to read at the most advanced checkpoint. Followers behind it read what is before."""
        self._log = SharedLog(self._store, max(each.place for each in self._positions().values()))
        self._caught_up_at = {}
        self._is_prompt = True
        self.ask_all()

    def ask_all(self) -> None:
        """Lets the next `apply` ask every follower whether something is left that follows from applied events."""
        self._unfinished.update(self._followers)

    @property
    def has_events(self) -> bool:
        """Whether events have been read that are not applied yet."""
        return len(self._log) > 0

    def read(self) -> None:
        """Reads new events by one statement, and lets the prompt follower handle them."""
        new = self._log.read()
        self.has_more = self._log.may_have_more
        if new and self._is_prompt:
            self._is_prompt = self._handled(new)

    def apply(self) -> None:
        """Applies the events that were read, to each follower from its checkpoint on."""
        self.has_more = self._log.may_have_more
        self._make_prompt()
        found = self._positions()
        ready = [each for each in self._followers if self._is_ready(each)]
        for each in ready:
            self._retry(each, found[each])
        abreast = [each for each in ready if self._is_caught_up(each, found[each].place)]
        self._apply_together([batch for each in abreast if (batch := self._batch(each, found[each])) is not None])
        if self.has_events:
            self._log.drop()
            self._caught_up_at = {}
        for each in ready:
            if each not in abreast:
                self._catch_up_to_log(each, found[each].place)
            elif each in self._unfinished:
                self._go_on(each)

    # -------------------------------------------------------------------------------------------- one transaction

    def _batch(self, follower: Follower, position: Position) -> _Batch | None:
        """Returns the events for a follower with their work, or `None` if there are none or it has to wait."""
        events: Sequence[LoggedEvent] = ()
        move = None
        try:
            accepts_unknown = follower.subscription.accepts_unknown
            events = self._log.after(position.place, accepts_unknown=accepts_unknown)
            if events:
                move = follower.subscription.prepare(position, events, self._work_of(follower))
        except DatabaseUnavailable:
            raise
        except NewerRelease as newer:
            self._pause(follower, newer)
            return None
        except Exception:  # noqa: BLE001 - the follower tries again alone, where its error is handled
            _log.debug("%s cannot prepare a batch", follower.subscription.name, exc_info=True)
        return _Batch(follower, position, events, move) if events else None

    def _apply_together(self, batches: Sequence[_Batch]) -> None:
        """Applies batches in one transaction. Those that cannot be applied together are applied one by one."""
        moves = [batch.move for batch in batches if batch.move is not None]
        moved = None if self._is_apart else self._moved_together(moves)
        for batch in batches:
            name = batch.follower.subscription.name
            if moved is None or batch.move is None:
                self._apply_alone(batch)
            elif name in moved:
                self._note_applied(batch.follower, has_worked=batch.move.work is not no_work)
        self._is_apart = False

    def _moved_together(self, moves: Sequence[CheckpointUpdate]) -> frozenset[str] | None:
        """Returns the names of the followers that have moved, or `None` if the transaction failed."""
        if not moves:
            return frozenset()
        try:
            return move_together(self._database, moves)
        except DatabaseUnavailable:
            # One follower may have taken too long. Apart, it cannot hold up those before it.
            self._is_apart = True
            raise
        except Exception as error:  # noqa: BLE001 - each follower tries again alone, where its error is handled
            _log.info("the followers have to continue one by one: %s", type(error).__name__)
            return None

    def _apply_alone(self, batch: _Batch) -> None:
        """Applies a batch in a transaction of its own. Streams that fail are set aside."""
        follower, position, events, _ = batch
        work_of = self._work_of(follower)
        if self._guarded(follower, lambda: follower.subscription.apply(position, events, work_of)) is not None:
            self._note_applied(follower, has_worked=True)

    def _note_applied(self, follower: Follower, *, has_worked: bool) -> None:
        self.pauses.succeed(follower.subscription.name)
        follower.after_commit()
        if has_worked:
            self._unfinished.add(follower)

    # -------------------------------------------------------------------------------------------- one follower

    def _make_prompt(self) -> None:
        """Lets the prompt follower handle the events that it could not handle when they were read."""
        if not self._is_prompt and not self.pauses.is_pausing(self._prompt.subscription.name):
            self._is_prompt = self._catch_up(self._prompt) == 0

    def _is_ready(self, follower: Follower) -> bool:
        is_pausing = self.pauses.is_pausing(follower.subscription.name)
        return not is_pausing and (self._is_prompt or follower is not self._prompt)

    def _is_caught_up(self, follower: Follower, place: LogPlace) -> bool:
        """Returns whether all events after a follower's checkpoint are in the shared log, or not read yet."""
        return place >= self._log.start or self._caught_up_at.get(follower) == place

    def _catch_up_to_log(self, follower: Follower, place: LogPlace) -> None:
        """Lets a follower apply the events between its checkpoint and the shared log, or notes that there are none."""
        following = self._store.feed(place, 1)
        if following and following[0].place <= self._log.start:
            self._catch_up(follower)
        else:
            self._caught_up_at[follower] = place

    def _handled(self, events: Sequence[LoggedEvent]) -> bool:
        """Lets the prompt follower handle events. Returns false if it could not."""
        try:
            self._prompt.work_of(events)
        except DatabaseUnavailable:
            raise
        except redis.RedisError as error:
            self._wait(self._prompt, error)
            return False
        except Exception:  # noqa: BLE001 - it catches up alone, and sets aside the streams that fail
            _log.debug("%s cannot handle new events", self._prompt.subscription.name, exc_info=True)
            return False
        return True

    def _work_of(self, follower: Follower) -> Callable[[Sequence[LoggedEvent]], Work]:
        """Returns what prepares the work of a follower; that of the prompt one is done already."""
        return (lambda _: no_work) if follower is self._prompt else follower.work_of

    def _retry(self, follower: Follower, position: Position) -> None:
        """Retries a stream that the follower has set aside, if one is due."""
        if position.retry is not None:
            work_of = follower.work_of
            if self._guarded(follower, lambda: follower.subscription.retry(position, work_of)):
                follower.after_commit()
                self._unfinished.add(follower)
                self.has_more = True

    def _catch_up(self, follower: Follower) -> int | None:
        """Lets a follower read and apply a batch by itself. Returns the number of events, `None` if it failed."""
        count = self._guarded(follower, follower.catch_up)
        if count is not None:
            self.pauses.succeed(follower.subscription.name)
        self.has_more |= bool(count)
        return count

    def _go_on(self, follower: Follower) -> None:
        """Lets a follower do a part of what follows from applied events."""
        done = self._guarded(follower, follower.go_on)
        if done == 0:
            self._unfinished.discard(follower)
        self.has_more |= bool(done)

    def _guarded(self, follower: Follower, work: Callable[[], int]) -> int | None:
        """Returns the result of a follower's work, or `None` if it failed. Then the follower pauses.

        Raises:
            DatabaseUnavailable: the database does not answer.
        """
        name = follower.subscription.name
        try:
            return work()
        except DatabaseUnavailable:
            raise
        except redis.RedisError as error:
            self._wait(follower, error)
        except NewerRelease as newer:
            self._pause(follower, newer)
        except Exception:  # noqa: BLE001 - logged, and tried again after the pause
            _log.exception("%s failed", name)
            self.pauses.fail(name)
        return None

    def _wait(self, follower: Follower, error: redis.RedisError) -> None:
        # Its checkpoint has not moved, so it continues there when Redis is back.
        _log.warning("%s waits, because Redis does not answer: %s", follower.subscription.name, error)
        self.pauses.wait(follower.subscription.name)

    def _pause(self, follower: Follower, newer: NewerRelease) -> None:
        _log.warning("%s has to wait for a newer release: %s", follower.subscription.name, newer)
        self.pauses.rest(follower.subscription.name)

    def _positions(self) -> Mapping[Follower, Position]:
        """Returns the position of each follower. Stores a checkpoint for those that have none."""
        found = positions(self._database, [each.subscription.name for each in self._followers])
        return {
            each: found.get(each.subscription.name) or Position(each.subscription.checkpoint())
            for each in self._followers
        }
