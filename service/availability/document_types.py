"""The types of the documents of availability."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from domain.kernel.document_types import TableId, Time, TimeOfDay, TimeZone, TournamentId, Weekend
from domain.kernel.schema_markers import Format, MaxItems, Minimum, MinItems, Named, Nullable, Pattern, keywords, part

Moment = Annotated[
    str,
    "A date and time in any time zone, in RFC 3339 format.",
    Format("date-time"),
    Pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6})?(Z|[+-][0-9]{2}:[0-9]{2})$"),
    Named("Moment"),
]


@keywords(Nullable())
class QuietHours(TypedDict):
    """The quiet hours, past midnight if the end is before the start; null for none."""

    start: TimeOfDay
    end: TimeOfDay


@part
class CalendarPart(TypedDict):
    """The times in which the clocks of a player pause."""

    time_zone: TimeZone
    quiet_hours: QuietHours | None
    weekend: Weekend


class OwnAvailability(TypedDict):
    """Your availability."""

    time_zone: TimeZone
    quiet_hours: QuietHours | None
    weekend: Weekend
    automatic_vacation: Annotated[bool, "Whether a vacation begins automatically when your time runs out."]
    since: Annotated[Time | None, "When this schedule was set; null if you have never set one."]


class Vacation(TypedDict):
    """A vacation."""

    id: Annotated[str, Pattern("^vac_[0-9A-HJKMNP-TV-Z]{26}$")]
    starts_at: Time
    ends_at: Time
    came_back_at: Annotated[
        Time | None, "When you ended it early, or its beginning if you cancelled it; null otherwise."
    ]
    automatic: Annotated[bool, "Whether it began automatically. It then counts from shortly before your time ran out."]


class Vacations(TypedDict):
    """Your vacations, and your remaining vacation."""

    balance_s: Annotated[int, "Your remaining vacation, in seconds.", Minimum(0)]
    current: Annotated[Vacation | None, "Your current or announced vacation; null for none."]
    vacations: Annotated[list[Vacation], "Your latest vacations, newest first.", MaxItems(100)]


class AvailabilityVacation(TypedDict):
    starts_at: Time
    ends_at: Time


@keywords(Nullable())
class Availability(TypedDict):
    """The availability of a player; null for bots of the server and closed accounts."""

    time_zone: TimeZone
    quiet_hours: QuietHours | None
    weekend: Weekend
    vacation: Annotated[AvailabilityVacation | None, "The current or announced vacation; null for none."]


class CalendarPause(TypedDict):
    """A part of a day in which your clocks pause, at tables that allow it."""

    kind: Annotated[Literal["quiet_hours", "weekend", "vacation"], "Why they pause."]
    starts_at: Time
    ends_at: Time


class CalendarEntry(TypedDict):
    """Something with a time."""

    at: Time
    kind: Annotated[
        Literal["deadline", "answer", "vacation_starts", "vacation_ends", "tournament"],
        "`deadline`: the time for your turn ends. `answer`: the time for your answer to a tournament ends. "
        "`tournament`: a date of a tournament of yours, such as its start or the deadline of a round.",
    ]
    title: Annotated[str, "What it is, in the reader's language."]
    table: Annotated[TableId | None, "The table of a deadline; otherwise null."]
    tournament: Annotated[TournamentId | None, "The tournament; null if it is about none."]


class CalendarDay(TypedDict):
    """A day in your time zone."""

    date: Annotated[str, "The date.", Format("date"), Pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    starts_at: Time
    ends_at: Time
    pauses: Annotated[list[CalendarPause], "When your clocks pause, in order."]
    entries: Annotated[list[CalendarEntry], "What has a time in this day, in order."]


class MyCalendar(TypedDict):
    """Your calendar, from today on."""

    time_zone: TimeZone
    days: Annotated[list[CalendarDay], "The days, in order.", MinItems(1), MaxItems(60)]
