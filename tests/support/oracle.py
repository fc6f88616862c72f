"""An oracle for the rules of following, matching and throwing. It tries every possibility, so hands must be small.

It follows the catalogue's text and works on card names, so it shares nothing with the tested code. A ladder lists the
faces of an effective suit level by level. A holding counts the cards of each face. Units are found by a search.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import NamedTuple

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
Holding = Counter[str]
Shape = tuple[int, int]


class Ladder(list[list[str]]):
    """The levels of an effective suit, lowest first; each is a list of faces.

    Attributes:
        adjacency: the option that says which levels are adjacent in a run.
        narrowest: the minimum width of a run.
        shortest: the minimum length of a run.
    """

    adjacency = "distinct_rank"
    narrowest = 2
    shortest = 2

    def rung(self, face: str) -> int:
        """Returns the index of the level of a face, without the level of fillers (DEC-73)."""
        rungs = [level for level in self if "FC" not in level]
        return next(place for place, level in enumerate(rungs) if face in level)

    def level(self, face: str) -> int:
        return next(place for place, level in enumerate(self) if face in level)

    def is_run(self, faces: tuple[str, ...]) -> bool:
        """Returns whether tuples of these faces are a run, by the text of SJ-TRAC-02 to SJ-TRAC-04."""
        if "FC" in faces or len(faces) < self.shortest:
            return False
        places = sorted(map(self.rung, faces))
        steps = {high - low for low, high in pairwise(places)}
        if self.adjacency == "distinct_rank":
            return steps == {1}
        if self.adjacency == "equal_rank_chain":
            return steps <= {0, 1}
        between = [face for level in self for face in level if face != "FC"]
        between = [face for face in between if places[0] < self.rung(face) < places[-1]]
        return set(between) <= set(faces)


class Found(NamedTuple):
    """A unit: `width` copies of each of its faces. `top` is the index of its highest level."""

    width: int
    top: int
    faces: tuple[str, ...]

    @property
    def shape(self) -> Shape:
        return (self.width, len(self.faces))

    @property
    def cards(self) -> Holding:
        return Counter(dict.fromkeys(self.faces, self.width))


def ladder(
    rank: str | None, trumps: str | None, suit: str, *, twos: bool = False, red: str = "", fillers: bool = False
) -> Ladder:
    """Returns the levels of a side suit, or of the trumps for `T`, lowest first (SJ-CARD-03 to 05, 10 to 12)."""
    gone = red.split()
    plain = [each for each in RANKS if each != rank and not (twos and each == "2")]
    if suit != "T":
        return Ladder([each + suit] for each in plain if each + suit not in gone)
    levels = [[each + trumps] for each in plain] if trumps else []
    for each in ["2"] * (twos and rank != "2") + [rank] * (rank is not None):
        if trumps is None:
            levels.append([each + suit for suit in "CDHS"])
        else:
            levels += [[each + suit for suit in "CDHS" if suit != trumps], [each + trumps]]
    levels = [[face for face in level if face not in gone] for level in levels]
    levels += [["FC"]] * fillers + [["SJ"], ["BJ"]] + [[face] for face in reversed(gone)]
    return Ladder(level for level in levels if level)


def units(ladder: Ladder, held: Holding, shape: Shape) -> Iterator[Found]:
    """Yields every unit of a shape in the holding (SJ-TRAC-02 to SJ-TRAC-04, SJ-TUPLE-01)."""
    width, length = shape
    able = [face for level in ladder for face in level if held[face] >= width]
    if length > 1 and (width < ladder.narrowest or len(able) < length):
        return
    for faces in combinations(able, length):
        if length == 1 or ladder.is_run(faces):
            yield Found(width, max(map(ladder.level, faces)), faces)


def tuples_and_runs(ladder: Ladder, held: Holding, widest: int) -> list[Found]:
    """Returns every tuple and every run in the holding, up to a width."""
    return [
        unit
        for width in range(2, widest + 1)
        for length in range(1, len(held) + 1)
        for unit in units(ladder, held, (width, length))
    ]


def splits(ladder: Ladder, held: Holding, lead: list[Shape]) -> Iterator[list[Shape]]:
    """Yields the shapes of each set of disjoint units that does not exceed the lead. All other cards are singles."""
    candidates = tuples_and_runs(ladder, held, max(width for width, _ in lead))

    def choose(first: int, left: Holding, chosen: list[Shape]) -> Iterator[list[Shape]]:
        yield chosen
        for place in range(first, len(candidates)):
            unit = candidates[place]
            if all(left[face] >= unit.width for face in unit.faces) and asks_no_more([*chosen, unit.shape], lead):
                yield from choose(place, left - unit.cards, [*chosen, unit.shape])

    return choose(0, held, [])


def at_least(shapes: list[Shape], width: int) -> list[Shape]:
    return [shape for shape in shapes if shape[0] >= width]


def run_lengths(shapes: Iterable[Shape]) -> list[int]:
    """Returns the lengths of the runs, longest first."""
    return sorted((length for _, length in shapes if length > 1), reverse=True)


def asks_no_more(answer: list[Shape], lead: list[Shape]) -> bool:
    """Returns whether an answer does not exceed the lead (RUL-07, RUL-08).

    At each width, it has no more runs and no more tuples than the lead. With both sorted by length, none of its runs is
    longer than the run of the lead in the same place.
    """
    for width in range(2, max(width for width, _ in lead) + 1):
        mine, led = at_least(answer, width), at_least(lead, width)
        my_runs, led_runs = run_lengths(mine), run_lengths(led)
        if len(my_runs) > len(led_runs) or any(one > other for one, other in zip(my_runs, led_runs, strict=False)):
            return False
        if sum(length for _, length in mine) > sum(length for _, length in led):
            return False
    return True


def vector(answer: list[Shape], lead: list[Shape]) -> list[object]:
    """Returns the numbers that SJ-FOLLOW-03 compares.

    These are the number of runs, their lengths and the number of tuples, for each width from the widest tuple led.
    """
    numbers: list[object] = []
    for width in range(max(width for width, _ in lead), 1, -1):
        mine = at_least(answer, width)
        numbers += [len(run_lengths(mine)), run_lengths(mine), sum(length for _, length in mine)]
    return numbers


def fit(ladder: Ladder, played: Holding, lead: list[Shape], single: frozenset[str] = frozenset()) -> list[object]:
    """Returns the highest vector over all divisions of the cards. Faces in `single` form no tuples (RUL-11)."""
    counting = Counter({face: 1 if face in single else count for face, count in played.items()})
    return max(vector(answer, lead) for answer in splits(ladder, counting, lead))


def selections(held: Holding, count: int) -> list[Holding]:
    """Returns every choice of `count` cards. Choices that differ only in equal cards are the same."""
    every = {tuple(sorted(chosen)) for chosen in combinations(sorted(held.elements()), count)}
    return [Counter(chosen) for chosen in sorted(every)]


def protected(held: Holding, lead: list[Shape]) -> frozenset[str]:
    """Returns the faces with more copies in the holding than in the widest tuple led (SJ-FOLLOW-06, DEC-66)."""
    return frozenset(face for face, count in held.items() if count > max(width for width, _ in lead))


def legal_follows(ladder: Ladder, held: Holding, lead: list[Shape], *, protect: bool = False) -> list[Holding]:
    """Returns the plays with the best fit, for a holding with more cards of the led suit than the lead."""
    count = sum(width * length for width, length in lead)
    plays = selections(held, count)
    single = protected(held, lead) if protect else frozenset()
    fits = [fit(ladder, play, lead, single) for play in plays]
    return [play for play, its_fit in zip(plays, fits, strict=True) if its_fit == max(fits)]


def partitions(ladder: Ladder, played: Holding, shapes: list[Shape]) -> Iterator[list[Found]]:
    """Yields every division of the cards into units of exactly these shapes (SJ-TRICK-04)."""
    if not shapes:
        if not played.total():
            yield []
        return
    for unit in units(ladder, played, shapes[0]):
        for others in partitions(ladder, played - unit.cards, shapes[1:]):
            yield [unit, *others]


def in_order(shapes: Iterable[Shape]) -> list[Shape]:
    """Returns the shapes by number of cards, then by width, largest first (DEC-68)."""
    return sorted(shapes, key=lambda shape: (shape[0] * shape[1], shape[0]), reverse=True)


def decisive_shapes(lead: list[Shape], compare: str) -> list[Shape]:
    """Returns the shapes of the lead that decide the trick, in order (SJ-TRICK-05 to SJ-TRICK-07, RUL-12)."""
    if compare == "all_units":
        return in_order(lead)
    if compare == "longest_unit":
        return in_order(lead)[:1]
    widths = sorted({width for width, _ in lead}, reverse=True)
    return [max(shape for shape in lead if shape[0] == width) for width in widths]


def tops_read(reading: list[Found], lead: list[Shape], compare: str) -> list[int]:
    """Returns the levels of a reading that are compared, in order."""
    if compare == "all_units":
        shapes = dict.fromkeys(in_order(lead))
        return [
            top
            for shape in shapes
            for top in sorted((unit.top for unit in reading if unit.shape == shape), reverse=True)
        ]
    return [max(unit.top for unit in reading if unit.shape == shape) for shape in decisive_shapes(lead, compare)]


def is_higher(tops: list[int], over: list[int], compare: str) -> bool:
    """Returns whether a later play beats an earlier one of the same suit, from their compared levels."""
    if compare == "all_units":
        return all(top > other for top, other in zip(tops, over, strict=True))
    return tops > over


def best_tops(
    ladder: Ladder, played: Holding, lead: list[Shape], compare: str, over: list[int] | None = None
) -> list[int] | None:
    """Returns the compared levels of a play in its best reading (DEC-70).

    Returns `None` if no reading has the shapes of the lead, or none is higher than `over`.
    """
    found = (tops_read(reading, lead, compare) for reading in partitions(ladder, played, lead))
    return max((tops for tops in found if over is None or is_higher(tops, over, compare)), default=None)


def beats(ladder: Ladder, held: Holding, unit: Found) -> list[Found]:
    """Returns the units in a hand with the same shape and a higher top, lowest first (SJ-THROW-02)."""
    higher = [other for other in units(ladder, held, unit.shape) if other.top > unit.top]
    return sorted(higher, key=lambda other: other.top)


def decompositions(ladder: Ladder, thrown: Holding) -> Iterator[list[Found]]:
    """Yields the divisions of a lead.

    Each step takes the unit with the most cards, of these the widest, and of these the highest. Equal units give
    several divisions.
    """
    if not thrown.total():
        yield []
        return
    singles = list(units(ladder, thrown, (1, 1)))
    found = [*singles, *tuples_and_runs(ladder, thrown, max(thrown.values()))]

    def rank(unit: Found) -> tuple[int, int, int]:
        return (unit.cards.total(), unit.width, unit.top)

    largest = max(map(rank, found))
    for unit in found:
        if rank(unit) == largest:
            for others in decompositions(ladder, thrown - unit.cards):
                yield [unit, *others]


def equal_copies(ladder: Ladder, thrown: Holding) -> list[Shape]:
    """Returns the shapes of a throw if no tuple is split.

    Each face forms one tuple of all its copies. Tuples of the same width form runs, the longest first.
    """
    shapes: list[Shape] = []
    for width in sorted(set(thrown.values())):
        left = Counter({face: count for face, count in thrown.items() if count == width})
        while left:
            lengths = range(len(left), 0, -1) if width > 1 else [1]
            found = next(
                list(units(ladder, left, (width, length)))
                for length in lengths
                if any(units(ladder, left, (width, length)))
            )
            taken = max(found, key=lambda unit: unit.top)
            shapes.append(taken.shape)
            left -= taken.cards
    return shapes
