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
exactly the top together.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

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
    """What an entrant has over all boards; `share` is in hundredths of a per cent, rounded down."""

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
            lines += [
                Line(entrant, Points(top * share // WHOLE), top)
                for entrant, share in ((adjusted.even, adjusted.even_share), (adjusted.odd, adjusted.odd_share))
            ]
    return lines


def session(lines: Iterable[Line]) -> dict[EntrantId, Session]:
    """What everybody has over all boards, where adjusted boards follow a pair's own percentage (Law 12C2c)."""
    of: dict[EntrantId, list[Line]] = {}
    for line in lines:
        of.setdefault(line.entrant, []).append(line)
    return {entrant: _session(mine) for entrant, mine in of.items()}


def _session(lines: list[Line]) -> Session:
    top = sum(line.top for line in lines)
    scored = [line for line in lines if line.adjusted is None]
    own_top, own = sum(line.top for line in scored), sum(line.points for line in scored)
    share = own * WHOLE // own_top if own_top else SHARE_OF["average"]
    points = own + sum(line.top * _share(line.adjusted, share) // WHOLE for line in lines if line.adjusted is not None)
    return Session(Points(points), Points(top), points * WHOLE // top if top else SHARE_OF["average"])


def _share(kind: Average, own: int) -> int:
    """The share of the top for an adjusted board, of a pair that has that share of all others."""
    if kind == "average":
        return SHARE_OF[kind]
    return max(SHARE_OF[kind], own) if kind == "average_plus" else min(SHARE_OF[kind], own)
