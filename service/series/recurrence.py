"""When a series recurs: recurrence rules (RFC 5545, section 3.3.10) by days, weeks, months and years, in a time zone.

| rule part | in rules by | what it does |
|---|---|---|
| `FREQ` | `DAILY`, `WEEKLY`, `MONTHLY`, `YEARLY` | one start at the most on a day, at the time of the first one |
| `INTERVAL` | all | every how many of them |
| `COUNT`, or `UNTIL` in UTC | all | where it ends; without either it goes on |
| `BYMONTH` | all | in which months |
| `BYMONTHDAY` | days, months, years | on which days of the month, -1 is the last |
| `BYDAY` | all | on which days of the week; by months and years also which of them, `-1FR` is the last Friday |
| `BYYEARDAY`, `BYWEEKNO` | years | on which days, or in which weeks, of the year |
| `BYSETPOS` | months, years | which of the days that the others leave |
| `WKST` | weeks, years | on which day a week begins |

Everything else is refused: what the RFC does not allow together, parts that choose hours, minutes or seconds, and parts
for days and weeks that say nothing. The first start has to be one that the rule makes, so that no reader can doubt
whether it counts.

A local time that does not exist, since the clocks go forward, is taken by the offset before they do: 02:30 is 03:30
then. One that there is twice is the earlier one. Both are what sections 3.3.10 and 3.3.5 say of the computed start of
an instance; another sentence of section 3.3.10 leaves a time that does not exist out, which would let a night fail in
one week of the year. A day that does not exist, such as the 30th of February, is left out.

A rule reaches for fifty years. Starts are looked for from the period (day, week, month, year) of the moment that is
asked about, and not from the first start. So that a rule that never matches ends soon, its years are taken some
four hundreds later, close to the last year that there is: by the Gregorian calendar the days are the same there.
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
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.series_plan import LocalStart, Occurrence, Recurrence

REACH_YEARS = 50
INTERVAL_LIMIT = 366
COUNT_LIMIT = 1000
AHEAD_LIMIT = timedelta(days=366)
"""The first start of a series lies no further ahead."""
ZONES_APART = timedelta(days=2)
"""Local times of the same moment are never so far from UTC."""
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
"""The parts of a rule, and for which frequencies there are."""
_BOUNDS = {"BYMONTH": 12, "BYMONTHDAY": 31, "BYYEARDAY": 366, "BYWEEKNO": 53, "BYSETPOS": 366}
_NAMES_OF_DATEUTIL = {
    "BYMONTH": "bymonth",
    "BYMONTHDAY": "bymonthday",
    "BYYEARDAY": "byyearday",
    "BYWEEKNO": "byweekno",
    "BYSETPOS": "bysetpos",
}


class Rule(NamedTuple):
    """A rule that was read.

    Attributes:
        frequency: `DAILY` and so on.
        interval: every how many of them.
        starts: how many there are; none: the rule does not say.
        until: the last moment at which one can be; none: the rule does not say.
        parts: the numbers of those parts that choose days, by name.
        days: the days of the week, 0 is Monday, each with which of them in the month or year, 0 for all.
        week_begins: on which day of the week a week begins.
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
    """The rule that is written there.

    Args:
        text: the value of an `RRULE`, such as `FREQ=WEEKLY;BYDAY=FR`.

    Raises:
        InvalidSettings: it is none of those that there are here; it says what would be right.
    """
    given = _given(text)
    frequency = given["FREQ"]
    for name in given:
        if frequency not in _PARTS[name]:
            raise _wrong(f"{name} is not possible in a rule by {frequency}", f"leave {name} out")
    if "COUNT" in given and "UNTIL" in given:
        raise _wrong("it ends both by COUNT and by UNTIL", "give one of them")
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


