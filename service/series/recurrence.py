"""Recurrence rules of series (RFC 5545, section 3.3.10): daily, weekly, monthly and yearly, in a time zone.

| rule part | frequencies | meaning |
|---|---|---|
| `FREQ` | `DAILY`, `WEEKLY`, `MONTHLY`, `YEARLY` | at most one start per day, at the time of the first start |
| `INTERVAL` | all | every n-th day, week, month or year |
| `COUNT`, or `UNTIL` in UTC | all | the end of the rule; without either it has no end |
| `BYMONTH` | all | months |
| `BYMONTHDAY` | daily, monthly, yearly | days of the month; -1 is the last |
| `BYDAY` | all | days of the week; monthly and yearly also with a position: `-1FR` is the last Friday |
| `BYYEARDAY`, `BYWEEKNO` | yearly | days or weeks of the year |
| `BYSETPOS` | monthly, yearly | positions among the days that the other parts select |
| `WKST` | weekly, yearly | the first day of the week |

All other rules are refused: combinations that the RFC forbids, parts that select hours, minutes or seconds, and parts
that have no effect at their frequency. The first start must match the rule, so it always counts as an occurrence.

A local time that does not exist, because clocks go forward, uses the offset before the change: 02:30 becomes 03:30. A
local time that exists twice means the earlier one. Sections 3.3.5 and 3.3.10 say this about computed starts. Another
sentence of section 3.3.10 would leave out times that do not exist, but then a series would miss one week a year. Days
that do not exist, such as the 30th of February, are left out.

A rule is followed for fifty years. The search begins at the period (day, week, month or year) of the requested time,
not at the first start. To end the search soon for a rule that never matches, the years are moved by multiples of 400,
close to year 9999. The Gregorian calendar repeats after 400 years, so the days are the same there.
"""

import re
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import islice, takewhile
from typing import Any, NamedTuple

from dateutil.rrule import DAILY, MONTHLY, WEEKLY, YEARLY, rrule
from dateutil.rrule import weekday as day_of_week

from domain.clocks.calendar import is_time_zone, zone_of
from domain.kernel.instants import Instant, instant_of
from domain.kernel.messages import Message, message
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.series.plan import LocalStart, Occurrence, Recurrence

REACH_YEARS = 50
INTERVAL_LIMIT = 366
COUNT_LIMIT = 1000
AHEAD_LIMIT = timedelta(days=366)
"""Maximum time from now to the first start of a series."""
ZONES_APART = timedelta(days=2)
"""More than the largest difference between a local time and UTC."""
_CYCLE_YEARS = 400
_CYCLE = timedelta(days=146_097)
_LAST_YEAR = 9999
_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_DAY = re.compile(r"([+-]?[1-9][0-9]?)?(MO|TU|WE|TH|FR|SA|SU)")
_NUMBER = re.compile(r"[+-]?[0-9]{1,3}")
_UNTIL = re.compile(r"[0-9]{8}T[0-9]{6}Z")
_FREQUENCIES = {"DAILY": DAILY, "WEEKLY": WEEKLY, "MONTHLY": MONTHLY, "YEARLY": YEARLY}
_ALL = frozenset(_FREQUENCIES)
_PARTS: Mapping[str, frozenset[str]] = {
    "FREQ": _ALL,
    "INTERVAL": _ALL,
    "COUNT": _ALL,
    "UNTIL": _ALL,
    "BYMONTH": _ALL,
    "BYMONTHDAY": _ALL - {"WEEKLY"},
    "BYDAY": _ALL,
    "BYYEARDAY": frozenset({"YEARLY"}),
    "BYWEEKNO": frozenset({"YEARLY"}),
    "BYSETPOS": frozenset({"MONTHLY", "YEARLY"}),
    "WKST": frozenset({"WEEKLY", "YEARLY"}),
}
"""The parts of a rule, and the frequencies that allow them."""
_BOUNDS = {"BYMONTH": 12, "BYMONTHDAY": 31, "BYYEARDAY": 366, "BYWEEKNO": 53, "BYSETPOS": 366}


