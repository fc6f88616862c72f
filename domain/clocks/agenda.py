"""The days of a player: when their clocks pause, and what falls due, by local day.

Days follow the time zone of the player's calendar. A day of a shift has 23 or 25 hours.
"""

from datetime import date, datetime, time, timedelta
from typing import Literal, NamedTuple

from domain.clocks.calendar import Calendar, paused_spans, zone_of
from domain.kernel.instants import Instant, instant_of, utc

PauseKind = Literal["quiet_hours", "weekend", "vacation"]


class PauseOfDay(NamedTuple):
    """A part of a day in which the clocks of the player pause, at tables that allow it."""

    kind: PauseKind
    starts_at: Instant
    ends_at: Instant


class AgendaDay(NamedTuple):
    """A local day.

    Attributes:
        on: the date.
        starts_at: its first instant.
        ends_at: the first instant of the next day.
        pauses: its pauses, in order.
    """

    on: date
    starts_at: Instant
    ends_at: Instant
    pauses: tuple[PauseOfDay, ...]


def local_days(calendar: Calendar, now: Instant, count: int) -> list[AgendaDay]:
    """Returns this many days of a player from today on, with their pauses.

    Args:
        calendar: the current calendar of the player.
        now: the current time.
        count: the number of days.
    """
    today = utc(now).astimezone(zone_of(calendar.time_zone)).date()
    return [_day(calendar, today + timedelta(days=number)) for number in range(count)]


def _day(calendar: Calendar, on: date) -> AgendaDay:
    span = _midnight(calendar, on), _midnight(calendar, on + timedelta(days=1))
    # The clock is asked about each part of the calendar alone. So days of a shift agree with it too.
    parts: tuple[tuple[PauseKind, Calendar], ...] = (
        ("quiet_hours", calendar._replace(weekend=(), vacations=())),
        ("weekend", calendar._replace(quiet=None, vacations=())),
        ("vacation", calendar._replace(quiet=None, weekend=())),
    )
    pauses = [PauseOfDay(kind, *each) for kind, part in parts for each in paused_spans(part, *span)]
    return AgendaDay(on, *span, tuple(sorted(pauses, key=lambda each: each[1:])))


def _midnight(calendar: Calendar, on: date) -> Instant:
    """Returns the first instant of a local day."""
    return instant_of(datetime.combine(on, time(), zone_of(calendar.time_zone)))
