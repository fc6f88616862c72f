"""Tie-breaks, in the chosen order, each with its working: the rounds that counted, the opponents, and the cuts.

| tie-break | the value | FIDE C.07 | an amount of its working |
|---|---|---|---|
| `buchholz` | the scores of all opponents, added | 8.1 | an opponent's score |
| `buchholz_cut_1` | the same without the lowest | 8.1, 14.1 | the same |
| `buchholz_cut_2` | the same without the two lowest | 8.1, 14.2 | the same |
| `buchholz_median` | the same without the lowest and the highest | 8.1, 14.3 | the same |
| `sonneborn_berger` | each opponent's score times the share of a win taken, added | 9.1 | score, and points taken |
| `direct_encounter` | the number of tied entrants placed behind, by their matches | 6 | points of such a match |
| `wins` | rounds worth a win, played or not | 7.1 | a round won |
| `wins_played` | matches won at the table | 7.2 | a match won |
| `progressive` | the scores after each round, added | 7.5 | the score after a round |
| `average_rating` | the mean rating of opponents met at a table, rounded half up | 10.1 | an opponent's rating |
| `performance` | that mean, and the rating difference of the share of points taken | 10.2 | rating, and points taken |
| `board_quotient` | board points won, divided by those lost | | both, of a round |
| `levels_won` | levels won | | those of a round |
| `matchpoints`, `imps`, `victory_points` | their totals | | those of a round |
| `lots` | the number drawn | | none |

A higher value is always better. Values are exact, in whole points, wins or ratings; the amounts of the working are
hundredths of a point, as all points are, or ratings, or wins.

Unplayed rounds (FIDE Handbook, C.07, article 16). In a Swiss, an opponent counts with the adjusted score. Requested
byes at the end, followed only by voluntarily unplayed rounds, count as draws (16.3.2). All other rounds count as they
were scored (16.3.1). An entrant's own unplayed round counts like a match with a dummy that has the entrant's own score
(16.4). By the edition in force since March 2026, the dummy has at most the adjusted score of the scheduled opponent
(16.4.1). Without such an opponent, it has at most a draw in every round (16.4.2). Cuts take voluntarily unplayed rounds
first (16.5). Unplayed rounds count neither for direct encounters nor for ratings (15). If all pairings were fixed
beforehand, as in a round robin, a match that nobody came to counts as a meeting (15), but not for ratings. Byes do not
count.

The values after a round are computed as if the course ended there. A match without a result counts for nothing.

Direct encounter (article 6): if all tied entrants have met, they are placed by the points of these matches. Entrants
that are still tied are placed by the matches among themselves. If some have not met, an entrant that leads with any
results of the missing matches is placed first, then the next in the same way. The others stay tied.

Lots: the two numbers below 2^32 that the dice of `domain.kernel.shuffle` give for the key of the draw and the label
`lots` ‖ 0x00 ‖ the entrant's id as UTF-8, the first times 2^32 plus the second. So anyone can check them, and no lot
depends on the other entrants.

The rating differences are the table of the FIDE Rating Regulations, B.02, 8.1.1. The scoring of boards gives the values
of board points, levels, matchpoints, IMPs and victory points.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, get_args

from domain.kernel.messages import message
from domain.kernel.refusals import Illegal
from domain.tournaments.standings.appearances import Appearance
from domain.tournaments.standings.tie_break_values import (
    TieBreak,
    TieBreakComputation,
    TieBreakContext,
    TieBreakInput,
    TieBreakPart,
    TieBreakValue,
    average_rating,
    board_quotient,
    buchholz,
    by_lots,
    performance,
    progressive,
    sonneborn_berger,
    sum_of_quantity,
    wins,
    wins_played,
)
from domain.tournaments.terms import EntrantId, Points

TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)


class TieBreaksNotPossible(Illegal):
    """The standings cannot use these tie-breaks."""


def check_tie_breaks(tie_breaks: Sequence[TieBreak], given: TieBreakInput) -> None:
    """Checks that standings can be made with these tie-breaks.

    Raises:
        TieBreaksNotPossible: one is unknown or named twice, or lots are not the last one, or they lack a key.
    """
    unknown = [each for each in tie_breaks if each not in TIE_BREAKS]
    if unknown:
        raise TieBreaksNotPossible(
            message("There is no tie-break {unknown}.", unknown=unknown[0]), facts={"known": list(TIE_BREAKS)}
        )
    if len(set(tie_breaks)) < len(tie_breaks):
        raise TieBreaksNotPossible(message("A tie-break is named twice."))
    if "lots" in tie_breaks[:-1]:
        raise TieBreaksNotPossible(message("Lots must be the last tie-break, because they decide every tie."))
    if "lots" in tie_breaks and given.seed is None:
        raise TieBreaksNotPossible(message("Lots need a key."))


def tie_break_values(
    context: TieBreakContext, tie_break: TieBreak, tied: Sequence[EntrantId]
) -> dict[EntrantId, TieBreakValue]:
    """Returns the values of a checked tie-break for entrants that are tied."""
    if tie_break == "direct_encounter":
        return _direct_encounters(context, tied)
    compute = _OF_ONE[tie_break]
    return {entrant: compute(context, entrant) for entrant in tied}


def _direct_encounters(context: TieBreakContext, tied: Sequence[EntrantId]) -> dict[EntrantId, TieBreakValue]:
    tiers = _tiers(context, tied)
    behind = len(tied)
    found = {}
    for tier in tiers:
        behind -= len(tier)
        for entrant in tier:
            parts = tuple(_encounters(context, entrant, set(tied)))
            found[entrant] = TieBreakValue("direct_encounter", Fraction(behind), parts)
    return found


def _encounters(context: TieBreakContext, entrant: EntrantId, tied: set[EntrantId]) -> Iterable[TieBreakPart]:
    return (
        TieBreakPart(each.round, each.opponent, "own", each.points)
        for each in context.appearances[entrant]
        if each.opponent in tied and _is_encounter(context, each)
    )


def _is_encounter(context: TieBreakContext, each: Appearance) -> bool:
    return each.is_at_table or (context.rules.is_predetermined and each.is_match)


class _TiedScore(NamedTuple):
    """The points that an entrant took from others that are tied, and how many of their matches are missing."""

    score: int
    missing: int


def _tiers(context: TieBreakContext, tied: Sequence[EntrantId]) -> list[list[EntrantId]]:
    """Groups tied entrants by their matches with each other; entrants that are still tied share a group."""
    if len(tied) == 1:
        return [list(tied)]
    own = {entrant: _tied_score(context, entrant, set(tied)) for entrant in tied}
    if any(each.missing for each in own.values()):
        return _tiers_with_missing_matches(own, context.rules.win)
    tiers = []
    for score in sorted({each.score for each in own.values()}, reverse=True):
        tier = [entrant for entrant, each in own.items() if each.score == score]
        tiers += _tiers(context, tier) if len(tier) < len(tied) else [tier]
    return tiers


def _tied_score(context: TieBreakContext, entrant: EntrantId, tied: set[EntrantId]) -> _TiedScore:
    score, still_open = 0, 0
    met = {entrant}
    for each in context.appearances[entrant]:
        if each.opponent is None or each.opponent not in tied:
            continue
        if each.is_open:
            still_open += 1
            met.add(each.opponent)
        elif _is_encounter(context, each):
            score += each.points
            met.add(each.opponent)
    return _TiedScore(score, len(tied) - len(met) + still_open)


def _tiers_with_missing_matches(own: Mapping[EntrantId, _TiedScore], win: Points) -> list[list[EntrantId]]:
    """Places entrants that lead with any results of the missing matches, one after the other. The others stay tied."""
    tiers = []
    rest = dict(own)
    while rest:
        front = max(rest, key=lambda entrant: rest[entrant].score)
        score = rest[front].score
        if any(each.score + each.missing * win >= score for entrant, each in rest.items() if entrant != front):
            tiers.append(list(rest))
            break
        tiers.append([front])
        del rest[front]
    return tiers


_OF_ONE: Mapping[TieBreak, TieBreakComputation] = {
    "buchholz": buchholz("buchholz", 0, 0),
    "buchholz_cut_1": buchholz("buchholz_cut_1", 1, 0),
    "buchholz_cut_2": buchholz("buchholz_cut_2", 2, 0),
    "buchholz_median": buchholz("buchholz_median", 1, 1),
    "sonneborn_berger": sonneborn_berger,
    "wins": wins,
    "wins_played": wins_played,
    "progressive": progressive,
    "average_rating": average_rating,
    "performance": performance,
    "board_quotient": board_quotient,
    "levels_won": sum_of_quantity("levels_won", "levels"),
    "matchpoints": sum_of_quantity("matchpoints", "matchpoints"),
    "imps": sum_of_quantity("imps", "imps"),
    "victory_points": sum_of_quantity("victory_points", "victory_points"),
    "lots": by_lots,
}
