"""Reminds players that the registration of a tournament or a league ends soon.

The subscription `accounts` stores the time of the reminder in the transaction of its checkpoint. It is a day before the
end, or when half of the remaining time has passed, whichever is later. A reminder is marked in the transaction that
sends it, which locks the head of the stream. So each end of a registration has one reminder, and none comes after it.

| waits for | recipients |
|---|---|
| `partner_consent` | players who were asked to play and have not answered |
| `partners` | players of an entrant that is incomplete |
| `continue` | players of a league who have not said whether they play in the next season |
| `registration` | players of the latest tournaments of the series who have not registered for this one |
"""

import logging
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal

from domain.kernel.instants import Instant, instant_of, write_instant
from domain.kernel.newer_release import NewerRelease
from domain.kernel.players import PlayerId
from domain.tournaments.leagues.seasons import registration_closes as league_closes
from domain.tournaments.leagues.state import League
from domain.tournaments.schedule import registration_closes
from domain.tournaments.state import Tournament
from service.leagues.events import LEAGUES
from service.notifications.events import NewAccountEvent, TimedAccountEvent, feed_of
from service.notifications.handlers import Mail, write_account_events
from service.notifications.registrations import players_of_series
from service.platform.feeds.notifier import Notifier
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database, DatabaseUnavailable
from service.platform.store.event_store import EventStore, Head
from service.tournaments.events import TOURNAMENTS

DUE_LIMIT = 50
RegistrationWaitsFor = Literal["partner_consent", "partners", "continue", "registration"]

_log = logging.getLogger(__name__)


class Registrations:
    """Sends reminders of registrations that end soon."""

    def __init__(self, database: Database, store: EventStore, notifier: Notifier, mail: Mail | None = None) -> None:
        """Takes the stores, the notifier of accounts with new events, and the writer of mails, if mails are sent."""
        self._database = database
        self._store = store
        self._notifier = notifier
        self._mail = mail

    def send_due_reminders(self) -> int:
        """Sends the due reminders and returns the number of registrations."""
        rows = self._database.read("due_registrations", {"limit": DUE_LIMIT})
        return sum(self._send(*row) for row in rows)

    def _send(self, stream: str, closes_at: datetime) -> bool:
        try:
            taken, numbers = self._database.together(lambda run: self._reminders(run, stream, closes_at))
        except DatabaseUnavailable:
            raise
        except NewerRelease as newer:
            # The reminder stays due, and a scheduler of the newer release sends it.
            _log.warning("%s: %s", stream, newer)
            return False
        except Exception:  # noqa: BLE001 - logged, with the name of the stream
            # An unreadable stream must not delay the reminders of others.
            _log.exception("%s cannot be read: no reminders of its registration are sent", stream)
            return False
        for player, number in numbers.items():
            self._notifier.notify(feed_of(player), number)
        return taken

    def _reminders(self, run: Run, stream: str, closes_at: datetime) -> tuple[bool, dict[PlayerId, int]]:
        # While the head is locked, no player can register. A moved end is detected here.
        run("hold_head", {"stream": stream})
        held = run("head", {"stream": stream})
        taken = run("take_registration", {"stream": stream, "closes_at": closes_at})
        if not held or not taken:
            return False, {}
        now = taken[0][0]
        reminders = [
            TimedAccountEvent(now, each) for each in self._events(run, stream, Head(*held[0]), instant_of(closes_at))
        ]
        return True, write_account_events(run, reminders, self._mail) if now < closes_at else {}

    def _events(self, run: Run, stream: str, head: Head, closes_at: Instant) -> Iterator[NewAccountEvent]:
        if LEAGUES.has(stream):
            league = LEAGUES.state(self._store, stream, head)
            about = {"league": LEAGUES.id_of(stream), "season": league.next_number}
            if league_closes(league) == closes_at:
                for player, what in awaited_members(league):
                    data = {**about, "what": what, "closes_at": write_instant(closes_at)}
                    yield NewAccountEvent(player, "league_registration_closing", data)
            return
        tournament = TOURNAMENTS.state(self._store, stream, head)
        tournament_id = TOURNAMENTS.id_of(stream)
        if registration_closes(tournament) == closes_at:
            for player, what in awaited_players(tournament, players_of_series(run, tournament_id, tournament)):
                data = {"tournament": tournament_id, "what": what, "closes_at": write_instant(closes_at)}
                yield NewAccountEvent(player, "tournament_registration_closing", data)


def awaited_players(
    tournament: Tournament, regulars: Iterable[PlayerId]
) -> Iterator[tuple[PlayerId, RegistrationWaitsFor]]:
    """Yields each player for whom the registration of a tournament waits, and why.

    `regulars` are the players of earlier tournaments of its series.
    """
    found: dict[PlayerId, RegistrationWaitsFor] = {}
    there: set[PlayerId] = set()
    for entry in tournament.entries:
        if entry.status != "out":
            there.update(entry.players)
            found.update(dict.fromkeys(entry.players, "partners") if entry.status == "incomplete" else {})
    for entry in tournament.entries:
        if entry.status != "out":
            found.update((player, "partner_consent") for player in entry.invited if player not in there)
    for player in regulars:
        if player not in there:
            found.setdefault(player, "registration")
    yield from found.items()


def awaited_members(league: League) -> Iterator[tuple[PlayerId, RegistrationWaitsFor]]:
    """Yields each player for whom the registration of a league waits, and why."""
    found: dict[PlayerId, RegistrationWaitsFor] = {}
    for member in league.members:
        if member.is_out:
            continue
        for player in member.player_ids:
            if not member.is_complete:
                found[player] = "partners"
            elif league.has_to_confirm(player, member):
                found[player] = "continue"
    for member in league.members:
        if not member.is_out:
            found.update((each, "partner_consent") for each in member.invited if league.member_of(each) is None)
    yield from found.items()
