"""Chains of equal cards: the runs and tractors that an effective suit allows."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from domain.games.sheng_ji.layers import Holding, layer
from domain.games.sheng_ji.options.playing import TractorAdjacency
from domain.games.sheng_ji.options.trumps import HongWu


class Ordering(NamedTuple):
    """The options that affect the order of the cards and the definition of a run.

    Attributes:
        permanent_twos: whether all twos are trumps (SJ-CARD-10).
        hong_wu: the red fives that rank above the big joker (SJ-CARD-11).
        fillers: whether the pack has fillers (SJ-CARD-12).
        adjacency: the definition of consecutive faces (SJ-TRAC-02 to SJ-TRAC-04).
        narrowest_run, shortest_run: the least number of copies in a tuple of a run, and of tuples in a run.
    """

    permanent_twos: bool = False
    hong_wu: HongWu = "off"
    fillers: bool = False
    adjacency: TractorAdjacency = "distinct_rank"
    narrowest_run: int = 2
    shortest_run: int = 2


STANDARD_ORDERING = Ordering()


class Build(NamedTuple):
    """The parameters of a chain. Chains with equal builds are the same object.

    Attributes:
        widths: the number of slots on each level, at least one, from low to high.
        fillers: the level of the fillers, which is not a rung; `None` without fillers.
        adjacency, narrowest_run, shortest_run: the definition of a run, as in `Ordering`.
    """

    widths: tuple[int, ...]
    fillers: int | None = None
    adjacency: TractorAdjacency = "distinct_rank"
    narrowest_run: int = 2
    shortest_run: int = 2


def faces_taken(adjacency: TractorAdjacency, wanted: int, slots: int, *, outermost: bool) -> range:
    """Returns how many faces of a rung a run may take (SJ-TRAC-02 to SJ-TRAC-04).

    Args:
        adjacency: the definition of consecutive faces.
        wanted: the number of tuples that the run still needs, from this rung and the following ones.
        slots: the number of faces on the rung.
        outermost: whether the run begins on this rung.
    """
    most = min(wanted, slots)
    if adjacency == "distinct_rank":
        return range(1, 2)
    if adjacency == "no_gap" and not outermost:
        return range(most, most + 1)
    return range(1, most + 1)


class Chain:
    """The levels and slots of an effective suit, without its faces.

    Two chains of the same build are the same object, so caches can use the chain as a key.

    Attributes:
        build: the parameters of the chain.
        adjacency, narrowest_run, shortest_run: the definition of a run.
        levels, slots: the number of each.
        level_of: for each slot, its level.
        listed: the slots from low to high; of equally high ones, the last first.
        slots_at: for each level, the mask of its slots.
        is_rung: for each level, whether runs can use it.
        is_plain: whether a run takes exactly one tuple from each of consecutive levels.
    """

    __slots__ = (
        "_single",
        "_wide",
        "adjacency",
        "build",
        "is_plain",
        "is_rung",
        "level_of",
        "levels",
        "listed",
        "narrowest_run",
        "shortest_run",
        "slots",
        "slots_at",
    )

    def __init__(self, build: Build) -> None:
        widths = build.widths
        self.build = build
        self.adjacency = build.adjacency
        self.narrowest_run = build.narrowest_run
        self.shortest_run = build.shortest_run
        self.is_plain = build.adjacency == "distinct_rank" and build.fillers is None
        self.levels = len(widths)
        self.slots = sum(widths)
        self.level_of: tuple[int, ...] = tuple(level for level, width in enumerate(widths) for _ in range(width))
        self.listed: tuple[int, ...] = tuple(sorted(range(self.slots), key=lambda slot: (self.level_of[slot], -slot)))
        self.is_rung: tuple[bool, ...] = tuple(level != build.fillers for level in range(self.levels))
        starts = [sum(widths[:level]) for level in range(self.levels)]
        self.slots_at: tuple[int, ...] = tuple(
            ((1 << width) - 1) << start for width, start in zip(widths, starts, strict=True)
        )
        shifts: dict[int, int] = {}
        for level, width in enumerate(widths):
            if width == 1:
                shifts[starts[level] - level] = shifts.get(starts[level] - level, 0) | self.slots_at[level]
        self._single = tuple((slots, shift) for shift, slots in shifts.items())
        self._wide = tuple((self.slots_at[level], 1 << level) for level, width in enumerate(widths) if width > 1)

    def levels_of(self, slots: int) -> int:
        """Returns the mask of the levels that have at least one slot of the mask `slots`."""
        if self.levels == self.slots:
            return slots
        levels = 0
        for mask, shift in self._single:
            levels |= (slots & mask) >> shift
        for mask, level in self._wide:
            if slots & mask:
                levels |= level
        return levels

    def tops(self, holding: Holding, width: int, length: int) -> int:
        """Returns the mask of the top levels of all units `width x length` in the holding (SJ-TRAC-07)."""
        return self.tops_of(layer(holding, width), width, length)

    def tops_of(self, slots: int, width: int, length: int) -> int:
        """Like `tops`, for a holding that has at least `width` copies of each face on these slots."""
        if length == 1:
            return self.levels_of(slots)
        if length < self.shortest_run or width < self.narrowest_run:
            return 0
        if not self.is_plain:
            return sum(1 << level for level, longest in _longest_runs(self, slots) if longest >= length)
        levels = self.levels_of(slots)
        for _ in range(length - 1):
            levels &= levels << 1
        return levels

    def longest(self, holding: Holding, width: int) -> int:
        """Returns the length in tuples of the longest unit of that width: 1 without a run, 0 without a tuple."""
        slots = layer(holding, width)
        if not slots or width < self.narrowest_run:
            return 1 if slots else 0
        length = 0
        if self.is_plain:
            levels = self.levels_of(slots)
            while levels:
                levels &= levels << 1
                length += 1
        else:
            length = max((longest for _, longest in _longest_runs(self, slots)), default=1)
        return length if length >= self.shortest_run else 1

    def rungs_below(self, top: int) -> range | tuple[int, ...]:
        """Returns the rungs from the level `top` down."""
        if self.build.fillers is None:
            return range(top, -1, -1)
        return tuple(level for level in range(top, -1, -1) if self.is_rung[level])


@lru_cache(maxsize=1 << 14)
def _longest_runs(chain: Chain, slots: int) -> tuple[tuple[int, int], ...]:
    """Returns pairs (rung, length): for each rung with a held slot, the longest run that has its top there.

    Shorter runs end on the same rung too: a run without one face of its lowest rung is still a run.
    """
    rungs = chain.rungs_below(chain.levels - 1)[::-1]
    held = [(slots & chain.slots_at[level]).bit_count() for level in rungs]
    return tuple(
        (level, _longest_to(chain, rungs[: place + 1], held[: place + 1]))
        for place, level in enumerate(rungs)
        if held[place]
    )


def _longest_to(chain: Chain, rungs: Sequence[int], held: list[int]) -> int:
    """Returns the length in tuples of the longest run whose top is the last of the rungs.

    The run extends down as far as possible. Taking fewer faces from a rung would not let it reach further.

    Args:
        chain: the chain of the suit.
        rungs: the rungs from low to high.
        held: for each rung, the number of its faces that are held.
    """
    total = 0
    for level, here in zip(reversed(rungs), reversed(held), strict=True):
        if not here:
            break
        total += 1 if chain.adjacency == "distinct_rank" else here
        gap = here < chain.build.widths[level] and level != rungs[-1]
        if chain.adjacency == "no_gap" and gap:
            break
    return total


@cache
def _chain(build: Build) -> Chain:
    return Chain(build)


def chain_of(ordering: Ordering, widths: tuple[int, ...], fillers: int | None = None) -> Chain:
    """Returns the chain with these numbers of slots. Without equal faces, all adjacencies give the same chain."""
    adjacency = ordering.adjacency if max(widths, default=1) > 1 else "distinct_rank"
    return _chain(Build(widths, fillers, adjacency, ordering.narrowest_run, ordering.shortest_run))
