"""Round robin: all entrants meet once, or twice with sides exchanged (FIDE Handbook C.05, annex 1).

Entrants have the numbers 1 to N. N is even: if the number of entrants is odd, N stays free, and the entrant that would
meet it has a bye. The Berger table of N numbers:

| | table 1 | table k, from 2 to N/2 |
|---|---|---|
| round 1 | 1 first, N second | k first, N + 1 - k second |
| each further round | N/2 is added to the other's number, and N changes sides | N/2 is added to both numbers |

A sum above N - 1 wraps around to 1. So an entrant is first at most once more often than second, or the reverse. If the
number of entrants is odd, each is both equally often.

| cycles | rounds |
|---|---|
| 1 | the N - 1 of the table |
| 2 | the N - 1 of the table with its last two rounds swapped, then the whole table with sides exchanged |

The swap keeps entrants from having the same side three times in a row; the annex recommends it.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from domain.kernel.shuffle import Dice, shuffled
from domain.tournaments.terms import Bye, EntrantId, Match, PairingContext, Round


class RoundRobinRules(NamedTuple):
    """The rules of a round robin.

    Attributes:
        cycles: how often all entrants meet.
        by_lot: whether the numbers of the table are drawn by lot; otherwise they follow the seeds.
    """

    cycles: Literal[1, 2] = 1
    by_lot: bool = False


def schedule(entrants: Sequence[EntrantId], cycles: Literal[1, 2] = 1) -> tuple[Round, ...]:
    """Returns all rounds; empty for fewer than two entrants.

    Args:
        entrants: the entrants, number 1 first.
        cycles: how often all entrants meet.
    """
    if len(entrants) < 2:
        return ()
    table = _berger(len(entrants) + len(entrants) % 2)
    if cycles == 2:
        exchanged = [[(second, first) for first, second in pairs] for pairs in table]
        table = [*table[:-2], *reversed(table[-2:]), *exchanged]
    return tuple(_round(entrants, number, pairs) for number, pairs in enumerate(table, 1))


def next_round(context: PairingContext, rules: RoundRobinRules, seed: bytes) -> Round | None:
    """Returns the next round of the schedule; `None` when all were made.

    The schedule covers the entrants of the first round, or before it those that have not withdrawn. Later entrants are
    not paired. An entrant has a bye if its opponent is away.

    Args:
        context: all rounds so far.
        rules: the rules of the round robin.
        seed: the seed of the lots, the same for all rounds.
    """
    rounds = schedule(numbered_entrants(context, rules, seed), rules.cycles)
    number = len(context.rounds) + 1
    return without_absent(context, rounds[number - 1]) if number <= len(rounds) else None


def numbered_entrants(context: PairingContext, rules: RoundRobinRules, seed: bytes) -> tuple[EntrantId, ...]:
    """Returns the entrants of the schedule, number 1 first. For the arguments see `next_round`."""
    if context.rounds:
        named = set(context.rounds[0].round.entrants())
    else:
        named = {entrant.id for entrant in context.entrants} - context.withdrawn
    field = tuple(entrant.id for entrant in context.entrants if entrant.id in named)
    return shuffled(field, Dice(seed, b"round robin")) if rules.by_lot else field


def _berger(numbers: int) -> list[list[tuple[int, int]]]:
    """Returns the Berger table of an even number of numbers, counted from 0."""
    last, half = numbers - 1, numbers // 2
    table = []
    for turn in range(last):
        shift = turn * half
        alone = shift % last
        top = (last, alone) if turn % 2 else (alone, last)
        table.append([top, *(((k + shift) % last, (last - k + shift) % last) for k in range(1, half))])
    return table


def _round(entrants: Sequence[EntrantId], number: int, pairs: list[tuple[int, int]]) -> Round:
    nobody = len(entrants)
    matches = tuple(
        Match(entrants[first], entrants[second]) for first, second in pairs if nobody not in (first, second)
    )
    byes = tuple(Bye(entrants[min(pair)], "pairing") for pair in pairs if nobody in pair)
    return Round(number, matches, byes)


def without_absent(context: PairingContext, planned: Round) -> Round:
    """Returns a round of the schedule without entrants that are away."""
    granted = {bye.entrant: bye for bye in context.granted_byes}
    here = set(planned.entrants()).difference(context.withdrawn, granted)
    matches = tuple(match for match in planned.matches if here.issuperset(match))
    paired = {entrant for match in matches for entrant in match}
    alone = [Bye(entrant, "pairing") for entrant in planned.entrants() if entrant in here - paired]
    away = [granted[entrant] for entrant in planned.entrants() if entrant in granted.keys() - context.withdrawn]
    return Round(planned.number, matches, (*alone, *away))
