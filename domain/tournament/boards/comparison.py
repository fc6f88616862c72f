"""How everybody who has played a board from the same seat compares.

| what | how |
|---|---|
| score | `scoring.board`, from the side of the seat; in points of the game, or in places of Zheng Shangyou |
| matchpoints | 2 for each other score that is lower, 1 for each that is equal; the top is 2 for each other |
| share | matchpoints in hundredths of a per cent of the top; none where there is nobody to be compared with |
| IMPs | on the scale `imps.SHENG_JI`, against the datum: the mean without one in ten scores at each end |

A hand that was not played to its score (given up, or taken over by somebody else) has none, and is not compared.
Zheng Shangyou has no scale of IMPs.
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.climbing.state import Scored as PlacesTaken
from domain.seats import Seat
from domain.shengji.state import Scored as HandScored
from domain.table.events import PlayerId
from domain.table.state import Table
from domain.tournament.rounds import Points
from domain.tournament.scoring.board import (
    BoardScore,
    place_score_of_even_seats,
    score_of_even_seats,
    score_of_seat,
    scores_by_place,
)
from domain.tournament.scoring.imps import SHENG_JI, butler, datum
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
        datum: with what scores are compared in IMPs; none where there is no scale.
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
    if isinstance(phase, HandScored):
        return _hand_score(table, phase, seat)
    if isinstance(phase, PlacesTaken):
        return BoardScore(_places(table, phase, seat), 0, 0)
    return None


def _hand_score(table: Table, phase: HandScored, seat: Seat) -> BoardScore:
    if table.rules.friends:
        return score_of_seat(phase.score, table.rules, seat, phase.deal.dealer)
    even = score_of_even_seats(phase.score, table.rules)
    return even if seat % 2 == 0 else BoardScore(-even.excess, -even.levels, even.step)


def _places(table: Table, phase: PlacesTaken, seat: Seat) -> int:
    mode = table.rules.team_mode
    if mode == "individual":
        return scores_by_place(phase.score)[seat]
    even = place_score_of_even_seats(phase.score, mode)
    return even if seat % 2 == 0 else -even


def compared(scores: Sequence[int], *, has_scale: bool) -> Comparison:
    """How scores that were made from the same seat compare.

    Args:
        scores: of all who have played the board; at least one.
        has_scale: whether differences can be turned into IMPs.

    Raises:
        ValueError: there are none.
    """
    left_out = len(scores) // OUTLIERS_IN
    top = Points(200 * (len(scores) - 1))
    imps = butler(SHENG_JI, scores, left_out) if has_scale else (None,) * len(scores)
    lines = (
        Line(points, points * WHOLE // top if top else None, each)
        for points, each in zip(field(scores, len(scores)), imps, strict=True)
    )
    return Comparison(top, datum(scores, left_out) if has_scale else None, left_out, tuple(lines))
