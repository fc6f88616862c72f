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
| `duplicate_individual` | `rounds`, from 1 to 100 | a player | two players, other ones in every round; \
or nobody: `duplicate.seat_by_seat` |

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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from domain.clocks.rules import NO_CLOCK
from domain.games.registry import GAMES
from domain.kernel.seats import Seat
from domain.tournaments.duplicate.dealing import check_boards, sealed_rounds
from domain.tournaments.duplicate.line_ups import OF_TEAMS, is_seat_by_seat, side_size, sides_of_match
from domain.tournaments.duplicate.movements import (
    FIELDS,
    INDIVIDUALS,
    ByMovement,
    DuplicateIndividual,
    DuplicatePairs,
    Fits,
    least_field,
)
from domain.tournaments.duplicate.seat_by_seat import PLAYERS_LIMIT, SeatBySeat
from domain.tournaments.duplicate.seat_comparison import seat_standings
from domain.tournaments.duplicate.standings import board_standings, board_tallies
from domain.tournaments.format import Format, OfEntrants, Violation
from domain.tournaments.levels import level_tallies
from domain.tournaments.no_show import absent_entrants, absent_last, idle_winners
from domain.tournaments.pairing import arena, individual_swiss, knock_out, night, round_robin, swiss
from domain.tournaments.pairing.apart import kept_apart_at_a_table
from domain.tournaments.pairing.partnerships import OfPlayers, course_of_players
from domain.tournaments.rated import check_rated
from domain.tournaments.refusals import FormatDoesNotFit, InvalidSettings, NobodyFree
from domain.tournaments.rounds import Course, EntrantId, Round
from domain.tournaments.settings import (
    ENTRANTS_LIMIT,
    NO_BYES,
    ROUNDS_LIMIT,
    ChosenPartners,
    Field,
    Play,
    RoundPlan,
    Settings,
)
from domain.tournaments.standings import Standing, standings
from domain.tournaments.state import Tournament, course
from domain.tournaments.tie_breaks import TIE_BREAKS, Given, TieBreak, TieBreakRules

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
        moment = arena.Moment(course.live.now, seed, course.apart)
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


# ------------------------------------------------------------------------------------------------ figures


def format_of(settings: Settings) -> Format:
    """Returns the format of a tournament.

    Raises:
        InvalidSettings: there is no such format, or its figures are wrong.
    """
    make = _MAKE.get(settings.format)
    if make is None:
        hint = f"the formats are {', '.join(FORMATS)}"
        raise _invalid("format", f"there is no format {settings.format}", hint, known=list(FORMATS))
    figures = _Figures(settings.figures)
    form = make(settings, figures)
    figures.check_all_known()
    return form


