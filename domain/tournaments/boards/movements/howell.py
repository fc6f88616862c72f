"""The Howell movement: each pair meets every other once, and there is one winner.

Pairs are the numbers modulo m = pairs - 1, and one fixed pair. The first round is a *starter*: couples {x, y} whose
differences ±(x - y) are every nonzero number once, and that contain every nonzero number once. The fixed pair meets 0.
Each further round adds 1 to all moving pairs, so each pair meets every other once. An *adder* gives each couple a
different set of boards, a; it also increases by 1 each round. If pair p is the x of a couple, it plays set p + a - x:

| goal | condition |
|---|---|
| each pair meets every other once | the differences of the starter are all different |
| no set is at two tables in a round | the a are all different, and not 0, which is the set of the fixed pair |
| no pair plays a set twice | the a - x and a - y are all different, and not 0 |

This is a Room square (T. G. Room 1955; starters and adders: R. G. Stanton and R. C. Mullin 1968). One exists for every
even number of pairs from 8 on. For 6 pairs none exists. Instead, a search arranges seven sets, meeting by meeting, so
that all conditions of the table hold and each set is played at two or three tables. For 5 pairs, most sets would have a
single table. For 4 pairs, no two tables of different rounds have four different pairs. So neither number allows
comparisons.

The directions of each couple are chosen so that any two pairs are compared about equally often. The sum of the squared
counts is the least possible if each couple keeps its directions. For 8, 12 and 16 pairs, the counts are equal. For 6
pairs, directions are not balanced.

If the number of pairs is odd, the highest number is missing, and the pair that would meet it sits out.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from domain.kernel.messages import message
from domain.tournaments.boards.movements.movement import Movement, NoMovement, TableSeating, without_phantom

FEWEST, MOST = 6, 20
SIX = 6
SETS_FOR_SIX = 7

PlacedCouple = tuple[int, int, int]
"""A couple and its set of boards."""


@lru_cache(maxsize=MOST)
def howell_movement(pairs: int) -> Movement:
    """Returns the Howell movement for a number of pairs.

    Raises:
        NoMovement: no such movement is offered.
    """
    if not FEWEST <= pairs <= MOST:
        raise NoMovement(
            message("there is no Howell movement for {pairs} pairs", pairs=pairs),
            hint=message(
                "use {fewest} to {most} pairs; with fewer, some boards would be played at one table only",
                fewest=FEWEST,
                most=MOST,
            ),
        )
    even = pairs + pairs % 2
    rounds = _rounds_for_six() if even == SIX else _cyclic_rounds(even)
    sets = SETS_FOR_SIX if even == SIX else even - 1
    return Movement(pairs, sets, 1, without_phantom(pairs, rounds))


def _cyclic_rounds(pairs: int) -> list[list[TableSeating]]:
    """Returns the rounds made of a starter and an adder."""
    modulus = pairs - 1
    placed = _balanced_couples(modulus, next(starters_with_adder(modulus)))
    return [
        [
            TableSeating(1, pairs, number + 1, number + 1),
            *(
                TableSeating(table, *((each + number) % modulus + 1 for each in couple_and_set))
                for table, couple_and_set in enumerate(placed, start=2)
            ),
        ]
        for number in range(modulus)
    ]


def starters_with_adder(modulus: int) -> Iterator[tuple[PlacedCouple, ...]]:
    """Yields every starter with an adder, in order: each couple (x, y) with its set."""
    yield from _extensions(modulus, (), frozenset(range(1, modulus)), frozenset(), frozenset())


def _extensions(
    modulus: int,
    placed: tuple[PlacedCouple, ...],
    free: frozenset[int],
    differences: frozenset[int],
    rooms: frozenset[int],
) -> Iterator[tuple[PlacedCouple, ...]]:
    """Yields every extension: `free` are the numbers without a couple, `rooms` the a - x and a - y so far."""
    if not free:
        yield placed
        return
    one = min(free)
    sets = {each[2] for each in placed}
    for other in sorted(free - {one}):
        apart = min((other - one) % modulus, (one - other) % modulus)
        if apart in differences:
            continue
        for boards in range(1, modulus):
            new = {(boards - one) % modulus, (boards - other) % modulus}
            if boards not in sets and 0 not in new and not new & rooms:
                yield from _extensions(
                    modulus, (*placed, (one, other, boards)), free - {one, other}, differences | {apart}, rooms | new
                )


def _balanced_couples(modulus: int, placed: tuple[PlacedCouple, ...]) -> tuple[PlacedCouple, ...]:
    """Returns the couples with the directions that spread comparisons most evenly."""
    turns = product((False, True), repeat=len(placed))
    return min((_turned_couples(placed, turn) for turn in turns), key=lambda each: _unevenness(modulus, each))


def _turned_couples(placed: tuple[PlacedCouple, ...], turn: tuple[bool, ...]) -> tuple[PlacedCouple, ...]:
    return tuple(
        (odd, even, boards) if is_turned else (even, odd, boards)
        for (even, odd, boards), is_turned in zip(placed, turn, strict=True)
    )


def _unevenness(modulus: int, placed: tuple[PlacedCouple, ...]) -> int:
    """Returns the sum of the squared counts of comparisons, computed from one set of boards for all.

    Over all sets, two moving pairs are compared as often as their difference occurs within a direction at set 0,
    because everything else rotates with the rounds. The fixed pair is compared with all others equally often in any
    case.
    """
    evens = [(even - boards) % modulus for even, _, boards in placed]
    odds = [(odd - boards) % modulus for _, odd, boards in placed]
    counts = [0] * modulus
    for field in (evens, [*odds, 0]):
        for one in field:
            for other in field:
                counts[(one - other) % modulus] += 1
    return sum(count * count for count in counts[1:])


def _rounds_for_six() -> list[list[TableSeating]]:
    """Returns the rounds for six pairs, found by trying sets in order."""
    rounds = [
        [(SIX, number + 1), *(((number + by) % 5 + 1, (number - by) % 5 + 1) for by in (1, 2))] for number in range(5)
    ]
    meetings = [(number, even, odd) for number, each in enumerate(rounds) for even, odd in each]
    sets = next(_sets_for(meetings, ()))
    seatings: list[list[TableSeating]] = [[] for _ in rounds]
    for (number, even, odd), boards in zip(meetings, sets, strict=True):
        seatings[number].append(TableSeating(len(seatings[number]) + 1, even, odd, boards))
    return seatings


def _sets_for(meetings: list[tuple[int, int, int]], chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yields every assignment of sets to meetings in which no pair and no round has a set twice."""
    if len(chosen) == len(meetings):
        if all(chosen.count(boards) > 1 for boards in range(1, SETS_FOR_SIX + 1)):
            yield chosen
        return
    number, *pair = meetings[len(chosen)]
    for boards in range(1, SETS_FOR_SIX + 1):
        clash = (
            earlier == number or {*others} & {*pair}
            for (earlier, *others), at in zip(meetings, chosen, strict=False)
            if at == boards
        )
        if not any(clash):
            yield from _sets_for(meetings, (*chosen, boards))
