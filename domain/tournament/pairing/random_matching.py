"""Pairs drawn by lot that avoid repeats: any order of all is equally likely, and who stands side by side is a pair.

| the first of 100 orders that repeats nothing | is taken: of all ways to repeat nothing each is equally likely |
|---|---|
| there is none among them | the one with the fewest repeats is mended: no other way repeats fewer pairs |

It is mended by a maximum matching of those who are no repeat of each other, which begins with the pairs of that order
that are none (Edmonds, "Paths, trees, and flowers", 1965). Who is left over is matched likewise with the next least
repeats, and so on.
"""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

from domain.shuffle import Dice, shuffled

T = TypeVar("T")
ORDERS = 100
"""So many orders are drawn before one is mended."""

_NOBODY = -1


def drawn_pairs(those: Sequence[T], repeats: Callable[[T, T], int], dice: Dice) -> list[tuple[T, T]]:
    """Pairs of all, in the order in which they were drawn.

    Args:
        those: an even number of them.
        repeats: how much it would be a repeat to pair two; 0 for no repeat.
        dice: where chance comes from.
    """
    fewest: tuple[int, list[tuple[T, T]]] | None = None
    for _ in range(ORDERS):
        order = shuffled(those, dice)
        pairs = list(zip(order[::2], order[1::2], strict=True))
        again = sum(repeats(one, two) > 0 for one, two in pairs)
        if not again:
            return pairs
        if fewest is None or again < fewest[0]:
            fewest = again, pairs
    return _mended(fewest[1], repeats) if fewest else []


def _mended(pairs: list[tuple[T, T]], repeats: Callable[[T, T], int]) -> list[tuple[T, T]]:
    """As few repeats as possible, and where there must be some, small ones."""
    done: list[tuple[T, T]] = []
    while pairs:
        those = [each for pair in pairs for each in pair]
        numbers = range(len(those))
        much = {(one, two): repeats(those[one], those[two]) for one, two in combinations(numbers, 2)}
        least = min(much.values())
        near: list[list[int]] = [[] for _ in numbers]
        for (one, two), again in much.items():
            if again == least:
                near[one].append(two)
                near[two].append(one)
        mates = maximum_matching(near, [one ^ 1 if (one ^ 1) in near[one] else _NOBODY for one in numbers])
        done += [(those[one], those[two]) for one, two in enumerate(mates) if one < two]
        left = [those[one] for one, two in enumerate(mates) if two == _NOBODY]
        pairs = list(zip(left[::2], left[1::2], strict=True))
    return done


def maximum_matching(near: Sequence[Sequence[int]], mates: Sequence[int]) -> list[int]:
    """As many pairs of neighbours as there can be.

    Args:
        near: for each number its neighbours, in the order in which they are tried; who is near is so both ways.
        mates: the pairs to begin with, for each number its mate; -1 for none.

    Returns:
        For each number its mate; -1 for none. Who had a mate has one.
    """
    found = list(mates)
    for number in range(len(found)):
        if found[number] == _NOBODY:
            _Search(near, found, number).run()
    return found


class _Search:
    """The search for an augmenting path from one who has no mate; odd circles are contracted to their base."""

    def __init__(self, near: Sequence[Sequence[int]], mates: list[int], root: int) -> None:
        self._near = near
        self._mates = mates
        self._root = root
        self._parent = [_NOBODY] * len(mates)
        self._base = list(range(len(mates)))
        self._reached = {root}
        self._queue = deque([root])

    def run(self) -> bool:
        """Whether the root has a mate now."""
        while self._queue:
            one = self._queue.popleft()
            for two in self._near[one]:
                if self._base[one] == self._base[two] or self._mates[one] == two:
                    continue
                if self._is_even(two):
                    self._contract(one, two)
                elif self._parent[two] == _NOBODY:
                    self._parent[two] = one
                    if self._mates[two] == _NOBODY:
                        self._flip(two)
                        return True
                    self._reach(self._mates[two])
        return False

    def _is_even(self, number: int) -> bool:
        """Whether an even number of steps leads from the root to it, the last of them to its mate."""
        mate = self._mates[number]
        return number == self._root or (mate != _NOBODY and self._parent[mate] != _NOBODY)

    def _reach(self, number: int) -> None:
        if number not in self._reached:
            self._reached.add(number)
            self._queue.append(number)

    def _contract(self, one: int, two: int) -> None:
        base = self._common_base(one, two)
        circle: set[int] = set()
        self._mark(one, two, base, circle)
        self._mark(two, one, base, circle)
        for number, old in enumerate(self._base):
            if old in circle:
                self._base[number] = base
                self._reach(number)

    def _common_base(self, one: int, two: int) -> int:
        """Where the ways from both to the root meet."""
        seen = set()
        while True:
            one = self._base[one]
            seen.add(one)
            if one == self._root:
                break
            one = self._parent[self._mates[one]]
        while self._base[two] not in seen:
            two = self._parent[self._mates[self._base[two]]]
        return self._base[two]

    def _mark(self, number: int, child: int, base: int, circle: set[int]) -> None:
        """Note the way from a number down to the base, and lead it back the other way round."""
        while self._base[number] != base:
            mate = self._mates[number]
            circle |= {self._base[number], self._base[mate]}
            self._parent[number] = child
            child, number = mate, self._parent[mate]

    def _flip(self, number: int) -> None:
        """Exchange who is and who is not a pair on the path from a number to the root."""
        while number != _NOBODY:
            before = self._parent[number]
            after = self._mates[before]
            self._mates[number], self._mates[before] = before, number
            number = after
