"""The settings of a tournament, and how long each of them can be changed.

| settings | can be changed |
|---|---|
| game and rules, format and its figures, kind and size of entrants, rated or not, duplicate boards, season, series | \
until registration opens |
| when registration opens, when it closes | until that has happened |
| everything else | until the start |

A change does not affect earlier decisions: entrants stay even if they no longer meet the conditions of entry.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from domain.clocks.ladder import Ladder, Pauses
from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.games.registry import GAMES
from domain.kernel.instants import MINUTE_MS, SECOND_MS, Instant, write_instant
from domain.kernel.seats import Seat
from domain.table.events import NO_LADDER, NO_PAUSES
from domain.tournaments.gates import OPEN_TO_ALL, Gates
from domain.tournaments.refusals import InvalidSettings, SettingFixed
from domain.tournaments.rounds import DRAW, LOSS, WIN, ByeKind, Points

EntrantKind = Literal["player", "pair", "team"]
ChosenPartners = Literal["drawn", "round", "tournament"]
Pace = Literal["at_once", "window"]
Adjudication = Literal["draw", "current_score", "both_lose", "absent_loses"]
Leaving = Literal["played_on", "ends_match"]
BoardScoring = Literal["matchpoints", "imps", "victory_points"]

NAME_LIMIT = 80
ENTRANTS_LIMIT = 1024
TEAM_LIMIT = 12
ROUNDS_LIMIT = 100
BOARDS_LIMIT = 100
DAY_S = 24 * 3600
SPAN_LIMIT_S = 366 * DAY_S
CORRECTIONS_LIMIT_S = 30 * DAY_S
LIST_LIMIT = 10_000
TIE_BREAKS_LIMIT = 20


@dataclass(frozen=True, slots=True)
class Play:
    """The game that is played at the tables, its rules and its clock.

    Attributes:
        game, profile, overrides: the game, the name of the rules, and the options that differ from them.
        hands: the number of hands that a table plays; `None` to play until the match is won.
        clock, pauses, ladder: the time control, when the clock pauses, and what happens when time runs out.
    """

    game: str
    profile: str
    overrides: dict[str, Any] = field(default_factory=dict)
    hands: int | None = None
    clock: ClockRules = NO_CLOCK
    pauses: Pauses = NO_PAUSES
    ladder: Ladder = NO_LADDER

    @property
    def rules(self) -> Any:
        """The rules of the game with the options. Raises `InvalidRules`."""
        return GAMES[self.game].rules(self.profile, self.overrides)

    @property
    def teams(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that play together from the start. Raises `InvalidRules`."""
        return GAMES[self.game].teams(self.rules)

    @property
    def seats(self) -> int:
        """The number of seats of a table. Raises `InvalidRules`."""
        return GAMES[self.game].seats(self.rules)


@dataclass(frozen=True, slots=True)
class Field:
    """The kind and the number of entrants.

    Attributes:
        kind: the kind of entrant.
        members_least, members_most: the number of its players: 1 for a player, 2 for a pair.
        capacity: the number of places; `None` for no limit.
        least: the tournament does not begin with fewer entrants.
    """

    kind: EntrantKind
    members_least: int = 1
    members_most: int = 1
    capacity: int | None = None
    least: int = 2


PLAYERS = Field("player")
PAIRS = Field("pair", 2, 2)


@dataclass(frozen=True, slots=True)
class Schedule:
    """The times of the steps that happen automatically.

    Attributes:
        opens_at: when registration opens; `None` for at once.
        closes_at: when registration closes; `None` for the start.
        check_in_s: the length of check-in before the start, in seconds; `None` for no check-in.
        starts_at: when the tournament starts; `None` if a director starts it.
    """

    opens_at: Instant | None = None
    closes_at: Instant | None = None
    check_in_s: int | None = None
    starts_at: Instant | None = None

    @property
    def check_in_at(self) -> Instant | None:
        """When check-in opens."""
        if self.check_in_s is None or self.starts_at is None:
            return None
        return Instant(self.starts_at - self.check_in_s * SECOND_MS)


BY_HAND = Schedule()


@dataclass(frozen=True, slots=True)
class RoundPlan:
    """The order and the timing of rounds.

    Attributes:
        pace: `at_once`: a round begins when the last is over; `window`: matches can be played at any time in the window
            of their round, and the next round begins after the window.
        window_s: the seconds from pairing to the deadline of a round; `None` for no deadline, which the pace `window`
            does not allow.
        interval_s: the seconds between the end of a round and the next one.
        adjudication: the rule for matches without a result at the deadline; see `overdue`.
        is_automatic: whether rounds are closed and paired without a director.
        win, draw, loss: the points of a match without a finer score, and of byes.
        leaving: the rule for a match that a player leaves; see `leaving`.
    """

    pace: Pace = "at_once"
    window_s: int | None = None
    interval_s: int = 0
    adjudication: Adjudication = "draw"
    is_automatic: bool = True
    win: Points = WIN
    draw: Points = DRAW
    loss: Points = LOSS
    leaving: Leaving = "played_on"


