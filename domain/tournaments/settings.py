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
from typing import Any, Literal

from domain.clocks.ladder import Ladder, Pauses
from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.games.registry import GAMES
from domain.kernel.instants import DAY_MS, MINUTE_MS, SECOND_MS, Instant
from domain.kernel.seats import Seat
from domain.table.events import NO_LADDER, NO_PAUSES
from domain.tournaments.entrants.gates import OPEN_TO_ALL, Gates
from domain.tournaments.terms import DRAW, LOSS, WIN, ByeKind, PairingByeWorth, Points

Seeding = Literal["rating", "entry", "lot"]
"""The order at the start: the highest rating first, in the order of entry, or by lot."""
EntrantKind = Literal["player", "pair", "team"]
ChosenPartners = Literal["drawn", "round", "tournament"]
RoundPace = Literal["at_once", "window"]
Adjudication = Literal["draw", "current_score", "both_lose", "absent_loses"]
Leaving = Literal["played_on", "ends_match"]
BoardScoring = Literal["matchpoints", "imps", "victory_points"]
DoneStep = Literal["opened", "closed"]
"""A step of the schedule that is done: registration opened, registration closed."""

NAME_LIMIT = 80
ENTRANTS_LIMIT = 1024
TEAM_LIMIT = 12
ANSWER_LEAST_S = 60
ROUNDS_LIMIT = 100
BOARDS_LIMIT = 100
DAY_S = 24 * 3600
SPAN_LIMIT_S = 366 * DAY_S
CORRECTIONS_LIMIT_S = 30 * DAY_S
LIST_LIMIT = 10_000
TIE_BREAKS_LIMIT = 20


@dataclass(frozen=True, slots=True)
class TableGame:
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


def has_levels(name: str) -> bool:
    """Returns whether there is such a game, and its players climb levels."""
    return name in GAMES and GAMES[name].has_levels


@dataclass(frozen=True, slots=True)
class EntrantSettings:
    """The kind and the number of entrants.

    Attributes:
        kind: the kind of entrant.
        members_least, members_most: the number of its players: 1 for a player, 2 for a pair.
        capacity: the number of places; `None` for no limit.
        least: the tournament does not begin with fewer entrants.
        seeding: the order of entrants that staff have not seeded by hand.
        answer_s: the seconds in which an entrant on the waiting list answers the call for a free place; `None` if it
            gets the place at once.
    """

    kind: EntrantKind
    members_least: int = 1
    members_most: int = 1
    capacity: int | None = None
    least: int = 2
    seeding: Seeding = "rating"
    answer_s: int | None = None


PLAYERS = EntrantSettings("player")


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
        adjudication: the rule for matches without a result at the deadline; see `adjudication`.
        is_automatic: whether rounds are closed and paired without a director.
        win, draw, loss: the points of a match without a finer score, and of byes.
        leaving: the rule for a match that a player leaves; see `leaving`.
        played_elsewhere: whether matches have no tables, and their players report the results; see `matches/reports`.
    """

    pace: RoundPace = "at_once"
    window_s: int | None = None
    interval_s: int = 0
    adjudication: Adjudication = "draw"
    is_automatic: bool = True
    win: Points = WIN
    draw: Points = DRAW
    loss: Points = LOSS
    leaving: Leaving = "played_on"
    played_elsewhere: bool = False


UNSCHEDULED = RoundPlan()


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
    """The worth of byes, and limits for byes on request. Staff may grant any bye.

    Attributes:
        pairing: the worth of the bye of an entrant without an opponent.
        half: the number of byes worth half a win.
        zero: the number of byes worth nothing; `None` for no limit.
        until_round: the last round for which a bye can be requested; `None` for no limit.
    """

    pairing: PairingByeWorth = "full"
    half: int = 0
    zero: int | None = None
    until_round: int | None = None


NO_BYES = Byes()


@dataclass(frozen=True, slots=True)
class BoardSettings:
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
class TournamentSettings:
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
        public: whether it can be read without a token, and so can its tables.
        corrections_s: the length of the period for corrections after the last result, in seconds; 0 for none.
    """

    name: str
    play: TableGame
    format: str
    figures: dict[str, Any] = field(default_factory=dict)
    entrants: EntrantSettings = PLAYERS
    gates: Gates = OPEN_TO_ALL
    schedule: Schedule = BY_HAND
    rounds: RoundPlan = UNSCHEDULED
    late: LateEntry = NOBODY_LATE
    byes: Byes = NO_BYES
    is_rated: bool = False
    tie_breaks: tuple[str, ...] = ()
    boards: BoardSettings | None = None
    is_sealed: bool = False
    season: str | None = None
    series: str | None = None
    corrections_s: int = 0
    public: bool = True

    @property
    def span_ms(self) -> int | None:
        """How long matches can begin at any time, in milliseconds; `None` where rounds do not overlap."""
        if self.is_ladder:
            return int(self.figures["days"]) * DAY_MS
        return int(self.figures["minutes"]) * MINUTE_MS if self.format == "arena" else None

    @property
    def is_ladder(self) -> bool:
        """Whether matches follow from challenges."""
        return self.format == "challenge_ladder"

    @property
    def partners(self) -> ChosenPartners:
        """How long chosen partners stay together; `drawn` if partners are not chosen."""
        chosen: ChosenPartners = self.figures.get("partners", "tournament") if self.format == "night" else "drawn"
        return chosen


def with_later_members(document: dict[str, Any]) -> dict[str, Any]:
    """Upgrades stored settings that lack the rule for leaving players and the period for corrections."""
    rounds = {**document["rounds"], "leaving": "played_on"}
    return {**document, "rounds": rounds, "corrections_s": 0}


def seeded_by_rating(document: dict[str, Any]) -> dict[str, Any]:
    """Upgrades stored settings: seeds followed ratings, and a pairing bye was worth a win."""
    entrants = {**document["entrants"], "seeding": "rating"}
    return {**document, "entrants": entrants, "byes": {**document["byes"], "pairing": "full"}}


def without_calls_and_reports(document: dict[str, Any]) -> dict[str, Any]:
    """Upgrades stored settings: the waiting list moved up at once, and all matches were played at tables."""
    entrants = {**document["entrants"], "answer_s": None}
    return {**document, "entrants": entrants, "rounds": {**document["rounds"], "played_elsewhere": False}}


def open_to_all_readers(document: dict[str, Any]) -> dict[str, Any]:
    """Upgrades stored settings: all tournaments could be read without a token."""
    return {**document, "public": True}