class _Figures:
    """The figures of a format, of which those that are asked for are known."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._given = given
        self._known: list[str] = []

    def number(self, name: str, least: int, most: int, usual: int | None) -> int:
        """A whole number; one that has to be given where none is usual."""
        value = self._value(name, usual)
        if type(value) is not int or not least <= value <= most:
            hint = f"give a whole number from {least} to {most}"
            raise _invalid(f"figures.{name}", f"{name} cannot be {value!r}", hint, least=least, most=most)
        return value

    def yes_or_no(self, name: str) -> bool:
        """Whether something is so; usually it is not."""
        value = self._value(name, usual=False)
        if type(value) is not bool:
            raise _invalid(f"figures.{name}", f"{name} cannot be {value!r}", "give true or false")
        return value

    def word(self, name: str, allowed: Sequence[str], usual: str) -> str:
        """One of some words."""
        value = self._value(name, usual)
        if value not in allowed:
            hint = f"give one of {', '.join(allowed)}"
            raise _invalid(f"figures.{name}", f"{name} cannot be {value!r}", hint, known=list(allowed))
        return str(value)

    def check_all_known(self) -> None:
        """Whether no others were given. Raises `InvalidSettings`."""
        others = sorted(set(self._given) - set(self._known))
        if others:
            hint = f"the format has {', '.join(self._known) or 'no figures'}"
            raise _invalid(f"figures.{others[0]}", f"the format has no figure {others[0]}", hint, known=self._known)

    def _value(self, name: str, usual: object) -> Any:
        self._known.append(name)
        return self._given.get(name, usual)


def _swiss(settings: Settings, figures: _Figures) -> Format:
    rounds, accelerated = figures.number("rounds", 1, ROUNDS_LIMIT, None), figures.yes_or_no("is_accelerated")
    return Swiss(swiss.SwissRules(rounds, settings.rounds.win, is_accelerated=accelerated))


def _round_robin(_: Settings, figures: _Figures) -> Format:
    cycles: Literal[1, 2] = 1 if figures.number("cycles", 1, 2, 1) == 1 else 2
    return RoundRobin(round_robin.RoundRobinRules(cycles, figures.yes_or_no("by_lot")))


def _individual_swiss(_: Settings, figures: _Figures) -> Format:
    rounds = figures.number("rounds", 1, ROUNDS_LIMIT, None)
    return IndividualSwiss(individual_swiss.IndividualSwissRules(rounds))


def _knock_out(_: Settings, figures: _Figures) -> Format:
    return KnockOut(knock_out.KnockOutRules(third_place=figures.yes_or_no("third_place")))


def _night(_: Settings, figures: _Figures) -> Format:
    # For how long chosen partners are together is for the tournament to know; see `Settings.partners`.
    figures.word("partners", get_args(ChosenPartners), "tournament")
    return Night(night.NightRules(figures.number("rounds", 1, ROUNDS_LIMIT, None)))


def _duplicate_pairs(settings: Settings, figures: _Figures) -> Format:
    movement = settings.boards.movement if settings.boards is not None else None
    if movement not in FIELDS:
        known = [each for each in FIELDS if each is not None]
        raise _invalid("boards.movement", f"there is no movement {movement}", f"give {' or '.join(known)}, or null")
    rounds = figures.number("rounds", 1, ROUNDS_LIMIT, None if movement is None else ROUNDS_LIMIT)
    switched = figures.number("switched", 0, rounds, 0)
    if switched and movement != "mitchell":
        raise _invalid("figures.switched", "directions are exchanged in a Mitchell alone", "leave it out")
    return DuplicatePairs(movement, rounds, switched)


def _duplicate_individual(settings: Settings, figures: _Figures) -> Format:
    if settings.boards is not None and settings.boards.movement is not None:
        raise _invalid("boards.movement", "players go by a movement of their own", "leave it out")
    if is_seat_by_seat(settings):
        return SeatBySeat(figures.number("rounds", 1, ROUNDS_LIMIT, None), sum(map(len, sides_of_match(settings.play))))
    return DuplicateIndividual(figures.number("rounds", 1, ROUNDS_LIMIT, ROUNDS_LIMIT))


def _arena(settings: Settings, figures: _Figures) -> Format:
    figures.number("minutes", 1, ARENA_MINUTES, None)
    figures.number("patience_s", 0, ARENA_PATIENCE_S, 60)
    figures.number("near", 0, ARENA_NEAR, 2 * settings.rounds.win)
    figures.number("streak_after", 1, STREAK_LIMIT, 2)
    figures.number("streak_factor", 1, STREAK_LIMIT, 2)
    return Arena(arena.rules_of(settings))


_MAKE: dict[str, Callable[[Settings, _Figures], Format]] = {
    "swiss": _swiss,
    "individual_swiss": _individual_swiss,
    "round_robin": _round_robin,
    "knock_out": _knock_out,
    "night": _night,
    "duplicate_pairs": _duplicate_pairs,
    "duplicate_individual": _duplicate_individual,
    "arena": _arena,
}


# ------------------------------------------------------------------------------------------------ what fits together


def sides_of(play: Play) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Returns the seats of the first side of a table, and those of the second.

    Raises:
        InvalidSettings: there is no such game.
        InvalidRules: it cannot be played by these rules.
        FormatDoesNotFit: it is not played by two sides of equal size.
    """
    game = GAMES.get(play.game)
    if game is None:
        raise _invalid("play.game", f"there is no game {play.game}", f"the games are {', '.join(sorted(GAMES))}")
    teams = game.teams(game.rules(play.profile, play.overrides))
    if len(teams) != 2 or len(teams[0]) != len(teams[1]):
        raise FormatDoesNotFit(
            f"{len(teams)} sides play at a table of this game",
            hint="choose rules by which two sides of equal size play",
            facts={"option": "play", "sides": [len(team) for team in teams]},
        )
    return teams[0], teams[1]


