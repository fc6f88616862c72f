"""How entrants stand, from the results so far: live after each of them, and final when the last is in.

| compared | decides |
|---|---|
| first | points, byes included |
| then | each tie-break in the order in which they were chosen, among those who are still level |
| in the end | nothing: whoever is level in everything shares the rank |

The next rank counts those before it: after two on rank 2 comes rank 4 (FIDE Handbook, C.07, article 2.1).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from domain.tournament.appearances import Appearance
from domain.tournament.rounds import Course, EntrantId, Points
from domain.tournament.tie_breaks import Given, Ledger, TieBreak, TieBreakRules, Value, check, values

USUAL_RULES = TieBreakRules()
NOTHING_GIVEN = Given()


class Standing(NamedTuple):
    """How an entrant stands.

    Attributes:
        rank: from 1; whoever is level in everything shares it.
        entrant: who.
        points: byes included.
        values: what the entrant has by each tie-break, in their order.
        played: matches at a table.
        wins: matches won, played or not; and so for draws and losses.
        byes: pairing byes and granted byes, see `byes_of`.
        line: where two lines are ranked apart, as in a Mitchell: 0 for the even seats, 1 for the odd ones.
        is_absent: whether the entrant has missed a match and acted in none, and so stands last (`no_show`).
    """

    rank: int
    entrant: EntrantId
    points: Points
    values: tuple[Value, ...]
    played: int
    wins: int
    draws: int
    losses: int
    byes: int
    line: int | None = None
    is_absent: bool = False


def standings(
    course: Course,
    tie_breaks: Sequence[TieBreak] = (),
    rules: TieBreakRules = USUAL_RULES,
    given: Given = NOTHING_GIVEN,
    totals: Mapping[EntrantId, Points] | None = None,
) -> tuple[Standing, ...]:
    """Everybody who takes part, the first rank in front; those who share a rank by their seeds.

    Args:
        course: what has been; rounds may be unfinished.
        tie_breaks: in the order in which they decide.
        rules: how unplayed rounds are treated, and what a match is worth.
        given: tallies of the boards and the key for lots, where a tie-break needs them.
        totals: what is compared first in place of the points of matches and byes; none: these.

    Raises:
        TieBreaksNotPossible: see `domain.tournament.tie_breaks.check`.
    """
    check(tie_breaks, given)
    ledger = Ledger(course, rules, given)
    entrants = sorted(course.entrants, key=lambda entrant: (entrant.seed, entrant.id))
    points: Mapping[EntrantId, int] = ledger.points if totals is None else totals
    groups = _split([entrant.id for entrant in entrants], {each: (points[each],) for each in points})
    found: dict[EntrantId, list[Value]] = {entrant.id: [] for entrant in entrants}
    for tie_break in tie_breaks:
        split = []
        for group in groups:
            of_group = values(ledger, tie_break, group)
            for entrant in group:
                found[entrant].append(of_group[entrant])
            split += _split(group, {entrant: value.order for entrant, value in of_group.items()})
        groups = split
    return tuple(_ranked(ledger, points, groups, found, byes_of(course)))


def _split(group: list[EntrantId], orders: dict[EntrantId, tuple[object, ...]]) -> list[list[EntrantId]]:
    """Those who are tied, apart as far as they differ, the best in front; whoever is level keeps the order."""
    if len(group) == 1:
        return [group]
    downward = sorted(group, key=orders.__getitem__, reverse=True)
    return [list(level) for _, level in groupby(downward, key=orders.__getitem__)]


def _ranked(
    ledger: Ledger,
    points: Mapping[EntrantId, int],
    groups: list[list[EntrantId]],
    found: dict[EntrantId, list[Value]],
    byes: Counter[EntrantId],
) -> list[Standing]:
    ranked: list[Standing] = []
    for group in groups:
        rank = len(ranked) + 1
        for entrant in group:
            counts = (*_counts(ledger.appearances[entrant]), byes[entrant])
            ranked.append(Standing(rank, entrant, Points(points[entrant]), tuple(found[entrant]), *counts))
    return ranked


def _counts(each: Sequence[Appearance]) -> tuple[int, int, int, int]:
    """How often the entrant played, won, drew and lost."""
    outcomes = [appearance.outcome for appearance in each]
    return (
        sum(appearance.is_at_table for appearance in each),
        outcomes.count("win"),
        outcomes.count("draw"),
        outcomes.count("loss"),
    )


def byes_of(course: Course) -> Counter[EntrantId]:
    """How many byes every entrant has had: pairing byes and granted ones.

    A round is no bye for an entrant who was absent, has not come yet, has withdrawn, or is out of a knock-out.
    """
    byes = (bye for played in course.rounds for bye in played.round.byes)
    return Counter(bye.entrant for bye in byes if bye.kind != "absent")
