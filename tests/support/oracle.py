"""The rules of following, matching and throwing once more, by trying everything; for a handful of cards only.

Written from the catalogue's text and on card names, so that nothing is shared with the code that is tested: a ladder
lists the faces of an effective suit level by level, a holding counts names, and a unit is found by looking for it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import NamedTuple

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
Ladder = list[list[str]]
Holding = Counter[str]
Shape = tuple[int, int]


class Found(NamedTuple):
    """A unit: as many copies of each of these faces, which stand on consecutive levels up to the top."""

    width: int
    top: int
    faces: tuple[str, ...]

    @property
    def shape(self) -> Shape:
        return (self.width, len(self.faces))

    @property
    def cards(self) -> Holding:
        return Counter(dict.fromkeys(self.faces, self.width))


def ladder(rank: str, trumps: str | None, suit: str) -> Ladder:
    """The levels of a side suit, or of the trumps `T`, from the lowest (SJ-CARD-03 to SJ-CARD-05)."""
    plain = [each for each in RANKS if each != rank]
    if suit != "T":
        return [[each + suit] for each in plain]
    if trumps is None:
        return [[rank + each for each in "CDHS"], ["SJ"], ["BJ"]]
    others = [rank + each for each in "CDHS" if each != trumps]
    return [*([each + trumps] for each in plain), others, [rank + trumps], ["SJ"], ["BJ"]]


def units(ladder: Ladder, held: Holding, shape: Shape) -> Iterator[Found]:
    """Every unit of that shape that the holding has (SJ-TRAC-02, SJ-TUPLE-01)."""
    width, length = shape
    for lowest in range(len(ladder) - length + 1):
        levels = ladder[lowest : lowest + length]
        for faces in product(*([face for face in level if held[face] >= width] for level in levels)):
            yield Found(width, lowest + length - 1, faces)


def tuples_and_runs(ladder: Ladder, held: Holding, widest: int) -> list[Found]:
    """Every tuple and every run that the holding has, up to a width."""
    return [
        unit
        for width in range(2, widest + 1)
        for length in range(1, len(ladder) + 1)
        for unit in units(ladder, held, (width, length))
    ]


def splits(ladder: Ladder, held: Holding, lead: list[Shape]) -> Iterator[list[Shape]]:
    """The shapes of every set of disjoint units that asks no more than the lead does; what is left are singles."""
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
    """The lengths of the runs, longest first."""
    return sorted((length for _, length in shapes if length > 1), reverse=True)


def asks_no_more(answer: list[Shape], lead: list[Shape]) -> bool:
    """At no width more runs than were led, none longer than the one it answers, nor more tuples (RUL-07, RUL-08)."""
    for width in range(2, max(width for width, _ in lead) + 1):
        mine, led = at_least(answer, width), at_least(lead, width)
        my_runs, led_runs = run_lengths(mine), run_lengths(led)
        if len(my_runs) > len(led_runs) or any(one > other for one, other in zip(my_runs, led_runs, strict=False)):
            return False
        if sum(length for _, length in mine) > sum(length for _, length in led):
            return False
    return True


def vector(answer: list[Shape], lead: list[Shape]) -> list[object]:
    """What SJ-FOLLOW-03 compares: from the widest tuple led, how many runs, how long, and how many tuples."""
    numbers: list[object] = []
    for width in range(max(width for width, _ in lead), 1, -1):
        mine = at_least(answer, width)
        numbers += [len(run_lengths(mine)), run_lengths(mine), sum(length for _, length in mine)]
    return numbers


def fit(ladder: Ladder, played: Holding, lead: list[Shape]) -> list[object]:
    """The vector of the cards, divided in the best way."""
    return max(vector(answer, lead) for answer in splits(ladder, played, lead))


def selections(held: Holding, count: int) -> list[Holding]:
    """Every way to take so many cards, equal cards being equal."""
    every = {tuple(sorted(chosen)) for chosen in combinations(sorted(held.elements()), count)}
    return [Counter(chosen) for chosen in sorted(every)]


def legal_follows(ladder: Ladder, held: Holding, lead: list[Shape]) -> list[Holding]:
    """Every play of the suit led that has the best possible fit, for one who holds more of it than was led."""
    count = sum(width * length for width, length in lead)
    plays = selections(held, count)
    fits = [fit(ladder, play, lead) for play in plays]
    return [play for play, its_fit in zip(plays, fits, strict=True) if its_fit == max(fits)]


def partitions(ladder: Ladder, played: Holding, shapes: list[Shape]) -> Iterator[list[Found]]:
    """Every way to divide the cards into exactly these units (SJ-TRICK-04)."""
    if not shapes:
        if not played.total():
            yield []
        return
    for unit in units(ladder, played, shapes[0]):
        for others in partitions(ladder, played - unit.cards, shapes[1:]):
            yield [unit, *others]


def decisive_shapes(lead: list[Shape], compare: str) -> list[Shape]:
    """The shapes of the lead that are compared, in their order (SJ-TRICK-05, RUL-12)."""
    if compare == "longest_unit":
        return [max(lead, key=lambda shape: (shape[0] * shape[1], shape[0]))]
    widths = sorted({width for width, _ in lead}, reverse=True)
    return [max(shape for shape in lead if shape[0] == width) for width in widths]


def best_tops(ladder: Ladder, played: Holding, lead: list[Shape], compare: str) -> list[int] | None:
    """The levels with which a play competes, read in its favour (DEC-70); none when it does not match the lead."""
    return max(
        (
            [max(unit.top for unit in reading if unit.shape == shape) for shape in decisive_shapes(lead, compare)]
            for reading in partitions(ladder, played, lead)
        ),
        default=None,
    )


def beats(ladder: Ladder, held: Holding, unit: Found) -> list[Found]:
    """The units of the same shape with a higher top in one hand, lowest first (SJ-THROW-02)."""
    higher = [other for other in units(ladder, held, unit.shape) if other.top > unit.top]
    return sorted(higher, key=lambda other: other.top)


def decompositions(ladder: Ladder, thrown: Holding) -> Iterator[list[Found]]:
    """The ways to divide a lead: again and again the unit with most cards, then the widest, then the highest."""
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
