"""Availability and vacations as JSON."""

from collections.abc import Sequence

from domain.clocks.agenda import AgendaDay
from domain.clocks.calendar import WEEKDAYS, Calendar, minute_text
from domain.kernel.instants import Instant, write_instant
from service.accounts.handlers import Player
from service.availability.document_types import Availability as AvailabilityDocument
from service.availability.document_types import CalendarDay, CalendarEntry, CalendarPart, MyCalendar, OwnAvailability
from service.availability.document_types import Vacation as VacationDocument
from service.availability.handlers import Availability, AvailabilitySchedule
from service.availability.own_calendar import CalendarDate, OwnCalendar, title_of
from service.availability.vacations import Vacation, Vacations


def availability_document(
    who: Player, availability: Availability, vacations: Vacations, now: Instant
) -> AvailabilityDocument | None:
    """Returns the public availability of a player, or `None` for house bots and closed accounts."""
    if who.kind == "house" or who.closed_at is not None:
        return None
    current = vacations.at(who.id, now)
    return {
        **_calendar_document(availability.of(who.id).calendar),
        "vacation": None
        if current is None
        else {"starts_at": write_instant(current.starts_at), "ends_at": write_instant(current.ends_at)},
    }


def vacation_document(vacation: Vacation) -> VacationDocument:
    """Returns a vacation as its player sees it."""
    return {
        "id": vacation.id,
        "starts_at": write_instant(vacation.starts_at),
        "ends_at": write_instant(vacation.ends_at),
        "came_back_at": None if vacation.came_back_at is None else write_instant(vacation.came_back_at),
        "automatic": vacation.is_automatic,
    }


def schedule_document(schedule: AvailabilitySchedule) -> OwnAvailability:
    """Returns a schedule as its player sees it."""
    return {
        **_calendar_document(schedule.calendar),
        "automatic_vacation": schedule.automatic_vacation,
        "since": None if schedule.since is None else write_instant(schedule.since),
    }


def _calendar_document(calendar: Calendar) -> CalendarPart:
    return {
        "time_zone": calendar.time_zone,
        "quiet_hours": None
        if calendar.quiet is None
        else {"start": minute_text(calendar.quiet[0]), "end": minute_text(calendar.quiet[1])},
        "weekend": [WEEKDAYS[day] for day in calendar.weekend],
    }


def own_calendar_document(own: OwnCalendar) -> MyCalendar:
    """Returns the calendar of a player, day by day."""
    return {"time_zone": own.calendar.time_zone, "days": [_day_document(day, own.dates) for day in own.days]}


def _day_document(day: AgendaDay, dates: Sequence[CalendarDate]) -> CalendarDay:
    return {
        "date": day.on.isoformat(),
        "starts_at": write_instant(day.starts_at),
        "ends_at": write_instant(day.ends_at),
        "pauses": [
            {"kind": each.kind, "starts_at": write_instant(each.starts_at), "ends_at": write_instant(each.ends_at)}
            for each in day.pauses
        ],
        "entries": [_date_document(each) for each in dates if day.starts_at <= each.at < day.ends_at],
    }


def _date_document(date: CalendarDate) -> CalendarEntry:
    return {
        "at": write_instant(date.at),
        "kind": date.kind,
        "title": title_of(date),
        "table": date.table,
        "tournament": date.tournament,
    }