def checked_format(settings: Settings) -> Format:
    """The format of a tournament that can be created with these settings.

    Raises:
        InvalidSettings: there is no such format, game or tie-break, or it has not these figures.
        InvalidRules: the game cannot be played by these rules.
        FormatDoesNotFit: format, game, entrants and all else do not fit together; `option` names what does not.
    """
    form = format_of(settings)
    if isinstance(form, SeatBySeat):
        _check_seat_by_seat(settings, form)
        seats = side_size(settings.play)
    else:
        seats = len(sides_of(settings.play)[0])
        _check_entrants(settings, seats)
    _check_tie_breaks(settings)
    _check_goes_on(settings)
    check_rated(settings)
    _check_boards(settings, seats)
    if isinstance(form, DuplicatePairs | DuplicateIndividual):
        _check_length(settings, form)
    if form.has_rounds_without_matches and settings.late.until_round > 1:
        detail = f"nobody comes late in a {settings.format}, whose pairings follow from the field"
        raise _unfit("late.until_round", detail, "give 0, or 1 for those who come before the first round")
    if form.needs_winners:
        _check_winners(settings.rounds)
    if settings.span_ms is not None:
        _check_needs_no_rounds(settings)
    return form


def _check_seat_by_seat(settings: Settings, form: SeatBySeat) -> None:
    """Whether players are compared on each seat for itself, at two tables or more."""
    size, boards = settings.entrants, settings.boards
    if (size.members_least, size.members_most) != (1, 1):
        raise _unfit("entrants", "an entrant of this tournament has 1 player", "let each entrant be a player")
    _check_size(size, Fits(2 * form.seats, PLAYERS_LIMIT))
    if boards is not None and boards.scoring != "matchpoints":
        raise _unfit("boards.scoring", "seats that are compared for themselves have no IMPs", "give matchpoints")
    if settings.is_rated:
        raise _unfit("is_rated", "where each seat is compared for itself nobody wins a match", "give false")


def _check_needs_no_rounds(settings: Settings) -> None:
    """Whether nothing is asked for that takes rounds which follow each other."""
    plan, hint = settings.rounds, "leave it out: whoever is free is paired at once"
    for option, is_usual in (
        ("rounds.pace", plan.pace == "at_once"),
        ("rounds.interval_s", plan.interval_s == 0),
        ("rounds.is_automatic", plan.is_automatic),
        ("late.until_round", settings.late.until_round == 0),
        ("byes", settings.byes == NO_BYES),
    ):
        if not is_usual:
            raise _unfit(option, "an arena has no rounds that follow each other", hint)


def _check_goes_on(settings: Settings) -> None:
    """Whether a tournament that runs itself can go on when somebody does not come."""
    plan = settings.rounds
    if plan.is_automatic and plan.window_s is None and settings.play.clock == NO_CLOCK:
        detail = "rounds that follow each other by themselves would wait for ever for a player who does not come"
        raise _invalid("rounds.window_s", detail, "give window_s, or a clock at the tables (play.clock)")


def _check_winners(plan: RoundPlan) -> None:
    """Whether every match of a format that needs winners has one, or is lost by both sides."""
    if plan.window_s is not None and plan.adjudication == "draw":
        raise _unfit("rounds.adjudication", "a drawn match has no winner", "choose another adjudication")
    if plan.win <= plan.loss:
        raise _unfit("rounds.win", "who wins has no more than who loses", "give more for a win than for a loss")


