"""Swiss rounds for individuals at tables of four: partners change every round, and everybody scores alone.

| step | what is decided | by what, one after the other |
|---|---|---|
| 1 | who sits out when the number is no multiple of four | fewest pairing byes so far, fewest points, lot |
| 2 | who could be partners | least repetitions of partners, nearest points, lot: a perfect matching |
| 3 | which partnerships share a table | least repetitions of opponents, nearest points, lot: a perfect matching |
| 4 | which of three ways to divide a table | least repetitions of partners, of opponents, most equal points, lot |
| 5 | which side is first | whose two were first less often, lot |

A repetition costs as often as it has happened before; differences of points count by their squares.

What that guarantees:

* Nobody has two pairing byes before everybody who is present has had one, and so on.
* A round repeats as few partnerships as any division of those who play into partnerships could. So with n at the tables
  nobody has a partner twice up to round n / 2: there each has n / 2 others left, and then there is a matching (Dirac).
* No further guarantee for opponents: step 3 is the best for the partnerships of step 2, and step 4 never makes it
  worse, but other partnerships, or other rounds before, could have been better.
* The rounds follow from the course and the seed. The lot makes equally good matchings unequal, so that any exact
  matching finds the same; the odds that it does not are about one in a million for 64 players.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple, TypeVar

from domain.shuffle import Dice
from domain.tournament.format import Violation
from domain.tournament.pairing.checks import general_violations
from domain.tournament.pairing.engine import cheapest_matching
from domain.tournament.refusals import RoundNotOver, TooFewToPair
from domain.tournament.rounds import BYE_POINTS, Bye, ByeKind, Entrant, EntrantId, Points, Result

LOT = b"individual swiss"
"""The label of the dice of a round, followed by its number in 4 bytes, most significant first."""
LOT_SIDES = 1 << 32
SEATS = 4

T = TypeVar("T")
Partnership = tuple[EntrantId, EntrantId]


class FourTable(NamedTuple):
    """Two partnerships that meet; `first` declares first and sits on the even seats."""

    first: Partnership
    second: Partnership


class IndividualRound(NamedTuple):
    """Who plays with whom against whom, by table, table 1 first, and who sits out."""

    number: int
    tables: tuple[FourTable, ...]
    byes: tuple[Bye, ...] = ()

    def entrants(self) -> Iterator[EntrantId]:
        """Everybody who is named, tables first."""
        for table in self.tables:
            yield from (*table.first, *table.second)
        for bye in self.byes:
            yield bye.entrant


class PlayedIndividualRound(NamedTuple):
    """A round and what each table was worth to each of both sides' two; none where there is no result yet."""

    round: IndividualRound
    results: tuple[Result | None, ...]

    @property
    def is_over(self) -> bool:
        """Whether there is a result of every table."""
        return None not in self.results


class IndividualCourse(NamedTuple):
    """All that is known when the next round is made; the attributes are those of `rounds.Course`."""

    entrants: tuple[Entrant, ...]
    rounds: tuple[PlayedIndividualRound, ...] = ()
    out: tuple[Bye, ...] = ()
    withdrawn: frozenset[EntrantId] = frozenset()
    bye_points: tuple[tuple[ByeKind, Points], ...] = BYE_POINTS

    def present(self) -> tuple[Entrant, ...]:
        """Who is to play in the next round, in the order of their seeds."""
        away = self.withdrawn.union(bye.entrant for bye in self.out)
        return tuple(entrant for entrant in self.entrants if entrant.id not in away)

    def points(self) -> Counter[EntrantId]:
        """The points of every entrant so far, byes included."""
        worth = dict(self.bye_points)
        total: Counter[EntrantId] = Counter({entrant.id: 0 for entrant in self.entrants})
        for played in self.rounds:
            for table, result in zip(played.round.tables, played.results, strict=True):
                if result is not None:
                    total.update(dict.fromkeys(table.first, result.first))
                    total.update(dict.fromkeys(table.second, result.second))
            for bye in played.round.byes:
                total[bye.entrant] += worth[bye.kind]
        return total

    def partners(self) -> Counter[frozenset[EntrantId]]:
        """How often two were partners; a table that was drawn counts, whoever came to it."""
        return Counter(frozenset(side) for table in self._tables() for side in table)

    def opponents(self) -> Counter[frozenset[EntrantId]]:
        """How often two were opponents."""
        return Counter(frozenset(two) for table in self._tables() for two in product(table.first, table.second))

    def firsts(self) -> Counter[EntrantId]:
        """How often everybody was on the first side."""
        return Counter(entrant for table in self._tables() for entrant in table.first)

    def pairing_byes(self) -> Counter[EntrantId]:
        """How often everybody sat out because the number was no multiple of four."""
        return Counter(bye.entrant for played in self.rounds for bye in played.round.byes if bye.kind == "pairing")

    def _tables(self) -> Iterator[FourTable]:
        for played in self.rounds:
            yield from played.round.tables


class IndividualSwissRules(NamedTuple):
    """What is agreed before the first round: how many rounds there are, from 1."""

    rounds: int


