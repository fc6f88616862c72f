"""Finds the highest division of a play into the units of a lead, each above a given level (SJ-TRICK-07).

    DEC-68   units are compared in order of size, then level; each must be strictly higher
    RUL-09   any division that is higher throughout wins; of several, the one with the highest first unit is kept,
             then the highest second unit, and so on

Units of one shape are ordered by their tops, so each shape has a list of levels to exceed. Of the units still to be
placed, the first one is the highest and constrains most. The search walks the chain from the top down, face by face.
Every card must join a run under way, a new run, a tuple or a single. The state of the walk is small: the number of
units of each shape not yet begun, and the runs under way. Memoizing it makes the search exact and not exponential.
"""

from collections.abc import Iterator
from functools import lru_cache
from operator import sub
from typing import NamedTuple

from domain.games.sheng_ji.chain import Chain, faces_taken
from domain.games.sheng_ji.layers import Holding, copies, slots_in
from domain.games.sheng_ji.units import Unit

Shape = tuple[int, int]


class _Run(NamedTuple):
    """A run under way.

    Attributes:
        shape: the index of its shape.
        wanted: the number of tuples it still needs.
        taken: the number of tuples it has taken on this level.
        outermost: whether it began on this level.
    """

    shape: int
    wanted: int
    taken: int
    outermost: bool


class _Place(NamedTuple):
    """The state of a walk.

    Attributes:
        step: the next step.
        runs: the runs under way, sorted.
        left: for each shape, the number of units not yet begun.
    """

    step: int
    runs: tuple[_Run, ...]
    left: tuple[int, ...]


class _Step(NamedTuple):
    """A face of the play; without copies, the end of a level."""

    level: int
    slot: int
    copies: int


class _Way(NamedTuple):
    """A use of a face: the runs under way that it continues, and the number of units of each shape that begin there."""

    going_on: tuple[_Run, ...]
    begun: tuple[int, ...]


_Open = tuple[_Run, Unit]
"""A run under way, and the part of its unit placed so far."""
Tops = tuple[tuple[int, ...], ...]
"""For each shape, the tops of its units, from the highest."""


def highest_division(
    chain: Chain, holding: Holding, shapes: tuple[Shape, ...], over: tuple[int, ...]
) -> tuple[Unit, ...] | None:
    """Returns the highest division of all the cards into units of these shapes, or `None`.

    Args:
        chain: the chain of the suit.
        holding: the cards, exactly as many as the units have.
        shapes: the shapes, in the order in which units are compared.
        over: for each shape, a level that its unit must exceed; for equal shapes the highest first.
    """
    return _Walk(chain, holding, shapes, over).units()


