"""The calendar of a player: when their clocks pause, which is in quiet hours, on weekends and during vacations.

Quiet hours and weekends follow local time: an instant is paused if its local time is in a quiet hour or on a weekend.
This also covers changes to and from daylight saving time. An hour that occurs twice is quiet twice, and an hour that is
skipped is not quiet.

A paused clock loses no time. Each clock follows the calendar of its own player only, so players without common hours do
not block a game. A day has at most `QUIET_MOST_MIN` quiet minutes, and a week at most `WEEKEND_MOST` weekend days.
Therefore at least `WEEKLY_MS` (60 hours) of any seven days are active, and the schedule never pauses for more than 60
hours at a time. So a turn lasts at most a week for every started 60 hours of active time, plus one week for shifts of
the zone.

A changed schedule applies to turns that begin later. A turn that has begun keeps its schedule, so deadlines do not jump
and players cannot gain time. Vacations apply at once.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, timedelta, tzinfo
from functools import cache
from itertools import chain
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from domain.kernel.document_types import Weekday
from domain.kernel.instants import DAY_MS, LAST, MINUTE_MS, Instant, utc
from domain.kernel.messages import message
from domain.kernel.options import in_json
from domain.kernel.refusals import Illegal, Unknown

Span = tuple[Instant, Instant]
"""A start (inclusive) and an end (exclusive)."""
WEEKDAYS: tuple[Weekday, ...] = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TIME_OF_DAY = "^([01][0-9]|2[0-3]):[0-5][0-9]$"
"""The pattern of a time of day."""
DAY_MIN = 24 * 60
QUIET_MOST_MIN = 12 * 60
WEEKEND_MOST = 2
WEEKLY_MS = (7 - WEEKEND_MOST) * (DAY_MIN - QUIET_MOST_MIN) * MINUTE_MS
"""The minimum active time in any seven days, except around a shift of the zone, in milliseconds."""

_NAME = re.compile(r"[A-Z][A-Za-z0-9_+-]{1,30}(/[A-Za-z0-9_+-]{1,30}){0,2}")
_NO_OFFSET = timedelta(0)
_MILLISECOND = timedelta(milliseconds=1)


class UnknownTimeZone(Unknown):
    """There is no time zone of this name."""


class TooQuiet(Illegal):
    """Quiet hours and weekend pauses would make the other players wait too long."""


class FormerSchedule(NamedTuple):
    """A former schedule, for turns that began before `until`. Its other fields are those of a calendar."""

    until: Instant
    time_zone: str
    quiet: tuple[int, int] | None
    weekend: tuple[int, ...]


class Calendar(NamedTuple):
    """When the clock of a player pauses.

    Attributes:
        time_zone: a name of the IANA database.
        quiet: the first and the last minute of the local day that bound the quiet hours, or `None`. They may span
            midnight.
        weekend: the local days that are paused from midnight to midnight; 0 is Monday.
        vacations: spans during which the clock pauses at any time of day.
        former: former schedules, oldest first. A turn follows the first one that ended after the turn began.
    """

    time_zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    weekend: tuple[int, ...] = ()
    vacations: tuple[Span, ...] = ()
    former: tuple[FormerSchedule, ...] = ()


ALWAYS = Calendar()
"""A calendar without pauses."""


def calendar(time_zone: str, quiet: tuple[int, int] | None, weekend: Iterable[int]) -> Calendar:
    """Returns the calendar of a player, without vacations.

    Args:
        time_zone: a name of the IANA database.
        quiet: the minutes of the day at which quiet hours begin and end, or `None`.
        weekend: weekend days; 0 is Monday.

    Raises:
        UnknownTimeZone, TooQuiet: the values are not possible; `facts` names the field.
    """
    if not is_time_zone(time_zone):
        hint = message("give a name from the IANA database, such as Europe/Berlin")
        raise UnknownTimeZone(
            message("time_zone: there is no {time_zone}", time_zone=in_json(time_zone)),
            hint=hint,
            facts={"fields": {"time_zone": hint}},
        )
    if quiet is not None and ((quiet[1] - quiet[0]) % DAY_MIN or DAY_MIN) > QUIET_MOST_MIN:
        hint = message(
            "leave at least {hours} hours of each day outside quiet_hours", hours=(DAY_MIN - QUIET_MOST_MIN) // 60
        )
        shown = " to ".join(map(minute_text, quiet))
        raise TooQuiet(
            message(
                "quiet_hours: {shown} is more than {hours} hours",
                shown=shown,
                hours=QUIET_MOST_MIN // 60,
            ),
            hint=hint,
            facts={"fields": {"quiet_hours": hint}},
        )
    days = tuple(sorted(set(weekend)))
    if len(days) > WEEKEND_MOST:
        hint = message("give at most {weekend_most} days", weekend_most=WEEKEND_MOST)
        raise TooQuiet(
            message("weekend: {count} days", count=len(days)), hint=hint, facts={"fields": {"weekend": hint}}
        )
    return Calendar(time_zone, quiet, days)


def is_time_zone(name: str) -> bool:
    """Returns whether there is a time zone of that name."""
    if not _NAME.fullmatch(name) or name == "Factory":
        return False
    try:
        zone_of(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # such as a folder of zones
        return False
    return True


def minute_of_day(text: str) -> int:
    """Returns the minute of the day of a time that matches `TIME_OF_DAY`."""
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def minute_text(minute: int) -> str:
    """Returns a minute of the day as a time, such as 07:30."""
    return f"{minute // 60:02d}:{minute % 60:02d}"


def due_at(calendar: Calendar, start: Instant, active_ms: int) -> Instant:
    """Returns when a turn that begins at `start` has lasted `active_ms` of active time, or `LAST` if never."""
    left = active_ms
    for begin, end in _active_spans(calendar, start):
        if end - begin >= left:
            return Instant(begin + left) if left else start
        left -= end - begin
    return LAST


def active_between(calendar: Calendar, start: Instant, end: Instant) -> int:
    """Returns the active milliseconds of a turn from `start` to `end`; 0 if the end is not after the start."""
    passed = 0
    for begin, until in _active_spans(calendar, start):
        if begin >= end:
            break
        passed += min(until, end) - begin
    return passed


def calendar_as_of(calendar: Calendar, start: Instant) -> Calendar:
    """Returns the calendar that applies to a turn that began at `start`."""
    for former in calendar.former:
        if start < former.until:
            return calendar._replace(time_zone=former.time_zone, quiet=former.quiet, weekend=former.weekend, former=())
    return calendar._replace(former=()) if calendar.former else calendar


def share_left(calendar: Calendar, start: Instant, deadline: Instant, now: Instant) -> float:
    """Returns which share of a turn's active time is left, from 0 to 1.

    Args:
        calendar: the calendar of the player.
        start: when the turn began.
        deadline: its deadline, with all pauses.
        now: the current time.
    """
    own = calendar_as_of(calendar, start)
    passed, left = active_between(own, start, now), active_between(own, now, deadline)
    return left / (passed + left) if left else 0.0


def is_on_vacation(calendar: Calendar, now: Instant) -> bool:
    """Returns whether a vacation of the player is under way."""
    return any(start <= now < end for start, end in calendar.vacations)


def end_of_vacation(calendar: Calendar, after: Instant, before: Instant) -> Instant | None:
    """Returns the first end of a vacation between two instants (exclusive), or `None`.

    Vacations that touch count as one.
    """
    return next((end for _, end in _merged_spans(calendar.vacations) if after < end < before), None)


def paused_spans(calendar: Calendar, start: Instant, end: Instant) -> list[Span]:
    """Returns, in order, the spans between two instants in which the current calendar pauses."""
    paused, at = [], start
    for begin, until in chain(_active_spans(calendar._replace(former=()), start), [(LAST, LAST)]):
        if begin > at:
            paused.append((at, min(begin, end)))
        at = until
        if at >= end:
            break
    return paused


def _active_spans(calendar: Calendar, start: Instant) -> Iterator[Span]:
    """Yields, in order, the spans in which the clock of a turn that begins at `start` runs."""
    calendar = calendar_as_of(calendar, start)
    vacations = _merged_spans(calendar.vacations)
    at = start
    while at < LAST:
        vacation = next((span for span in vacations if span[1] > at), (LAST, LAST))
        if vacation[0] <= at:
            at = vacation[1]
            continue
        until, is_paused = _schedule_at(calendar, at)
        until = min(until, vacation[0])
        if not is_paused:
            yield at, until
        at = until


def _merged_spans(spans: Iterable[Span]) -> list[Span]:
    """Returns the spans in order, with touching ones merged."""
    merged: list[Span] = []
    for begin, end in sorted(spans):
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    return merged


def _schedule_at(calendar: Calendar, at: Instant) -> tuple[Instant, bool]:
    """Returns whether the schedule pauses at an instant, and an instant until which that is certain not to change."""
    if calendar.quiet is None and not calendar.weekend:
        return LAST, False
    zone = zone_of(calendar.time_zone)
    offset = _offset_ms(zone, at)
    day, in_day = divmod(at + offset, DAY_MS)
    edges = [edge * MINUTE_MS for edge in (*(calendar.quiet or ()), DAY_MIN)]
    edge = min(edge for edge in edges if edge > in_day)
    until = min(Instant(at + edge - in_day), LAST)
    is_paused = (day + 3) % 7 in calendar.weekend or _is_quiet(calendar.quiet, in_day)
    return _end_of_offset(zone, at, until, offset), is_paused


def _is_quiet(quiet: tuple[int, int] | None, in_day: int) -> bool:
    if quiet is None:
        return False
    start, end = (minute * MINUTE_MS for minute in quiet)
    return start <= in_day < end if start < end else not end <= in_day < start


def _end_of_offset(zone: tzinfo, at: Instant, until: Instant, offset: int) -> Instant:
    """Returns the end of a span, or the first instant in it at which the zone has another offset.

    It relies on no zone shifting twice within a day and returning to its former offset.
    """
    if _offset_ms(zone, until) == offset:
        return until
    same, other = at, until
    while other - same > 1:
        middle = Instant((same + other) // 2)
        if _offset_ms(zone, middle) == offset:
            same = middle
        else:
            other = middle
    return other


def _offset_ms(zone: tzinfo, at: Instant) -> int:
    """Returns the offset of the zone from UTC at an instant, in milliseconds."""
    time = utc(min(at, Instant(LAST - DAY_MS)))
    return (time.astimezone(zone).utcoffset() or _NO_OFFSET) // _MILLISECOND


@cache
def zone_of(name: str) -> tzinfo:
    """Returns the time zone of a valid name."""
    return UTC if name == "UTC" else ZoneInfo(name)
