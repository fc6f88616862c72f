"""Matchpoints: a comparison of all scores with the same cards (World Bridge Federation, Law 78A).

| case | value |
|---|---|
| each lower score on the board | 2 |
| each equal score | 1 |
| top, with E scores expected | 2 (E - 1) |
| matchpoints m of A scores when E were expected (Neuberg) | (m E + E - A) / A |
| board that cannot be scored for a pair (Law 12C2) | average plus 60 %, average 50 %, average minus 40 % of top |
| the same for a pair with more than 60 % (average plus) or less than 40 % (average minus) elsewhere | its own share |
| board with assigned percentages | these, independently of other boards |

Only pairs that sat in the same direction are compared, and a pair on the odd seats has the rest of the top. Adjusted
scores are not compared: they count as missing scores. Matchpoints and percentages are hundredths. Neuberg's matchpoints
are rounded half to even: as the top is even, two pairs at a table have exactly the top together. Percentages are
rounded half up. The total of an entrant in a session is the sum of the rounded values of its boards.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from domain.tournaments.standings.rounding import half_up
from domain.tournaments.terms import EntrantId, Points

Average = Literal["average_plus", "average", "average_minus"]
SHARE_OF: dict[Average, int] = {"average_plus": 6000, "average": 5000, "average_minus": 4000}
"""Hundredths of a per cent of the top."""

WHOLE = 10_000
"""The whole top, in hundredths of a per cent."""


class Line(NamedTuple):
    """The matchpoints of an entrant on a board.

    Attributes:
        points: matchpoints, in hundredths.
        top: the most that was possible, in hundredths.
        adjusted: the average that replaces the score, if there was none.
    """

    entrant: EntrantId
    points: Points
    top: Points
    adjusted: Average | None = None


class SessionTotal(NamedTuple):
    """The totals of an entrant over all boards; `share` is in hundredths of a per cent, rounded half up."""

    points: Points
    top: Points
    share: int


def raw_matchpoints(scores: Sequence[int]) -> tuple[int, ...]:
    """Returns for each score 2 for each lower other score and 1 for each equal one."""
    counts = Counter(scores)
    lower: dict[int, int] = {}
    below = 0
    for score in sorted(counts):
        lower[score] = below
        below += counts[score]
    return tuple(2 * lower[score] + counts[score] - 1 for score in scores)


def neuberg(matchpoints: int, scores: int, expected: int) -> Fraction:
    """Returns matchpoints adjusted to the expected number of scores.

    Args:
        matchpoints: the matchpoints among the actual scores.
        scores: the number of actual scores, at least 1.
        expected: the expected number of scores, not fewer.
    """
    if not 1 <= scores <= expected:
        raise ValueError(f"{scores} scores where {expected} were expected")
    return Fraction(matchpoints * expected + expected - scores, scores)


def field_matchpoints(scores: Sequence[int], expected: int) -> tuple[Points, ...]:
    """Returns the matchpoints of a compared field: one direction, or one seat in games where friends are called."""
    return tuple(Points(round(100 * neuberg(raw, len(scores), expected))) for raw in raw_matchpoints(scores))


def counted_lines(lines: Iterable[Line]) -> list[Line]:
    """Returns the lines with the points that count, in the given order.

    The points of an adjusted board depend on the entrant's share of all other boards (Law 12C2c).
    """
    given = list(lines)
    own: Counter[EntrantId] = Counter()
    top: Counter[EntrantId] = Counter()
    for line in given:
        if line.adjusted is None:
            own[line.entrant] += line.points
            top[line.entrant] += line.top
    return [_counted_line(line, own[line.entrant], top[line.entrant]) for line in given]


def _counted_line(line: Line, own: int, top: int) -> Line:
    """Returns a line as it counts, given the entrant's matchpoints and tops over all scored boards."""
    if line.adjusted is None:
        return line
    share = Fraction(own, top) if top else Fraction(1, 2)
    worth = line.top * _share(line.adjusted, share)
    return line._replace(points=Points(half_up(worth.numerator, worth.denominator)))


def session_totals(lines: Iterable[Line]) -> dict[EntrantId, SessionTotal]:
    """Returns the totals of all entrants over all boards."""
    points: Counter[EntrantId] = Counter()
    top: Counter[EntrantId] = Counter()
    for line in counted_lines(lines):
        points[line.entrant] += line.points
        top[line.entrant] += line.top
    return {entrant: _session_total(points[entrant], top[entrant]) for entrant in top}


def _session_total(points: int, top: int) -> SessionTotal:
    return SessionTotal(Points(points), Points(top), half_up(points * WHOLE, top) if top else SHARE_OF["average"])


def _share(kind: Average, own: Fraction) -> Fraction:
    """Returns the share of the top on an adjusted board, given the entrant's share of all other boards."""
    fixed = Fraction(SHARE_OF[kind], WHOLE)
    if kind == "average":
        return fixed
    return max(fixed, own) if kind == "average_plus" else min(fixed, own)
