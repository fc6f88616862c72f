"""The formats of tournaments by name, with their figures; and what fits together in the settings of a tournament.

| format | figures | who is an entrant | two sides meet that are |
|---|---|---|---|
| `swiss` | `rounds`, from 1 to 100; `is_accelerated` | a whole side | entrants |
| `individual_swiss` | `rounds`, from 1 to 100 | a player | two players, other ones in every round |
| `round_robin` | `cycles`, 1 or 2; `by_lot` | a whole side | entrants |
| `knock_out` | `third_place` | a whole side | entrants |
| `night` | `rounds`, from 1 to 100; `partners` | a player | two players, drawn for every round or chosen |
| `arena` | `minutes`, `patience_s`, `near`, `streak_after`, `streak_factor` | a whole side | entrants |
| `duplicate_pairs` | `rounds`, from 1 to 100; `switched`, from 0 | a whole side | entrants, by a movement |
| `duplicate_individual` | `rounds`, from 1 to 100 | a player | two players, other ones in every round; or nobody |

In `swiss`, `round_robin` and `knock_out` an entrant can also be a team of several whole sides, which play at as many
tables at once; with duplicate boards the number of sides is even. Boards are played in the two formats named for them,
and by teams; `duplicate.dealing` says by which rules they can be dealt.

A *whole side* has exactly the players who sit on one side of a table: a pair where a side has two seats, three players
where it has three. So games are fit for tournaments in which two sides of equal size play; all others, in which friends
are called or everybody is alone, for `duplicate_individual` only. With duplicate boards are played:

| rules (`GET /v1/rules/profiles`) | `duplicate_pairs`, teams | `duplicate_individual` | alone, with bots |
|---|---|---|---|
| Sheng Ji, two sides of two | pairs, teams of pairs | partners change | boards, matches |
| Sheng Ji, two sides of three | three players, teams of threes | seat by seat | boards, matches |
| Sheng Ji, friends called | no | seat by seat | boards, matches |
| Zheng Shangyou, two sides of two | pairs, teams of pairs | partners change | boards, matches |
| Zheng Shangyou, two sides of three | three players, teams of threes | seat by seat | boards, matches |
| Zheng Shangyou, everybody alone | no | seat by seat | boards without IMPs |

Scores are compared by matchpoints everywhere, and as IMPs and victory points where sides are (`scoring.scales`).

Figures that are not given are 1 cycle, the order of the seeds and no lot, no acceleration, no match for third place,
and partners who stay together for the tournament when they have chosen each other (`partners.py` has the others).
Rounds are always given, except where a movement has an end: without them a Mitchell, a Howell and a movement of
individuals play all rounds that the field has. With them, the smallest field has to have so many.

In a knock-out whoever has nobody to meet goes on, a drawn match is played on at another table, twice at most, overdue
matches are not drawn, and a win is worth more than a loss. In a round robin and in a knock-out all pairings follow from
the field, so that nobody comes later and nobody can be kept apart. A night and an individual Swiss take four players at
least. Where rounds follow each other by themselves, tables have a clock or rounds a window of time, so that nobody is
waited for without end.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from domain.games.registry import GAMES
from domain.kernel.seats import Seat
from domain.tournaments.format import Format, OfEntrants, Violation
from domain.tournaments.format_checks import has_levels, invalid
from domain.tournaments.format_figures import MAKE, FormatFigures
from domain.tournaments.pairing import arena, individual_swiss, knock_out, night, round_robin, swiss
from domain.tournaments.pairing.exclusions import kept_apart_at_a_table
from domain.tournaments.pairing.partnerships import OfPlayers
from domain.tournaments.refusals import FormatDoesNotFit, NobodyFree
from domain.tournaments.rounds import Course, EntrantId, Round
from domain.tournaments.settings import (
    Play,
    Settings,
)
from domain.tournaments.tie_breaks import TieBreak

FormatName = Literal[
    "swiss", "individual_swiss", "round_robin", "knock_out", "night", "arena", "duplicate_pairs", "duplicate_individual"
]
FORMATS: tuple[FormatName, ...] = get_args(FormatName)
OF_PARTNERS: frozenset[str] = frozenset(("individual_swiss", "night", "duplicate_individual"))
"""Formats in which an entrant is a player, and two of them make a side for one round."""
KEEPING_APART: frozenset[str] = frozenset(("swiss", "individual_swiss", "night", "arena"))
"""Formats that can keep two entrants apart."""
ARENA_MINUTES = 7 * 24 * 60
ARENA_PATIENCE_S = 3600
ARENA_NEAR = 10_000_000
STREAK_LIMIT = 10
NIGHT_CHECK_IN_S = 900
PLAYERS_LEAST = 4
ENTRANTS_LEAST = 2
"""The fewest players that can make a table."""
NONE: frozenset[TieBreak] = frozenset()
COUNTED_BY_BOARDS: frozenset[TieBreak] = frozenset(
    ("board_quotient", "levels_won", "matchpoints", "imps", "victory_points")
)
"""Tie-breaks that need scores of duplicate boards."""
LEVELS: frozenset[TieBreak] = frozenset(("levels_won",))
"""Tie-breaks that also work without boards, in games with levels."""
OF_BOARDS = frozenset(("duplicate_pairs", "duplicate_individual"))
"""Formats that need duplicate boards."""
VICTORY_POINTS_DRAW = 1000
VICTORY_POINTS_MOST = 2000
WITHOUT_ROUNDS: frozenset[TieBreak] = frozenset(("wins", "wins_played", "average_rating", "lots"))
"""Tie-breaks that work where some entrants play more often than others."""
WITHOUT_OPPONENTS: frozenset[TieBreak] = frozenset(("wins", "wins_played", "progressive", "lots"))
"""Tie-breaks that work where partners and opponents change every round."""
OF_SEATS: tuple[TieBreak, ...] = ("board_quotient", "levels_won", "matchpoints", "lots")
"""Tie-breaks that work where each seat is compared for itself."""


@dataclass(frozen=True, slots=True)
class Swiss(OfEntrants):
    """Swiss rounds."""

    rules: swiss.SwissRules

    @property
    def fixed_rounds(self) -> int | None:
        """Those of its rules."""
        return self.rules.rounds

    def next_round(self, course: Course, seed: bytes) -> Round | None:
        """See `swiss.next_round`."""
        return swiss.next_round(course, self._rules(course), seed)

    def violations(self, course: Course, paired: Round) -> tuple[Violation, ...]:
        """See `swiss.violations`."""
        return swiss.violations(course, self._rules(course), paired)

    def _rules(self, course: Course) -> swiss.SwissRules:
        return self.rules._replace(forbidden=course.apart)


@dataclass(frozen=True, slots=True)
class IndividualSwiss(OfPlayers):
    """Swiss rounds for individuals: entrants are players, and two of their ids make a side."""

    rules: individual_swiss.IndividualSwissRules

    @property
    def fixed_rounds(self) -> int | None:
        """Those of its rules."""
        return self.rules.rounds

    def next_round(self, course: Course, seed: bytes) -> Round | None:
        """See `individual_swiss.next_round`."""
        return individual_swiss.next_round(course, self._rules(course), seed)

    def violations(self, course: Course, paired: Round) -> tuple[Violation, ...]:
        """See `individual_swiss.violations`."""
        return individual_swiss.violations(course, self._rules(course), paired)

    def _rules(self, course: Course) -> individual_swiss.IndividualSwissRules:
        return self.rules._replace(forbidden=course.apart)


@dataclass(frozen=True, slots=True)
class RoundRobin(OfEntrants):
    """A round robin. The numbers of its table follow the seeds, or are drawn from the seed of the first round."""

    rules: round_robin.RoundRobinRules
    has_rounds_without_matches: ClassVar[bool] = True

    def next_round(self, course: Course, seed: bytes) -> Round | None:
        """See `round_robin.next_round`."""
        return round_robin.next_round(course, self.rules, seed)

    def violations(self, course: Course, paired: Round) -> tuple[Violation, ...]:
        """Returns a violation unless these are the matches of the table; either side may be first."""
        return _other_matches(paired, self.next_round(course, course.seed))


@dataclass(frozen=True, slots=True)
class KnockOut(OfEntrants):
    """A knock-out."""

    rules: knock_out.KnockOutRules
    pairs_everybody: ClassVar[bool] = False
    has_rounds_without_matches: ClassVar[bool] = True
    needs_winners: ClassVar[bool] = True

    def next_round(self, course: Course, seed: bytes) -> Round | None:
        """See `knock_out.next_round`."""
        return knock_out.next_round(course, self.rules, seed)

    def violations(self, course: Course, paired: Round) -> tuple[Violation, ...]:
        """Returns a violation unless these are the matches of the bracket; either side may be first."""
        return _other_matches(paired, self.next_round(course, b""))


@dataclass(frozen=True, slots=True)
class Arena(OfEntrants):
    """An arena. Its rounds overlap, and each has the matches paired at one moment."""

    rules: arena.ArenaRules
    pairs_everybody: ClassVar[bool] = False

    def next_round(self, course: Course, seed: bytes) -> Round | None:
        """Those who are paired now; none when nobody is any more. Raises `NobodyFree`."""
        if course.live is None or course.live.is_over:
            return None
        moment = arena.DrawContext(course.live.now, seed, course.apart)
        standing = arena.scores(course, self.rules)
        matches = arena.next_matches(arena.those_who_wait(course), standing, self.rules, moment)
        if not matches:
            raise NobodyFree("no two who wait can meet now", hint="wait until a match is over, or somebody comes")
        return Round(len(course.rounds) + 1, matches)

    def violations(self, course: Course, paired: Round) -> tuple[Violation, ...]:
        """`span`: nobody is paired any more; `busy`: somebody does not wait; `bye`: nobody has one; `forbidden`."""
        waiting = {each for each, _ in course.live.waiting} if course.live else set()
        busy = [each for match in paired.matches for each in match if each not in waiting]
        is_over = course.live is None or course.live.is_over
        return (
            *([Violation("span", "Nobody is paired any more.")] if is_over else []),
            *(Violation("busy", f"{each} plays, has a break, or is not there.", (each,)) for each in busy),
            *(Violation("bye", f"{bye.entrant} has a bye.", (bye.entrant,)) for bye in paired.byes),
            *kept_apart_at_a_table(course.apart, paired),
        )


@dataclass(frozen=True, slots=True)
class Night(OfPlayers):
    """A random night: entrants are players, and two of their ids make a side."""

    rules: night.NightRules

    @property
    def fixed_rounds(self) -> int | None:
        """Those of its rules, if they say so."""
        return self.rules.rounds

    def next_round(self, course: Course, seed: bytes) -> Round | None:
        """See `night.next_round`."""
        return night.next_round(course, self._rules(course), seed)

    def violations(self, course: Course, paired: Round) -> tuple[Violation, ...]:
        """See `night.violations`."""
        return night.violations(course, self._rules(course), paired)

    def _rules(self, course: Course) -> night.NightRules:
        return self.rules._replace(chosen=course.partners, forbidden=course.apart)


def _other_matches(paired: Round, planned: Round | None) -> tuple[Violation, ...]:
    """The violations of having other matches, or pairing byes, than those that follow from the field."""
    follows = set() if planned is None else {frozenset(match) for match in planned.matches}
    free = set() if planned is None else _sitting_out(planned)
    wrong = [
        Violation("schedule", f"{match.first} and {match.second} do not meet in this round.", match)
        for match in paired.matches
        if frozenset(match) not in follows
    ]
    wrong += [
        Violation("schedule", f"{each} does not sit out in this round, or has to.", (each,))
        for each in sorted(_sitting_out(paired) ^ free)
    ]
    if not wrong and len(follows) != len(paired.matches):
        return (Violation("schedule", "The round does not have all its matches."),)
    return tuple(wrong)


def _sitting_out(paired: Round) -> set[EntrantId]:
    return {bye.entrant for bye in paired.byes if bye.kind == "pairing"}


def format_of(settings: Settings) -> Format:
    """Returns the format of a tournament.

    Raises:
        InvalidSettings: there is no such format, or its figures are wrong.
    """
    make = MAKE.get(settings.format)
    if make is None:
        hint = f"the formats are {', '.join(FORMATS)}"
        raise invalid("format", f"there is no format {settings.format}", hint, known=list(FORMATS))
    figures = FormatFigures(settings.figures)
    form = make(settings, figures)
    figures.check_all_known()
    return form


def sides_of(play: Play) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Returns the seats of the first side of a table, and those of the second.

    Raises:
        InvalidSettings: there is no such game.
        InvalidRules: it cannot be played by these rules.
        FormatDoesNotFit: it is not played by two sides of equal size.
    """
    game = GAMES.get(play.game)
    if game is None:
        raise invalid("play.game", f"there is no game {play.game}", f"the games are {', '.join(sorted(GAMES))}")
    teams = game.teams(game.rules(play.profile, play.overrides))
    if len(teams) != 2 or len(teams[0]) != len(teams[1]):
        raise FormatDoesNotFit(
            f"{len(teams)} sides play at a table of this game",
            hint="choose rules by which two sides of equal size play",
            facts={"option": "play", "sides": [len(team) for team in teams]},
        )
    return teams[0], teams[1]


def usual_tie_breaks(format_name: str, game: str) -> tuple[TieBreak, ...]:
    """The tie-breaks of a tournament for which nobody has named any: in nights of a game with levels, levels won."""
    return ("levels_won",) if format_name == "night" and has_levels(game) else ()
