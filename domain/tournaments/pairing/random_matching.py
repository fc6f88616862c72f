"""Random pairs that avoid repeats. A random order of all is drawn, and neighbours in it are a pair.

| if one of 100 orders has no repeat | the first such order is taken: all pairings without repeats are equally likely |
|---|---|
| otherwise | the order with the fewest repeats is repaired: no pairing has fewer repeats |

The repair is a maximum matching on the graph of pairs that are no repeat. It begins with such pairs of that order
(Edmonds, "Paths, trees, and flowers", 1965). Unmatched ones are then matched in the same way with the next least
repeats, and so on.
"""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import TypeVar

from domain.kernel.shuffle import Dice, shuffled

T = TypeVar("T")
ORDERS = 100

_NOBODY = -1


def drawn_pairs(
    those: Sequence[T], repeats: Callable[[T, T], int], dice: Dice, orders: int = ORDERS
) -> list[tuple[T, T]]:
    """Pairs all items at random, with as few repeats as possible.

    Args:
        those: an even number of items.
        repeats: returns how often two items have met before, as partners or opponents; 0 if never.
        dice: the source of randomness.
        orders: the number of random orders to try. If all of them have repeats, the one with the fewest is repaired.
    """
    fewest: tuple[int, list[tuple[T, T]]] | None = None
    for _ in range(orders):
        order = shuffled(those, dice)
        pairs = list(zip(order[::2], order[1::2], strict=True))
        again = sum(repeats(one, two) > 0 for one, two in pairs)
        if not again:
            return pairs
        if fewest is None or again < fewest[0]:
            fewest = again, pairs
    return _with_fewer_repeats(fewest[1], repeats) if fewest else []


def _with_fewer_repeats(pairs: list[tuple[T, T]], repeats: Callable[[T, T], int]) -> list[tuple[T, T]]:
    """Returns pairs with as few repeats as possible, and the smallest ones if some are inevitable."""
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
    """Returns a matching of neighbours with the most pairs possible.

    Args:
        near: the neighbours of each number, in the order to try; the relation must be symmetric.
        mates: the initial pairs: the mate of each number, or -1.

    Returns:
        The mate of each number, or -1. Numbers that had a mate still have one.
    """
    found = list(mates)
    for number in range(len(found)):
        if found[number] == _NOBODY:
            _Search(near, found, number).run()
    return found


class _Search:
    """The search for an augmenting path from an unmatched number; odd cycles are contracted to their base."""

    def __init__(self, near: Sequence[Sequence[int]], mates: list[int], root: int) -> None:
        self._near = near
        self._mates = mates
        self._root = root
        self._parent = [_NOBODY] * len(mates)
        self._base = list(range(len(mates)))
        self._reached = {root}
        self._queue = deque([root])

    def run(self) -> bool:
        """Searches; returns whether the root has a mate now."""
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
        """Returns whether the number is reached from the root by an even number of steps, the last one to its mate."""
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
        """Returns the base where the paths from both to the root meet."""
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
        """Records the path from a number down to the base, and reverses it."""
        while self._base[number] != base:
            mate = self._mates[number]
            circle |= {self._base[number], self._base[mate]}
            self._parent[number] = child
            child, number = mate, self._parent[mate]

    def _flip(self, number: int) -> None:
        """Swaps matched and unmatched edges on the path from a number to the root."""
        while number != _NOBODY:
            before = self._parent[number]
            after = self._mates[before]
            self._mates[number], self._mates[before] = before, number
            number = after
