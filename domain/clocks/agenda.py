"""The days of a player: when their clocks pause, and what falls due, by local day.

Days follow the time zone of the player's calendar. A day of a shift has 23 or 25 hours.
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Literal, NamedTuple

from domain.clocks.calendar import DAY_MIN, Calendar, Span, zone_of
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
    span = _instant(calendar, on, 0), _instant(calendar, on, DAY_MIN)
    weekend = [PauseOfDay("weekend", *span)] if on.weekday() in calendar.weekend else []
    quiet = [PauseOfDay("quiet_hours", *each) for each in _quiet(calendar, on) if each[0] < each[1]]
    away = [PauseOfDay("vacation", *each) for each in _within(calendar.vacations, span)]
    return AgendaDay(on, *span, tuple(sorted((*weekend, *quiet, *away), key=lambda each: each[1:])))


def _quiet(calendar: Calendar, on: date) -> Iterator[Span]:
    """Yields the quiet hours of a day. Those past midnight are two spans."""
    if calendar.quiet is None:
        return
    start, end = calendar.quiet
    for first, last in ((start, end),) if start < end else ((0, end), (start, DAY_MIN)):
        yield _instant(calendar, on, first), _instant(calendar, on, last)


def _within(spans: Iterable[Span], limits: Span) -> Iterator[Span]:
    """Yields the parts of spans inside of limits."""
    for start, end in sorted(spans):
        first, last = max(start, limits[0]), min(end, limits[1])
        if first < last:
            yield first, last


def _instant(calendar: Calendar, on: date, minute: int) -> Instant:
    """Returns when a local minute of a day begins. Minute `DAY_MIN` is the next midnight."""
    day, in_day = divmod(minute, DAY_MIN)
    local = datetime.combine(on + timedelta(days=day), time(*divmod(in_day, 60)), zone_of(calendar.time_zone))
    return instant_of(local)
