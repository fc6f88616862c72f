"""Telling players in the feeds of their accounts of what stands in no log, in the transaction in which it happens."""

from collections.abc import Callable

from domain.kernel.players import PlayerId
from service.notifications.account_events import Mail, TimedAccountEvent, feed_of, tell
from service.notifications.table_notifications import NewAccountEvent
from service.platform.feeds.notifier import Notifier
from service.platform.store.database import Database
from service.platform.store.subscription import Run


class Telling:
    """Does things in the database, and tells players of them."""

    def __init__(self, database: Database, notifier: Notifier, mail: Mail | None) -> None:
        """Takes the database, the notifier for the accounts, and how mails are written, if they are."""
        self._database = database
        self._notifier = notifier
        self._mail = mail

    def do(self, work: Callable[[Run], list[NewAccountEvent] | None], table_id: str | None = None) -> bool:
        """Does something in one transaction and tells players of it in the same; then notifies them.

        Args:
            work: what is done; it returns what is to be told, or none when there was nothing to do.
            table_id: at which table it happens; none: at none.

        Returns:
            Whether there was something to do.
        """
        numbers: dict[PlayerId, int] = {}

        def both(run: Run) -> bool:
            told = work(run)
            recorded = [
                TimedAccountEvent(table_id, at, each)
                for each in told or []
                for (at,) in run("time_of", {"player_id": each.player})
            ]
            numbers.update(tell(run, recorded, self._mail))
            return told is not None

        done = self._database.together(both)
        for player, number in numbers.items():
            self._notifier.notify(feed_of(player), number)
        return done
