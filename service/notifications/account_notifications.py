"""Writes account events for changes that are not in the log, in the transaction of the change."""

from collections.abc import Callable

from domain.kernel.players import PlayerId
from service.notifications.account_events import Mail, TimedAccountEvent, feed_of, write_account_events
from service.notifications.events import NewAccountEvent
from service.platform.feeds.notifier import Notifier
from service.platform.store.database import Database
from service.platform.store.subscription import Run


class AccountEventWriter:
    """Changes the database and notifies players of the change."""

    def __init__(self, database: Database, notifier: Notifier, mail: Mail | None) -> None:
        """Takes the database, the notifier for accounts, and how mails are written, if they are."""
        self._database = database
        self._notifier = notifier
        self._mail = mail

    def transact(self, work: Callable[[Run], list[NewAccountEvent] | None]) -> bool:
        """Makes a change and writes its account events in one transaction. Then notifies the accounts.

        Args:
            work: makes the change and returns its account events, or `None` if there was nothing to change.

        Returns:
            Whether there was something to change.
        """
        numbers: dict[PlayerId, int] = {}

        def both(run: Run) -> bool:
            events = work(run)
            recorded = [
                TimedAccountEvent(at, each)
                for each in events or []
                for (at,) in run("time_of", {"player_id": each.player})
            ]
            numbers.update(write_account_events(run, recorded, self._mail))
            return events is not None

        done = self._database.together(both)
        for player, number in numbers.items():
            self._notifier.notify(feed_of(player), number)
        return done
