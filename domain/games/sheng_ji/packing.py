"""Decides whether units of given shapes can be taken from a holding together, using each card once.

Following (SJ-FOLLOW-03) and matching a lead (SJ-TRICK-04) both reduce to this question. The answer is exact and needs
no list of subsets. The search walks the chain level by level and keeps only the runs under way and the shapes still to
be placed. Single cards are not packed here, since any remaining card is a single.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, combinations
from typing import NamedTuple

from domain.games.sheng_ji.chain import Chain, faces_taken
from domain.games.sheng_ji.layers import (
    EVERY_LAYER,
    LAYER_BITS,
    MOST_COPIES,
    ONE_LAYER,
    Holding,
    copies,
    layer,
    most_copies,
    slots_in,
    without,
)
from domain.games.sheng_ji.options.playing import TractorAdjacency
from domain.games.sheng_ji.units import Unit, holding_of_unit, tuples_on

Shape = tuple[int, int]
Shapes = tuple[Shape, ...]
"""Shapes (width, length) of units of two or more cards, in descending order."""


class _Place(NamedTuple):
    """The state of a walk over the levels.

    Attributes:
        level: the next level.
        under_way: runs that began below, as (width, remaining tuples), in descending order.
        runs: runs not yet begun, in descending order.
        tuples: widths of loose tuples not yet placed, in descending order.
    """

    level: int
    under_way: Shapes
    runs: Shapes
    tuples: tuple[int, ...]


Faces = tuple[int, ...]
"""The number of free copies of each face of a level, in descending order."""


class _Level(NamedTuple):
    """The cards that a level can give.

    Attributes:
        faces: the copies held of each face.
        slots: the number of faces on the level, held or not.
        is_rung: whether runs can use it.
        room: the numbers of tuples of each width in it, as `TUPLES_OF` has them.
    """

    faces: Faces
    slots: int
    is_rung: bool
    room: int


def fits(chain: Chain, holding: Holding, shapes: Shapes) -> bool:
    """Returns whether the holding has disjoint units of all these shapes.

    Args:
        chain: the chain of the suit.
        holding: the cards.
        shapes: each of two or more cards, in descending order.
    """
    if not shapes:
        return True
    width = shapes[0][0]
    if width > most_copies(holding):
        return False
    if any(length > 1 and not chain.tops(holding, wide, length) for wide, length in set(shapes)):
        return False
    if width == shapes[-1][0]:
        return _one_width_fits(chain, holding, width, shapes)
    return _walk_fits(chain, tuples_only(holding), shapes)


def _one_width_fits(chain: Chain, holding: Holding, width: int, shapes: Shapes) -> bool:
    """Decides `fits` for shapes of one width, if the holding has each run by itself.

    Loose tuples then only have to be numerous enough. A face that gives one of its tuples to a run can still give all
    the others, so the position of the runs does not matter.
    """
    if tuples_in(holding, width) < sum(length for _, length in shapes):
        return False
    if shapes[0][1] == 1 or len(shapes) == 1 or shapes[1][1] == 1:
        return True
    return _walk_fits(chain, tuples_only(holding), tuple(shape for shape in shapes if shape[1] > 1))


def tuples_in(holding: Holding, width: int) -> int:
    """Returns the number of disjoint tuples of that width in the holding."""
    return sum(layer(holding, copies).bit_count() for copies in range(width, most_copies(holding) + 1, width))


def tuples_only(holding: Holding) -> Holding:
    """Returns the holding with one copy fewer of each face. This tells all tuples, but not the single cards."""
    return holding >> LAYER_BITS  # type: ignore[return-value]


def with_tuples(tuples: Holding) -> Holding:
    """Returns the holding of these tuples without single cards: the inverse of `tuples_only`."""
    return tuples << LAYER_BITS | tuples & ONE_LAYER  # type: ignore[return-value]


@lru_cache(maxsize=1 << 14)
def _walk_fits(chain: Chain, tuples: Holding, shapes: Shapes) -> bool:
    """Decides `fits` in general. `tuples` is as `tuples_only` gives it, since single cards do not matter."""
    levels, room = _levels_and_room(chain, tuples)
    dead: set[_Place] = set()

    def reaches_the_end(place: _Place) -> bool:
        level, under_way, runs, loose = place
        needed = _needed_by_runs(under_way) + _needed_by_runs(runs) + _needed_by_tuples(loose)
        if not needed:
            return True
        # A width that needs more tuples than there is room for clears its guard bit.
        if place in dead or room[level] - needed & GUARDS != GUARDS:
            return False
        if any(map(reaches_the_end, _steps(chain.adjacency, levels[level], place))):
            return True
        dead.add(place)
        return False

    runs = tuple(shape for shape in shapes if shape[1] > 1)
    loose = tuple(width for width, length in shapes if length == 1)
    return reaches_the_end(_Place(0, (), runs, loose))


@lru_cache(maxsize=1 << 12)
def _levels_and_room(chain: Chain, tuples: Holding) -> tuple[list[_Level], list[int]]:
    """Returns what each level gives, and the room from it upward. Cached, since a holding is tried with many shapes."""
    levels, start = [], 0
    for slots, is_rung in zip(chain.build.widths, chain.is_rung, strict=True):
        levels.append(_level(tuples >> start & LEVEL_MASKS[slots], slots, is_rung))
        start += slots
    return levels, _room_above(levels)


LEVEL_MASKS = tuple(((1 << slots) - 1) * EVERY_LAYER for slots in range(LAYER_BITS))
"""For each number of slots, the mask of the first slots in all layers."""


@lru_cache(maxsize=1 << 14)
def _level(tuples: int, slots: int, is_rung: bool) -> _Level:  # noqa: FBT001 - a cached function takes it by place
    """Returns what a level gives, from its tuples alone, whose slots begin at bit 0."""
    faces = sorted([copies(tuples, slot) + 1 for slot in slots_in(tuples & ONE_LAYER)], reverse=True)
    return _Level(tuple(faces), slots, is_rung, sum([TUPLES_OF[copies_held] for copies_held in faces]))


COUNT = 16
"""The bits of a number of tuples. The highest is a guard, which a subtraction clears if its result is negative."""
GUARDS = sum(1 << COUNT * width + COUNT - 1 for width in range(2, MOST_COPIES + 1))
TUPLES_OF = tuple(
    sum(copies_held // width << COUNT * width for width in range(2, copies_held + 1))
    for copies_held in range(MOST_COPIES + 1)
)
"""For each number of copies of a face, the numbers of tuples of each width in it, as one number."""
UP_TO = tuple(sum(1 << COUNT * wide for wide in range(2, width + 1)) for width in range(MOST_COPIES + 1))
"""One tuple for each width up to this one. A tuple needs room at its own width and at each smaller one."""


def _room_above(levels: list[_Level]) -> list[int]:
    """Returns, for each level and the end, the numbers of tuples of each width from there up, with the guards."""
    return list(accumulate([level.room for level in reversed(levels)], initial=GUARDS))[::-1]


@lru_cache(maxsize=1 << 12)
def _needed_by_runs(runs: Shapes) -> int:
    """Returns, as one number, how many tuples of each width or wider the runs still need."""
    return sum(UP_TO[width] * length for width, length in runs)


@lru_cache(maxsize=1 << 12)
def _needed_by_tuples(tuples: tuple[int, ...]) -> int:
    return sum(UP_TO[width] for width in tuples)


def _steps(adjacency: TractorAdjacency, level: _Level, place: _Place) -> Iterator[_Place]:
    """Yields the states one level up: runs continue, others begin, and the remaining copies give loose tuples.

    Taking an available loose tuple never harms, so only states that leave none untaken are tried.
    """
    _, going_on, runs, tuples = place
    above = place.level + 1
    if not level.is_rung:
        for loose in _loose_after(level.faces, tuples):
            yield _Place(above, going_on, runs, loose)
        return
    if not level.faces:
        if not going_on:
            yield _Place(above, (), runs, tuples)
        return
    for begun, waiting in _beginnings(runs, sum(level.faces) - sum([width for width, _ in going_on])):
        for under_way, free in _climbed(adjacency, level, going_on, begun):
            for loose in _loose_after(free, tuples):
                yield _Place(above, under_way, waiting, loose)


@lru_cache(maxsize=1 << 12)
def _beginnings(runs: Shapes, room: int) -> tuple[tuple[Shapes, Shapes], ...]:
    """Returns pairs of the runs that begin on a level with `room` cards and those that wait; most runs first."""
    ways = [
        ((run, *begun), (*runs[:position], *waiting))
        for position, run in enumerate(runs)
        if run[0] <= room and (position == 0 or runs[position - 1] != run)
        for begun, waiting in _beginnings(runs[position + 1 :], room - run[0])
    ]
    return (*ways, ((), runs))


@lru_cache(maxsize=1 << 14)
def _climbed(
    adjacency: TractorAdjacency, level: _Level, going_on: Shapes, begun: Shapes
) -> tuple[tuple[Shapes, Faces], ...]:
    """Returns each way in which runs can take from a level: the runs still under way, and the free copies left."""
    ways: dict[tuple[Shapes, Faces], None] = {((), level.faces): None}
    runs = sorted([*((run, False) for run in going_on), *((run, True) for run in begun)], reverse=True)
    for (width, wanted), outermost in runs:
        ways = {
            ((*still, (width, wanted - taken)) if wanted > taken else still, left): None
            for still, free in ways
            for taken in faces_taken(adjacency, wanted, level.slots, outermost=outermost)
            for left in _without_tuples(free, width, taken)
        }
    return tuple({(tuple(sorted(still, reverse=True)), free): None for still, free in ways})


@lru_cache(maxsize=1 << 12)
def _without_tuples(faces: Faces, width: int, count: int) -> tuple[Faces, ...]:
    """Returns the copies left on a level, for each way in which `count` of its faces give a tuple of that width."""
    able = [index for index, copies_held in enumerate(faces) if copies_held >= width]
    kept: dict[Faces, None] = {}
    for givers in combinations(able, count):
        less = (held - width if index in givers else held for index, held in enumerate(faces))
        kept[tuple(sorted(less, reverse=True))] = None
    return tuple(kept)


@lru_cache(maxsize=1 << 12)
def _loose_after(faces: Faces, tuples: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """Returns the sets of loose tuples still to be placed after the faces have given as many as they can."""
    waiting: set[tuple[int, ...]] = set()
    for width in set(tuples):
        position = tuples.index(width)
        for less in _without_tuples(faces, width, 1):
            waiting |= _loose_after(less, tuples[:position] + tuples[position + 1 :])
    return frozenset(waiting or (tuples,))


def units_at(chain: Chain, holding: Holding, shape: Shape, top: int) -> Iterator[Unit]:
    """Returns the units of that shape and top in the holding, one for each choice among equal faces."""
    width, length = shape
    if length == 1 or chain.is_plain:
        choices: list[int] = [0]
        for level in range(top - length + 1, top + 1):
            slots = [1 << slot for slot in slots_in(layer(holding, width) & chain.slots_at[level])]
            choices = [chosen | slot for chosen in choices for slot in slots]
    else:
        choices = list(_faces_down(chain, layer(holding, width), tuple(chain.rungs_below(top)), length))
    return (Unit(width, length, top, chosen) for chosen in choices)


def _faces_down(
    chain: Chain, slots: int, rungs: tuple[int, ...], wanted: int, *, outermost: bool = True
) -> Iterator[int]:
    """Yields the masks of slots that form a run of `wanted` faces from the first of the rungs down."""
    if not wanted:
        yield 0
        return
    if not rungs:
        return
    here = [1 << slot for slot in slots_in(slots & chain.slots_at[rungs[0]])]
    for count in faces_taken(chain.adjacency, wanted, chain.build.widths[rungs[0]], outermost=outermost):
        below = tuple(_faces_down(chain, slots, rungs[1:], wanted - count, outermost=False))
        for chosen in combinations(here, count):
            for others in below:
                yield sum(chosen) | others


def shapes_in(chain: Chain, holding: Holding) -> Iterator[Shape]:
    """Yields every shape of which the holding has a unit: singles, then pairs and wider tuples with their runs."""
    for width in range(1, most_copies(holding) + 1):
        yield (width, 1)
        for length in range(chain.shortest_run, chain.longest(holding, width) + 1 if width > 1 else 0):
            yield (width, length)


def units_in(chain: Chain, holding: Holding) -> tuple[Unit, ...]:
    """Returns every unit in the holding: singles, then pairs and wider tuples with their runs; low before high."""
    singles = tuples_on(chain, 1, holding & ONE_LAYER)
    return singles if holding <= ONE_LAYER else singles + _wide_units_in(chain, tuples_only(holding))


@lru_cache(maxsize=1 << 14)
def _wide_units_in(chain: Chain, tuples: Holding) -> tuple[Unit, ...]:
    """Returns the tuples and runs of `units_in`. `tuples` is as `tuples_only` gives it."""
    holding = with_tuples(tuples)
    found: list[Unit] = []
    for width in range(2, most_copies(holding) + 1):
        found += tuples_on(chain, width, layer(holding, width))
        for length in range(chain.shortest_run, chain.longest(holding, width) + 1):
            found += reversed(list(units_of_shape(chain, holding, (width, length))))
    return tuple(found)


def units_of_shape(chain: Chain, holding: Holding, shape: Shape) -> Iterator[Unit]:
    """Yields all units of that shape in the holding, from the highest top down."""
    tops = chain.tops(holding, *shape)
    while tops:
        top = tops.bit_length() - 1
        tops ^= 1 << top
        yield from units_at(chain, holding, shape, top)


def packings(chain: Chain, holding: Holding, shapes: Shapes, below: Unit | None = None) -> Iterator[tuple[Unit, ...]]:
    """Yields the ways to take units of all these shapes from the holding, lazily; those with high units first.

    Args:
        chain: the chain of the suit.
        holding: the cards.
        shapes: each of two or more cards, in descending order.
        below: the unit taken before. A unit of the same shape must not be higher, which avoids duplicates.
    """
    if not shapes:
        yield ()
        return
    shape, rest = shapes[0], shapes[1:]
    for unit in units_of_shape(chain, holding, shape):
        if below and below.shape == shape and (unit.top, unit.slots) > (below.top, below.slots):
            continue
        left = without(holding, holding_of_unit(unit))
        if fits(chain, left, rest):
            for others in packings(chain, left, rest, unit):
                yield (unit, *others)


def remainders(chain: Chain, holding: Holding, shapes: Shapes) -> Iterator[Holding]:
    """Yields, lazily and without duplicates, what can remain of the holding after taking units of all these shapes.

    Args:
        chain: the chain of the suit.
        holding: the cards.
        shapes: each of two or more cards, in descending order.
    """
    # Different units often take the same cards, so the search records the cards left over, not the units.
    seen: set[tuple[int, Holding]] = set()

    def taking(left: Holding, rest: Shapes) -> Iterator[Holding]:
        if not rest:
            yield left
            return
        for unit in units_of_shape(chain, left, rest[0]):
            less = without(left, holding_of_unit(unit))
            if (len(rest), less) not in seen and fits(chain, less, rest[1:]):
                seen.add((len(rest), less))
                yield from taking(less, rest[1:])

    return taking(holding, shapes)
