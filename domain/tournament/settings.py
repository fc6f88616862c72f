"""What is settled about a tournament before it begins, and how long each part of it can be changed.

| settings | can be changed |
|---|---|
| game and rules, format and its figures, kind and size of entrants, rated or not, duplicate boards, season, series | \
until registration opens |
| when registration opens, when it closes | until that has happened |
| everything else | until the start |

A change holds for what comes after it: who has entered stays, whatever is asked of others since.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal, NamedTuple

from domain.clocks.ladder import Ladder, Pauses
from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.instants import MINUTE_MS, SECOND_MS, Instant, write_instant
from domain.table.events import NO_LADDER, NO_PAUSES
from domain.tournament.gates import OPEN_TO_ALL, Gates
from domain.tournament.refusals import InvalidSettings, SettingFixed
from domain.tournament.rounds import DRAW, LOSS, WIN, ByeKind, Points

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
    """What is played at the tables.

    Attributes:
        game, profile, overrides: the game, and the rules by name and by what differs from them.
        hands: how many hands a table plays; none: until the match is won.
        clock, pauses, ladder: how much time its seats have, when it stands still, and what happens when it is over.
    """

    game: str
    profile: str
    overrides: dict[str, Any] = field(default_factory=dict)
    hands: int | None = None
    clock: ClockRules = NO_CLOCK
    pauses: Pauses = NO_PAUSES
    ladder: Ladder = NO_LADDER


@dataclass(frozen=True, slots=True)
class Field:
    """Who can enter, and how many.

    Attributes:
        kind: what an entrant is.
        members_least, members_most: how many players it has: 1 for a player, 2 for a pair.
        capacity: how many entrants have a place; none: as many as come.
        least: with fewer entrants the tournament does not begin.
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
    """When things happen by themselves.

    Attributes:
        opens_at: registration; none: at once.
        closes_at: registration; none: with the start.
        check_in_s: for so long before the start players check in; none: nobody has to.
        starts_at: none: when a director says so.
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
    """How rounds follow each other.

    Attributes:
        pace: `at_once`: a round begins when the last is over; `window`: each round has its window of time, within which
            a match can be played at any time, and the next one begins after the window.
        window_s: so long after a round was paired its matches are adjudicated; none: never, which no window can be.
        interval_s: so long after that the next round begins.
        adjudication: what a match without a result is worth then; `overdue` says how.
        is_automatic: whether rounds are closed, and the next ones paired, without a director.
        win, draw, loss: what a match is worth where nothing finer is known, and what byes are worth.
        leaving: what becomes of a match when a player leaves in the middle of it; `leaving` says how.
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
    """Who comes late.

    Attributes:
        until_round: in this round, at the latest, one plays one's first match; 0: nobody comes late.
        bye: what one has for the rounds that one has missed.
    """

    until_round: int = 0
    bye: ByeKind = "zero"


NOBODY_LATE = LateEntry()


@dataclass(frozen=True, slots=True)
class Byes:
    """How often an entrant may ask to sit out; staff may grant any bye.

    Attributes:
        half: so many byes for half a win.
        zero: so many for nothing; none: any number.
        until_round: in later rounds there are none for the asking; none: in every round.
    """

    half: int = 0
    zero: int | None = None
    until_round: int | None = None


NO_BYES = Byes()


@dataclass(frozen=True, slots=True)
class Boards:
    """Duplicate boards.

    Attributes:
        per_match: how many boards a match has.
        scoring: how their results are compared.
        movement: by which movement they go round; none where everybody plays them at any time.
        pools: how many instances of each board are dealt.
    """

    per_match: int
    scoring: BoardScoring
    movement: str | None = None
    pools: int = 1


@dataclass(frozen=True, slots=True)
class Settings:
    """All that is settled about a tournament.

    Attributes:
        name: under which it is found.
        play: what is played.
        format: the name of the format, and
        figures: its figures; both were checked when they came in, as were the rules of the game.
        entrants, gates, schedule, rounds, late, byes: see there.
        is_rated: whether results count for ratings.
        tie_breaks: by name, the first decides first.
        boards: none where every table has deals of its own.
        is_sealed: whether results are shown only when their round is closed.
        season, series: to which it belongs.
        corrections_s: for so long after its last result results can be overridden before it is finished; 0: not at all.
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
        """For how long whoever is free is paired at once; none where rounds follow each other."""
        return self.figures["minutes"] * MINUTE_MS if self.format == "arena" else None

    @property
    def partners(self) -> ChosenPartners:
        """For how long two players are partners who have chosen each other; `drawn` where nobody chooses."""
        chosen: ChosenPartners = self.figures.get("partners", "tournament") if self.format == "night" else "drawn"
        return chosen


def with_later_members(document: dict[str, Any]) -> dict[str, Any]:
    """Stored settings of a time when nothing was said of players who leave, and there was no time for corrections."""
    rounds = {**document["rounds"], "leaving": "played_on"}
    return {**document, "rounds": rounds, "corrections_s": 0}


FIXED_WITH_REGISTRATION = ("play", "format", "figures", "is_rated", "boards", "season", "series")
FIXED_OF_FIELD = ("kind", "members_least", "members_most")

Happened = Literal["opened", "closed"]


def check_to_come(schedule: Schedule, now: Instant) -> None:
    """Whether one can still enter, and the start is still to come. Raises `InvalidSettings`."""
    for option, at in (("schedule.closes_at", schedule.closes_at), ("schedule.starts_at", schedule.starts_at)):
        if at is not None and at <= now:
            raise _invalid(option, f"{option} is over", f"give a time after {write_instant(now)}")


class _Bound(NamedTuple):
    option: str
    value: int | None
    least: int
    most: int


def check_settings(settings: Settings) -> None:
    """Whether a tournament can have these settings.

    Raises:
        InvalidSettings: it cannot; the setting that is wrong is named.
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
    """Whether settings can still be changed so.

    Args:
        before: the settings now.
        after: the settings as they are to be.
        happened: what of the schedule has happened.

    Raises:
        InvalidSettings: the settings would be wrong.
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
