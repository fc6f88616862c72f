"""The formats of tournaments: their parameters, and how each pairs its rounds."""

from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from domain.kernel.messages import message
from domain.tournaments.formats.format import EntrantFormat, Violation
from domain.tournaments.formats.planned_rounds import violations_of_plan
from domain.tournaments.ladder.rules import LadderRules
from domain.tournaments.pairing import arena, groups, individual_swiss, knock_out, night, round_robin, swiss
from domain.tournaments.pairing.exclusions import kept_apart_at_a_table
from domain.tournaments.pairing.partnerships import PlayerFormat
from domain.tournaments.rounds.refusals import NobodyFree
from domain.tournaments.terms import EntrantId, PairingContext, Round

FormatName = Literal[
    "swiss",
    "individual_swiss",
    "round_robin",
    "knock_out",
    "groups_knock_out",
    "night",
    "arena",
    "challenge_ladder",
    "duplicate_pairs",
    "duplicate_individual",
]
FORMATS: tuple[FormatName, ...] = get_args(FormatName)
PARTNER_FORMATS: frozenset[str] = frozenset(("individual_swiss", "night", "duplicate_individual"))
"""Formats in which an entrant is a player, and two of them make a side for one round."""
KEEPING_APART: frozenset[str] = frozenset(("swiss", "individual_swiss", "night", "arena"))
"""Formats that can keep two entrants apart."""
BRACKET_FORMATS: frozenset[str] = frozenset(("knock_out", "groups_knock_out"))
"""Formats with a bracket, whose places decide the standings."""
GROUPS_LIMIT = 32
ADVANCE_LIMIT = 8
ARENA_MINUTES = 7 * 24 * 60
ARENA_PATIENCE_S = 3600
ARENA_NEAR = 10_000_000
STREAK_LIMIT = 10
BOARD_FORMATS = frozenset(("duplicate_pairs", "duplicate_individual"))
"""Formats that need duplicate boards."""
VICTORY_POINTS_DRAW = 1000


@dataclass(frozen=True, slots=True)
class Swiss(EntrantFormat):
    """Swiss rounds."""

    rules: swiss.SwissRules

    @property
    def fixed_rounds(self) -> int | None:
        """Those of its rules."""
        return self.rules.rounds

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:
        """See `swiss.next_round`."""
        return swiss.next_round(context, self._rules(context), seed)

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:
        """See `swiss.violations`."""
        return swiss.violations(context, self._rules(context), paired)

    def _rules(self, context: PairingContext) -> swiss.SwissRules:
        return self.rules._replace(forbidden=context.forbidden_pairs)


@dataclass(frozen=True, slots=True)
class IndividualSwiss(PlayerFormat):
    """Swiss rounds for individuals: entrants are players, and two of their ids make a side."""

    rules: individual_swiss.IndividualSwissRules

    @property
    def fixed_rounds(self) -> int | None:
        """Those of its rules."""
        return self.rules.rounds

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:
        """See `individual_swiss.next_round`."""
        return individual_swiss.next_round(context, self._rules(context), seed)

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:
        """See `individual_swiss.violations`."""
        return individual_swiss.violations(context, self._rules(context), paired)

    def _rules(self, context: PairingContext) -> individual_swiss.IndividualSwissRules:
        return self.rules._replace(forbidden=context.forbidden_pairs)


@dataclass(frozen=True, slots=True)
class RoundRobin(EntrantFormat):
    """A round robin. The numbers of its table follow the seeds, or are drawn from the seed of the first round."""

    rules: round_robin.RoundRobinRules
    has_rounds_without_matches: ClassVar[bool] = True

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:
        """See `round_robin.next_round`."""
        return round_robin.next_round(context, self.rules, seed)

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:
        """Returns a violation unless these are the matches of the schedule; either side may be first."""
        return violations_of_plan(paired, self.next_round(context, context.seed), "schedule", either_side_first=True)


@dataclass(frozen=True, slots=True)
class KnockOut(EntrantFormat):
    """A knock-out."""

    rules: knock_out.KnockOutRules
    pairs_everybody: ClassVar[bool] = False
    has_rounds_without_matches: ClassVar[bool] = True
    needs_winners: ClassVar[bool] = True

    @property
    def bracket_rules(self) -> knock_out.KnockOutRules:
        """The rules of its bracket."""
        return self.rules

    def bracket_context(self, context: PairingContext) -> PairingContext | None:
        """Returns the entrants and rounds of its bracket, which are all of them."""
        return context

    def places(self, context: PairingContext) -> dict[EntrantId, int] | None:
        """See `knock_out.ranks_of_bracket`."""
        return knock_out.ranks_of_bracket(context, self.rules)

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:
        """See `knock_out.next_round`."""
        return knock_out.next_round(context, self.rules, seed)

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:
        """Returns a violation unless these are the matches of the bracket; either side may be first."""
        return violations_of_plan(paired, self.next_round(context, b""), "schedule", either_side_first=True)


