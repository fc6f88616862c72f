"""Warns players a day before their vacation ends.

A vacation is marked in the transaction that writes the warning, which locks its row. So each vacation has at most one
warning, and none comes after its end. Vacations of at most a day, and those that were ended early, have none.
"""

from datetime import datetime

from domain.kernel.players import PlayerId
from service.notifications.events import NewAccountEvent, TimedAccountEvent, feed_of
from service.notifications.handlers import Mail, write_account_events
from service.platform.documents import timestamp
from service.platform.feeds.notifier import Notifier
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database

DUE_LIMIT = 200


class EndingVacations:
    """Sends the warnings."""

    def __init__(self, database: Database, notifier: Notifier, mail: Mail | None = None) -> None:
        """Takes the database, the notifier of accounts with new events, and the writer of mails, if mails are sent."""
        self._database = database
        self._notifier = notifier
        self._mail = mail

    def warn(self, sandbox: str | None = None, now: datetime | None = None) -> int:
        """Sends the due warnings and returns their number.

        Args:
            sandbox: the sandbox; `None` for players outside sandboxes.
            now: the current time there; `None` for the time of the database.
        """
        wanted = {"now": now, "limit": DUE_LIMIT}
        rows = (
            self._database.read("vacations_to_warn", wanted)
            if sandbox is None
            else self._database.read("vacations_to_warn_in_sandbox", {**wanted, "sandbox": sandbox})
        )
        return sum(self._send(vacation_id, now) for (vacation_id,) in rows)

    def _send(self, vacation_id: str, now: datetime | None) -> bool:
        numbers = self._database.together(lambda run: self._write(run, vacation_id, now))
        for player, number in numbers.items():
            self._notifier.notify(feed_of(player), number)
        return bool(numbers)

    def _write(self, run: Run, vacation_id: str, now: datetime | None) -> dict[PlayerId, int]:
        taken = run("take_vacation_warning", {"id": vacation_id, "now": now})
        events = [
            TimedAccountEvent(at, NewAccountEvent(player, "vacation_ending", {"ends_at": timestamp(ends_at)}))
            for player, ends_at, at in taken
        ]
        return write_account_events(run, events, self._mail)
