"""Projections: read models that follow the log, each by a subscription of its own."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, LoggedEvent
from service.platform.store.subscription import Subscription, Work


class Projection(ABC):
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

    def catch_up(self) -> int:
        """Applies one batch of events and returns their number."""
        return self._subscription.take_in(self._work_of)

    @abstractmethod
    def _work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        """Returns the work that applies a batch to the rows."""