def usual_least(
    format_name: str, movement: str | None = None, capacity: int | None = None, rounds: int | None = None
) -> int:
    """The default of `entrants.least`: with how many entrants a tournament begins at the least.

    Args:
        format_name: of which format; an unknown one has the usual figure.
        movement: of duplicate boards, where one is named.
        capacity: how many have a place, where that is limited.
        rounds: how many are asked for, where the format has such a figure.

    Returns:
        As few as the format can pair in so many rounds. Where a movement takes some numbers alone, the capacity if it
        is one of them.
    """
    least = PLAYERS_LEAST if format_name in OF_PARTNERS else ENTRANTS_LEAST
    fits = _fits(format_name, movement)
    if fits is None:
        return least
    if fits.only:
        return capacity if capacity in fits.only else min(fits.only)
    enough = None if rounds is None else least_field(DuplicatePairs(movement, rounds), fits)
    return max(least, fits.least if enough is None else enough)


def usual_check_in_s(format_name: str, before_s: int | None) -> int | None:
    """For how long before the start players check in, where nobody has said so.

    Args:
        format_name: of which format.
        before_s: so long before the start registration opens; none: the start has no time.

    Returns:
        A quarter of an hour for a night, whose partners and opponents wait for everybody who has entered; no check-in
        elsewhere, and where the start has no time.
    """
    if format_name != "night" or before_s is None or before_s < 1:
        return None
    return min(NIGHT_CHECK_IN_S, before_s)


def _fits(format_name: str, movement: str | None) -> Fits | None:
    """Which numbers of entrants the movement of a format takes; none where it has none, or there is no such one."""
    if format_name == "duplicate_individual":
        return INDIVIDUALS
    return FIELDS.get(movement) if format_name == "duplicate_pairs" else None


def _check_entrants(settings: Settings, seats: int) -> None:
    size = settings.entrants
    of_partners = settings.format in OF_PARTNERS
    wanted = 1 if of_partners else seats
    if of_partners and seats != 2:
        raise _unfit("play", f"partners are two, and a side has {seats} seats", "choose a game of four")
    if _is_of_teams(settings, seats):
        return
    if (size.members_least, size.members_most) != (wanted, wanted):
        kind = {1: "player", 2: "pair"}.get(wanted, f"team of {wanted}")
        raise FormatDoesNotFit(
            f"an entrant of this tournament has {wanted} players",
            hint=f"let each entrant be a {kind}",
            facts={"option": "entrants", "members": wanted},
        )
    if of_partners and size.least < PLAYERS_LEAST:
        detail, hint = f"{size.least} players do not make a table", f"give {PLAYERS_LEAST} or more"
        raise _invalid("entrants.least", detail, hint, least=PLAYERS_LEAST, most=ENTRANTS_LIMIT)


def _is_of_teams(settings: Settings, seats: int) -> bool:
    """Whether an entrant is a team of several sides."""
    size = settings.entrants
    is_larger = settings.format in OF_TEAMS and size.kind == "team" and size.members_least > seats
    return is_larger and size.members_least % seats == 0


def _check_boards(settings: Settings, seats: int) -> None:
    boards, size = settings.boards, settings.entrants
    if boards is None:
        if settings.format in OF_BOARDS:
            raise _unfit("boards", f"{settings.format} is played with duplicate boards", "give boards")
        return
    if settings.format not in OF_BOARDS:
        _check_boards_of_teams(settings, seats)
    if settings.format == "duplicate_pairs":
        _check_size(size, FIELDS[boards.movement])
    elif settings.format == "duplicate_individual" and not is_seat_by_seat(settings):
        _check_size(size, INDIVIDUALS)
        if boards.scoring == "victory_points":
            raise _unfit("boards.scoring", "players have no matches of their own", "give matchpoints or imps")
    check_boards(settings.play)
    _check_board_scoring(settings)


