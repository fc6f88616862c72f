"""Compares the results of a board at all tables that played the same deal.

`compare` takes a field: the sides on the even or on the odd seats, or the players of one seat. All ways to play boards
use it:

| played | fields of a deal | expected scores | left out of the datum at each end |
|---|---|---|---|
| pairs and individuals | the even side, the odd side | as many as of the board that most play | 1 from 6 scores on |
| teams | none: the swing of the match counts | | |
| seat by seat | each seat | as many as the round has tables | no IMPs |
| outside tournaments (`solo`) | the seat of the players | the scores | a tenth of the scores |

| value | method |
|---|---|
| score | `scores`, from the view of the side or the seat |
| matchpoints | `matchpoints`: 2 for each lower other score and 1 for each equal one, adjusted to the expected number |
| share | share of the top, in hundredths of a per cent, rounded half up; none without other scores |
| IMPs | against the datum, on the scale of the game (`scales`); none without a scale |
| no score | average plus, average or average minus; in IMPs 3, 0 or -3 |
| an assigned score | see `assigned` |
"""

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from domain.kernel.scale import Scale
from domain.tournaments.boards.assigned import share_imps
from domain.tournaments.boards.imps import butler, datum
from domain.tournaments.boards.matchpoints import SHARE_OF, WHOLE, Average, field_matchpoints
from domain.tournaments.standings.rounding import half_up
from domain.tournaments.terms import Points

AVERAGE_IMPS: dict[Average, int] = {"average_plus": 3, "average": 0, "average_minus": -3}
"""The IMPs of a side on a board without a score (Law 86A)."""


class BoardValue(NamedTuple):
    """The result of a side or player on a board: a score, or instead an average or a share of the top.

    The share is in hundredths of a per cent. Without any of them, the average counts.
    """

    score: int | None = None
    average: Average | None = None
    share: int | None = None


class Worth(NamedTuple):
    """The value of a board: matchpoints in hundredths, share of the top, and IMPs against the datum."""

    points: Points
    share: int | None
    imps: int | None


class Comparison(NamedTuple):
    """The comparison of a field.

    Attributes:
        top: the largest possible matchpoints, in hundredths.
        datum: the score that IMPs compare with, in units of the scale; `None` without a scale or without scores.
        left_out: the number of scores left out of the datum at each end.
        lines: one for each that was compared, in order.
    """

    top: Points
    datum: int | None
    left_out: int
    lines: tuple[Worth, ...]


def compare(made: Sequence[BoardValue], expected: int, scale: Scale | None = None, left_out: int = 0) -> Comparison:
    """Returns the comparison of a field.

    Args:
        made: the results of the field. Results without a score are not compared.
        expected: the expected number of scores; at least the actual number.
        scale: the IMP scale; `None` for no IMPs.
        left_out: the number of scores to leave out of the datum at each end.

    Raises:
        ValueError: there are more scores than expected.
    """
    top = Points(200 * (expected - 1))
    scores = [each.score for each in made if each.score is not None]
    points = iter(field_matchpoints(scores, expected))
    imps: Iterator[int | None] = repeat(None)
    against = None
    if scale is not None and scores:
        imps, against = iter(butler(scale, scores, left_out)), datum(scale.units(scores), left_out)
    lines = tuple(
        _worth_without_score(each, top, has_imps=scale is not None)
        if each.score is None
        else _worth(next(points), top, next(imps))
        for each in made
    )
    return Comparison(top, against, left_out, lines)


def _worth(points: int, top: Points, imps: int | None) -> Worth:
    return Worth(Points(points), half_up(points * WHOLE, top) if top else None, imps)


def _worth_without_score(made: BoardValue, top: Points, *, has_imps: bool) -> Worth:
    """Returns the value of a board without a score."""
    if made.share is None:
        average = made.average or "average"
        return _worth(top * SHARE_OF[average] // WHOLE, top, AVERAGE_IMPS[average] if has_imps else None)
    return _worth(half_up(top * made.share, WHOLE), top, share_imps(made.share) if has_imps else None)


def compare_sides(
    made: Sequence[tuple[BoardValue, BoardValue]], expected: int, scale: Scale | None = None, left_out: int = 0
) -> tuple[Comparison, Comparison]:
    """Returns the comparisons of the even and of the odd sides of some tables.

    Both sides of a table have the top together if it has a score, or shares that add up to 100 %.

    Args:
        made: the results of both sides of each table.
        expected: as in `compare`, like the other arguments.
        scale: the IMP scale.
        left_out: the number of outliers.
    """
    evens = compare([even for even, _ in made], expected, scale, left_out)
    odds = compare([odd for _, odd in made], expected, scale, left_out)
    lines = tuple(
        _worth(evens.top - one.points, evens.top, other.imps) if _share_the_top(*both) else other
        for both, one, other in zip(made, evens.lines, odds.lines, strict=True)
    )
    return evens, odds._replace(lines=lines)


def _share_the_top(even: BoardValue, odd: BoardValue) -> bool:
    return even.share is not None and odd.share is not None and even.share + odd.share == WHOLE