def _given(text: str) -> dict[str, str]:
    """The parts of a rule as they are written, each of a name that there is, once; `FREQ` among them."""
    parts = [part.partition("=") for part in text.split(";")]
    names = [name for name, _, _ in parts]
    for name in names:
        if name not in _PARTS:
            raise _wrong(f"there is no {name[:32] or 'part without a name'} here", f"use {', '.join(_PARTS)}")
        if names.count(name) > 1:
            raise _wrong(f"{name} is given twice", "give it once")
    given = {name: value for name, _, value in parts}
    if given.get("FREQ") not in _FREQUENCIES:
        raise _wrong("it does not say how often", "begin with FREQ=DAILY, WEEKLY, MONTHLY or YEARLY")
    return given


def _whole(given: Mapping[str, str], name: str, most: int) -> int | None:
    text = given.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and 1 <= int(text) <= most):
        raise _wrong(f"{name} cannot be {text[:32]}", f"give a whole number from 1 to {most}")
    return int(text)


def _until(given: Mapping[str, str]) -> Instant | None:
    text = given.get("UNTIL")
    if text is None:
        return None
    right = "give a time in UTC, like UNTIL=20270630T180000Z, which starts of a zone are compared with"
    if not _UNTIL.fullmatch(text):
        raise _wrong(f"UNTIL cannot be {text[:32]}", right)
    try:
        return instant_of(datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC))
    except ValueError:
        raise _wrong(f"there is no time {text}", right) from None


def _numbers(name: str, text: str) -> tuple[int, ...]:
    most, least = _BOUNDS[name], 1 if name == "BYMONTH" else -_BOUNDS[name]
    found = []
    for each in text.split(","):
        number = int(each) if _NUMBER.fullmatch(each) else 0
        if not number or not least <= number <= most:
            wanted = f"1 to {most}" + ("" if least == 1 else f", or -1 to -{most} from the end")
            raise _wrong(f"{name} cannot be {each[:32] or 'empty'}", f"give whole numbers from {wanted}")
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
            which = f", each with 1 to {most} or -1 to -{most} before it if you like" if most else ""
            raise _wrong(f"BYDAY cannot be {each[:32] or 'empty'}", f"give {', '.join(_WEEKDAYS)}{which}")
        found.append((_WEEKDAYS.index(day[2]), int(day[1] or 0)))
    return tuple(sorted(set(found)))


def _week_begins(given: Mapping[str, str]) -> int:
    day = given.get("WKST", "MO")
    if day not in _WEEKDAYS:
        raise _wrong(f"WKST cannot be {day[:32]}", f"give one of {', '.join(_WEEKDAYS)}")
    return _WEEKDAYS.index(day)


def _check_together(rule: Rule) -> None:
    """Whether its parts go together as the RFC has it."""
    if "BYSETPOS" in rule.parts and not rule.days and rule.parts.keys() == {"BYSETPOS"}:
        raise _wrong("BYSETPOS has nothing to choose from", "give BYDAY or BYMONTHDAY too")


def _wrong(detail: str, hint: str) -> InvalidSettings:
    return InvalidSettings(detail, hint=hint, facts={"option": "recurrence.rule"})


# ------------------------------------------------------------------------------------------------ starts


