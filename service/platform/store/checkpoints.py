"""The checkpoints of subscriptions. Several move in one transaction, together with the work of their batches."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from service.platform.store.database import Database, Row
from service.platform.store.event_store import LogPlace

Run = Callable[[str, Mapping[str, Any]], list[Row]]
"""Runs a statement of `queries.sql` in the transaction in which the checkpoint moves."""
Work = Callable[[Run], None]
"""Applies a batch in the transaction in which the checkpoint moves."""


class CheckpointConflict(Exception):
    """Another process has moved the checkpoint, so this process drops its batch."""


class Position(NamedTuple):
    """The checkpoint of a subscription, whether any stream is set aside, and the stream to retry now.

    The retry has the name of the stream, its first missing version, and the number of attempts.
    """

    place: LogPlace
    any_aside: bool = False
    retry: tuple[str, int, int] | None = None


class CheckpointUpdate(NamedTuple):
    """A checkpoint that moves to the end of a batch, and the work of the batch."""

    name: str
    before: LogPlace
    to: LogPlace
    work: Work


def no_work(_: Run) -> None:
    """Does nothing. It is the `Work` of a batch that has no event for the follower."""


def positions(database: Database, names: Sequence[str]) -> dict[str, Position]:
    """Returns the positions of these subscriptions. Those without a checkpoint are left out."""
    found = {}
    for name, transaction, position, any_aside, *retry in database.run("positions", {"names": list(names)}):
        stream, version, attempts = retry
        due = None if stream is None else (stream, version, attempts)
        found[name] = Position(LogPlace(transaction, position), any_aside, due)
    return found


def move_together(database: Database, moves: Sequence[CheckpointUpdate]) -> frozenset[str]:
    """Moves checkpoints by one statement and does the work of their batches, in one transaction.

    A checkpoint that is no longer at `before` stays where it is, and the work of its batch is not done.

    Returns:
        The names of the subscriptions that moved.
    """

    def all_of_them(run: Run) -> frozenset[str]:
        # Lock the checkpoints first, so that two processes never wait for each other's rows.
        moved = frozenset(name for (name,) in run("move_checkpoints", _arguments(moves)))
        for each in moves:
            if each.name in moved:
                each.work(run)
        return moved

    return database.together(all_of_them)


def _arguments(moves: Sequence[CheckpointUpdate]) -> dict[str, Any]:
    return {
        "names": [each.name for each in moves],
        "from_transactions": [each.before.transaction for each in moves],
        "from_positions": [each.before.position for each in moves],
        "transactions": [each.to.transaction for each in moves],
        "positions": [each.to.position for each in moves],
    }
