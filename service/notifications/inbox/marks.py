"""What a player has marked in the inbox: what they have seen of each table, and which entries are snoozed.

A snooze hides an entry from the top of the inbox. It ends at its time, an hour before the deadline, or when the table
changes, whichever comes first.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from service.accounts.handlers import AccountClosed
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database

BEFORE_DEADLINE = timedelta(hours=1)
"""How long before the deadline every snooze ends."""
LONGEST_SNOOZE = timedelta(days=30)


class NothingWaits(Exception):
    """Nothing at this table waits for the player."""


class CannotSnooze(Exception):
    """The entry cannot be snoozed until then. The argument is the reason."""


class InboxMark(NamedTuple):
    """What a player has marked at a table.

    Attributes:
        seen_version: the version up to which they have seen the table; 0 for none.
        snoozed_version: the version of the table for which the entry is snoozed, or `None`.
        snoozed_until: when the snooze ends; `None` for an hour before the deadline.
    """

    table_id: str
    seen_version: int
    snoozed_version: int | None
    snoozed_until: datetime | None


class SnoozeWish(NamedTuple):
    """Until when an entry is to be snoozed; `None` for an hour before its deadline."""

    until: datetime | None


def end_of_snooze(until: datetime | None, deadline_at: datetime | None) -> datetime | None:
    """Returns when a snooze ends, by its own end and by the deadline of its entry; `None` if neither exists."""
    ends = [until, deadline_at and deadline_at - BEFORE_DEADLINE]
    return min((end for end in ends if end is not None), default=None)


def snoozed_until(mark: InboxMark | None, version: int, deadline_at: datetime | None, now: datetime) -> datetime | None:
    """Returns until when an entry is snoozed, or `None` if it is not."""
    if mark is None or mark.snoozed_version != version:
        return None
    end = end_of_snooze(mark.snoozed_until, deadline_at)
    return end if end is not None and end > now else None


class InboxMarks:
    """The marks of all players. Methods raise `DatabaseUnavailable` if the database does not answer."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def at(self, player: PlayerId, tables: Collection[str]) -> dict[str, InboxMark]:
        """Returns the marks of a player at these tables, by table."""
        wanted = {"player_id": player, "tables": sorted(set(tables))}
        rows = self._database.read("inbox_marks", wanted) if tables else []
        return {row[0]: InboxMark(*row) for row in rows}

    def visit(self, player: PlayerId, table_id: str, version: int) -> None:
        """Stores that a player has seen a table up to a version. An earlier version than before changes nothing.

        Raises `AccountClosed` if the account was closed meanwhile.
        """
        self._write(player, "put_visit", {"table_id": table_id, "version": version})

    def snooze(self, player: PlayerId, table_id: str, wish: SnoozeWish, now: datetime) -> datetime:
        """Snoozes what waits for a player at a table. Returns when the snooze ends.

        Raises:
            NothingWaits: nothing at this table waits for the player.
            CannotSnooze: the end has passed, is too far away, or is not known without a deadline.
            AccountClosed: the account was closed meanwhile.
        """
        rows = self._database.read("waiting_at", {"player_id": player, "table_id": table_id})
        if not rows:
            raise NothingWaits(table_id)
        version, deadline_at = rows[0]
        end = _checked_end(end_of_snooze(wish.until, deadline_at), now)
        self._write(player, "put_snooze", {"table_id": table_id, "version": version, "until": wish.until})
        return end

    def wake(self, player: PlayerId, table_id: str) -> None:
        """Ends the snooze at a table, if there is one."""
        self._database.run("end_snooze", {"player_id": player, "table_id": table_id})

    def _write(self, player: PlayerId, statement: str, members: dict[str, object]) -> None:
        def write(run: Run) -> None:
            if not run("hold_player", {"player_id": player}):
                raise AccountClosed(player)
            run(statement, {"player_id": player, **members})

        self._database.together(write)


def _checked_end(end: datetime | None, now: datetime) -> datetime:
    """Returns the end of a snooze. Raises `CannotSnooze` if it cannot end then."""
    if end is None:
        raise CannotSnooze(message("it has no deadline, so give until"))
    if end <= now:
        raise CannotSnooze(message("it would end at once, because its end or an hour before the deadline has passed"))
    if end > now + LONGEST_SNOOZE:
        raise CannotSnooze(message("a snooze lasts at most {days} days", days=LONGEST_SNOOZE.days))
    return end
