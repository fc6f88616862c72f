"""What falls due for a player, day by day: deadlines of turns, vacations, pauses, and dates of their tournaments."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from domain.clocks.agenda import AgendaDay, local_days
from domain.clocks.calendar import Calendar
from domain.clocks.ladder import Pauses
from domain.kernel.instants import Instant, instant_of, utc
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.tournaments.exports.dates import TournamentDate, agreed_times, dates_of
from domain.tournaments.state import Tournament
from service.availability.handlers import Availability
from service.availability.vacations import Vacation, Vacations
from service.notifications.inbox.handlers import FIRST, Inbox, Inboxes
from service.platform.calendars import calendar_event, new_calendar
from service.platform.languages import said
from service.platform.lists import AFTER_ALL
from service.platform.store.folding import UnreadableStream
from service.tournaments.handlers import Tournaments

TURNS_LIMIT = 100
TOURNAMENTS_LIMIT = 20
"""The maximum number of tournaments in a calendar: the newest that are not over."""
DateKind = Literal["deadline", "answer", "vacation_starts", "vacation_ends", "tournament"]


class CalendarDate(NamedTuple):
    """Something with a time.

    Attributes:
        at: the time.
        kind: what it is.
        what: the decision of a deadline or answer, or a sentence about a tournament; empty for a vacation.
        uid: an identifier that stays the same if the time changes.
        table: the table of a deadline, or `None`.
        tournament: the tournament, or `None`.
    """

    at: Instant
    kind: DateKind
    what: str
    uid: str
    table: str | None = None
    tournament: str | None = None


class OwnCalendar(NamedTuple):
    """The days of a player with their pauses, and all dates in them, in order."""

    calendar: Calendar
    days: list[AgendaDay]
    dates: list[CalendarDate]


class OwnCalendars:
    """Puts the calendars of players together. Methods raise `DatabaseUnavailable`."""

    def __init__(
        self, availability: Availability, vacations: Vacations, inboxes: Inboxes, tournaments: Tournaments
    ) -> None:
        self._availability = availability
        self._vacations = vacations
        self._inboxes = inboxes
        self._tournaments = tournaments

    def of(self, player: PlayerId, sandbox: str | None, now: Instant, days: int) -> OwnCalendar:
        """Returns the calendar of a player, from today on.

        Args:
            player: the player.
            sandbox: the sandbox of the player, or `None`.
            now: the current time of the player.
            days: the number of days.
        """
        calendar = self._availability.calendars([player], Pauses())[player]
        shown = local_days(calendar, now, days)
        inbox = self._inboxes.of(player, FIRST, TURNS_LIMIT, utc(now))
        found = (
            *_of_inbox(inbox),
            *_of_vacations(self._vacations.of(player)),
            *self._of_tournaments(player, sandbox),
        )
        begins, ends = shown[0].starts_at, shown[-1].ends_at
        return OwnCalendar(calendar, shown, sorted((each for each in found if begins <= each.at < ends), key=_place))

    def _of_tournaments(self, player: PlayerId, sandbox: str | None) -> Iterator[CalendarDate]:
        """Yields the dates of the newest tournaments of the player that are not over."""
        found = self._tournaments.list_page(
            sandbox=sandbox,
            status=None,
            player=player,
            public_only=False,
            before=AFTER_ALL,
            limit=5 * TOURNAMENTS_LIMIT,
        )
        open_ones = [each for each in found if each.status not in ("finished", "cancelled")]
        for each in open_ones[:TOURNAMENTS_LIMIT]:
            try:
                tournament = self._tournaments.at(each.id).tournament
            except UnreadableStream:
                # One unreadable tournament must not hide the rest.
                continue
            for date in (*dates_of(tournament), *_own_matches(tournament, player)):
                uid = f"{date.key}.{each.id}"
                yield CalendarDate(
                    date.at,
                    "tournament",
                    message("{name}: {what}", name=each.name, what=date.what),
                    uid,
                    tournament=each.id,
                )


def _own_matches(tournament: Tournament, player: PlayerId) -> Iterator[TournamentDate]:
    """Yields the agreed times of the player's own matches."""
    own = {entry.id for entry in tournament.entries if player in entry.players}
    for each in agreed_times(tournament):
        if any(entrant in own for side in each.sides for entrant in side):
            yield TournamentDate(each.key, message("your match in round {round}", round=each.round), each.at)


def _place(date: CalendarDate) -> tuple[Instant, str]:
    return date.at, date.uid


def _of_inbox(inbox: Inbox) -> Iterator[CalendarDate]:
    for turn in inbox.turns:
        if turn.deadline_at is not None:
            yield CalendarDate(
                instant_of(turn.deadline_at), "deadline", turn.what, f"deadline.{turn.table_id}", table=turn.table_id
            )
    for awaited in inbox.tournaments:
        if awaited.deadline_at is not None:
            at, uid = instant_of(awaited.deadline_at), f"{awaited.what}.{awaited.tournament_id}.{awaited.entrant}"
            yield CalendarDate(at, "answer", awaited.what, uid, tournament=awaited.tournament_id)


def _of_vacations(vacations: list[Vacation]) -> Iterator[CalendarDate]:
    for vacation in vacations:
        start, end = vacation.span
        if start < end:
            yield CalendarDate(start, "vacation_starts", "", f"start.{vacation.id}")
            yield CalendarDate(end, "vacation_ends", "", f"end.{vacation.id}")


_TITLES: dict[DateKind, str] = {
    "deadline": message("The time for your turn ends"),
    "answer": message("The time for your answer to a tournament ends"),
    "vacation_starts": message("Your vacation begins"),
    "vacation_ends": message("Your vacation ends"),
}


def title_of(date: CalendarDate) -> str:
    """Returns a date as a title. Deadlines at several tables differ in it."""
    title = _TITLES.get(date.kind, date.what)
    place = date.table or (date.tournament if date.kind == "answer" else None)
    return message("{title} ({place})", title=title, place=place) if place else title


def icalendar_of(own: OwnCalendar, now: Instant, language: str) -> bytes:
    """Returns the dates as a calendar (RFC 5545), in a language."""
    made = new_calendar()
    for each in own.dates:
        made.add_component(
            calendar_event(each.uid, utc(now), utc(each.at).replace(microsecond=0), said(title_of(each), language))
        )
    return bytes(made.to_ical())
