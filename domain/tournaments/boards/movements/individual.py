"""The individual movement: each player partners every other once and opposes every other twice (a whist tournament).

Players are the numbers modulo m = players - 1, and one fixed player. The first round is found by a search in order. Its
tables must satisfy:

| goal | condition |
|---|---|
| each player partners every other once | the differences ±(x - y) of partners are every nonzero number once |
| each player opposes every other twice | the differences of opponents are every nonzero number twice |
| so does the fixed player | none: it has one partner and two opponents in each round |

Each further round adds 1 to all moving players (cyclic whist tournaments: E. H. Moore 1896; I. Anderson, *Combinatorial
Designs and Tournaments*, 1997). The number of rounds is one less than the number of players. All tables of a round play
the same set of boards, each with its own copy. So each player plays every board once and is compared on it with all.

Players are compared where they sit in the same direction. Of the first rounds found, the one with the most even counts
is taken: equal for 4, 8 and 16 players, and 3 to 7 times for 12.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, islice, product
from typing import NamedTuple

from domain.kernel.messages import message
from domain.tournaments.boards.movements.movement import NoMovement

OFFERED = (4, 8, 12, 16)
TRIED = 8
"""The number of first rounds to find before the most even one is taken."""

Couple = tuple[int, int]
Foursome = tuple[Couple, Couple]

STAYS = -1
"""The fixed player, in the first round."""


class IndividualSeating(NamedTuple):
    """A table in a round: the players on seats 0 and 2, those on seats 1 and 3, and the set of boards they play."""

    table: int
    even: Couple
    odd: Couple
    boards: int


class IndividualMovement(NamedTuple):
    """A whole movement; players are numbers from 1."""

    players: int
    rounds: tuple[tuple[IndividualSeating, ...], ...]


@lru_cache(maxsize=len(OFFERED))
def individual_movement(players: int) -> IndividualMovement:
    """Returns the individual movement for a number of players.

    Raises:
        NoMovement: no such movement is offered.
    """
    if players not in OFFERED:
        numbers = ", ".join(map(str, OFFERED))
        raise NoMovement(
            message("there is no individual movement for {players} players", players=players),
            hint=message("use {numbers} players", numbers=numbers),
        )
    modulus = players - 1
    first = min(islice(first_rounds(modulus), TRIED), key=lambda tables: _unevenness(modulus, tables))
    return IndividualMovement(
        players,
        tuple(
            tuple(
                IndividualSeating(
                    table, _partners_later(even, number, modulus), _partners_later(odd, number, modulus), number + 1
                )
                for table, (even, odd) in enumerate(first, start=1)
            )
            for number in range(modulus)
        ),
    )


def _partners_later(partners: Couple, number: int, modulus: int) -> Couple:
    """Returns the partners that many rounds later, as numbers from 1."""
    one, other = (modulus + 1 if player == STAYS else (player + number) % modulus + 1 for player in partners)
    return one, other


def first_rounds(modulus: int) -> Iterator[tuple[Foursome, ...]]:
    """Yields every first round in which the fixed player partners 0, in search order."""
    yield from _extensions(modulus, (), (STAYS, *range(modulus)), Counter(), Counter())


def _extensions(
    modulus: int,
    tables: tuple[Foursome, ...],
    free: tuple[int, ...],
    partnered: Counter[int],
    opposed: Counter[int],
) -> Iterator[tuple[Foursome, ...]]:
    """Yields every extension with the free players, given how often each difference has occurred."""
    if not free:
        yield tables
        return
    one, *others = free
    for partner in others[:1] if one == STAYS else others:
        for rivals in combinations([each for each in others if each != partner], 2):
            table = ((one, partner), rivals)
            with_partners = partnered + Counter(_differences(modulus, [table[0], table[1]]))
            with_opponents = opposed + Counter(_differences(modulus, list(product(*table))))
            if max(with_partners.values()) <= 1 and max(with_opponents.values()) <= 2:
                left = tuple(each for each in others if each != partner and each not in rivals)
                yield from _extensions(modulus, (*tables, table), left, with_partners, with_opponents)


def _differences(modulus: int, couples: list[Couple]) -> Iterator[int]:
    """Yields the distance between the two players of each couple on a circle of `modulus` players.

    Skips couples with the fixed player.
    """
    for one, other in couples:
        if STAYS not in (one, other):
            yield min((one - other) % modulus, (other - one) % modulus)


def _unevenness(modulus: int, tables: tuple[Foursome, ...]) -> int:
    """Returns the sum of the squared counts of each difference within a direction."""
    counts: Counter[int] = Counter()
    for field in zip(*tables, strict=True):
        players = [player for partners in field for player in partners]
        counts.update(_differences(modulus, list(combinations(players, 2))))
    return sum(count * count for count in counts.values())
