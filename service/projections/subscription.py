"""Following the log of all streams from a checkpoint in PostgreSQL (design §6).

While a newer release is rolled out it writes events that this program does not know. A follower stops in front of the
first of them, so that the newer release takes in what comes, and nothing is passed over for ever.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.events import check_known
from domain.newer_release import NewerRelease
from service.store.database import Database, Row
from service.store.event_store import EventStore, Logged, Place

BATCH = 500
Run = Callable[[str, Mapping[str, Any]], list[Row]]
"""Runs a statement of `queries.sql` in the transaction in which the checkpoint moves."""
Work = Callable[[Run], None]
"""What is done for a batch."""


class Overtaken(Exception):
    """Another process has moved the checkpoint meanwhile, so this batch is not ours."""


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

    def next_batch(self) -> tuple[Place, Sequence[Logged]]:
        """The checkpoint, and the events behind it, as far as this program knows them.

        Raises:
            NewerRelease: it does not know the very next one.
        """
        place = self.checkpoint()
        batch = self._store.feed(place, BATCH)
        return place, batch if self._knows_all else _known(batch)

    def take_in(self, work_of: Callable[[Sequence[Logged]], Work]) -> int:
        """Takes in one batch of events, and returns how many there were; none where another process was faster.

        Args:
            work_of: what is to be done in the transaction of the checkpoint, by the events; it may do before whatever
                does no harm when it is done again.
        """
        before, batch = self.next_batch()
        if not batch:
            return 0
        try:
            self.move(before, batch[-1].place, work_of(batch))
        except Overtaken:
            return 0
        return len(batch)

    def move(self, before: Place, to: Place, work: Work = lambda _: None) -> None:
        """Does the work of a batch and moves the checkpoint behind it, in one transaction.

        Raises:
            Overtaken: the checkpoint is no longer where the batch began; nothing was done.
        """

        def both(run: Run) -> None:
            work(run)
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

        self._database.together(both)


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
