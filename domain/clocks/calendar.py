"""When a player's clock pauses: at quiet hours, on days of the weekend, and during vacations.

Quiet hours and weekends are told by the clock on the player's wall: an instant is paused if the local time that a
clock shows there at that instant is quiet. So nothing has to be said of hours that daylight saving leaves out or has
twice, nor of days that a zone has skipped: an hour that comes twice is quiet twice, and one that never comes is not.

A clock that is paused loses no time, and one that runs does not wait for anybody else's hours: each seat's time passes
by its own calendar, so that players without a common hour do not stop a game. There are at most `QUIET_MOST_MIN` quiet
minutes a day and `WEEKEND_MOST` days of weekend, so that in any seven days at least `WEEKLY_MS` (60 hours) are active,
and the schedule pauses for no more than 60 hours at a time. Hence a turn that may take some active time is over within
`longest_ms` of it, whatever the zone does.

A schedule that is changed holds for turns that begin afterwards; a turn that has begun keeps the one it began under, so
that no deadline jumps and nobody gains time by it. Vacations hold at once.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, timedelta, tzinfo
from functools import cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from domain.kernel.instants import DAY_MS, LAST, MINUTE_MS, Instant, utc
from domain.kernel.options import in_json
from domain.kernel.refusals import Illegal, Unknown

Span = tuple[Instant, Instant]
"""From an instant up to, and without, another."""
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TIME_OF_DAY = "^([01][0-9]|2[0-3]):[0-5][0-9]$"
"""How a time of the day is written."""
DAY_MIN = 24 * 60
QUIET_MOST_MIN = 12 * 60
WEEKEND_MOST = 2
WEEKLY_MS = (7 - WEEKEND_MOST) * (DAY_MIN - QUIET_MOST_MIN) * MINUTE_MS
"""So much of any seven days is active, except around a shift of the zone."""

_NAME = re.compile(r"[A-Z][A-Za-z0-9_+-]{1,30}(/[A-Za-z0-9_+-]{1,30}){0,2}")
_NO_OFFSET = timedelta(0)
_MILLISECOND = timedelta(milliseconds=1)


class UnknownTimeZone(Unknown):
    """There is no time zone of this name."""


class TooQuiet(Illegal):
    """Quiet hours and weekend would leave the others waiting for too long."""


class Former(NamedTuple):
    """A schedule for turns that began before it was changed; its members mean what they mean in a calendar."""

    until: Instant
    time_zone: str
    quiet: tuple[int, int] | None
    weekend: tuple[int, ...]


class Calendar(NamedTuple):
    """When a clock pauses.

    Attributes:
        time_zone: by its name in the IANA database.
        quiet: from which minute of the local day to which it is quiet, perhaps beyond midnight.
        weekend: local days on which it pauses from midnight to midnight, 0 being Monday.
        vacations: spans during which it pauses whatever the time of the day.
        former: schedules that were changed, in order; for a turn holds the first that was so after it had begun.
    """

    time_zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    weekend: tuple[int, ...] = ()
    vacations: tuple[Span, ...] = ()
    former: tuple[Former, ...] = ()


ALWAYS = Calendar()
"""A clock that never pauses."""


def calendar(time_zone: str, quiet: tuple[int, int] | None, weekend: Iterable[int]) -> Calendar:
    """The calendar of a player, without vacations.

    Args:
        time_zone: by its name in the IANA database.
        quiet: from which minute of the day to which it is quiet; none for no quiet hours.
        weekend: days, 0 being Monday.

    Raises:
        UnknownTimeZone, TooQuiet: that cannot be; the member is named.
    """
    if not is_time_zone(time_zone):
        hint = "give a name of the IANA database, like Europe/Berlin"
        raise UnknownTimeZone(
            f"time_zone: there is no {in_json(time_zone)}", hint=hint, facts={"fields": {"time_zone": hint}}
        )
    if quiet is not None and ((quiet[1] - quiet[0]) % DAY_MIN or DAY_MIN) > QUIET_MOST_MIN:
        hint = f"leave at least {(DAY_MIN - QUIET_MOST_MIN) // 60} hours of a day"
        shown = " to ".join(map(written_minute, quiet))
        raise TooQuiet(
            f"quiet_hours: {shown} is more than {QUIET_MOST_MIN // 60} hours",
            hint=hint,
            facts={"fields": {"quiet_hours": hint}},
        )
    days = tuple(sorted(set(weekend)))
    if len(days) > WEEKEND_MOST:
        hint = f"give at most {WEEKEND_MOST} days"
        raise TooQuiet(f"weekend: {len(days)} days", hint=hint, facts={"fields": {"weekend": hint}})
    return Calendar(time_zone, quiet, days)


def is_time_zone(name: str) -> bool:
    """Whether there is a time zone of that name."""
    if not _NAME.fullmatch(name) or name == "Factory":
        return False
    try:
        zone_of(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # such as a folder of zones
        return False
    return True


def minute_of_day(text: str) -> int:
    """Which minute of a day it is at a time that fits `TIME_OF_DAY`."""
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)


def written_minute(minute: int) -> str:
    """A minute of a day as clocks show it, like 07:30."""
    return f"{minute // 60:02d}:{minute % 60:02d}"


def longest_ms(active_ms: int) -> int:
    """Within how much time so much active time passes at the latest, whatever the schedule; vacations not counted.

    That is a week for every begun 60 hours, and one more for what the shifts of a zone may take away: an hour of
    daylight saving each year, and a day where a zone moves to the other side of the date line.
    """
    return (-(-active_ms // WEEKLY_MS) + 1) * 7 * DAY_MS


def due(calendar: Calendar, start: Instant, active_ms: int) -> Instant:
    """The first moment at which a turn that begins at the start has lasted so much active time; `LAST` if none."""
    left = active_ms
    for begin, end in _active(calendar, start):
        if end - begin >= left:
            return Instant(begin + left) if left else start
        left -= end - begin
    return LAST


def active_between(calendar: Calendar, start: Instant, end: Instant) -> int:
    """How much active time a turn has lasted from one instant to another; none where the end is not after the start."""
    passed = 0
    for begin, until in _active(calendar, start):
        if begin >= end:
            break
        passed += min(until, end) - begin
    return passed


def as_of(calendar: Calendar, start: Instant) -> Calendar:
    """The calendar that holds for a turn that began then."""
    for former in calendar.former:
        if start < former.until:
            return calendar._replace(time_zone=former.time_zone, quiet=former.quiet, weekend=former.weekend, former=())
    return calendar._replace(former=()) if calendar.former else calendar


def paused_until(calendar: Calendar, at: Instant) -> Instant | None:
    """When the clock goes on of a turn that begins at an instant at which it is paused; none when it runs."""
    begin, _ = next(_active(calendar, at), (LAST, LAST))
    return begin if begin > at else None


def vacation_over(calendar: Calendar, after: Instant, before: Instant) -> Instant | None:
    """The first end of a vacation after an instant and before another; none where there is none.

    Vacations that touch are one.
    """
    return next((end for _, end in _merged(calendar.vacations) if after < end < before), None)


def _active(calendar: Calendar, start: Instant) -> Iterator[Span]:
    """The spans in which the clock of a turn runs that begins at the start, in order."""
    calendar = as_of(calendar, start)
    vacations = _merged(calendar.vacations)
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


def _merged(spans: Iterable[Span]) -> list[Span]:
    """The spans in order, those that touch made one."""
    merged: list[Span] = []
    for begin, end in sorted(spans):
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    return merged


def _schedule_at(calendar: Calendar, at: Instant) -> tuple[Instant, bool]:
    """Whether the schedule pauses at that instant, and until when that is surely so."""
    if calendar.quiet is None and not calendar.weekend:
        return LAST, False
    zone = zone_of(calendar.time_zone)
    offset = _offset_ms(zone, at)
    day, in_day = divmod(at + offset, DAY_MS)
    edges = [edge * MINUTE_MS for edge in (*(calendar.quiet or ()), DAY_MIN)]
    edge = min(edge for edge in edges if edge > in_day)
    until = min(Instant(at + edge - in_day), LAST)
    is_paused = (day + 3) % 7 in calendar.weekend or _is_quiet(calendar.quiet, in_day)
    return _before_shift(zone, at, until, offset), is_paused


def _is_quiet(quiet: tuple[int, int] | None, in_day: int) -> bool:
    if quiet is None:
        return False
    start, end = (minute * MINUTE_MS for minute in quiet)
    return start <= in_day < end if start < end else not end <= in_day < start


def _before_shift(zone: tzinfo, at: Instant, until: Instant, offset: int) -> Instant:
    """The end of a span, or the moment within it at which the zone has another offset for the first time.

    No zone shifts twice within a day and comes back to where it was.
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
    """By how much the clocks of the zone are ahead of UTC at that instant."""
    moment = utc(min(at, Instant(LAST - DAY_MS)))
    return (moment.astimezone(zone).utcoffset() or _NO_OFFSET) // _MILLISECOND


@cache
def zone_of(name: str) -> tzinfo:
    """The time zone of a name that `is_time_zone`."""
    return UTC if name == "UTC" else ZoneInfo(name)
