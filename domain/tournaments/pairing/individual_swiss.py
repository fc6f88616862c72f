"""Swiss rounds for individuals at tables of four: partners change every round, and each player scores alone.

| step | decision | criteria in order |
|---|---|---|
| 1 | players who sit out if the number is no multiple of four | `sitting_out.py` without the last round, points, lot |
| 2 | possible partners | fewest repeated partners, nearest points, lot: a perfect matching |
| 3 | partnerships at one table | fewest repeated opponents, nearest points, lot: a perfect matching |
| 4 | players who leave a table because of an exclusion | see `exclusions.py` |
| 5 | which of three divisions of a table | fewest repeated partners, then opponents, nearest points, lot |
| 6 | which side is first | the side whose players were first less often, lot |

A repetition costs as much as the number of earlier ones; differences of points count by their squares. In steps 2 and
3, two players that are kept apart cost more than all repetitions. If no tables keep them apart, the next players in the
order of step 1 sit out. Combinations of those who should sit out first come first. Rounds with a bye of any kind count,
also those that a late player missed.

Guarantees:

* Without exclusions, no player has a second pairing bye before all present players have sat out once.
* Without step 4, a round repeats as few partnerships as possible for these players. So with n players, no partner is
  repeated up to round n / 2: until then each player has n / 2 possible partners, so a matching exists (Dirac).
* No further guarantee for opponents. Step 3 is optimal for the partnerships of step 2, and step 5 never makes it worse.
  Other partnerships, or other earlier rounds, could have been better.
* Rounds depend only on the context and the seeds. Lots break ties between equally good matchings, so every exact
  algorithm finds the same one. The probability of a tie is about one in a million for 64 players.

Entrants are players. The id of a side is made of the ids of its two players (`partnerships.py`).
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from typing import NamedTuple, TypeVar

from domain.kernel.messages import message
from domain.kernel.shuffle import Dice
from domain.tournaments.formats.format import Violation
from domain.tournaments.pairing.engine import cheapest_matching
from domain.tournaments.pairing.exclusions import (
    Exclusions,
    TwoSides,
    conflicts_at_table,
    kept_apart_at_a_table,
    tables_without_conflicts,
)
from domain.tournaments.pairing.partnerships import (
    PartnerHistory,
    Partners,
    partnership_id,
    players_of_match,
    points_of_players,
    violations_of_partnerships,
)
from domain.tournaments.pairing.sitting_out import turns_to_sit_out
from domain.tournaments.rounds.refusals import NoLegalPairing, RoundNotOver, TooFewToPair
from domain.tournaments.terms import Bye, EntrantId, Match, PairingContext, Round

LOT = b"individual swiss"
"""The label of the dice of a round, followed by its number in 4 bytes, big-endian."""
LOT_SIDES = 1 << 32
SEATS = 4
WAYS_TO_SIT_OUT = 100
"""The maximum number of sets of players to sit out that are tried if exclusions prevent the tables."""

T = TypeVar("T")


class IndividualSwissRules(NamedTuple):
    """The rules of the tournament.

    Attributes:
        rounds: the number of rounds, from 1.
        forbidden: pairs of players that are kept apart.
    """

    rounds: int
    forbidden: Exclusions = frozenset()


def next_round(context: PairingContext, rules: IndividualSwissRules, seed: bytes) -> Round | None:
    """Returns the next round.

    Args:
        context: all rounds so far; its entrants are players, and its rounds must be over.
        rules: the rules of the tournament.
        seed: the seed of the lots; every round can have its own.

    Returns:
        The tables, those with the most points first, and the byes: granted byes before pairing byes. `None` when all
            rounds were played.

    Raises:
        RoundNotOver: a table of an earlier round has no result yet.
        TooFewToPair: fewer than four players are present.
        NoLegalPairing: the exclusions cannot be kept.
    """
    if len(context.rounds) >= rules.rounds:
        return None
    if not all(played.is_over for played in context.rounds):
        raise RoundNotOver(message("A table of an earlier round has no result yet."))
    present = [entrant.id for entrant in context.present()]
    if len(present) < SEATS:
        raise TooFewToPair(message("Fewer than four entrants are present."))
    number = len(context.rounds) + 1
    draw = _Draw(context, rules.forbidden, Dice(seed, LOT + number.to_bytes(4, "big")))
    for sitting_out in draw.ways_to_sit_out(present):
        matches = draw.matches([entrant for entrant in present if entrant not in sitting_out])
        if matches is not None:
            byes = (Bye(entrant, "pairing") for entrant in sitting_out)
            return Round(number, matches, (*context.granted_byes, *byes))
    raise NoLegalPairing(
        message("The players who are present cannot be seated without a table for two players who are kept apart."),
        hint=message("Allow two of them to meet, or grant byes until the others can be paired."),
    )


def violations(context: PairingContext, rules: IndividualSwissRules, round_: Round) -> tuple[Violation, ...]:
    """Returns every violation of an absolute rule in a round; empty for a lawful round.

    `number`: the tournament has no such round. `partners`: a side must be two players. `too_many_byes`: at most three
    players have a pairing bye. `second_bye`: without exclusions, a player sits out before those at tables (see step 1).
    `forbidden`: two players that are kept apart share no table. Repeated partners are no violation, because they become
    inevitable.
    """
    return (
        *_one_round_too_many(rules, round_),
        *violations_of_partnerships(round_),
        *_wrong_byes(context, rules, round_),
        *kept_apart_at_a_table(rules.forbidden, round_),
    )


def _one_round_too_many(rules: IndividualSwissRules, round_: Round) -> Iterator[Violation]:
    if round_.number > rules.rounds:
        yield Violation("number", message("The tournament has {rounds} rounds", rounds=rules.rounds))


def _wrong_byes(context: PairingContext, rules: IndividualSwissRules, round_: Round) -> Iterator[Violation]:
    sitting_out = tuple(bye.entrant for bye in round_.byes if bye.kind == "pairing")
    if len(sitting_out) >= SEATS:
        yield Violation(
            "too_many_byes",
            message("{count} entrants sit out, but they could fill a table", count=len(sitting_out)),
            sitting_out,
        )
    if rules.forbidden:
        return
    turns = _turns(context)
    at_tables = (player for match in round_.matches for player in players_of_match(match))
    first = min(at_tables, key=turns.__getitem__, default=None)
    for entrant in sitting_out:
        if first is not None and turns[entrant] > turns[first]:
            detail = message(
                "{entrant} sits out{so_far}, but {first} plays{so_far_2}",
                entrant=entrant,
                so_far=_so_far(turns[entrant]),
                first=first,
                so_far_2=_so_far(turns[first]),
            )
            yield Violation("second_bye", detail, (entrant,))


def _so_far(turn: tuple[bool, int]) -> str:
    was_out, times = turn
    return message(
        " after {times} rounds out{value}", times=times, value=(message(", one of them the last") if was_out else "")
    )


def _turns(context: PairingContext) -> dict[EntrantId, tuple[bool, int]]:
    """Returns whether each player was out in the round before, and the number of rounds that the player was out."""
    return {player: (turn.was_out, turn.times) for player, turn in turns_to_sit_out(context).items()}


class _Draw:
    """The steps of one round and the state that decides them."""

    def __init__(self, context: PairingContext, apart: Exclusions, dice: Dice) -> None:
        self._dice = dice
        self._apart = apart
        self._points = points_of_players(context)
        self._turns = _turns(context)
        self._had = PartnerHistory(context)

    def ways_to_sit_out(self, present: Sequence[EntrantId]) -> Iterator[tuple[EntrantId, ...]]:
        """Yields sets of players to sit out, the best choice first."""
        lots = {entrant: self._lot() for entrant in present}
        order = sorted(present, key=lambda entrant: (self._turns[entrant], self._points[entrant], lots[entrant]))
        count = len(present) % SEATS
        if not count:
            return iter([()])
        most = self._turns[order[count - 1]]
        must = [entrant for entrant in order if self._turns[entrant] < most]
        could = [entrant for entrant in order if self._turns[entrant] == most]
        fair = ((*must, *others) for others in combinations(could, count - len(must)))
        return islice(chain(fair, combinations(order, count)), WAYS_TO_SIT_OUT)

    def matches(self, players: Sequence[EntrantId]) -> tuple[Match, ...] | None:
        """Returns the tables, sorted by points; `None` if the exclusions cannot be kept."""
        drawn = self._possible_tables(self._partnerships(players))
        tables = tables_without_conflicts(drawn, self._apart, self._dice)
        if tables is None:
            return None
        divided = [self._best_division(*one, *other) for one, other in tables]
        divided.sort(key=lambda table: -sum(map(self._of_side, table)))
        return tuple(Match(partnership_id(*first), partnership_id(*second)) for first, second in divided)

    def _partnerships(self, players: Sequence[EntrantId]) -> list[Partners]:
        """Returns the possible partnerships."""
        twos = list(combinations(players, 2))
        repeats = [self._had.partners(*two) for two in twos]
        kept_apart = [conflicts_at_table(two, self._apart) for two in twos]
        return self._match_in_pairs(players, [self._points[player] for player in players], repeats, kept_apart)

    def _possible_tables(self, partnerships: Sequence[Partners]) -> list[TwoSides]:
        """Returns the pairs of partnerships that could share a table."""
        points = [self._of_side(partners) for partners in partnerships]
        twos = list(combinations(partnerships, 2))
        repeats = [self._had.opponents(*two) for two in twos]
        kept_apart = [conflicts_at_table((*one, *other), self._apart) for one, other in twos]
        return self._match_in_pairs(partnerships, points, repeats, kept_apart)

    def _match_in_pairs(
        self, items: Sequence[T], points: Sequence[int], repeats: Sequence[int], kept_apart: Sequence[int]
    ) -> list[tuple[T, T]]:
        """Matches the items in pairs: fewest conflicts, then repetitions, then squared differences of points, then lot.

        Args:
            items: an even number of items.
            points: the points of each item.
            repeats: the repetitions of each pair of items, in the order of `combinations`.
            kept_apart: the number of exclusions within each pair of items, in the same order.
        """
        places = list(combinations(range(len(items)), 2))
        squares = [(points[one] - points[other]) ** 2 for one, other in places]
        # One step of a figure outweighs the largest sum of the figures after it.
        twos = len(items) // 2
        square_step = twos * LOT_SIDES
        repeat_step = twos * (max(squares) + 1) * square_step
        conflict_step = twos * (max(repeats) + 1) * repeat_step
        costs = {
            place: conflicts * conflict_step + repeated * repeat_step + square * square_step + self._lot()
            for place, conflicts, repeated, square in zip(places, kept_apart, repeats, squares, strict=True)
        }
        return [(items[one], items[other]) for one, other in cheapest_matching(len(items), costs)]

    def _best_division(self, one: EntrantId, two: EntrantId, three: EntrantId, four: EntrantId) -> TwoSides:
        ways = (((one, two), (three, four)), ((one, three), (two, four)), ((one, four), (two, three)))
        sides = min(ways, key=lambda way: (*self._repetitions(*way), self._lot()))
        first, second = sorted(sides, key=lambda side: (self._had.firsts(side), self._lot()))
        return first, second

    def _repetitions(self, one: Partners, other: Partners) -> tuple[int, int, int]:
        """Returns the repetitions of partners and of opponents, and the difference of points of the sides."""
        partners = self._had.partners(*one) + self._had.partners(*other)
        return partners, self._had.opponents(one, other), abs(self._of_side(one) - self._of_side(other))

    def _of_side(self, side: Partners) -> int:
        return sum(self._points[each] for each in side)

    def _lot(self) -> int:
        return self._dice.below(LOT_SIDES)