def next_round(course: IndividualCourse, rules: IndividualSwissRules, seed: bytes) -> IndividualRound | None:
    """The round that follows.

    Args:
        course: what has been; all its rounds are over.
        rules: of the tournament.
        seed: the tournament's, for whatever is decided by lot.

    Returns:
        The tables, those with the most points first, and the byes that were granted before the pairing byes; none when
        all rounds were played.

    Raises:
        RoundNotOver: a table has no result yet.
        TooFewToPair: fewer than four are present.
    """
    if len(course.rounds) >= rules.rounds:
        return None
    if not all(played.is_over for played in course.rounds):
        raise RoundNotOver("A table of an earlier round has no result yet.")
    if len(course.present()) < SEATS:
        raise TooFewToPair("Fewer than four entrants are present.")
    number = len(course.rounds) + 1
    draw = _Draw(course, Dice(seed, LOT + number.to_bytes(4, "big")))
    players, sitting_out = draw.divided([entrant.id for entrant in course.present()])
    tables = draw.tables(draw.partnerships(players))
    byes = (Bye(entrant, "pairing") for entrant in sitting_out)
    return IndividualRound(number, tuple(tables), (*course.out, *byes))


def violations(course: IndividualCourse, rules: IndividualSwissRules, round_: IndividualRound) -> tuple[Violation, ...]:
    """Every absolute rule that a round breaks, those of `checks.py` among them; none for a lawful round.

    `too_many_byes`: at most three have a pairing bye. `second_bye`: nobody has one who has had more of them than
    somebody at a table. Repeated partners are no violation: sooner or later there is no other way.
    """
    return (
        *general_violations(course, round_),
        *_one_round_too_many(rules, round_),
        *_wrong_byes(course, round_),
    )


def _one_round_too_many(rules: IndividualSwissRules, round_: IndividualRound) -> Iterator[Violation]:
    if round_.number > rules.rounds:
        yield Violation("number", f"The tournament has {rules.rounds} rounds.")


def _wrong_byes(course: IndividualCourse, round_: IndividualRound) -> Iterator[Violation]:
    sitting_out = tuple(bye.entrant for bye in round_.byes if bye.kind == "pairing")
    if len(sitting_out) >= SEATS:
        yield Violation("too_many_byes", f"{len(sitting_out)} entrants could fill a table.", sitting_out)
    byes = course.pairing_byes()
    fewest = min((byes[player] for table in round_.tables for side in table for player in side), default=None)
    for entrant in sitting_out:
        if fewest is not None and byes[entrant] > fewest:
            detail = f"{entrant} has had {byes[entrant]} pairing byes, and somebody at a table {fewest}."
            yield Violation("second_bye", detail, (entrant,))


class _Draw:
    """The steps of one round, and what they are decided by."""

    def __init__(self, course: IndividualCourse, dice: Dice) -> None:
        self._dice = dice
        self._points = course.points()
        self._byes = course.pairing_byes()
        self._firsts = course.firsts()
        self._partners = course.partners()
        self._opponents = course.opponents()

    def divided(self, present: Sequence[EntrantId]) -> tuple[list[EntrantId], list[EntrantId]]:
        """Who plays, and who sits out."""
        lots = {entrant: self._lot() for entrant in present}
        order = sorted(present, key=lambda entrant: (self._byes[entrant], self._points[entrant], lots[entrant]))
        sitting_out = order[: len(present) % SEATS]
        return [entrant for entrant in present if entrant not in sitting_out], sitting_out

    def partnerships(self, players: Sequence[EntrantId]) -> list[Partnership]:
        """Who could be partners."""
        repeats = [self._partners[frozenset(two)] for two in combinations(players, 2)]
        return self._matched(players, [self._points[player] for player in players], repeats)

    def tables(self, partnerships: Sequence[Partnership]) -> list[FourTable]:
        """Who shares a table, how it is divided, and which side is first; by points."""
        points = [self._of_side(partnership) for partnership in partnerships]
        repeats = [self._meetings(*two) for two in combinations(partnerships, 2)]
        tables = [self._divided_best(*one, *other) for one, other in self._matched(partnerships, points, repeats)]
        return sorted(tables, key=lambda table: -sum(map(self._of_side, table)))

    def _matched(self, items: Sequence[T], points: Sequence[int], repeats: Sequence[int]) -> list[tuple[T, T]]:
        """The items in twos: repetitions least, then squares of differences of points, then by lot.

        Args:
            items: an even number of them.
            points: of each.
            repeats: of each two of them, in the order of `combinations`.
        """
        places = list(combinations(range(len(items)), 2))
        squares = [(points[one] - points[other]) ** 2 for one, other in places]
        # One step of a figure outweighs all that the figures behind it can come to.
        twos = len(items) // 2
        square_step = twos * LOT_SIDES
        repeat_step = twos * (max(squares) + 1) * square_step
        costs = {
            place: repeated * repeat_step + square * square_step + self._lot()
            for place, repeated, square in zip(places, repeats, squares, strict=True)
        }
        return [(items[one], items[other]) for one, other in cheapest_matching(len(items), costs)]

    def _divided_best(self, one: EntrantId, two: EntrantId, three: EntrantId, four: EntrantId) -> FourTable:
        ways = (((one, two), (three, four)), ((one, three), (two, four)), ((one, four), (two, three)))
        sides = min(ways, key=lambda way: (*self._repetitions(*way), self._lot()))
        return FourTable(*sorted(sides, key=lambda side: (sum(self._firsts[each] for each in side), self._lot())))

    def _repetitions(self, one: Partnership, other: Partnership) -> tuple[int, int, int]:
        """Of partners and of opponents, and how far the sides are apart."""
        partners = self._partners[frozenset(one)] + self._partners[frozenset(other)]
        return partners, self._meetings(one, other), abs(self._of_side(one) - self._of_side(other))

    def _meetings(self, one: Partnership, other: Partnership) -> int:
        """How often those of one side were opponents of those of the other, in all."""
        return sum(self._opponents[frozenset(two)] for two in product(one, other))

    def _of_side(self, side: Partnership) -> int:
        return sum(self._points[each] for each in side)

    def _lot(self) -> int:
        return self._dice.below(LOT_SIDES)
