"""The highest way to divide a play into exactly the units of a lead, each above a level of its own (SJ-TRICK-07).

    DEC-68   units are compared in order of size, then level: position by position, all strictly higher
    RUL-09   any division that is higher throughout wins; of several the one is kept whose first unit is highest, then
             its second, and so on

Units of one shape come in order of their tops, so each shape has a list of levels to stand above, and of those still to
be placed the first, which is the highest, is the most urgent. The chain is walked from the top down, face by face;
every card has to go into a run under way, a new run, a tuple or a single. What a walk has to remember is small: how
many units of each shape have not begun, and which runs are under way. So it is exact, and never exponential.
"""

from collections.abc import Iterator
from typing import NamedTuple

from domain.games.sheng_ji.holding import Holding, copies, slots_in
from domain.games.sheng_ji.order import Chain, faces_taken
from domain.games.sheng_ji.units import Unit

Shape = tuple[int, int]


class _Run(NamedTuple):
    """A run under way.

    Attributes:
        shape: the place of its shape among all.
        wanted: how many tuples it still wants.
        taken: how many it has taken on this level.
        outermost: whether it began on this level.
    """

    shape: int
    wanted: int
    taken: int
    outermost: bool


class _Place(NamedTuple):
    """Where a walk stands.

    Attributes:
        step: the next step of the walk.
        runs: the runs under way, sorted.
        left: for each shape how many units have not begun.
    """

    step: int
    runs: tuple[_Run, ...]
    left: tuple[int, ...]


class _Step(NamedTuple):
    """A face that is played, or, without copies, the end of a level."""

    level: int
    slot: int
    copies: int


class _Way(NamedTuple):
    """What becomes of a face: which runs under way it goes on with, and how many units of each shape it begins."""

    going_on: tuple[_Run, ...]
    begun: tuple[int, ...]


_Open = tuple[_Run, Unit]
"""A run under way, and as much of its unit as there is."""
Tops = tuple[tuple[int, ...], ...]
"""For each shape the tops of its units, from the highest."""


def highest_division(
    chain: Chain, holding: Holding, shapes: tuple[Shape, ...], over: tuple[int, ...]
) -> tuple[Unit, ...] | None:
    """The highest division of all the cards into units of these shapes; none when there is none.

    Args:
        chain: the ladder of the suit.
        holding: the cards, as many as the units have.
        shapes: in the order in which units are compared.
        over: for each of them a level above which its unit has to stand; of one shape the highest first.
    """
    return _Walk(chain, holding, shapes, over).units()