AT_ONCE = RoundPlan()


@dataclass(frozen=True, slots=True)
class LateEntry:
    """The rules for late entry.

    Attributes:
        until_round: the last round in which an entrant can play its first match; 0 for no late entry.
        bye: the kind of bye for missed rounds.
    """

    until_round: int = 0
    bye: ByeKind = "zero"


NOBODY_LATE = LateEntry()


@dataclass(frozen=True, slots=True)
class Byes:
    """Limits for byes on request. Staff may grant any bye.

    Attributes:
        half: the number of byes worth half a win.
        zero: the number of byes worth nothing; `None` for no limit.
        until_round: the last round for which a bye can be requested; `None` for no limit.
    """

    half: int = 0
    zero: int | None = None
    until_round: int | None = None


NO_BYES = Byes()


@dataclass(frozen=True, slots=True)
class Boards:
    """The rules for duplicate boards.

    Attributes:
        per_match: the number of boards in a match.
        scoring: how results are compared.
        movement: the name of the movement; `None` if boards can be played at any time.
        pools: the number of instances of each board.
    """

    per_match: int
    scoring: BoardScoring
    movement: str | None = None
    pools: int = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a tournament.

    Attributes:
        name: the name of the tournament.
        play: the game, its rules and its clock.
        format: the name of the format.
        figures: the parameters of the format. They were checked on input, as were the rules of the game.
        entrants, gates, schedule, rounds, late, byes: see their classes.
        is_rated: whether results count for ratings.
        tie_breaks: the names of the tie-breaks, the first one decides first.
        boards: the rules for duplicate boards; `None` if every table has its own deals.
        is_sealed: whether results stay hidden until their round is closed.
        season, series: the season or series to which it belongs.
        corrections_s: the length of the period for corrections after the last result, in seconds; 0 for none.
    """

    name: str
    play: Play
    format: str
    figures: dict[str, Any] = field(default_factory=dict)
    entrants: Field = PLAYERS
    gates: Gates = OPEN_TO_ALL
    schedule: Schedule = BY_HAND
    rounds: RoundPlan = AT_ONCE
    late: LateEntry = NOBODY_LATE
    byes: Byes = NO_BYES
    is_rated: bool = False
    tie_breaks: tuple[str, ...] = ()
    boards: Boards | None = None
    is_sealed: bool = False
    season: str | None = None
    series: str | None = None
    corrections_s: int = 0

    @property
    def span_ms(self) -> int | None:
        """How long free entrants are paired at once, in milliseconds; `None` where rounds do not overlap."""
        return self.figures["minutes"] * MINUTE_MS if self.format == "arena" else None

    @property
    def partners(self) -> ChosenPartners:
        """How long chosen partners stay together; `drawn` if partners are not chosen."""
        chosen: ChosenPartners = self.figures.get("partners", "tournament") if self.format == "night" else "drawn"
        return chosen


def with_later_members(document: dict[str, Any]) -> dict[str, Any]:
    """Upgrades stored settings that lack the rule for leaving players and the period for corrections."""
    rounds = {**document["rounds"], "leaving": "played_on"}
    return {**document, "rounds": rounds, "corrections_s": 0}


FIXED_WITH_REGISTRATION = ("play", "format", "figures", "is_rated", "boards", "season", "series")
FIXED_OF_FIELD = ("kind", "members_least", "members_most")

Happened = Literal["opened", "closed"]


def check_to_come(schedule: Schedule, now: Instant) -> None:
    """Checks that players can still enter and that the start lies ahead. Raises `InvalidSettings`."""
    for option, at in (("schedule.closes_at", schedule.closes_at), ("schedule.starts_at", schedule.starts_at)):
        if at is not None and at <= now:
            raise _invalid(option, f"{option} is over", f"give a time after {write_instant(now)}")


class _Bound(NamedTuple):
    option: str
    value: int | None
    least: int
    most: int


def check_settings(settings: Settings) -> None:
    """Checks the settings of a tournament.

    Raises:
        InvalidSettings: a setting is wrong; the refusal names it.
    """
    if not 1 <= len(settings.name.strip()) <= NAME_LIMIT:
        raise _invalid("name", "the name is empty or too long", f"give a name of 1 to {NAME_LIMIT} characters")
    for bound in _bounds(settings):
        if bound.value is not None and not bound.least <= bound.value <= bound.most:
            raise InvalidSettings(
                f"{bound.option} cannot be {bound.value}",
                hint=f"give a whole number from {bound.least} to {bound.most}",
                facts={"option": bound.option, "least": bound.least, "most": bound.most},
            )
    _check_lists(settings)
    _check_members(settings.entrants)
    _check_schedule(settings.schedule)
    _check_rounds(settings.rounds)


def _bounds(settings: Settings) -> tuple[_Bound, ...]:
    size, gates, rounds, byes = settings.entrants, settings.gates, settings.rounds, settings.byes
    boards = settings.boards
    return (
        _Bound("play.hands", settings.play.hands, 1, 1000),
        _Bound("entrants.members_least", size.members_least, 1, TEAM_LIMIT),
        _Bound("entrants.members_most", size.members_most, size.members_least, TEAM_LIMIT),
        _Bound("entrants.least", size.least, 2, ENTRANTS_LIMIT),
        _Bound("entrants.capacity", size.capacity, size.least, ENTRANTS_LIMIT),
        _Bound("gates.reliability", gates.reliability, 0, 100),
        _Bound("gates.games", gates.games, 0, 1_000_000),
        _Bound("gates.rating_most", gates.rating_most, gates.rating_least or 0, 1_000_000),
        _Bound("schedule.check_in_s", settings.schedule.check_in_s, 1, SPAN_LIMIT_S),
        _Bound("rounds.window_s", rounds.window_s, 1, SPAN_LIMIT_S),
        _Bound("rounds.interval_s", rounds.interval_s, 0, SPAN_LIMIT_S),
        _Bound("rounds.loss", rounds.loss, 0, 1_000_000),
        _Bound("rounds.draw", rounds.draw, rounds.loss, 1_000_000),
        _Bound("rounds.win", rounds.win, rounds.draw, 1_000_000),
        _Bound("late.until_round", settings.late.until_round, 0, ROUNDS_LIMIT),
        _Bound("byes.half", byes.half, 0, ROUNDS_LIMIT),
        _Bound("byes.zero", byes.zero, 0, ROUNDS_LIMIT),
        _Bound("byes.until_round", byes.until_round, 0, ROUNDS_LIMIT),
        _Bound("corrections_s", settings.corrections_s, 0, CORRECTIONS_LIMIT_S),
        _Bound("boards.per_match", boards.per_match if boards else None, 1, BOARDS_LIMIT),
        _Bound("boards.pools", boards.pools if boards else None, 1, BOARDS_LIMIT),
    )


def _check_lists(settings: Settings) -> None:
    if len(settings.tie_breaks) > TIE_BREAKS_LIMIT or len(set(settings.tie_breaks)) < len(settings.tie_breaks):
        hint = f"name each tie-break once, and {TIE_BREAKS_LIMIT} at most"
        raise _invalid("tie_breaks", "a tie-break is named twice, or there are too many", hint)
    if settings.gates.players is not None and len(settings.gates.players) > LIST_LIMIT:
        raise _invalid("gates.players", "the list is too long", f"name {LIST_LIMIT} players at most")
    if settings.late.bye not in ("half", "zero"):
        raise _invalid("late.bye", f"nobody has {settings.late.bye} byes for coming late", "give half or zero")


def _check_members(size: Field) -> None:
    usual = {"player": (1, 1), "pair": (2, 2)}.get(size.kind)
    if usual is not None and usual != (size.members_least, size.members_most):
        hint = f"members_least and members_most are {usual[0]}"
        raise _invalid("entrants.members_least", f"a {size.kind} has not so many members", hint)


def _check_schedule(schedule: Schedule) -> None:
    if schedule.check_in_s is not None and schedule.starts_at is None:
        raise _invalid("schedule.check_in_s", "check-in is before a start that has no time", "give starts_at")
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
            raise _invalid(later, f"{later} is not after {earlier}", "registration opens, closes, and then play starts")
    opens, check_in = schedule.opens_at, schedule.check_in_at
    if check_in is not None and check_in < (opens or 0):
        raise _invalid("schedule.check_in_s", "check-in opens before registration", "make the check-in shorter")


def _check_rounds(rounds: RoundPlan) -> None:
    if rounds.pace == "window" and rounds.window_s is None:
        raise _invalid("rounds.window_s", "a round that is a window of time has a length", "give window_s")


def check_change(before: Settings, after: Settings, happened: frozenset[Happened]) -> None:
    """Checks that settings can still be changed in this way.

    Args:
        before: the current settings.
        after: the new settings.
        happened: the steps of the schedule that are done.

    Raises:
        InvalidSettings: a new setting is wrong.
        SettingFixed: one of them can no longer be changed.
    """
    check_settings(after)
    changed = [option for option in _fixed(happened) if _member(before, option) != _member(after, option)]
    if changed:
        raise SettingFixed(
            f"{', '.join(changed)} can no longer be changed",
            hint="leave it as it is, or create another tournament",
            facts={"settings": changed},
        )


def _fixed(happened: frozenset[Happened]) -> tuple[str, ...]:
    fixed: tuple[str, ...] = ()
    if "opened" in happened:
        fixed += (*FIXED_WITH_REGISTRATION, *(f"entrants.{name}" for name in FIXED_OF_FIELD), "schedule.opens_at")
    if "closed" in happened:
        fixed += ("schedule.closes_at",)
    return fixed


def _member(settings: Settings, option: str) -> object:
    value: Any = settings
    for name in option.split("."):
        value = getattr(value, name)
    return value


def _invalid(option: str, detail: str, hint: str) -> InvalidSettings:
    return InvalidSettings(detail, hint=hint, facts={"option": option})
