"""Tournaments by a movement, which determines all matches and their sets of boards from the number of entrants.

| format | movement | maximum rounds | winners | boards of a round |
|---|---|---|---|---|
| `duplicate_pairs` | none, balanced | any number | 1 | one set at all tables |
| | `mitchell` | the number of tables, one less if it is even | 2, or 1 with rounds switched | a set at each table |
| | `howell` | one less than pairs; 5 for 6 pairs | 1 | a set at each table |
| `duplicate_individual` | | one less than players | 1 | one set at all tables |

Pairs and players get the numbers of the movement in the order of their seeds. In a Mitchell, the strongest pair sits on
the even seats of table 1, the next two on the odd seats of tables 1 and 2, and so on alternately. Both directions are
then equally strong. A tournament is refused if its smallest field cannot play the requested rounds. Tournaments of
older releases may request more rounds. They omit those that are not possible.

An entrant sits out if its opponent is absent, or if the movement gives it none. The first side of a match sits on the
even seats. Staff cannot pair a movement in another way.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

from domain.tournaments.boards.movements.balanced import FEWEST_PAIRS, balanced_rounds
from domain.tournaments.boards.movements.howell import FEWEST, MOST, howell_movement
from domain.tournaments.boards.movements.individual import OFFERED, individual_movement
from domain.tournaments.boards.movements.mitchell import FEWEST_TABLES, mitchell_movement, most_rounds
from domain.tournaments.boards.movements.movement import Movement, TableSeating
from domain.tournaments.formats.format import EntrantFormat, Violation
from domain.tournaments.formats.planned_rounds import violations_of_plan
from domain.tournaments.pairing.partnerships import PlayerFormat, partnership_id, players_of_side
from domain.tournaments.terms import Bye, EntrantId, Match, PairingContext, Round

PAIRS_LIMIT = 200
"""The maximum number of pairs. A balanced movement for more pairs would take too long to find."""

ONE_TABLE = 4
"""With this number of players there is only one table, so there is nothing to compare."""

_balanced = lru_cache(maxsize=64)(balanced_rounds)
_mitchell = lru_cache(maxsize=64)(mitchell_movement)

MovementName = str | None


class AllowedEntrants(NamedTuple):
    """The numbers of entrants that a movement allows. `only` lists them if the range has gaps."""

    least: int
    most: int
    only: tuple[int, ...] = ()


FIELDS: dict[MovementName, AllowedEntrants] = {
    None: AllowedEntrants(FEWEST_PAIRS, PAIRS_LIMIT),
    "mitchell": AllowedEntrants(2 * FEWEST_TABLES - 1, PAIRS_LIMIT),
    "howell": AllowedEntrants(FEWEST, MOST),
}
"""The numbers of pairs that each movement for pairs allows."""
_COMPARED = tuple(players for players in OFFERED if players > ONE_TABLE)
INDIVIDUALS = AllowedEntrants(min(_COMPARED), max(_COMPARED), _COMPARED)
"""The numbers of players that the movement for individuals allows."""


class SeatedMatch(NamedTuple):
    """A match of a movement, and the set of boards that it plays."""

    match: Match
    set: int


@dataclass(frozen=True, slots=True)
class DuplicatePairs(EntrantFormat):
    """The format of pairs who play the same boards by a movement; see the module docstring.

    Attributes:
        movement: the name of the movement, or `None` for a balanced one.
        rounds: the maximum number of rounds. A shorter movement ends earlier.
        switched: the number of last rounds of a Mitchell in which the directions are exchanged.
    """

    movement: MovementName
    rounds: int
    switched: int = 0
    has_rounds_without_matches: ClassVar[bool] = True

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:  # noqa: ARG002 - nothing is drawn
        """Returns the next round of the movement."""
        return _round_of(context, self.seated_matches(context, len(context.rounds) + 1), self.rounds_of(context))

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:
        """Whether these are not the matches of the movement, as they sit."""
        return violations_of_plan(paired, self.next_round(context, b""), "movement", either_side_first=False)

    def plan(self, pairs: int) -> Movement:
        """Returns the movement for this number of pairs."""
        if self.movement == "mitchell":
            rounds = min(self.rounds, most_rounds(pairs))
            return _mitchell(pairs, rounds, min(self.switched, rounds))
        if self.movement == "howell":
            return howell_movement(pairs)
        return _balanced(pairs, self.rounds)

    def most_rounds(self, pairs: int) -> int | None:
        """Returns the number of rounds of the movement for this number of pairs; `None` for any number."""
        if self.movement == "mitchell":
            return most_rounds(pairs)
        return len(howell_movement(pairs).rounds) if self.movement == "howell" else None

    def rounds_of(self, context: PairingContext) -> int:
        """Returns the number of rounds that are played."""
        return min(self.rounds, len(self.plan(len(context.entrants)).rounds))

    def seated_matches(self, context: PairingContext, number: int) -> tuple[SeatedMatch, ...]:
        """Returns the matches of a round of that number, even of entrants that are away."""
        plan = self.plan(len(context.entrants))
        if number > min(self.rounds, len(plan.rounds)):
            return ()
        numbers = self._numbers(context)
        return tuple(_seated_match(numbers, seating) for seating in plan.rounds[number - 1])

    def _numbers(self, context: PairingContext) -> tuple[EntrantId, ...]:
        """Returns the entrants by their numbers in the movement."""
        by_seed = tuple(entrant.id for entrant in context.entrants)
        if self.movement != "mitchell":
            return by_seed
        twos = [by_seed[place : place + 2] for place in range(0, len(by_seed), 2)]
        turned = [two[::-1] if place % 2 and len(two) > 1 else two for place, two in enumerate(twos)]
        return (*(two[0] for two in turned), *(two[1] for two in turned if len(two) > 1))

    def line_of(self, context: PairingContext) -> dict[EntrantId, int]:
        """Returns the direction of each pair if there are two winners: 0 for even seats, 1 for odd ones; else empty."""
        if self.plan(len(context.entrants)).winners == 1:
            return {}
        evens = (len(context.entrants) + 1) // 2
        return {entrant: int(place >= evens) for place, entrant in enumerate(self._numbers(context))}


@dataclass(frozen=True, slots=True)
class DuplicateIndividual(PlayerFormat):
    """The format of players who change partners every round and play the same boards. A side has the ids of both."""

    rounds: int
    has_rounds_without_matches: ClassVar[bool] = True

    def next_round(self, context: PairingContext, seed: bytes) -> Round | None:  # noqa: ARG002 - nothing is drawn
        """Returns the next round of the movement."""
        return _round_of(context, self.seated_matches(context, len(context.rounds) + 1), self.rounds_of(context))

    def violations(self, context: PairingContext, paired: Round) -> tuple[Violation, ...]:
        """Whether these are not the matches of the movement, as they sit."""
        return violations_of_plan(paired, self.next_round(context, b""), "movement", either_side_first=False)

    def most_rounds(self, players: int) -> int | None:
        """Returns the number of rounds of the movement for this number of players."""
        return players - 1

    def rounds_of(self, context: PairingContext) -> int:
        """Returns the number of rounds that are played."""
        return min(self.rounds, len(context.entrants) - 1)

    def seated_matches(self, context: PairingContext, number: int) -> tuple[SeatedMatch, ...]:
        """Returns the matches of a round of that number, even of entrants that are away."""
        if number > self.rounds_of(context):
            return ()
        ids = [entrant.id for entrant in context.entrants]
        tables = individual_movement(len(ids)).rounds[number - 1]
        return tuple(
            SeatedMatch(
                Match(*(partnership_id(*(ids[each - 1] for each in side)) for side in (table.even, table.odd))),
                table.boards,
            )
            for table in tables
        )


ByMovement = DuplicatePairs | DuplicateIndividual


def least_field(format_: ByMovement, fits: AllowedEntrants) -> int | None:
    """Returns the fewest entrants with which the movement has the requested rounds; `None` if no number does."""
    numbers = fits.only or range(fits.least, fits.most + 1)
    return next((number for number in numbers if _has_rounds(format_, number)), None)


def _has_rounds(format_: ByMovement, entrants: int) -> bool:
    most = format_.most_rounds(entrants)
    return most is None or format_.rounds <= most


@lru_cache(maxsize=64)
def last_rounds(format_: ByMovement, entrants: int) -> dict[int, int]:
    """Returns the last round in which each set is played, for this number of entrants."""
    return {each: number for number, sets in enumerate(_sets_of_rounds(format_, entrants), start=1) for each in sets}


@lru_cache(maxsize=64)
def scores_expected(format_: ByMovement, entrants: int) -> int:
    """Returns the expected number of tables for a board, which is that of the board that most tables play."""
    return max(Counter(each for sets in _sets_of_rounds(format_, entrants) for each in sets).values(), default=1)


def _sets_of_rounds(format_: ByMovement, entrants: int) -> list[list[int]]:
    """Returns the sets that the tables of each round play."""
    if isinstance(format_, DuplicatePairs):
        rounds = format_.plan(entrants).rounds[: format_.rounds]
        return [[seating.boards for seating in each] for each in rounds]
    return [[table.boards for table in each] for each in individual_movement(entrants).rounds[: format_.rounds]]


def _seated_match(numbers: tuple[EntrantId, ...], seating: TableSeating) -> SeatedMatch:
    return SeatedMatch(Match(numbers[seating.even - 1], numbers[seating.odd - 1]), seating.boards)


def _round_of(context: PairingContext, seated: tuple[SeatedMatch, ...], rounds: int) -> Round | None:
    """Returns the round of the movement without matches of entrants that are away."""
    number = len(context.rounds) + 1
    if number > rounds:
        return None
    here = {entrant.id for entrant in context.present()}
    matches = tuple(each.match for each in seated if here.issuperset(_entrants(each.match)))
    playing = {entrant for match in matches for entrant in _entrants(match)}
    idle = [entrant.id for entrant in context.present() if entrant.id not in playing]
    return Round(number, matches, tuple(Bye(entrant, "pairing") for entrant in idle))


def _entrants(match: Match) -> Iterator[EntrantId]:
    for side in match:
        yield from players_of_side(side)
