"""Sends reminders that are due: each once, and none after its turn."""

from datetime import datetime
from typing import NamedTuple

from domain.kernel.instants import utc
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.asking import asking
from domain.table.state import Table
from service.notifications.events import NewAccountEvent, TimedAccountEvent, feed_of
from service.notifications.handlers import Mail, write_account_events
from service.platform.documents import timestamp
from service.platform.feeds.notifier import Notifier
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database
from service.platform.store.event_store import EventStore, Head
from service.platform.store.folding import UnreadableStream
from service.tables.events import TABLES, stream_of

DUE_LIMIT = 200
UNREADABLE_MIN = 60
"""Minutes until a reminder of an unreadable table is retried."""


class DueReminder(NamedTuple):
    """A reminder that is due."""

    table_id: str
    seat: Seat
    left: str
    player: PlayerId
    asked: str
    version: int
    deadline: datetime
    at: datetime


class Reminding:
    """Sends reminders."""

    def __init__(self, database: Database, store: EventStore, notifier: Notifier, mail: Mail | None = None) -> None:
        """The notifier announces each account with new events.

        With `mail`, mails are written for players who want them.
        """
        self._database = database
        self._store = store
        self._notifier = notifier
        self._mail = mail

    def send_due(self, sandbox: str | None = None, now: datetime | None = None) -> int:
        """Sends the due reminders and returns their number.

        Args:
            sandbox: the sandbox; `None` for tables outside sandboxes.
            now: the current time there; `None` for the time of the database.
        """
        wanted = {"now": now, "limit": DUE_LIMIT}
        rows = (
            self._database.read("due_reminders", wanted)
            if sandbox is None
            else self._database.read("due_reminders_in_sandbox", {**wanted, "sandbox": sandbox})
        )
        return sum(self._send(DueReminder(*row), now) for row in rows)

    def _send(self, due: DueReminder, now: datetime | None) -> bool:
        numbers = self._database.together(lambda run: self._write(run, due, now))
        for player, number in numbers.items():
            self._notifier.notify(feed_of(player), number)
        return bool(numbers)

    def _write(self, run: Run, due: DueReminder, now: datetime | None) -> dict[PlayerId, int]:
        key = {"table_id": due.table_id, "seat": int(due.seat)}
        # While the head is locked, no command can end the turn. A turn that has ended is detected here.
        stream = stream_of(due.table_id)
        run("hold_head", {"stream": stream})
        held = run("head", {"stream": stream})
        try:
            waits, minutes = bool(held) and _waits(TABLES.state(self._store, stream, Head(*held[0])), due), 1
        except UnreadableStream:
            waits, minutes = False, UNREADABLE_MIN
        if not waits:
            # The projection has not yet seen the end of the turn; it will delete or move the reminder. If it cannot,
            # the reminder is deleted at its deadline.
            run("postpone_reminder", {**key, "left": due.left, "at": due.at, "now": now, "minutes": minutes})
            return {}
        taken = run("take_reminder", {**key, "left": due.left, "at": due.at, "now": now})
        if not taken:
            return {}
        at, left_s = taken[0]
        return write_account_events(run, [TimedAccountEvent(at, _account_event(due, left_s))], self._mail)


def _account_event(due: DueReminder, left_s: int | None) -> NewAccountEvent:
    """Returns the account event of a reminder. `left_s` is the time left after a vacation, in seconds."""
    turn = {"seat": due.seat, "what": due.asked, "deadline_at": timestamp(due.deadline), "version": due.version}
    if due.left == "vacation":
        return NewAccountEvent(due.player, "turn_resumed", {**turn, "remaining_s": left_s}, due.table_id)
    return NewAccountEvent(due.player, "turn_reminder", {**turn, "left": due.left}, due.table_id)


def _waits(table: Table, due: DueReminder) -> bool:
    """Returns whether the turn still waits, with the same deadline."""
    running = table.clocks[due.seat].running
    return (
        running is not None
        and not running.is_grace
        and utc(running.deadline) == due.deadline
        and any(each.seat == due.seat and each.player == due.player and each.bot is None for each in asking(table))
    )
