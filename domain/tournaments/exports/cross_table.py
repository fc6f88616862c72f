"""Cross tables: the results of all entrants side by side, in the order of the standings.

| table | cell | used for |
|---|---|---|
| by rounds | the result of an entrant in a round, with the opponent by place | a Swiss and all other formats |
| by opponents | the results against the entrant of a place, in the order of the rounds | a round robin |

The entrants are numbered by their places in the standings, from 1, so each has its own number even if a rank is
shared.

There is no cross table if entrants do not meet in pairs, or rounds overlap:

| format | cross table |
|---|---|
| `swiss`, `knock_out` | by rounds |
| `round_robin` | by rounds and by opponents |
| `night`, `individual_swiss`, `duplicate_individual` | none: partners change every round |
| `duplicate_pairs` | none: entrants are compared by boards, not by matches |
| `arena` | none: rounds overlap, and some entrants play more often than others |
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from domain.kernel.refusals import Illegal
from domain.tournaments.standings.appearances import Appearance, AppearanceKind, appearances
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.terms import EntrantId, PairingContext, Points

By = Literal["rounds", "opponents"]


class NoCrossTable(Illegal):
    """This tournament has no cross table of this kind."""


class Cell(NamedTuple):
    """The result of an entrant in a round.

    Attributes:
        round: the number of the round.
        opponent: the place of the paired opponent, from 1; `None` with a bye.
        is_first: whether the entrant was the first side.
        points: the points of the entrant; `None` without a result.
        kind: the kind of the appearance.
    """

    round: int
    opponent: int | None
    is_first: bool
    points: Points | None
    kind: AppearanceKind


class CrossTableRow(NamedTuple):
    """An entrant of a cross table: the place from 1, the rank, the points, and a cell for each round."""

    place: int
    rank: int
    entrant: EntrantId
    points: Points
    cells: tuple[Cell, ...]

    def without_opponent(self) -> tuple[Cell, ...]:
        """Returns the cells of the rounds without an opponent."""
        return tuple(cell for cell in self.cells if cell.opponent is None)

    def by_opponents(self) -> dict[int, tuple[Cell, ...]]:
        """Returns the cells of the matches by the place of the opponent, in the order of the rounds."""
        found: dict[int, tuple[Cell, ...]] = {}
        for cell in self.cells:
            if cell.opponent is not None:
                found[cell.opponent] = (*found.get(cell.opponent, ()), cell)
        return found

    def against(self, place: int) -> tuple[Cell, ...]:
        """Returns the cells of the matches against the entrant of a place, in the order of the rounds."""
        return tuple(cell for cell in self.cells if cell.opponent == place)


def cross_table(context: PairingContext, standings: Sequence[Standing]) -> tuple[CrossTableRow, ...]:
    """Returns the cross table by rounds, in the order of the standings; rows can also give their cells by opponents."""
    places = {standing.entrant: place for place, standing in enumerate(standings, 1)}
    found = appearances(context)
    return tuple(
        CrossTableRow(
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