class Rule(NamedTuple):
    """A parsed rule.

    Attributes:
        frequency: `DAILY`, `WEEKLY`, `MONTHLY` or `YEARLY`.
        interval: the number of periods from one to the next.
        starts: the number of starts (`COUNT`); `None` if not given.
        until: the last possible time of a start; `None` if not given.
        parts: the numbers of the parts that select days, by the name of the part.
        days: days of the week, 0 for Monday, each with its position in the month or year; position 0 means all.
        week_begins: the first day of the week, 0 for Monday.
    """

    frequency: str
    interval: int
    starts: int | None
    until: Instant | None
    parts: dict[str, tuple[int, ...]]
    days: tuple[tuple[int, int], ...]
    week_begins: int


# ------------------------------------------------------------------------------------------------ reading rules


@lru_cache(maxsize=4096)
def read_rule(text: str) -> Rule:
    """Returns the parsed rule.

    Args:
        text: the value of an `RRULE`, such as `FREQ=WEEKLY;BYDAY=FR`.

    Raises:
        InvalidSettings: the rule is invalid or not supported. The hint says what is valid.
    """
    given = _parse_parts(text)
    frequency = given["FREQ"]
    for name in given:
        if frequency not in _PARTS[name]:
            raise _wrong(
                message("{name} is not allowed with FREQ={frequency}", name=name, frequency=frequency),
                message("leave {name} out", name=name),
            )
    if "COUNT" in given and "UNTIL" in given:
        raise _wrong(message("it has both COUNT and UNTIL"), message("give one of them"))
    rule = Rule(
        frequency,
        _whole(given, "INTERVAL", INTERVAL_LIMIT) or 1,
        _whole(given, "COUNT", COUNT_LIMIT),
        _until(given),
        {name: _numbers(name, given[name]) for name in _BOUNDS if name in given},
        _days(given),
        _week_begins(given),
    )
    _check_together(rule)
    return rule


def _parse_parts(text: str) -> dict[str, str]:
    """Returns the parts of a rule as text, by name. Checks that names are known and unique, and `FREQ` is present."""
    parts = [part.partition("=") for part in text.split(";")]
    names = [name for name, _, _ in parts]
    for name in names:
        if name not in _PARTS:
            raise _wrong(
                message("there is no part {name}", name=name[:32] or message("without a name")),
                message("use {parts}", parts=", ".join(_PARTS)),
            )
        if names.count(name) > 1:
            raise _wrong(message("{name} is given twice", name=name), message("give it once"))
    given = {name: value for name, _, value in parts}
    if given.get("FREQ") not in _FREQUENCIES:
        raise _wrong(message("FREQ is missing or not supported"), message("give FREQ=DAILY, WEEKLY, MONTHLY or YEARLY"))
    return given


def _whole(given: Mapping[str, str], name: str, most: int) -> int | None:
    text = given.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and 1 <= int(text) <= most):
        raise _wrong(
            message("{name} cannot be {text}", name=name, text=text[:32]),
            message("give a whole number from 1 to {most}", most=most),
        )
    return int(text)


def _until(given: Mapping[str, str]) -> Instant | None:
    text = given.get("UNTIL")
    if text is None:
        return None
    right = message("give a time in UTC, like UNTIL=20270630T180000Z")
    if not _UNTIL.fullmatch(text):
        raise _wrong(message("UNTIL cannot be {text}", text=text[:32]), right)
    try:
        return instant_of(datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC))
    except ValueError:
        raise _wrong(message("there is no time {text}", text=text), right) from None


def _numbers(name: str, text: str) -> tuple[int, ...]:
    most, least = _BOUNDS[name], 1 if name == "BYMONTH" else -_BOUNDS[name]
    found = []
    for each in text.split(","):
        number = int(each) if _NUMBER.fullmatch(each) else 0
        if not number or not least <= number <= most:
            wanted = (
                message("give whole numbers from 1 to {most}", most=most)
                if least == 1
                else message("give whole numbers from 1 to {most}, or -1 to -{most} from the end", most=most)
            )
            raise _wrong(message("{name} cannot be {each}", name=name, each=each[:32] or message("empty")), wanted)
        found.append(number)
    return tuple(sorted(set(found)))


