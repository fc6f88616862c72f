"""Removes players who close their accounts from tables, tournaments and leagues.

Read models follow the log with a delay, so events that they have not applied yet are searched as well.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from domain.kernel.refusals import Refusal
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from service.platform.store.events import Record
from service.platform.store.folding import Folding
from service.platform.store.unapplied import unapplied_streams

C = TypeVar("C")


class ProjectedStreams(NamedTuple):
    """The streams of one kind, and the projection that lists them."""

    database: Database
    store: EventStore
    projection: str
    kind: Folding[Any]


def leave_streams(
    streams: ProjectedStreams, listed: Iterable[str], joins: Callable[[Record], bool], leave: Callable[[str], None]
) -> None:
    """Leaves all streams of a player.

    Args:
        streams: the streams.
        listed: the ids of those that the projection lists for the player.
        joins: tells whether an event adds the player to its stream, for events that the projection has not applied.
        leave: leaves the stream with this id.
    """
    for its_id in sorted({*listed, *unapplied_streams(*streams, joins)}):
        leave(its_id)


def is_accepted(carry_out: Callable[[str, C], object], its_id: str, command: C) -> bool:
    """Carries a command out. Returns `False` if it is refused, for example because the player has already left."""
    try:
        carry_out(its_id, command)
    except Refusal:
        return False
    return True
