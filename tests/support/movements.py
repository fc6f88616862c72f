"""Counts how often a movement compares its players, for tests of movements."""

from collections import Counter
from itertools import combinations

from domain.tournaments.boards.movements.individual import IndividualMovement
from domain.tournaments.boards.movements.movement import Movement


def comparisons(movement: Movement | IndividualMovement) -> Counter[frozenset[int]]:
    """Returns how often each two pairs, or players, play the same boards in the same direction. Partners do too."""
    fields: dict[tuple[int, str], list[int]] = {}
    for seating in (seating for each in movement.rounds for seating in each):
        for direction, side in (("even", seating.even), ("odd", seating.odd)):
            fields.setdefault((seating.boards, direction), []).extend((side,) if isinstance(side, int) else side)
    return Counter(frozenset(two) for field in fields.values() for two in combinations(field, 2))
