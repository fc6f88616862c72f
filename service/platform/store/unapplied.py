"""Streams with events that a projection has not applied yet."""

from collections.abc import Callable, Iterator
from typing import Any

from domain.kernel.players import PlayerId
from service.platform.store.database import Database
from service.platform.store.event_store import READ_LIMIT, EventStore
from service.platform.store.events import Record, event_of
from service.platform.store.folding import Folding
from service.platform.store.subscription import Subscription


def unapplied_streams(
    database: Database, store: EventStore, projection: str, kind: Folding[Any], is_wanted: Callable[[Record], bool]
) -> Iterator[str]:
    """Yields ids of streams of a kind, for each wanted event that the projection has not applied yet."""
    place = Subscription(database, store, projection).checkpoint()
    while batch := store.feed(place, READ_LIMIT):
        for logged in batch:
            if kind.has(logged.stream) and is_wanted(logged.stored.record):
                yield kind.id_of(logged.stream)
        place = batch[-1].place


def naming(player: PlayerId) -> Callable[[Record], bool]:
    """Returns what tells whether an event names a player as its player or owner, or invites them."""

    def names(record: Record) -> bool:
        event = event_of(record)
        named = (getattr(event, "player", None), getattr(event, "owner", None), *getattr(event, "invited", ()))
        return player in named

    return names