@dataclass(frozen=True, slots=True)
class GroupsKnockOut(EntrantFormat):
    """Groups whose best entrants play a knock-out. All its matches need winners."""

    rules: groups.GroupRules
    pairs_everybody: ClassVar[bool] = False
    has_rounds_without_matches: ClassVar[bool] = True
    needs_winners: ClassVar[bool] = True

    @property
    def bracket_rules(self) -> knock_out.KnockOutRules:
        """The rules of its bracket."""
        return self.rules.knock_out

    def bracket_context(self, context: PairingContext) -> PairingContext | None:
        """See `groups.bracket_context`."""
        return groups.bracket_context(context, self.rules)

    def places(self, context: PairingContext) -> dict[EntrantId, int] | None:
        """See `groups.places`."""
        return groups.places(context, self.rules)

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:
        """See `groups.next_round`."""
        return groups.next_round(context, self.rules, seed)

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:
        """Returns a violation unless these are the matches of the groups or the bracket; either side may be first."""
        return violations_of_plan(paired, self.next_round(context, b""), "schedule", either_side_first=True)


@dataclass(frozen=True, slots=True)
class Arena(EntrantFormat):
    """An arena. Its rounds overlap, and each has the matches paired at one moment."""

    rules: arena.ArenaRules
    pairs_everybody: ClassVar[bool] = False

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:
        """Returns the matches paired now, or `None` when pairing has ended. Raises `NobodyFree`."""
        if context.arena is None or context.arena.is_over:
            return None
        moment = arena.DrawContext(context.arena.now, seed, context.forbidden_pairs)
        standing = arena.records_of(context, self.rules)
        matches = arena.next_matches(arena.waiting_entrants(context), standing, self.rules, moment)
        if not matches:
            raise NobodyFree(
                message("no two waiting entrants can meet now"),
                hint=message("wait until a match ends, or another entrant is free"),
            )
        return Round(len(context.rounds) + 1, matches)

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:
        """Returns the violations of an arena.

        `span`: pairing has ended. `busy`: an entrant is not waiting. `bye`: an arena has no byes. `forbidden`: two
        entrants are kept apart.
        """
        waiting = {each for each, _ in context.arena.waiting} if context.arena else set()
        busy = [each for match in paired.matches for each in match if each not in waiting]
        is_over = context.arena is None or context.arena.is_over
        return (
            *([Violation("span", message("Pairing has ended"))] if is_over else []),
            *(
                Violation("busy", message("{each} is playing, has a break, or is absent", each=each), (each,))
                for each in busy
            ),
            *(
                Violation(
                    "bye", message("{entrant} has a bye, but an arena has none", entrant=bye.entrant), (bye.entrant,)
                )
                for bye in paired.byes
            ),
            *kept_apart_at_a_table(context.forbidden_pairs, paired),
        )


@dataclass(frozen=True, slots=True)
class ChallengeLadder(EntrantFormat):
    """A ladder. Its rounds overlap, and each is the match of an accepted challenge."""

    rules: LadderRules
    pairs_everybody: ClassVar[bool] = False

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:  # noqa: ARG002 - nothing is drawn
        """Returns `None` when the time for challenges is over. Raises `NobodyFree`."""
        if context.arena is None or context.arena.is_over:
            return None
        raise NobodyFree(
            message("the matches of a ladder come from challenges"), hint=message("wait until a challenge is accepted")
        )

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:  # noqa: ARG002 - never fits
        """Returns the violation `challenge`: nobody pairs a ladder."""
        return (Violation("challenge", message("The matches of a ladder come from challenges")),)


@dataclass(frozen=True, slots=True)
class Night(PlayerFormat):
    """A random night: entrants are players, and two of their ids make a side."""

    rules: night.NightRules

    @property
    def fixed_rounds(self) -> int | None:
        """The number of rounds of its rules, if it is set."""
        return self.rules.rounds

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:
        """See `night.next_round`."""
        return night.next_round(context, self._rules(context), seed)

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:
        """See `night.violations`."""
        return night.violations(context, self._rules(context), paired)

    def _rules(self, context: PairingContext) -> night.NightRules:
        return self.rules._replace(chosen=context.partners, forbidden=context.forbidden_pairs)
