"""Account events as other features write and read them, with their webhook deliveries and mails."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import orjson

from domain.kernel.players import PlayerId
from service.notifications.events import NewAccountEvent, Numbered, TimedAccountEvent, account_of, feed_of
from service.notifications.mail.kinds import USUAL, MailKind, kind_of
from service.platform.feeds.notifier import Notifier
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database

TURN_RESTS_S = 15 * 60.0
"""Minimum number of seconds between mails about turns at the same table."""
ENDS = ("deadline_at", "forfeits_at", "closes_at")
"""The members of account events that tell until when the player can act."""
URGENT_WAITS = 10
"""An event does not wait for others if less than this many times the wait is left."""


class Mail(NamedTuple):
    """How mails are written.

    Attributes:
        turn_waits_s: seconds before a mail about a turn, in which the player may still answer it.
        sends: whether this server sends mails. Mails of sandboxes are always written, and never sent.
        gathers_s: seconds in which all that happens becomes one mail; 0 for a mail at once for each event.
    """

    turn_waits_s: float
    sends: bool = True
    gathers_s: float = 0.0

    def waits_s(self, kind: MailKind | None, data: Mapping[str, object], at: datetime) -> float:
        """Returns the seconds before a mail about an event at this time. What ends soon does not wait."""
        if kind == "turn":
            return max(self.turn_waits_s, self.gathers_s)
        ends = [datetime.fromisoformat(str(data[name])) for name in ENDS if data.get(name) is not None]
        is_urgent = any((end - at).total_seconds() < URGENT_WAITS * self.gathers_s for end in ends)
        return 0.0 if is_urgent else self.gathers_s


def newest_account_events(database: Database, streams: Sequence[str]) -> dict[str, int]:
    """Returns the newest numbers of the account feeds among some streams. Raises `DatabaseUnavailable`."""
    accounts = [player for player in map(account_of, streams) if player]
    rows = database.read("account_numbers", {"players": accounts}) if accounts else ()
    return {feed_of(player): number for player, number in rows}


def write_account_events(run: Run, events: Sequence[TimedAccountEvent], mail: Mail | None) -> dict[PlayerId, int]:
    """Writes account events with their webhook deliveries and mails. Returns the last number of each account."""
    if not events:
        return {}
    kinds = [kind_of(each.event.type, each.event.data) if mail else None for each in events]
    rows = run(
        "add_account_events",
        {
            "players": [each.event.player for each in events],
            "types": [each.event.type for each in events],
            "tables": [each.event.table_id for each in events],
            "data": [orjson.dumps(each.event.data).decode() for each in events],
            "recorded_at": [each.recorded_at for each in events],
            "kinds": kinds,
            "usual": [USUAL[kind] if kind else None for kind in kinds],
            "sends_mail": mail is not None and mail.sends,
            "waits_s": [
                mail.waits_s(kind, each.event.data, each.recorded_at) if mail and kind else 0.0
                for kind, each in zip(kinds, events, strict=True)
            ],
            "turn_rests_s": TURN_RESTS_S,
        },
    )
    # Closed accounts receive no events.
    return {PlayerId(player): number for player, number in rows}


class AccountEvents:
    """Reads the feeds of accounts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def since(self, player: PlayerId, number: int, limit: int) -> list[Numbered]:
        """Returns at most `limit` events after a number, without a gap.

        If older ones were deleted, they begin with the oldest one that is kept.
        """
        rows = self._database.read("account_events", {"player_id": player, "after": number, "limit": limit})
        return [Numbered(*row) for row in rows]

    def oldest(self, player: PlayerId) -> int:
        """Returns the number of the oldest event that is kept, or of the next event if there is none."""
        [(number,)] = self._database.read("oldest_account_event", {"player_id": player})
        return int(number)

    def last(self, player: PlayerId) -> int:
        """Returns the number of the last event, or 0 if there is none."""
        rows = self._database.read("account_numbers", {"players": [player]})
        return int(rows[0][1]) if rows else 0


class AccountEventWriter:
    """Changes the database and notifies players of the change."""

    def __init__(self, database: Database, notifier: Notifier, mail: Mail | None) -> None:
        """Takes the database, the notifier for accounts, and how mails are written, if they are."""
        self._database = database
        self._notifier = notifier
        self._mail = mail

    def transact(self, work: Callable[[Run], list[NewAccountEvent] | None], at: datetime | None = None) -> bool:
        """Makes a change and writes its account events in one transaction. Then notifies the accounts.

        Args:
            work: makes the change and returns its account events, or `None` if there was nothing to change.
            at: the time of the events; by default the current time of each player.

        Returns:
            Whether there was something to change.
        """
        numbers: dict[PlayerId, int] = {}

        def both(run: Run) -> bool:
            events = work(run)
            recorded = [
                TimedAccountEvent(at or current, each)
                for each in events or []
                for (current,) in run("time_of", {"player_id": each.player})
            ]
            numbers.update(write_account_events(run, recorded, self._mail))
            return events is not None

        done = self._database.together(both)
        for player, number in numbers.items():
            self._notifier.notify(feed_of(player), number)
        return done
