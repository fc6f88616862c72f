"""Followers: code that reads the log and derives something from it, with a checkpoint of its own."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from service.platform.store.checkpoints import Work
from service.platform.store.event_store import LoggedEvent
from service.platform.store.subscription import Subscription


class Follower(ABC):
    """Applies the events of the log by a subscription."""

    _subscription: Subscription

    @property
    def subscription(self) -> Subscription:
        """The subscription with the checkpoint of the follower."""
        return self._subscription

    def catch_up(self) -> int:
        """Reads and applies one batch of events, apart from other followers.

        Returns:
            The number of events, and of what follows from them.
        """
        count = self._subscription.take_in(self.work_of)
        self.after_commit()
        return count + self.go_on()

    @abstractmethod
    def work_of(self, batch: Sequence[LoggedEvent]) -> Work:
        """Returns the work that applies a batch, or `no_work` if no event concerns this follower.

        It may be called more than once for the same events.
        """

    def after_commit(self) -> None:  # noqa: B027 - most followers tell nobody
        """Tells others what was written. It is called after the transaction with the work."""

    def go_on(self) -> int:
        """Does a part of what follows from the applied events, in a transaction of its own.

        Returns:
            How much was done; 0 if nothing is left.
        """
        return 0