class _Walk:
    """A memoized search down one chain with one play."""

    def __init__(self, chain: Chain, holding: Holding, shapes: tuple[Shape, ...], over: tuple[int, ...]) -> None:
        self.chain = chain
        self.shapes = tuple(dict.fromkeys(shapes))
        self.widths = tuple([width for width, _ in self.shapes])
        self.new_runs = tuple(map(_new_runs, self.shapes, range(len(self.shapes))))
        self.over = tuple(
            tuple(level for shape, level in zip(shapes, over, strict=True) if shape == each) for each in self.shapes
        )
        self.tops = tuple(chain.tops(holding, *shape) for shape in self.shapes)
        self.steps = tuple(_steps(chain, holding))
        self.start = _Place(0, (), tuple(map(len, self.over)))
        self.room = self._room()
        self.found: dict[_Place, tuple[Tops, _Way | None] | None] = {}

    def best(self, place: _Place) -> tuple[Tops, _Way | None] | None:
        """Returns the highest tops reachable from a state and the first step there; `None` if cards are left."""
        if place not in self.found:
            self.found[place] = self._look(place)
        return self.found[place]

    def _look(self, place: _Place) -> tuple[Tops, _Way | None] | None:
        if place.step == len(self.steps):
            done = not place.runs and not any(place.left)
            return (((),) * len(self.shapes), None) if done else None
        step = self.steps[place.step]
        if self._is_hopeless(place, step.level):
            return None
        if not step.copies:
            below = self._below(place, step.level)
            return self.best(below) if below else None
        first = next((shape for shape, left in enumerate(place.left) if left), 0)
        best: tuple[Tops, _Way | None] | None = None
        best_way: _Way | None = None
        for way in sorted(self._ways(place, step), key=lambda way: -way.begun[first]):
            if best_way and way.begun[first] < best_way.begun[first]:
                # In all further ways the next unit is lower.
                break
            rest = self.best(self._after(place, way))
            if rest:
                tops = tuple((step.level,) * begun + later for begun, later in zip(way.begun, rest[0], strict=True))
                if best is None or tops > best[0]:
                    best, best_way = (tops, way), way
        return best

    def _room(self) -> tuple[tuple[int, ...], ...]:
        """Returns, for each step, how many tuples of each width that step and the later ones can give."""
        widths = range(max(width for width, _ in self.shapes) + 1)
        room = [(0,) * len(widths)]
        for step in reversed(self.steps):
            here = (step.copies // width if width else 0 for width in widths)
            room.append(tuple(map(sum, zip(here, room[-1], strict=True))))
        return tuple(reversed(room))

    def _is_hopeless(self, place: _Place, level: int) -> bool:
        """Returns whether a remaining unit cannot be placed, by its level, its tops or the number of tuples."""
        room = self.room[place.step]
        needed = [0] * len(room)
        for run in place.runs:
            needed[self.shapes[run.shape][0]] += run.wanted
        levels = (2 << level) - 1
        for (width, length), left, over, tops in zip(self.shapes, place.left, self.over, self.tops, strict=True):
            if left:
                if over[-left] >= level or not tops & levels:
                    return True
                needed[width] += length * left
        wider = 0
        for width in range(len(room) - 1, 1, -1):
            wider += needed[width]
            if wider > room[width]:
                return True
        return False

    def _below(self, place: _Place, level: int) -> _Place | None:
        """Returns the state below a level, or `None` if a run under way has not taken enough faces of it."""
        if not self.chain.is_rung[level]:
            return place._replace(step=place.step + 1)
        if any(run.taken not in self._takes(run, level) for run in place.runs):
            return None
        return _Place(place.step + 1, tuple(sorted(map(_at_next_level, place.runs))), place.left)

    def _takes(self, run: _Run, level: int) -> range:
        """Returns how many faces of a level the run may take in total."""
        return faces_taken(
            self.chain.adjacency, run.wanted + run.taken, self.chain.build.widths[level], outermost=run.outermost
        )

    def _ways(self, place: _Place, step: _Step) -> Iterator[_Way]:
        """Yields the ways to use all copies of a face."""
        able: list[_Run] = []
        if self.chain.is_rung[step.level]:
            able += [run for run in place.runs if run.taken < self._takes(run, step.level)[-1]]
        limits = tuple(
            [left if tops >> step.level & 1 else 0 for left, tops in zip(place.left, self.tops, strict=True)]
        )
        for going_on, free in self._goings_on(able, step.copies):
            for begun in _beginnings(self.widths, limits, free):
                yield _Way(going_on, begun)

    def _goings_on(self, able: list[_Run], free: int) -> Iterator[tuple[tuple[_Run, ...], int]]:
        """Yields the runs that continue with copies of a face, and the number of copies left.

        Equal runs are interchangeable.
        """
        if not able:
            yield (), free
            return
        run, others = able[0], able[1:]
        alike = able.count(run)
        width = self.shapes[run.shape][0]
        for count in range(min(alike, free // width) + 1):
            for going_on, left in self._goings_on([each for each in others if each != run], free - count * width):
                yield (run,) * count + going_on, left

    def _after(self, place: _Place, way: _Way) -> _Place:
        """Returns the state after a face is used in that way."""
        runs = list(place.runs)
        for run in way.going_on:
            runs.remove(run)
            runs += _longer(run)
        for count, new in zip(way.begun, self.new_runs, strict=True):
            if count:
                runs += new * count
        left = tuple(map(sub, place.left, way.begun))
        return _Place(place.step + 1, tuple(sorted(runs)), left)

    def units(self) -> tuple[Unit, ...] | None:
        """Returns the units of the best walk, in the order in which they are compared."""
        place, found = self.start, self.best(self.start)
        if found is None:
            return None
        units: list[list[Unit]] = [[] for _ in self.shapes]
        open_runs: list[_Open] = []
        for step in self.steps:
            found = self.best(place)
            way = found[1] if found else None
            if step.copies and way:
                open_runs = self._traced(step, way, open_runs, units)
                place = self._after(place, way)
            else:
                if self.chain.is_rung[step.level]:
                    open_runs = [(_at_next_level(run), unit) for run, unit in open_runs]
                place = self._below(place, step.level) or place
        return tuple(unit for each in units for unit in sorted(each, key=lambda unit: -unit.top))

    def _traced(self, step: _Step, way: _Way, open_runs: list[_Open], units: list[list[Unit]]) -> list[_Open]:
        """Returns the runs under way after a face. Completed units are added to `units`."""
        here = 1 << step.slot
        behind = list(open_runs)
        grown: list[tuple[_Run, list[_Run], Unit]] = []
        for run in way.going_on:
            unit = next(unit for each, unit in behind if each == run)
            behind.remove((run, unit))
            grown.append((run, _longer(run), unit._replace(slots=unit.slots | here)))
        for shape, count in enumerate(way.begun):
            begun = Unit(*self.shapes[shape], step.level, here)
            runs = [(run, begun) for run in self.new_runs[shape]]
            behind += runs * count
            units[shape] += [] if runs else [begun] * count
        for run, longer, unit in grown:
            if longer:
                behind += [(each, unit) for each in longer]
            else:
                units[run.shape].append(unit)
        return behind


def _steps(chain: Chain, holding: Holding) -> Iterator[_Step]:
    """Yields the steps from the top level down: the faces played on each level, then its end."""
    for level in range(chain.levels - 1, -1, -1):
        for slot in slots_in(holding & chain.slots_at[level]):
            yield _Step(level, slot, copies(holding, slot))
        yield _Step(level, -1, 0)


@lru_cache(maxsize=1 << 12)
def _beginnings(widths: tuple[int, ...], limits: tuple[int, ...], free: int) -> tuple[tuple[int, ...], ...]:
    """Returns the numbers of units of each width, up to its limit, that use exactly `free` copies; most first."""
    if not free:
        return ((0,) * len(widths),)
    if not widths:
        return ()
    most = min(limits[0], free // widths[0])
    return tuple(
        [
            (count, *more)
            for count in range(most, -1, -1)
            for more in _beginnings(widths[1:], limits[1:], free - count * widths[0])
        ]
    )


def _new_runs(shape: Shape, place: int) -> list[_Run]:
    """Returns the run of a new unit of the shape at that place. A unit of one tuple is complete, so it has none."""
    length = shape[1]
    return [_Run(place, length - 1, 1, outermost=True)] if length > 1 else []


def _longer(run: _Run) -> list[_Run]:
    """Returns the run with one more tuple; none if that completes it."""
    return [run._replace(wanted=run.wanted - 1, taken=run.taken + 1)] if run.wanted > 1 else []


def _at_next_level(run: _Run) -> _Run:
    """Returns the run at the start of the next rung."""
    return _Run(run.shape, run.wanted, 0, outermost=False)
