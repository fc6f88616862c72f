"""Projections: read models that follow the log, each by a subscription of its own."""

from typing import ClassVar

from service.platform.store.database import Database
from service.platform.store.event_store import EventStore
from service.platform.store.follower import Follower
from service.platform.store.subscription import Subscription


class Projection(Follower):
    """Keeps rows up to date with the log.

    Attributes:
        name: name of the subscription.
    """

    name: ClassVar[str]

    def __init__(
        self, database: Database, store: EventStore, name: str | None = None, *, notes_work: bool = True
    ) -> None:
        """Subscribes to the log. Writes to the read schema of the database connection.

        Args:
            database: the database of the rows.
            store: the event log.
            name: name of the subscription; `None` for the usual one.
            notes_work: whether it notes work that jobs have to do. Otherwise it only writes read models.
        """
        self._database = database
        self._store = store
        self._subscription = Subscription(database, store, name or self.name)
        self._notes_work = notes_work
