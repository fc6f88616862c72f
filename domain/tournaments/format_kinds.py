"""The formats of tournaments: how each pairs its rounds, and which figures it has."""

from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from domain.tournaments.format import OfEntrants, Violation
from domain.tournaments.pairing import arena, individual_swiss, knock_out, night, round_robin, swiss
from domain.tournaments.pairing.exclusions import kept_apart_at_a_table
from domain.tournaments.pairing.partnerships import OfPlayers
from domain.tournaments.round_refusals import NobodyFree
from domain.tournaments.rounds import Course, EntrantId, Round

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
OF_BOARDS = frozenset(("duplicate_pairs", "duplicate_individual"))
"""Formats that need duplicate boards."""
VICTORY_POINTS_DRAW = 1000


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
