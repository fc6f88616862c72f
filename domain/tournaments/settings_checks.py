"""Checks of settings: of tournaments, and what leagues, series and formats check alike."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

from domain.kernel.instants import Instant, write_instant
from domain.kernel.messages import Message, message
from domain.tournaments.refusals import InvalidSettings, SettingFixed
from domain.tournaments.settings import (
    ANSWER_LEAST_S,
    BOARDS_LIMIT,
    CORRECTIONS_LIMIT_S,
    ENTRANTS_LIMIT,
    LIST_LIMIT,
    NAME_LIMIT,
    ROUNDS_LIMIT,
    SPAN_LIMIT_S,
    TEAM_LIMIT,
    TIE_BREAKS_LIMIT,
    DoneStep,
    EntrantSettings,
    RoundPlan,
    Schedule,
    TournamentSettings,
)


class Bound(NamedTuple):
    """The bounds of a whole number; `value` is `None` if the option is not given."""

    option: str
    value: int | None
    least: int
    most: int


def invalid(option: str, detail: Message, hint: Message, **facts: object) -> InvalidSettings:
    """Returns the refusal of an option."""
    return InvalidSettings(detail, hint=hint, facts={"option": option, **facts})


def check_bounds(bounds: Iterable[Bound]) -> None:
    """Checks that whole numbers are within their bounds. Raises `InvalidSettings`."""
    for option, value, least, most in bounds:
        if value is not None and not least <= value <= most:
            hint = message("give a whole number from {least} to {most}", least=least, most=most)
            raise invalid(
                option, message("{option} cannot be {value}", option=option, value=value), hint, least=least, most=most
            )


def check_name(name: str) -> None:
    """Checks the length of a name. Raises `InvalidSettings`."""
    if not 1 <= len(name.strip()) <= NAME_LIMIT:
        raise invalid(
            "name",
            message("the name is empty or too long"),
            message("give a name of 1 to {name_limit} characters", name_limit=NAME_LIMIT),
        )


FIXED_WITH_REGISTRATION = (
    "play",
    "format",
    "figures",
    "is_rated",
    "boards",
    "season",
    "series",
    "rounds.played_elsewhere",
)
FIXED_OF_FIELD = ("kind", "members_least", "members_most")


def check_times_in_future(schedule: Schedule, now: Instant) -> None:
    """Checks that players can still enter and that the start lies ahead. Raises `InvalidSettings`."""
    for option, at in (("schedule.closes_at", schedule.closes_at), ("schedule.starts_at", schedule.starts_at)):
        if at is not None and at <= now:
            raise invalid(
                option,
                message("{option} is in the past", option=option),
                message("give a time after {write_instant}", write_instant=write_instant(now)),
            )


def check_settings(settings: TournamentSettings) -> None:
    """Checks the settings of a tournament.

    Raises:
        InvalidSettings: a setting is wrong; the refusal names it.
    """
    check_name(settings.name)
    check_bounds(_bounds(settings))
    _check_lists(settings)
    _check_members(settings.entrants)
    _check_calls(settings.entrants)
    _check_schedule(settings.schedule)
    _check_rounds(settings.rounds)


def _bounds(settings: TournamentSettings) -> tuple[Bound, ...]:
    size, gates, rounds, byes = settings.entrants, settings.gates, settings.rounds, settings.byes
    boards = settings.boards
    return (
        Bound("play.hands", settings.play.hands, 1, 1000),
        Bound("entrants.members_least", size.members_least, 1, TEAM_LIMIT),
        Bound("entrants.members_most", size.members_most, size.members_least, TEAM_LIMIT),
        Bound("entrants.least", size.least, 2, ENTRANTS_LIMIT),
        Bound("entrants.capacity", size.capacity, size.least, ENTRANTS_LIMIT),
        Bound("entrants.answer_s", size.answer_s, ANSWER_LEAST_S, SPAN_LIMIT_S),
        Bound("gates.reliability", gates.reliability, 0, 100),
        Bound("gates.games", gates.games, 0, 1_000_000),
        Bound("gates.rating_most", gates.rating_most, gates.rating_least or 0, 1_000_000),
        Bound("schedule.check_in_s", settings.schedule.check_in_s, 1, SPAN_LIMIT_S),
        Bound("rounds.window_s", rounds.window_s, 1, SPAN_LIMIT_S),
        Bound("rounds.interval_s", rounds.interval_s, 0, SPAN_LIMIT_S),
        Bound("rounds.loss", rounds.loss, 0, 1_000_000),
        Bound("rounds.draw", rounds.draw, rounds.loss, 1_000_000),
        Bound("rounds.win", rounds.win, rounds.draw, 1_000_000),
        Bound("late.until_round", settings.late.until_round, 0, ROUNDS_LIMIT),
        Bound("byes.half", byes.half, 0, ROUNDS_LIMIT),
        Bound("byes.zero", byes.zero, 0, ROUNDS_LIMIT),
        Bound("byes.until_round", byes.until_round, 0, ROUNDS_LIMIT),
        Bound("corrections_s", settings.corrections_s, 0, CORRECTIONS_LIMIT_S),
        Bound("boards.per_match", boards.per_match if boards else None, 1, BOARDS_LIMIT),
        Bound("boards.pools", boards.pools if boards else None, 1, BOARDS_LIMIT),
    )


def _check_lists(settings: TournamentSettings) -> None:
    if len(settings.tie_breaks) > TIE_BREAKS_LIMIT or len(set(settings.tie_breaks)) < len(settings.tie_breaks):
        hint = message("name each tie-break once, at most {tie_breaks_limit}", tie_breaks_limit=TIE_BREAKS_LIMIT)
        raise invalid("tie_breaks", message("a tie-break is named twice, or there are too many"), hint)
    if settings.gates.players is not None and len(settings.gates.players) > LIST_LIMIT:
        raise invalid(
            "gates.players",
            message("the list is too long"),
            message("name at most {list_limit} players", list_limit=LIST_LIMIT),
        )
    if settings.late.bye not in ("half", "zero"):
        raise invalid(
            "late.bye",
            message("a late entrant cannot have {bye} byes", bye=settings.late.bye),
            message("give half or zero"),
        )


def _check_members(size: EntrantSettings) -> None:
    usual = {"player": (1, 1), "pair": (2, 2)}.get(size.kind)
    if usual is not None and usual != (size.members_least, size.members_most):
        hint = message("members_least and members_most are {usual}", usual=usual[0])
        raise invalid(
            "entrants.members_least", message("a {kind} cannot have this number of members", kind=size.kind), hint
        )


def _check_calls(size: EntrantSettings) -> None:
    if size.answer_s is not None and size.capacity is None:
        raise invalid(
            "entrants.answer_s",
            message("there is no waiting list without a capacity"),
            message("give entrants.capacity"),
        )


def _check_schedule(schedule: Schedule) -> None:
    if schedule.check_in_s is not None and schedule.starts_at is None:
        raise invalid("schedule.check_in_s", message("check-in needs a start time"), message("give starts_at"))
    times = [
        (name, at)
        for name, at in (
            ("schedule.opens_at", schedule.opens_at),
            ("schedule.closes_at", schedule.closes_at),
            ("schedule.starts_at", schedule.starts_at),
        )
        if at is not None
    ]
    for (earlier, one), (later, other) in pairwise(times):
        if one > other or (one == other and earlier == "schedule.opens_at"):
            raise invalid(
                later,
                message("{later} is not after {earlier}", later=later, earlier=earlier),
                message("registration must open, then close, then play starts"),
            )
    opens, check_in = schedule.opens_at, schedule.check_in_at
    if check_in is not None and check_in < (opens or 0):
        raise invalid(
            "schedule.check_in_s",
            message("check-in would open before registration"),
            message("make the check-in shorter"),
        )


def _check_rounds(rounds: RoundPlan) -> None:
    if rounds.pace == "window" and rounds.window_s is None:
        raise invalid("rounds.window_s", message("a time window for rounds needs a length"), message("give window_s"))


def check_change(before: TournamentSettings, after: TournamentSettings, done: frozenset[DoneStep]) -> None:
    """Checks that settings can still be changed in this way.

    Args:
        before: the current settings.
        after: the new settings.
        done: the steps of the schedule that are done.

    Raises:
        InvalidSettings: a new setting is wrong.
        SettingFixed: one of them can no longer be changed.
    """
    check_settings(after)
    changed = [option for option in _fixed_options(done) if _member(before, option) != _member(after, option)]
    if changed:
        raise SettingFixed(
            message("{changed} can no longer be changed", changed=", ".join(changed)),
            hint=message("keep the old value, or create another tournament"),
            facts={"settings": changed},
        )


def _fixed_options(done: frozenset[DoneStep]) -> tuple[str, ...]:
    fixed: tuple[str, ...] = ()
    if "opened" in done:
        fixed += (*FIXED_WITH_REGISTRATION, *(f"entrants.{name}" for name in FIXED_OF_FIELD), "schedule.opens_at")
    if "closed" in done:
        fixed += ("schedule.closes_at",)
    return fixed


def _member(settings: TournamentSettings, option: str) -> object:
    value: Any = settings
    for name in option.split("."):
        value = getattr(value, name)
    return value