def _check_boards_of_teams(settings: Settings, seats: int) -> None:
    """Whether the deals of a match are played at two tables each."""
    boards, size = settings.boards, settings.entrants
    if not _is_of_teams(settings, seats) or size.members_least // seats % 2:
        raise _unfit(
            "boards",
            f"in a {settings.format} a deal is played at two tables by teams of an even number of sides",
            f"let entrants be teams with members_least {2 * seats}, or choose {' or '.join(sorted(OF_BOARDS))}",
        )
    if boards is not None and boards.movement is not None:
        raise _unfit("boards.movement", f"a {settings.format} is no movement of boards", "leave it out")


def _check_size(size: Field, fits: Fits) -> None:
    """Whether the movement is made for all numbers of entrants with which the tournament may begin."""
    most = size.capacity
    if fits.only and (size.least != most or most not in fits.only):
        numbers = ", ".join(map(str, fits.only))
        raise _unfit("entrants.capacity", f"the movement takes {numbers} entrants", "give one as least and capacity")
    if size.least < fits.least or most is None or most > fits.most:
        option = "entrants.least" if size.least < fits.least else "entrants.capacity"
        hint = f"give least from {fits.least} on and capacity up to {fits.most}"
        raise _unfit(option, f"the movement takes {fits.least} to {fits.most} entrants", hint)


def _check_length(settings: Settings, form: ByMovement) -> None:
    """Whether the movement has as many rounds as are asked for, with every number of entrants that may begin.

    More entrants never have fewer rounds, so the smallest field decides.
    """
    least = settings.entrants.least
    most = form.most_rounds(least)
    if "rounds" not in settings.figures or most is None or form.rounds <= most:
        return
    fits = _fits(settings.format, settings.boards.movement if settings.boards else None)
    enough = None if fits is None else least_field(form, fits)
    name = (settings.boards.movement if settings.boards else None) or "movement of individuals"
    hint = f"give 1 to {most} rounds"
    if enough is not None:
        hint += f", or begin with {enough} entrants (entrants.least), which can play {form.rounds}"
    raise FormatDoesNotFit(
        f"with {least} entrants a {name} has {most} rounds at most, not {form.rounds}",
        hint=hint,
        facts={"option": "figures.rounds", "least": 1, "most": most, "entrants_least": enough},
    )


def _check_board_scoring(settings: Settings) -> None:
    plan, scoring = settings.rounds, settings.boards.scoring if settings.boards is not None else "matchpoints"
    if scoring == "victory_points" and not (plan.draw == VICTORY_POINTS_DRAW and plan.win <= VICTORY_POINTS_MOST):
        raise _unfit(
            "rounds.draw",
            "of victory points both sides share 20.00",
            f"give draw {VICTORY_POINTS_DRAW}, and win up to {VICTORY_POINTS_MOST} for who meets nobody",
        )


def _check_tie_breaks(settings: Settings) -> None:
    unknown = [each for each in settings.tie_breaks if each not in TIE_BREAKS]
    if unknown:
        hint = f"tie-breaks are {', '.join(TIE_BREAKS)}"
        raise _invalid("tie_breaks", f"there is no tie-break {unknown[0]}", hint, known=list(TIE_BREAKS))
    possible = _possible_tie_breaks(settings)
    unfit = [each for each in settings.tie_breaks if each not in possible]
    if unfit:
        raise _unfit("tie_breaks", f"{unfit[0]} is not to be had here", f"choose among {', '.join(possible)}")
    if "lots" in settings.tie_breaks[:-1]:
        raise _invalid("tie_breaks", "lots decide everything", "name them last")


def _possible_tie_breaks(settings: Settings) -> tuple[TieBreak, ...]:
    counted = COUNTED_BY_BOARDS if settings.boards is not None else LEVELS if _has_levels(settings.play.game) else NONE
    if is_seat_by_seat(settings):
        return OF_SEATS
    if settings.format in OF_PARTNERS:
        return tuple(each for each in TIE_BREAKS if each in WITHOUT_OPPONENTS | counted)
    if settings.span_ms is not None:
        return tuple(each for each in TIE_BREAKS if each in WITHOUT_ROUNDS)
    return tuple(each for each in TIE_BREAKS if each not in COUNTED_BY_BOARDS - counted)


