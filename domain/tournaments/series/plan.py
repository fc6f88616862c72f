"""The plan of a series, and the checks of it."""

import re
from dataclasses import dataclass
from typing import NamedTuple, NewType

from domain.kernel.instants import Instant, read_instant
from domain.tournaments.refusals import InvalidSettings
from domain.tournaments.settings import DAY_S, Settings

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
        names: the pattern of names; see the module docstring.
    """

    recurrence: Recurrence
    lead_s: int
    template: Settings
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


def invalid(option: str, detail: str, right: str) -> InvalidSettings:
    """Returns the refusal of an option."""
    return InvalidSettings(detail, hint=f"give something like {right}", facts={"option": option})
