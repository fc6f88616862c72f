"""Standings by the results so far. They are live during the tournament and final after the last result.

| order | criterion |
|---|---|
| first | points, byes included |
| then | each tie-break in the chosen order, among entrants that are still tied |
| last | none: entrants that are tied in everything share the rank |

Shared ranks count: after two entrants on rank 2 comes rank 4 (FIDE Handbook, C.07, article 2.1).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from domain.tournaments.standings.appearances import Appearance
from domain.tournaments.standings.tie_break_values import (
    TieBreak,
    TieBreakContext,
    TieBreakInput,
    TieBreakRules,
    TieBreakValue,
)
from domain.tournaments.standings.tie_breaks import check_tie_breaks, tie_break_values
from domain.tournaments.terms import EntrantId, PairingContext, Points

USUAL_RULES = TieBreakRules()
NOTHING_GIVEN = TieBreakInput()


class Standing(NamedTuple):
    """The standing of an entrant.

    Attributes:
        rank: from 1; shared by entrants that are tied in everything.
        entrant: its id.
        points: its points, byes included.
        values: its value of each tie-break, in their order.
        played: matches at a table.
        wins: matches won, played or not; draws and losses count alike.
        byes: pairing byes and granted byes, see `byes_of`.
        line: the line, where two lines are ranked apart, as in a Mitchell: 0 for the even seats, 1 for the odd ones.
        is_absent: whether it missed a match and acted in none, and so ranks last (`no_show`).
    """

    rank: int
    entrant: EntrantId
    points: Points
    values: tuple[TieBreakValue, ...]
    played: int
    wins: int
    draws: int
    losses: int
    byes: int
    line: int | None = None
    is_absent: bool = False


def standings(
    context: PairingContext,
    tie_breaks: Sequence[TieBreak] = (),
    rules: TieBreakRules = USUAL_RULES,
    given: TieBreakInput = NOTHING_GIVEN,
    totals: Mapping[EntrantId, Points] | None = None,
) -> tuple[Standing, ...]:
    """Returns the standings of all entrants, rank 1 first; entrants that share a rank are sorted by seed.

    Args:
        context: all rounds so far; rounds may be unfinished.
        tie_breaks: the tie-breaks, the first one decides first.
        rules: the rules for unplayed rounds, and the points of a match.
        given: tallies of the boards and the key of the draw of lots, where a tie-break needs them.
        totals: values to compare first, instead of the points of matches and byes; `None` for those points.

    Raises:
        TieBreaksNotPossible: see `domain.tournaments.standings.tie_breaks.check`.
    """
    check_tie_breaks(tie_breaks, given)
    values = TieBreakContext(context, rules, given)
    entrants = sorted(context.entrants, key=lambda entrant: (entrant.seed, entrant.id))
    points: Mapping[EntrantId, int] = values.points if totals is None else totals
    groups = _split_tied([entrant.id for entrant in entrants], {each: (points[each],) for each in points})
    found: dict[EntrantId, list[TieBreakValue]] = {entrant.id: [] for entrant in entrants}
    for tie_break in tie_breaks:
        split = []
        for group in groups:
            of_group = tie_break_values(values, tie_break, group)
            for entrant in group:
                found[entrant].append(of_group[entrant])
            split += _split_tied(group, {entrant: value.order for entrant, value in of_group.items()})
        groups = split
    return tuple(_ranked_standings(values, points, groups, found, byes_of(context)))


def _split_tied(group: list[EntrantId], orders: dict[EntrantId, tuple[object, ...]]) -> list[list[EntrantId]]:
    """Splits tied entrants by their values, the best first. Entrants that stay tied keep their order."""
    if len(group) == 1:
        return [group]
    downward = sorted(group, key=orders.__getitem__, reverse=True)
    return [list(level) for _, level in groupby(downward, key=orders.__getitem__)]


def _ranked_standings(
    context: TieBreakContext,
    points: Mapping[EntrantId, int],
    groups: list[list[EntrantId]],
    found: dict[EntrantId, list[TieBreakValue]],
    byes: Counter[EntrantId],
) -> list[Standing]:
    ranked: list[Standing] = []
    for group in groups:
        rank = len(ranked) + 1
        for entrant in group:
            counts = (*_result_counts(context.appearances[entrant]), byes[entrant])
            ranked.append(Standing(rank, entrant, Points(points[entrant]), tuple(found[entrant]), *counts))
    return ranked


def _result_counts(each: Sequence[Appearance]) -> tuple[int, int, int, int]:
    """Returns how often the entrant played, won, drew and lost."""
    outcomes = [appearance.outcome for appearance in each]
    return (
        sum(appearance.is_at_table for appearance in each),
        outcomes.count("win"),
        outcomes.count("draw"),
        outcomes.count("loss"),
    )


def byes_of(context: PairingContext) -> Counter[EntrantId]:
    """Returns the number of byes of every entrant: pairing byes, granted ones, and rounds missed by entering late.

    A round without a match is no bye for an entrant that was absent, withdrew, or is out of a knock-out.
    """
    byes = (bye for played in context.rounds for bye in played.round.byes)
    return Counter(bye.entrant for bye in byes if bye.kind != "absent")