def usual_tie_breaks(format_name: str, game: str) -> tuple[TieBreak, ...]:
    """The tie-breaks of a tournament for which nobody has named any: in nights of a game with levels, levels won."""
    return ("levels_won",) if format_name == "night" and _has_levels(game) else ()


def _has_levels(name: str) -> bool:
    game = GAMES.get(name)
    return game is not None and game.has_levels


def _unfit(option: str, detail: str, hint: str) -> FormatDoesNotFit:
    return FormatDoesNotFit(detail, hint=hint, facts={"option": option})


def _invalid(option: str, detail: str, hint: str, **facts: object) -> InvalidSettings:
    return InvalidSettings(detail, hint=hint, facts={"option": option, **facts})


# ------------------------------------------------------------------------------------------------ standings


def tournament_standings(tournament: Tournament) -> tuple[Standing, ...]:
    """How the entrants of a tournament stand, by its tie-breaks; nobody before the start.

    Who has missed a match and acted in none stands last, whatever the points (`no_show`).

    By duplicate boards as far as everybody may know them: `duplicate.standings`.

    Lots are drawn with a key that is made when the tournament is finished, and before that not at all. In a knock-out
    the place in the bracket decides first; who has not gone out is on rank 1. In an arena wins count by their streaks.
    Where partners change a match counts for both of them alike.
    """
    if not tournament.order:
        return ()
    form = format_of(tournament.settings)
    hidden = sealed_rounds(tournament, form) if tournament.settings.boards is not None else frozenset[int]()
    ranked, absent = _standings(tournament, form), absent_entrants(tournament, form, hidden)
    return absent_last(ranked, absent | idle_winners(tournament, form, ranked, absent))


def _standings(tournament: Tournament, form: Format) -> tuple[Standing, ...]:
    """Returns the standings by points and tie-breaks alone."""
    settings = tournament.settings
    seed = _key_of_lots(tournament)
    chosen = [each for each in TIE_BREAKS if each in settings.tie_breaks and (seed is not None or each != "lots")]
    chosen.sort(key=settings.tie_breaks.index)
    plan = settings.rounds
    rules = TieBreakRules(is_predetermined=settings.format == "round_robin", win=plan.win, draw=plan.draw)
    known, levels = course(tournament), tuple(level_tallies(tournament, form))
    match form:
        case DuplicatePairs() | DuplicateIndividual():
            return board_standings(tournament, form, chosen, rules, seed)
        case SeatBySeat():
            return seat_standings(tournament, form, chosen, rules, seed)
        case Night() | IndividualSwiss():
            return standings(course_of_players(known), chosen, rules, Given(levels, seed))
        case Arena():
            ranked = standings(arena.valued(known, form.rules), chosen, rules, Given(seed=seed))
            return tuple(each._replace(byes=0) for each in ranked)
        case KnockOut():
            given = Given(board_tallies(tournament, form) + levels, seed)
            return _by_places(standings(known, chosen, rules, given), knock_out.places(known, form.rules))
        case _:
            return standings(known, chosen, rules, Given(board_tallies(tournament, form) + levels, seed))


def _key_of_lots(tournament: Tournament) -> bytes | None:
    """Returns the key of the draw of lots; `None` before the end.

    Older tournaments have no key of their own. They drew lots with the seed of their first round.
    """
    if tournament.lots is not None:
        return bytes.fromhex(tournament.lots)
    is_old = tournament.finished_at is not None and bool(tournament.rounds)
    return bytes.fromhex(tournament.rounds[0].seed) if is_old else None


def _by_places(ranked: Sequence[Standing], places: Mapping[EntrantId, int]) -> tuple[Standing, ...]:
    placed = [standing._replace(rank=places.get(standing.entrant, 1)) for standing in ranked]
    return tuple(sorted(placed, key=lambda standing: standing.rank))
