"""The plan of a series: its checks, and the settings of the tournaments made from it."""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple, NewType

from domain.kernel.instants import SECOND_MS, Instant, read_instant
from domain.kernel.messages import Message, message
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.settings import BY_HAND, DAY_S, NAME_LIMIT, Schedule, TournamentSettings
from domain.tournaments.settings_checks import check_settings, invalid

TournamentId = NewType("TournamentId", str)
LocalStart = NewType("LocalStart", str)
RULE_LIMIT = 500
ZONE_LIMIT = 64
LEAD_LIMIT_S = 60 * DAY_S
"""The most days of a daily series that can be open at the same time."""
NEVER = Instant(0)
RULE = re.compile(r"[A-Z]+=[A-Z0-9,+-]+(;[A-Z]+=[A-Z0-9,+-]+)*")
FREQUENCIES = {"FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY"}
SAME_NAME = "{name}"
"""The pattern of series that were created before patterns existed."""
NUMBERED_NAME = "{name} {n} ({date})"
"""The default pattern."""
PATTERN_LIMIT = 120
PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
PLACEHOLDERS = ("name", "n", "date")
LARGE_NUMBER = 9999
"""Names must have room for numbers up to this one."""
LOCAL = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}")
SAMPLE = read_instant("2100-01-01T00:00:00.000Z")


@dataclass(frozen=True, slots=True)
class Recurrence:
    """The recurrence of a series.

    Attributes:
        rule: an RRULE without the property name, by days, weeks, months or years: `FREQ=WEEKLY;BYDAY=FR`.
        zone: the name of the time zone: `Europe/Berlin`.
        first: the local start from which the rule counts.
    """

    rule: str
    zone: str
    first: LocalStart


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """The settings of a series.

    Attributes:
        recurrence: when it recurs.
        lead_s: how long before its start a tournament is opened, in seconds.
        template: the settings of its tournaments, except for their times.
        opens_before_s: how long before the start registration opens, in seconds; `None` to open with the tournament.
        closes_before_s: how long before the start it closes, in seconds; `None` to close with the start.
        check_in_s: the length of check-in before the start, in seconds; `None` for no check-in.
        names: the pattern of names; see `domain/tournaments/series/decide.py`.
    """

    recurrence: Recurrence
    lead_s: int
    template: TournamentSettings
    opens_before_s: int | None = None
    closes_before_s: int | None = None
    check_in_s: int | None = None
    names: str = SAME_NAME


class Occurrence(NamedTuple):
    """An occurrence of the rule: its local start and the same moment as an instant."""

    key: LocalStart
    starts_at: Instant


def name_of(plan: SeriesPlan, occurrence: Occurrence, number: int) -> str:
    """Returns the name of the tournament of an occurrence; `number` counts from 1."""
    known = {"name": plan.template.name, "n": str(number), "date": occurrence.key.partition("T")[0]}
    return PLACEHOLDER.sub(lambda found: known[found[1]], plan.names)


def settings_of(plan: SeriesPlan, series: str, occurrence: Occurrence, number: int) -> TournamentSettings:
    """Returns the settings of the tournament of an occurrence; `number` counts from 1."""
    starts_at = occurrence.starts_at
    return replace(
        plan.template,
        name=name_of(plan, occurrence, number),
        series=series,
        schedule=Schedule(
            opens_at=None if plan.opens_before_s is None else earlier(starts_at, plan.opens_before_s),
            closes_at=None if plan.closes_before_s is None else earlier(starts_at, plan.closes_before_s),
            check_in_s=plan.check_in_s,
            starts_at=starts_at,
        ),
    )


def check_key(key: LocalStart, option: str) -> None:
    """Checks that a text is a local start. Raises `InvalidSettings`."""
    if not LOCAL.fullmatch(key) or not _is_time(key):
        raise _invalid_option(option, message("this is no local start"), "2026-11-27T19:00")


def _is_time(key: str) -> bool:
    try:
        datetime.fromisoformat(key)
    except ValueError:  # such as the 31st of June
        return False
    return True


def earlier(at: Instant, seconds: int) -> Instant:
    """Returns the instant so many seconds before."""
    return Instant(at - seconds * SECOND_MS)


def check_plan(plan: SeriesPlan) -> None:
    """Checks the settings of a series. Raises `InvalidSettings`, which names the wrong member."""
    recurrence = plan.recurrence
    is_rule = len(recurrence.rule) <= RULE_LIMIT and RULE.fullmatch(recurrence.rule)
    if not is_rule or len(FREQUENCIES & set(recurrence.rule.split(";"))) != 1:
        raise _invalid_option(
            "recurrence.rule", message("this is not a rule by days, weeks, months or years"), "FREQ=WEEKLY;BYDAY=FR"
        )
    if not 1 <= len(recurrence.zone) <= ZONE_LIMIT:
        raise _invalid_option("recurrence.zone", message("the time zone has no name"), "Europe/Berlin")
    check_key(recurrence.first, "recurrence.first")
    least = (plan.closes_before_s or 0) + 1
    if not least <= plan.lead_s <= LEAD_LIMIT_S:
        raise _invalid_option(
            "lead_s", message("lead_s cannot be {lead_s}", lead_s=plan.lead_s), f"{least} to {LEAD_LIMIT_S}"
        )
    if plan.template.schedule != BY_HAND or plan.template.series is not None:
        raise invalid(
            "template.schedule" if plan.template.schedule != BY_HAND else "template.series",
            message("the template has its own times or series"),
            message("omit schedule and series; the series sets them"),
        )
    _check_names(plan)
    sample = settings_of(plan, "", Occurrence(recurrence.first, SAMPLE), LARGE_NUMBER)
    check_settings(replace(sample, name=plan.template.name))


def _check_names(plan: SeriesPlan) -> None:
    """Checks that the pattern has no unknown placeholders and makes names that are short enough."""
    unknown = [each for each in PLACEHOLDER.findall(plan.names) if each not in PLACEHOLDERS]
    if unknown or not 1 <= len(plan.names) <= PATTERN_LIMIT:
        detail = (
            message("there is no placeholder {{{unknown}}}", unknown=unknown[0])
            if unknown
            else message("the pattern is empty or too long")
        )
        raise invalid("names", detail, message("use {name}, {n} and {date}"), known=list(PLACEHOLDERS))
    longest = name_of(plan, Occurrence(plan.recurrence.first, SAMPLE), LARGE_NUMBER)
    if len(longest) > NAME_LIMIT:
        raise invalid(
            "names",
            message(
                "a name such as {longest} is longer than {name_limit} characters",
                longest=longest,
                name_limit=NAME_LIMIT,
            ),
            message(
                "shorten the name of the template, or the pattern `names`, by {count}", count=len(longest) - NAME_LIMIT
            ),
        )


def _invalid_option(option: str, detail: Message, right: str) -> InvalidSettings:
    """Returns the refusal of an option, with an example of a right value."""
    return invalid(option, detail, message("give something like {right}", right=right))
