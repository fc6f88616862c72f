"""The plan of a league, and the settings of the tournaments of its divisions.

| event of a season | time |
|---|---|
| settled | `closes_before_s` before its start: its players and their divisions are fixed |
| begins | the first at `starts_at`; each later one `length_s` plus `break_s` after the start of the one before |
| ends | when all its divisions end, at most `length_s` after its start |

The entrant settings of the template apply to the members of the league. Only the league enters players into the
tournaments of its divisions. So the template has no schedule, no entry codes and no capacity, and allows no late entry.
"""

from dataclasses import dataclass, replace

from domain.kernel.instants import SECOND_MS, Instant, later, write_instant
from domain.kernel.messages import message
from domain.tournaments.leagues.divisions import LeagueRules
from domain.tournaments.refusals import SettingFixed
from domain.tournaments.settings import BY_HAND, ENTRANTS_LIMIT, NOBODY_LATE, SPAN_LIMIT_S, TournamentSettings
from domain.tournaments.settings_checks import Bound, check_bounds, check_name, check_settings, invalid

SEASONS_LIMIT = 1000
DIVISION_LEAST = 2
"""The fewest players of a division; a tournament needs two."""
DIVISION_MOST = 3
"""The upper limit of a division must be at least this, because otherwise three members could not be divided."""
FORMATS = ("round_robin", "swiss")


@dataclass(frozen=True, slots=True)
class SeasonCalendar:
    """The times of the seasons.

    Attributes:
        starts_at: when the first season begins.
        length_s: the longest duration of a season, in seconds.
        break_s: the time between a season and the next one, in seconds.
        closes_before_s: how long before its start a season is settled, in seconds; at most `break_s`.
        seasons: the number of seasons; `None` to continue until the league is ended.
    """

    starts_at: Instant
    length_s: int
    break_s: int
    closes_before_s: int
    seasons: int | None = None


@dataclass(frozen=True, slots=True)
class LeaguePlan:
    """The plan of a league.

    Attributes:
        name: its name.
        template: the settings of the tournaments of its divisions. Their names add the season and the division.
        rules: the sizes of divisions, and the numbers of promotions and relegations.
        calendar: the times of the seasons.
        continues: whether players stay for the next season unless they withdraw. Otherwise all are asked anew, and
            those who do not confirm are out.
    """

    name: str
    template: TournamentSettings
    rules: LeagueRules
    calendar: SeasonCalendar
    continues: bool = True


def settings_of(plan: LeaguePlan, league: str, season: int, division: int) -> TournamentSettings:
    """Returns the settings of the tournament of a division; seasons and divisions count from 1."""
    template = plan.template
    return replace(
        template,
        name=f"{template.name} {season}.{division}",
        series=league,
        entrants=replace(template.entrants, least=DIVISION_LEAST),
    )


def check_plan(plan: LeaguePlan) -> None:
    """Checks that such a league is possible. Raises `InvalidSettings`, which names the wrong member."""
    check_name(plan.name)
    check_bounds(_bounds(plan))
    _check_template(plan.template)
    check_settings(settings_of(plan, "", SEASONS_LIMIT, ENTRANTS_LIMIT))


def _bounds(plan: LeaguePlan) -> tuple[Bound, ...]:
    calendar, rules = plan.calendar, plan.rules
    return (
        Bound("calendar.length_s", calendar.length_s, 1, SPAN_LIMIT_S),
        Bound("calendar.break_s", calendar.break_s, 0, SPAN_LIMIT_S),
        Bound("calendar.closes_before_s", calendar.closes_before_s, 0, calendar.break_s),
        Bound("calendar.seasons", calendar.seasons, 1, SEASONS_LIMIT),
        Bound("rules.least", rules.least, DIVISION_LEAST, ENTRANTS_LIMIT),
        Bound("rules.most", rules.most, max(DIVISION_MOST, rules.least), ENTRANTS_LIMIT),
    )


def _check_template(template: TournamentSettings) -> None:
    if template.format not in FORMATS:
        raise invalid(
            "template.format",
            message("a division cannot play a {format}", format=template.format),
            message("give {formats}", formats=" or ".join(FORMATS)),
        )
    said_by_the_league = (
        ("schedule", template.schedule == BY_HAND, message("the calendar of the league decides when divisions play")),
        ("late", template.late == NOBODY_LATE, message("late players play in the next season")),
        ("gates.by_code", not template.gates.by_code, message("list players in gates.players instead")),
        (
            "entrants.capacity",
            template.entrants.capacity is None,
            message("the rules of the league decide the size of divisions"),
        ),
        ("series", template.series is None, message("the tournaments of divisions belong to the league")),
    )
    for option, is_unsaid, hint in said_by_the_league:
        if not is_unsaid:
            raise invalid(
                f"template.{option}",
                message("a template of a league cannot have {option}", option=option),
                message("{hint}; omit it", hint=hint),
            )


def check_starts_in_future(calendar: SeasonCalendar, now: Instant) -> None:
    """Checks that the first season is not settled yet. Raises `InvalidSettings`."""
    if later(calendar.starts_at, -calendar.closes_before_s * SECOND_MS) <= now:
        raise invalid(
            "calendar.starts_at",
            message("the first season would already be settled"),
            message(
                "give a time more than {closes_before_s} seconds after {write_instant}",
                closes_before_s=calendar.closes_before_s,
                write_instant=write_instant(now),
            ),
        )


def check_change(before: LeaguePlan, after: LeaguePlan, *, has_members: bool, has_seasons: bool) -> None:
    """Checks that a plan can be changed in this way.

    Args:
        before: the current plan.
        after: the new plan.
        has_members: whether any player has ever registered; then the kind and size of members are fixed.
        has_seasons: whether a season was ever settled; then the start of the first season is fixed.

    Raises:
        InvalidSettings: such a league is not possible.
        SettingFixed: a setting can no longer be changed.
    """
    check_plan(after)
    fixed = []
    if has_members and _kind(before) != _kind(after):
        fixed.append("template.entrants")
    if has_seasons and before.calendar.starts_at != after.calendar.starts_at:
        fixed.append("calendar.starts_at")
    if fixed:
        raise SettingFixed(
            message("{fixed} can no longer be changed", fixed=", ".join(fixed)),
            hint=message("keep the old value, or create another league"),
            facts={"settings": fixed},
        )


def _kind(plan: LeaguePlan) -> tuple[str, int, int]:
    size = plan.template.entrants
    return size.kind, size.members_least, size.members_most
