"""Matchpoints: how many of those who held the same cards did worse (World Bridge Federation, Law 78A).

| what | how many |
|---|---|
| each other score on the board that is lower | 2 |
| each that is equal | 1 |
| top, with E scores expected | 2 (E - 1) |
| matchpoints m of A scores where E were expected (Neuberg) | (m E + E - A) / A |
| board that cannot be scored for a pair (Law 12C2) | average plus 60 %, average 50 %, average minus 40 % of top |
| the same for a pair that has more than 60 % (average plus) or less than 40 % (average minus) elsewhere | what it has |
| board to which percentages are assigned | these, whatever the pair has elsewhere |

Only those are compared who sat in the same direction, so a pair on the odd seats has what is left of the top. Scores
that were adjusted are not compared: they are scores that a board lacks. Matchpoints and percentages are hundredths.
Neuberg's matchpoints are rounded to the nearest, halves to the even one: as the top is even, two pairs at a table have
exactly the top together. Percentages are rounded to the nearest, a half up. What an entrant has in a session is the sum
of what counts for each board, so a line of the standings adds up.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from domain.tournament.rounding import half_up
from domain.tournament.rounds import EntrantId, Points

Average = Literal["average_plus", "average", "average_minus"]
SHARE_OF: dict[Average, int] = {"average_plus": 6000, "average": 5000, "average_minus": 4000}
"""Hundredths of a per cent of the top."""

WHOLE = 10_000
"""All of the top, in hundredths of a per cent."""


class Played(NamedTuple):
    """A table at which a board was played.

    Attributes:
        even, odd: who sat there.
        score: of the even seats.
    """

    even: EntrantId
    odd: EntrantId
    score: int


class AdjustedTable(NamedTuple):
    """A table without a score, and what each side has instead of it."""

    even: EntrantId
    odd: EntrantId
    for_even: Average
    for_odd: Average


class SharedTable(NamedTuple):
    """A table to which percentages are assigned: what each side has of the top, in hundredths of a per cent."""

    even: EntrantId
    odd: EntrantId
    even_share: int
    odd_share: int


Table = Played | AdjustedTable | SharedTable


class Line(NamedTuple):
    """What a board brought an entrant.

    Attributes:
        points: matchpoints, in hundredths.
        top: the most that could be had, in hundredths.
        adjusted: as what, where there was no score.
    """

    entrant: EntrantId
    points: Points
    top: Points
    adjusted: Average | None = None


class Session(NamedTuple):
    """What an entrant has over all boards; `share` is in hundredths of a per cent, a half rounded up."""

    points: Points
    top: Points
    share: int


def raw_matchpoints(scores: Sequence[int]) -> tuple[int, ...]:
    """For each score, 2 for each other one that is lower and 1 for each that is equal."""
    counts = Counter(scores)
    lower: dict[int, int] = {}
    below = 0
    for score in sorted(counts):
        lower[score] = below
        below += counts[score]
    return tuple(2 * lower[score] + counts[score] - 1 for score in scores)


def neuberg(matchpoints: int, scores: int, expected: int) -> Fraction:
    """What matchpoints among few scores are worth among as many as were expected.

    Args:
        matchpoints: among the scores that there are.
        scores: how many there are, at least 1.
        expected: how many there should be, at least as many.
    """
    if not 1 <= scores <= expected:
        raise ValueError(f"{scores} scores where {expected} were expected")
    return Fraction(matchpoints * expected + expected - scores, scores)


def field(scores: Sequence[int], expected: int) -> tuple[Points, ...]:
    """Matchpoints of a field that was compared: of one direction, or of one seat where friends are called."""
    return tuple(Points(round(100 * neuberg(raw, len(scores), expected))) for raw in raw_matchpoints(scores))


def board(tables: Sequence[Table], expected: int) -> list[Line]:
    """What a board brought everybody who should have played it.

    Args:
        tables: where it was played, or should have been.
        expected: how many scores a board has as a rule; not fewer than it has.

    Raises:
        ValueError: there are more tables than scores expected, or an entrant sits at two.
    """
    seated = [entrant for table in tables for entrant in table[:2]]
    if len(set(seated)) < len(seated) or len(tables) > expected:
        raise ValueError("an entrant plays a board once, and at one of the tables expected")
    top = Points(200 * (expected - 1))
    played = [table for table in tables if isinstance(table, Played)]
    lines: list[Line] = []
    for table, points in zip(played, field([each.score for each in played], expected), strict=True):
        lines += [Line(table.even, points, top), Line(table.odd, Points(top - points), top)]
    for adjusted in tables:
        if isinstance(adjusted, AdjustedTable):
            lines += [
                Line(entrant, Points(top * SHARE_OF[kind] // WHOLE), top, kind)
                for entrant, kind in ((adjusted.even, adjusted.for_even), (adjusted.odd, adjusted.for_odd))
            ]
        if isinstance(adjusted, SharedTable):
            lines += _shared(adjusted, top)
    return lines


def _shared(table: SharedTable, top: Points) -> list[Line]:
    """The lines of a table with percentages; two that add up to the whole bring the whole top."""
    even = half_up(top * table.even_share, WHOLE)
    is_whole = table.even_share + table.odd_share == WHOLE
    odd = top - even if is_whole else half_up(top * table.odd_share, WHOLE)
    return [Line(table.even, Points(even), top), Line(table.odd, Points(odd), top)]


def counted(lines: Iterable[Line]) -> list[Line]:
    """The lines of all entrants as they count, in their order.

    An adjusted line follows the share that its entrant has of all other boards (Law 12C2c).
    """
    given = list(lines)
    own: Counter[EntrantId] = Counter()
    top: Counter[EntrantId] = Counter()
    for line in given:
        if line.adjusted is None:
            own[line.entrant] += line.points
            top[line.entrant] += line.top
    return [_counted(line, own[line.entrant], top[line.entrant]) for line in given]


def _counted(line: Line, own: int, top: int) -> Line:
    """A line as it counts for an entrant with so many matchpoints of so many on all boards that were scored."""
    if line.adjusted is None:
        return line
    share = Fraction(own, top) if top else Fraction(1, 2)
    worth = line.top * _share(line.adjusted, share)
    return line._replace(points=Points(half_up(worth.numerator, worth.denominator)))


def session(lines: Iterable[Line]) -> dict[EntrantId, Session]:
    """What everybody has over all boards."""
    points: Counter[EntrantId] = Counter()
    top: Counter[EntrantId] = Counter()
    for line in counted(lines):
        points[line.entrant] += line.points
        top[line.entrant] += line.top
    return {entrant: _session(points[entrant], top[entrant]) for entrant in top}


def _session(points: int, top: int) -> Session:
    return Session(Points(points), Points(top), half_up(points * WHOLE, top) if top else SHARE_OF["average"])


def _share(kind: Average, own: Fraction) -> Fraction:
    """The share of the top for an adjusted board, of an entrant who has that share of all others."""
    fixed = Fraction(SHARE_OF[kind], WHOLE)
    if kind == "average":
        return fixed
    return max(fixed, own) if kind == "average_plus" else min(fixed, own)