class _Walk:
    """All walks down one chain with one play."""

    def __init__(self, chain: Chain, holding: Holding, shapes: tuple[Shape, ...], over: tuple[int, ...]) -> None:
        self.chain = chain
        self.shapes = tuple(dict.fromkeys(shapes))
        self.over = tuple(
            tuple(level for shape, level in zip(shapes, over, strict=True) if shape == each) for each in self.shapes
        )
        self.tops = tuple(chain.tops(holding, *shape) if shape[0] <= len(holding) else 0 for shape in self.shapes)
        self.steps = tuple(_steps(chain, holding))
        self.start = _Place(0, (), tuple(map(len, self.over)))
        self.room = self._room()
        self.found: dict[_Place, tuple[Tops, _Way | None] | None] = {}

    def best(self, place: _Place) -> tuple[Tops, _Way | None] | None:
        """The highest tops that can be had from a place on, and the first way to them; none where cards are left."""
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
                # The first unit that is still to come stands lower in all further ways.
                break
            rest = self.best(self._after(place, way))
            if rest:
                tops = tuple((step.level,) * begun + later for begun, later in zip(way.begun, rest[0], strict=True))
                if best is None or tops > best[0]:
                    best, best_way = (tops, way), way
        return best

    def _room(self) -> tuple[tuple[int, ...], ...]:
        """For each step how many tuples of each width the steps from there on can give."""
        widths = range(max(width for width, _ in self.shapes) + 1)
        room = [(0,) * len(widths)]
        for step in reversed(self.steps):
            here = (step.copies // width if width else 0 for width in widths)
            room.append(tuple(map(sum, zip(here, room[-1], strict=True))))
        return tuple(reversed(room))

    def _is_hopeless(self, place: _Place, level: int) -> bool:
        """Whether a unit to come has to stand higher, no run of its shape is left, or tuples are too few."""
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
        """The place under a level, if every run under way has taken there what it must."""
        if not self.chain.is_rung[level]:
            return place._replace(step=place.step + 1)
        if any(run.taken not in self._takes(run, level) for run in place.runs):
            return None
        return _Place(place.step + 1, tuple(sorted(map(_at_next_level, place.runs))), place.left)

    def _takes(self, run: _Run, level: int) -> range:
        """How many faces of a level the run may take in all."""
        return faces_taken(
            self.chain.adjacency, run.wanted + run.taken, self.chain.build.widths[level], outermost=run.outermost
        )

    def _ways(self, place: _Place, step: _Step) -> Iterator[_Way]:
        """The ways to use up all copies of a face."""
        able: list[_Run] = []
        if self.chain.is_rung[step.level]:
            able += [run for run in place.runs if run.taken < self._takes(run, step.level)[-1]]
        for going_on, free in self._goings_on(able, step.copies):
            for begun in self._beginnings(place.left, step.level, free):
                yield _Way(going_on, begun)

    def _goings_on(self, able: list[_Run], free: int) -> Iterator[tuple[tuple[_Run, ...], int]]:
        """Which of the runs go on with a face of so many copies, and how many copies are left; equal runs are equal."""
        if not able:
            yield (), free
            return
        run, others = able[0], able[1:]
        alike = able.count(run)
        width = self.shapes[run.shape][0]
        for count in range(min(alike, free // width) + 1):
            for going_on, left in self._goings_on([each for each in others if each != run], free - count * width):
                yield (run,) * count + going_on, left

    def _beginnings(self, left: tuple[int, ...], level: int, free: int, shape: int = 0) -> Iterator[tuple[int, ...]]:
        """How many units of each shape, from a shape on, begin with so many copies of a face."""
        if not free:
            yield (0,) * (len(self.shapes) - shape)
            return
        if shape == len(self.shapes):
            return
        width = self.shapes[shape][0]
        most = min(left[shape], free // width) if self.tops[shape] >> level & 1 else 0
        for count in range(most, -1, -1):
            for more in self._beginnings(left, level, free - count * width, shape + 1):
                yield (count, *more)

    def _after(self, place: _Place, way: _Way) -> _Place:
        """The place behind a face that is used in that way."""
        runs = list(place.runs)
        for run in way.going_on:
            runs.remove(run)
            runs += _longer(run)
        for shape, count in enumerate(way.begun):
            runs += self._new_run(shape) * count
        left = tuple(waiting - begun for waiting, begun in zip(place.left, way.begun, strict=True))
        return _Place(place.step + 1, tuple(sorted(runs)), left)

    def _new_run(self, shape: int) -> list[_Run]:
        """The run under way when a unit of that shape begins; a unit of one tuple is complete."""
        length = self.shapes[shape][1]
        return [_Run(shape, length - 1, 1, outermost=True)] if length > 1 else []

    def units(self) -> tuple[Unit, ...] | None:
        """The units of the best walk, in the order in which they are compared."""
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
        """The runs under way behind a face; what has become complete joins the units."""
        here = 1 << step.slot
        behind = list(open_runs)
        grown: list[tuple[_Run, list[_Run], Unit]] = []
        for run in way.going_on:
            unit = next(unit for each, unit in behind if each == run)
            behind.remove((run, unit))
            grown.append((run, _longer(run), unit._replace(slots=unit.slots | here)))
        for shape, count in enumerate(way.begun):
            begun = Unit(*self.shapes[shape], step.level, here)
            runs = [(run, begun) for run in self._new_run(shape)]
            behind += runs * count
            units[shape] += [] if runs else [begun] * count
        for run, longer, unit in grown:
            if longer:
                behind += [(each, unit) for each in longer]
            else:
                units[run.shape].append(unit)
        return behind


def _steps(chain: Chain, holding: Holding) -> Iterator[_Step]:
    """The levels from the top down: the faces played of each, then its end."""
    for level in range(chain.levels - 1, -1, -1):
        for slot in slots_in(holding[0] & chain.slots_at[level]):
            yield _Step(level, slot, copies(holding, slot))
        yield _Step(level, -1, 0)


def _longer(run: _Run) -> list[_Run]:
    """The run with one tuple more, as long as it is under way."""
    return [run._replace(wanted=run.wanted - 1, taken=run.taken + 1)] if run.wanted > 1 else []


def _at_next_level(run: _Run) -> _Run:
    """The run as it comes to the next rung."""
    return _Run(run.shape, run.wanted, 0, outermost=False)
