"""Exclusions: pairs of players that staff keep apart never share a table, neither as partners nor as opponents.

| drawn tables | result |
|---|---|
| without conflicts | unchanged |
| with conflicts | exchanges, each time the one that leaves the fewest conflicts; ties by lot |

An exchange swaps two players of different tables who have no chosen partner, or two whole sides. The search fails if no
exchange reduces the conflicts. Households are groups whose members are all kept apart from each other. For households
the search succeeds if no partners are chosen and no group has more members than there are tables. A table with two of a
group has fewer conflicts after one of them moves to a table without any of the group.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple, TypeVar

from domain.kernel.messages import message
from domain.kernel.shuffle import Dice
from domain.tournaments.formats.format import Violation
from domain.tournaments.pairing.partnerships import Partners, players_of_match
from domain.tournaments.terms import EntrantId, Round

Exclusions = frozenset[frozenset[EntrantId]]
"""Pairs of players that are kept apart."""

T = TypeVar("T")

TwoSides = tuple[Partners, Partners]
"""Two sides that meet."""


class _Place(NamedTuple):
    """The place of a player: the table, the side, and the position within the side."""

    table: int
    side: int
    seat: int


def conflicts_at_table(players: Sequence[EntrantId], apart: Exclusions) -> int:
    """Returns the number of conflicts among the players of a table."""
    return sum(frozenset(two) in apart for two in combinations(players, 2)) if apart else 0


def tables_without_conflicts(
    tables: Sequence[TwoSides], apart: Exclusions, dice: Dice, chosen: frozenset[EntrantId] = frozenset()
) -> list[TwoSides] | None:
    """Returns tables without conflicts; `None` if exchanges find none.

    Args:
        tables: the drawn tables.
        apart: the exclusions.
        dice: the source of lots.
        chosen: players with a chosen partner; they stay together.
    """
    made = list(tables)
    while at := [place for place, table in enumerate(made) if _conflicts(table, apart)]:
        best = 0
        ways: list[tuple[int, int, tuple[TwoSides, TwoSides]]] = []
        for one in at:
            for other, changed in _exchanges(made, one, chosen):
                gain = sum(_conflicts(made[each], apart) for each in (one, other))
                gain -= sum(_conflicts(each, apart) for each in changed)
                if gain > best:
                    best, ways = gain, []
                if gain == best > 0:
                    ways.append((one, other, changed))
        if not ways:
            return None
        one, other, (made[one], made[other]) = ways[dice.below(len(ways))]
    return made


def _conflicts(table: TwoSides, apart: Exclusions) -> int:
    return conflicts_at_table((*table[0], *table[1]), apart)


def _exchanges(
    tables: Sequence[TwoSides], one: int, chosen: frozenset[EntrantId]
) -> Iterator[tuple[int, tuple[TwoSides, TwoSides]]]:
    """Yields all results of one exchange between a table and another one."""
    for other in range(len(tables)):
        if other == one:
            continue
        pair = tables[one], tables[other]
        for mine, theirs in product((0, 1), (0, 1)):
            yield other, _with_sides(pair, mine, theirs)
            for seats in product((0, 1), (0, 1)):
                places = _Place(0, mine, seats[0]), _Place(1, theirs, seats[1])
                if not chosen.intersection(pair[at.table][at.side][at.seat] for at in places):
                    yield other, _with_players(pair, *places)


def _with_sides(pair: tuple[TwoSides, TwoSides], mine: int, theirs: int) -> tuple[TwoSides, TwoSides]:
    one, other = list(pair[0]), list(pair[1])
    one[mine], other[theirs] = other[theirs], one[mine]
    return (one[0], one[1]), (other[0], other[1])


def _with_players(pair: tuple[TwoSides, TwoSides], here: _Place, there: _Place) -> tuple[TwoSides, TwoSides]:
    sides = [[list(side) for side in table] for table in pair]
    one, other = sides[here.table][here.side], sides[there.table][there.side]
    one[here.seat], other[there.seat] = other[there.seat], one[here.seat]
    first, second = (((a, b), (c, d)) for ((a, b), (c, d)) in sides)
    return first, second


def kept_apart_at_a_table(apart: Exclusions, round_: Round) -> Iterator[Violation]:
    """Yields the violations of `forbidden`, in a round whose sides are entrants or made of them."""
    for match in round_.matches:
        for one, two in combinations(players_of_match(match), 2):
            if frozenset((one, two)) in apart:
                yield Violation("forbidden", message("{one} and {two} are kept apart", one=one, two=two), (one, two))


def club_mates(members: Iterable[tuple[str | None, Sequence[T]]]) -> frozenset[frozenset[T]]:
    """Returns all pairs of members of one club. `members` has clubs with some of their members; `None` is no club."""
    clubs: dict[str, list[T]] = {}
    for club, some in members:
        if club is not None:
            clubs.setdefault(club, []).extend(some)
    return frozenset(frozenset(two) for all_ in clubs.values() for two in combinations(all_, 2))
