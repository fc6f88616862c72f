"""Cross tables: everybody's results beside each other, in the order of the standings.

| table | a cell is | made for |
|---|---|---|
| by rounds | what became of an entrant in a round, the opponent by place | a Swiss and everything else |
| by opponents | the results against whoever has a place, in the order of the rounds | a round robin |

The entrants are numbered by their places in the standings, from 1: so everybody has a number of their own, also where
a rank is shared.

There is none where two entrants do not meet in rounds that follow each other:

| format | cross table |
|---|---|
| `swiss`, `knock_out` | by rounds |
| `round_robin` | by rounds and by opponents |
| `night`, `individual_swiss`, `duplicate_individual` | none: everybody has another partner in every round |
| `duplicate_pairs` | none: entrants are compared by boards, and what a match was worth says nothing |
| `arena` | none: rounds overlap, and some play more often than others |
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from domain.refusals import Illegal
from domain.tournament.appearances import Appearance, AppearanceKind, appearances
from domain.tournament.rounds import Course, EntrantId, Points
from domain.tournament.standings import Standing

By = Literal["rounds", "opponents"]


class NoCrossTable(Illegal):
    """The tournament has no such cross table."""


class Cell(NamedTuple):
    """What became of an entrant in a round.

    Attributes:
        round: its number.
        opponent: the place of whom the entrant met or was to meet, from 1; none with a bye.
        is_first: whether the entrant was the first side.
        points: what it was worth to the entrant; none without a result.
        kind: how it came to that.
    """

    round: int
    opponent: int | None
    is_first: bool
    points: Points | None
    kind: AppearanceKind


class Row(NamedTuple):
    """An entrant of a cross table: the place from 1, the rank, the points, and a cell for each round."""

    place: int
    rank: int
    entrant: EntrantId
    points: Points
    cells: tuple[Cell, ...]

    def without_opponent(self) -> tuple[Cell, ...]:
        """The cells of the rounds in which the entrant met nobody."""
        return tuple(cell for cell in self.cells if cell.opponent is None)

    def by_opponents(self) -> dict[int, tuple[Cell, ...]]:
        """The cells of the matches against each place that the entrant was paired with, in the order of the rounds."""
        found: dict[int, tuple[Cell, ...]] = {}
        for cell in self.cells:
            if cell.opponent is not None:
                found[cell.opponent] = (*found.get(cell.opponent, ()), cell)
        return found

    def against(self, place: int) -> tuple[Cell, ...]:
        """The cells of the matches against whoever has that place, in the order of the rounds."""
        return tuple(cell for cell in self.cells if cell.opponent == place)


def cross_table(course: Course, standings: Sequence[Standing]) -> tuple[Row, ...]:
    """The cross table by rounds, in the order of the standings of that course; a row tells its cells by opponents."""
    places = {standing.entrant: place for place, standing in enumerate(standings, 1)}
    found = appearances(course)
    return tuple(
        Row(
            places[standing.entrant],
            standing.rank,
            standing.entrant,
            standing.points,
            tuple(_cell(each, places) for each in found[standing.entrant]),
        )
        for standing in standings
    )


def _cell(each: Appearance, places: Mapping[EntrantId, int]) -> Cell:
    opponent = None if each.opponent is None else places[each.opponent]
    return Cell(each.round, opponent, each.is_first, None if each.is_open else each.points, each.kind)
