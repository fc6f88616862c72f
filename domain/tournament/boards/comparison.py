"""How everybody who has played a board from the same seat compares.

| what | how |
|---|---|
| score | `scoring.board`, from the side of the seat; in points of the game, or in places of Zheng Shangyou |
| matchpoints | 2 for each other score that is lower, 1 for each that is equal; the top is 2 for each other |
| share | of the top, in hundredths of a per cent, a half rounded up; none where there is nobody to be compared with |
| IMPs | on the scale of the game (`scoring.scales`), against the datum: the mean without one in ten at each end |

A hand that was not played to its score (given up, or taken over by somebody else) has none, and is not compared.
Where everybody plays alone Zheng Shangyou has no scale of IMPs.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.climbing.state import Scored as PlacesTaken
from domain.seats import Seat
from domain.shengji.state import Scored as HandScored
from domain.table.events import PlayerId
from domain.table.state import Table
from domain.tournament.rounding import half_up
from domain.tournament.rounds import Points
from domain.tournament.scoring.board import BoardScore, scores_of_seats
from domain.tournament.scoring.imps import Scale, butler, datum
from domain.tournament.scoring.matchpoints import WHOLE, field

OUTLIERS_IN = 10
"""One score in so many is left out of the datum at each end."""


class Line(NamedTuple):
    """How a score compares: its matchpoints in hundredths, its share of the top, its IMPs against the datum."""

    points: Points
    share: int | None
    imps: int | None


class Comparison(NamedTuple):
    """How the scores of a board compare.

    Attributes:
        top: the most matchpoints that could be had, in hundredths.
        datum: with what scores are compared in IMPs, in units of the scale; none where there is none.
        left_out: how many scores were left out of it at each end.
        lines: for each score, in their order.
    """

    top: Points
    datum: int | None
    left_out: int
    lines: tuple[Line, ...]


def score_at(table: Table, seat: Seat, player: PlayerId | None) -> BoardScore | None:
    """What a table that is over made of its board, from the side of a seat; none where it has no score.

    Args:
        table: the table as it knows itself.
        seat: of whoever plays the board.
        player: who was to play it; none where the account is closed. Somebody else's score is not theirs.
    """
    occupant = table.occupant(seat)
    if table.match is None or occupant is None or (player is not None and occupant.player != player):
        return None
    phase = table.match.phase
    if not isinstance(phase, HandScored | PlacesTaken):
        return None
    return scores_of_seats(phase, table.rules)[seat]


def compared(scores: Sequence[int], scale: Scale | None) -> Comparison:
    """How scores that were made from the same seat compare.

    Args:
        scores: of all who have played the board; at least one.
        scale: by which differences are turned into IMPs, if they can be.

    Raises:
        ValueError: there are none.
    """
    left_out = len(scores) // OUTLIERS_IN
    top = Points(200 * (len(scores) - 1))
    imps = (None,) * len(scores) if scale is None else butler(scale, scores, left_out)
    lines = (
        Line(points, half_up(points * WHOLE, top) if top else None, each)
        for points, each in zip(field(scores, len(scores)), imps, strict=True)
    )
    against = None if scale is None else datum(scale.units(scores), left_out)
    return Comparison(top, against, left_out, tuple(lines))