def occurrences(recurrence: Recurrence, after: Instant) -> Iterator[Occurrence]:
    """The occurrences that begin after a moment, the next first.

    Args:
        recurrence: one that `check_recurrence` has let pass.
        after: which moment.

    Raises:
        InvalidSettings: the program no longer knows the rule or the zone.
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
    """Whether there can be a series that recurs so from now on.

    Raises:
        InvalidSettings: the zone is unknown, the rule is none, or never matches, or its first start is past, too far
            ahead or not one that the rule makes.
    """
    if not is_time_zone(recurrence.zone):
        raise _invalid("zone", f"there is no time zone {recurrence.zone}", "give one like Europe/Berlin, or UTC")
    rule, first = read_rule(recurrence.rule), datetime.fromisoformat(recurrence.first)
    starts_at = _starting(recurrence)(first)
    if starts_at <= now:
        raise _invalid("first", f"{recurrence.first} is over", "give a first start to come")
    if starts_at > now + AHEAD_LIMIT // timedelta(milliseconds=1):
        raise _invalid("first", f"{recurrence.first} is too far ahead", f"give one within {AHEAD_LIMIT.days} days")
    made = next(_local_starts(rule, first, first), None)
    if made is None:
        raise _wrong("no day ever fits the rule", "give a rule that matches the first start, like FREQ=WEEKLY")
    if made != first:
        right = made.isoformat(timespec="minutes")
        raise _invalid("first", f"the rule does not begin at {recurrence.first}", f"give {right}, or another rule")
    if rule.until is not None and rule.until < starts_at:
        raise _wrong("it ends before the first start", "give a later UNTIL")


def _invalid(member: str, detail: str, hint: str) -> InvalidSettings:
    return InvalidSettings(detail, hint=hint, facts={"option": f"recurrence.{member}"})


def _starting(recurrence: Recurrence) -> Callable[[datetime], Instant]:
    """What turns a local start into a moment; `fold` says which of two, and the offset where there is none."""
    zone = zone_of(recurrence.zone)
    return lambda local: instant_of(local.replace(tzinfo=zone, fold=0))


@lru_cache(maxsize=4096)
def _last(text: str, first: datetime) -> datetime:
    """The last start of a rule that says how many there are."""
    rule = read_rule(text)
    [*_, last] = [first, *islice(_local_starts(rule, first, first), rule.starts)]
    return last


def _local_starts(rule: Rule, first: datetime, begin: datetime) -> Iterator[datetime]:
    """The local starts of a rule from a local time on, which is not before the first one."""
    anchor = _anchor(rule, first, begin)
    cycles = (_LAST_YEAR - 2 * REACH_YEARS - first.year) // _CYCLE_YEARS
    for far in rrule(_FREQUENCIES[rule.frequency], dtstart=anchor + cycles * _CYCLE, **_chosen(rule, first)):
        local = far - cycles * _CYCLE
        if local.year > first.year + REACH_YEARS:
            return
        if local >= begin and _is_let_pass(rule, local):
            yield local


def _anchor(rule: Rule, first: datetime, begin: datetime) -> datetime:
    """A start of a period of the rule from which on it makes what it makes from its first start on."""
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
    """The days of a rule as the library takes them, those spelled out that follow from the first start.

    What a rule by days or weeks leaves out is left out afterwards, and so are months by a rule by months: the library
    would look for years for a day that fits.
    """
    days = [day_of_week(day, which or None) for day, which in rule.days]
    chosen: dict[str, Any] = {"interval": rule.interval, "wkst": rule.week_begins, "cache": False}
    match rule.frequency:
        case "DAILY":
            return chosen
        case "WEEKLY":
            return {**chosen, "byweekday": days or first.weekday()}
    parts = {name: numbers for name, numbers in rule.parts.items() if rule.frequency != "MONTHLY" or name != "BYMONTH"}
    chosen |= {_NAMES_OF_DATEUTIL[name]: numbers for name, numbers in parts.items()}
    if days:
        return {**chosen, "byweekday": days}
    return chosen | _of_first(rule, parts, first)


def _of_first(rule: Rule, parts: Mapping[str, Any], first: datetime) -> dict[str, Any]:
    """What the first start says of the days, where the rule does not."""
    if parts.keys() & {"BYMONTHDAY", "BYYEARDAY"}:
        return {}
    if "BYWEEKNO" in parts:
        return {"byweekday": first.weekday()}
    day = {"bymonthday": first.day}
    return day if rule.frequency == "MONTHLY" or "BYMONTH" in parts else {**day, "bymonth": first.month}


def _is_let_pass(rule: Rule, local: datetime) -> bool:
    """Whether a day is one of those to which a rule is limited."""
    if "BYMONTH" in rule.parts and rule.frequency != "YEARLY" and local.month not in rule.parts["BYMONTH"]:
        return False
    if rule.frequency != "DAILY":
        return True
    if rule.days and local.weekday() not in {day for day, _ in rule.days}:
        return False
    _, length = monthrange(local.year, local.month)
    wanted = rule.parts.get("BYMONTHDAY", (local.day,))
    return local.day in wanted or local.day - length - 1 in wanted
