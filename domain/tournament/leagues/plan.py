"""What is settled about a league, and the settings of the tournaments of its divisions.

| a season | |
|---|---|
| is settled | `closes_before_s` before its start: who plays in it, and in which division |
| begins | the first at `starts_at`, each later one `length_s` and `break_s` after the start of the one before |
| is over | when all its divisions are, and at the latest `length_s` after its start |

What the template says of entrants holds for the members of the league. Who enters the tournaments of its divisions is
said by the league alone, so that the template has no schedule, no entry codes, no capacity, and nobody comes late.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from domain.instants import LAST, SECOND_MS, Instant, write_instant
from domain.tournament.league import LeagueRules
from domain.tournament.refusals import InvalidSettings, SettingFixed
from domain.tournament.settings import (
    BY_HAND,
    ENTRANTS_LIMIT,
    NAME_LIMIT,
    NOBODY_LATE,
    SPAN_LIMIT_S,
    Settings,
    check_settings,
)

SEASONS_LIMIT = 1000
DIVISION_LEAST = 2
"""So many play in a division at the least; of fewer there is no tournament."""
DIVISION_MOST = 3
"""So many it has to be allowed to have: otherwise three members cannot be divided."""
FORMATS = ("round_robin", "swiss")


@dataclass(frozen=True, slots=True)
class Calendar:
    """When seasons are played.

    Attributes:
        starts_at: when the first season begins.
        length_s: so long a season takes at the most.
        break_s: so long after that the next one begins.
        closes_before_s: so long before its start a season is settled; no longer than the break.
        seasons: how many there are; none: until the league is ended.
    """

    starts_at: Instant
    length_s: int
    break_s: int
    closes_before_s: int
    seasons: int | None = None


@dataclass(frozen=True, slots=True)
class LeaguePlan:
    """All that is settled about a league.

    Attributes:
        name: under which it is found.
        template: the settings of the tournaments of its divisions, which bear its name, the season and the division.
        rules: how large divisions are, and how many go up and down.
        calendar: when seasons are played.
        continues: whether who has played in a season plays in the next one unless they withdraw; otherwise each player
            is asked anew, and who does not say so is out.
    """

    name: str
    template: Settings
    rules: LeagueRules
    calendar: Calendar
    continues: bool = True


def settings_of(plan: LeaguePlan, league: str, season: int, division: int) -> Settings:
    """The settings of the tournament of a division; season and division are counted from 1."""
    template = plan.template
    return replace(
        template,
        name=f"{template.name} {season}.{division}",
        series=league,
        entrants=replace(template.entrants, least=DIVISION_LEAST),
    )


def check_plan(plan: LeaguePlan) -> None:
    """Whether there can be such a league. Raises `InvalidSettings`, which names the member that is wrong."""
    if not 1 <= len(plan.name.strip()) <= NAME_LIMIT:
        raise _invalid("name", "the name is empty or too long", f"give a name of 1 to {NAME_LIMIT} characters")
    for bound in _bounds(plan):
        if bound.value is not None and not bound.least <= bound.value <= bound.most:
            raise InvalidSettings(
                f"{bound.option} cannot be {bound.value}",
                hint=f"give a whole number from {bound.least} to {bound.most}",
                facts={"option": bound.option, "least": bound.least, "most": bound.most},
            )
    _check_template(plan.template)
    check_settings(settings_of(plan, "", SEASONS_LIMIT, ENTRANTS_LIMIT))


class _Bound(NamedTuple):
    option: str
    value: int | None
    least: int
    most: int


def _bounds(plan: LeaguePlan) -> tuple[_Bound, ...]:
    calendar, rules = plan.calendar, plan.rules
    return (
        _Bound("calendar.length_s", calendar.length_s, 1, SPAN_LIMIT_S),
        _Bound("calendar.break_s", calendar.break_s, 0, SPAN_LIMIT_S),
        _Bound("calendar.closes_before_s", calendar.closes_before_s, 0, calendar.break_s),
        _Bound("calendar.seasons", calendar.seasons, 1, SEASONS_LIMIT),
        _Bound("rules.least", rules.least, DIVISION_LEAST, ENTRANTS_LIMIT),
        _Bound("rules.most", rules.most, max(DIVISION_MOST, rules.least), ENTRANTS_LIMIT),
    )


def _check_template(template: Settings) -> None:
    if template.format not in FORMATS:
        raise _invalid("template.format", f"divisions do not play a {template.format}", f"give {' or '.join(FORMATS)}")
    said_by_the_league = (
        ("schedule", template.schedule == BY_HAND, "the calendar of the league says when its divisions play"),
        ("late", template.late == NOBODY_LATE, "who comes late plays in the next season"),
        ("gates.by_code", not template.gates.by_code, "name players in gates.players instead"),
        ("entrants.capacity", template.entrants.capacity is None, "the rules say how large divisions are"),
        ("series", template.series is None, "the tournaments belong to the league"),
    )
    for option, is_unsaid, hint in said_by_the_league:
        if not is_unsaid:
            raise _invalid(f"template.{option}", f"the template of a league has no {option}", f"{hint}; leave it out")


def check_to_come(calendar: Calendar, now: Instant) -> None:
    """Whether the first season is still to be settled. Raises `InvalidSettings`."""
    if later(calendar.starts_at, -calendar.closes_before_s) <= now:
        raise _invalid(
            "calendar.starts_at",
            "the first season would be settled already",
            f"give a time more than {calendar.closes_before_s} seconds after {write_instant(now)}",
        )


def check_change(before: LeaguePlan, after: LeaguePlan, *, has_members: bool, has_seasons: bool) -> None:
    """Whether a plan can still be changed so.

    Args:
        before: the plan now.
        after: the plan as it is to be.
        has_members: whether anybody has ever registered; then what a member is stays.
        has_seasons: whether a season was ever settled; then the start of the first stays.

    Raises:
        InvalidSettings: there cannot be such a league.
        SettingFixed: something can no longer be changed.
    """
    check_plan(after)
    fixed = []
    if has_members and _kind(before) != _kind(after):
        fixed.append("template.entrants")
    if has_seasons and before.calendar.starts_at != after.calendar.starts_at:
        fixed.append("calendar.starts_at")
    if fixed:
        raise SettingFixed(
            f"{', '.join(fixed)} can no longer be changed",
            hint="leave it as it is, or create another league",
            facts={"settings": fixed},
        )


def _kind(plan: LeaguePlan) -> tuple[str, int, int]:
    size = plan.template.entrants
    return size.kind, size.members_least, size.members_most


def later(at: Instant, seconds: int) -> Instant:
    """So many seconds after a moment, and never after the last one that can be written."""
    return min(Instant(at + seconds * SECOND_MS), LAST)


def _invalid(option: str, detail: str, hint: str) -> InvalidSettings:
    return InvalidSettings(detail, hint=hint, facts={"option": option})