def _days(given: Mapping[str, str]) -> tuple[tuple[int, int], ...]:
    if "BYDAY" not in given:
        return ()
    found = []
    most = {"MONTHLY": 5, "YEARLY": 5 if "BYMONTH" in given else 53}.get(given["FREQ"], 0)
    if "BYWEEKNO" in given:
        most = 0
    for each in given["BYDAY"].split(","):
        day = _DAY.fullmatch(each)
        if day is None or abs(int(day[1] or 0)) > most:
            counted_from = message("give {weekdays}, each optionally with 1 to {most} or -1 to -{most} before it")
            plain = message("give {weekdays}")
            raise _wrong(
                message("BYDAY cannot be {each}", each=each[:32] or message("empty")),
                (counted_from if most else plain).about(weekdays=", ".join(_WEEKDAYS), most=most),
            )
        found.append((_WEEKDAYS.index(day[2]), int(day[1] or 0)))
    return tuple(sorted(set(found)))


def _week_begins(given: Mapping[str, str]) -> int:
    day = given.get("WKST", "MO")
    if day not in _WEEKDAYS:
        raise _wrong(
            message("WKST cannot be {day}", day=day[:32]),
            message("give one of {weekdays}", weekdays=", ".join(_WEEKDAYS)),
        )
    return _WEEKDAYS.index(day)


def _check_together(rule: Rule) -> None:
    """Checks that `BYSETPOS` has another part to select from."""
    if "BYSETPOS" in rule.parts and not rule.days and rule.parts.keys() == {"BYSETPOS"}:
        raise _wrong(message("BYSETPOS has no other part to select from"), message("add BYDAY or BYMONTHDAY"))


def _wrong(detail: Message, hint: Message) -> InvalidSettings:
    return InvalidSettings(detail, hint=hint, facts={"option": "recurrence.rule"})


# ------------------------------------------------------------------------------------------------ starts


def occurrences(recurrence: Recurrence, after: Instant) -> Iterator[Occurrence]:
    """Yields the occurrences that begin after a time, in order.

    Args:
        recurrence: a recurrence that has passed `check_recurrence`.
        after: the time.

    Raises:
        InvalidSettings: the program no longer knows the rule or the time zone.
    """
    rule, first = read_rule(recurrence.rule), datetime.fromisoformat(recurrence.first)
    starting = _starting(recurrence)
    begin = max(first, datetime.fromtimestamp(after / 1000, UTC).replace(tzinfo=None) - ZONES_APART)
    last = _last(recurrence.rule, first) if rule.starts else None
    for local in takewhile(lambda each: last is None or each <= last, _local_starts(rule, first, begin)):
        starts_at = starting(local)
        if rule.until is not None and starts_at > rule.until:
            return
        if starts_at > after:
            yield Occurrence(LocalStart(local.isoformat(timespec="minutes")), starts_at)


def check_recurrence(recurrence: Recurrence, now: Instant) -> None:
    """Checks the recurrence of a new series.

    Raises:
        InvalidSettings: the time zone is unknown, the rule is invalid or never matches, or the first start is past, too
            far ahead or does not match the rule.
    """
    if not is_time_zone(recurrence.zone):
        raise _invalid(
            "zone",
            message("there is no time zone {zone}", zone=recurrence.zone),
            message("give one like Europe/Berlin, or UTC"),
        )
    rule, first = read_rule(recurrence.rule), datetime.fromisoformat(recurrence.first)
    starts_at = _starting(recurrence)(first)
    if starts_at <= now:
        raise _invalid(
            "first", message("{first} is in the past", first=recurrence.first), message("give a future first start")
        )
    if starts_at > now + AHEAD_LIMIT // timedelta(milliseconds=1):
        raise _invalid(
            "first",
            message("{first} is too far ahead", first=recurrence.first),
            message("give one within {days} days", days=AHEAD_LIMIT.days),
        )
    made = next(_local_starts(rule, first, first), None)
    if made is None:
        raise _wrong(
            message("no day matches the rule"), message("give a rule that matches the first start, like FREQ=WEEKLY")
        )
    if made != first:
        right = made.isoformat(timespec="minutes")
        raise _invalid(
            "first",
            message("the rule does not match {first}", first=recurrence.first),
            message("give {right}, or another rule", right=right),
        )
    if rule.until is not None and rule.until < starts_at:
        raise _wrong(message("it ends before the first start"), message("give a later UNTIL"))


def _invalid(member: str, detail: Message, hint: Message) -> InvalidSettings:
    return InvalidSettings(detail, hint=hint, facts={"option": f"recurrence.{member}"})


