"""Compares all players of a board on the same seat.

| quantity | method |
|---|---|
| score | `scores`, from the view of the seat; in points of the game, or in places of Zheng Shangyou |
| matchpoints | 2 for each lower other score, 1 for each equal one; the top is 2 for each other score |
| share | share of the top, in hundredths of a per cent, rounded half up; none without other scores |
| IMPs | on the scale of the game (`scales`), against the datum: the mean without a tenth at each end |

A hand that was given up, or taken over by another player, has no score and is not compared. Zheng Shangyou has no IMP
scale if all play alone.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.players import PlayerId
from domain.kernel.scale import Scale
from domain.kernel.scores import BoardScore
from domain.kernel.seats import Seat
from domain.table.state import Table
from domain.tournaments.boards.imps import butler, datum
from domain.tournaments.boards.matchpoints import WHOLE, field
from domain.tournaments.boards.scores import scores_of_seats
from domain.tournaments.rounding import half_up
from domain.tournaments.rounds import Points

OUTLIERS_IN = 10
"""One score in this many is left out of the datum at each end."""


class Line(NamedTuple):
    """The comparison of a score: matchpoints in hundredths, share of the top, and IMPs against the datum."""

    points: Points
    share: int | None
    imps: int | None


class Comparison(NamedTuple):
    """The comparison of the scores of a board.

    Attributes:
        top: the largest possible matchpoints, in hundredths.
        datum: the score that IMPs compare with, in units of the scale; `None` without a scale.
        left_out: the number of scores left out of the datum at each end.
        lines: one for each score, in order.
    """

    top: Points
    datum: int | None
    left_out: int
    lines: tuple[Line, ...]


def score_at(table: Table, seat: Seat, player: PlayerId | None) -> BoardScore | None:
    """Returns the score of a finished table from the view of a seat; `None` if it has none.

    Args:
        table: the state of the table.
        seat: the seat of the player of the board.
        player: the player of the board; `None` if the account is closed. A score of another player does not count.
    """
    occupant = table.occupant(seat)
    if table.match is None or occupant is None or (player is not None and occupant.player != player):
        return None
    scores = scores_of_seats(table)
    return None if scores is None else scores[seat]


def compared(scores: Sequence[int], scale: Scale | None) -> Comparison:
    """Returns the comparison of scores from the same seat.

    Args:
        scores: the scores of all players of the board; at least one.
        scale: the IMP scale; `None` for no IMPs.

    Raises:
        ValueError: there are no scores.
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