def _starting(recurrence: Recurrence) -> Callable[[datetime], Instant]:
    """Returns the function that converts a local start to an instant.

    `fold=0` selects the earlier of two times, and the earlier offset for a time that does not exist (PEP 495).
    """
    zone = zone_of(recurrence.zone)
    return lambda local: instant_of(local.replace(tzinfo=zone, fold=0))


@lru_cache(maxsize=4096)
def _last(text: str, first: datetime) -> datetime:
    """Returns the last local start of a rule with `COUNT`."""
    rule = read_rule(text)
    [*_, last] = [first, *islice(_local_starts(rule, first, first), rule.starts)]
    return last


def _local_starts(rule: Rule, first: datetime, begin: datetime) -> Iterator[datetime]:
    """Yields the local starts of a rule from `begin` on. `begin` must not be before `first`."""
    anchor = _anchor(rule, first, begin)
    cycles = (_LAST_YEAR - 2 * REACH_YEARS - first.year) // _CYCLE_YEARS
    for far in rrule(_FREQUENCIES[rule.frequency], dtstart=anchor + cycles * _CYCLE, **_chosen(rule, first)):
        local = far - cycles * _CYCLE
        if local.year > first.year + REACH_YEARS:
            return
        if local >= begin and _is_let_pass(rule, local):
            yield local


def _anchor(rule: Rule, first: datetime, begin: datetime) -> datetime:
    """Returns the begin of a period near `begin` from which the rule yields the same starts as from `first`."""
    match rule.frequency:
        case "DAILY":
            passed = (begin.date() - first.date()).days // rule.interval
            return first + timedelta(days=passed * rule.interval)
        case "WEEKLY":
            week = first.date() - timedelta(days=(first.weekday() - rule.week_begins) % 7)
            passed = (begin.date() - week).days // 7 // rule.interval
            return _at(week + timedelta(weeks=passed * rule.interval), first)
        case "MONTHLY":
            months = 12 * first.year + first.month - 1
            months += (12 * begin.year + begin.month - 1 - months) // rule.interval * rule.interval
            return _at(date(months // 12, months % 12 + 1, 1), first)
        case _:
            passed = (begin.year - first.year) // rule.interval
            return _at(date(first.year + passed * rule.interval, 1, 1), first)


def _at(day: date, first: datetime) -> datetime:
    return datetime.combine(day, first.time())


def _chosen(rule: Rule, first: datetime) -> dict[str, Any]:
    """Returns the arguments of `rrule` that select days, with days implied by the first start made explicit.

    `_is_let_pass` applies the limiting parts of daily and weekly rules, and `BYMONTH` of monthly rules. With these
    parts, the library would search for years for a matching day.
    """
    days = [day_of_week(day, which or None) for day, which in rule.days]
    chosen: dict[str, Any] = {"interval": rule.interval, "wkst": rule.week_begins, "cache": False}
    match rule.frequency:
        case "DAILY":
            return chosen
        case "WEEKLY":
            return {**chosen, "byweekday": days or first.weekday()}
    parts = {name: numbers for name, numbers in rule.parts.items() if rule.frequency != "MONTHLY" or name != "BYMONTH"}
    chosen |= {name.lower(): numbers for name, numbers in parts.items()}
    if days:
        return {**chosen, "byweekday": days}
    return chosen | _of_first(rule, parts, first)


def _of_first(rule: Rule, parts: Mapping[str, Any], first: datetime) -> dict[str, Any]:
    """Returns the days that the first start implies, if the rule does not name them."""
    if parts.keys() & {"BYMONTHDAY", "BYYEARDAY"}:
        return {}
    if "BYWEEKNO" in parts:
        return {"byweekday": first.weekday()}
    day = {"bymonthday": first.day}
    return day if rule.frequency == "MONTHLY" or "BYMONTH" in parts else {**day, "bymonth": first.month}


def _is_let_pass(rule: Rule, local: datetime) -> bool:
    """Returns whether a day passes the limiting parts of a rule."""
    if "BYMONTH" in rule.parts and rule.frequency != "YEARLY" and local.month not in rule.parts["BYMONTH"]:
        return False
    if rule.frequency != "DAILY":
        return True
    if rule.days and local.weekday() not in {day for day, _ in rule.days}:
        return False
    _, length = monthrange(local.year, local.month)
    wanted = rule.parts.get("BYMONTHDAY", (local.day,))
    return local.day in wanted or local.day - length - 1 in wanted
