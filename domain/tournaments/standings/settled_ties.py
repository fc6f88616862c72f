"""Ties that cannot change any more, which narrow the possible ranks.

They are known in the last round, when every match is paired. An entrant is settled if it has no open match and can get
no further points. The order of two settled entrants with equal points follows from the tie-breaks, as far as these are
fixed:

| tie-break | fixed for two settled entrants |
|---|---|
| `wins`, `wins_played`, `progressive`, `levels_won` | always |
| `buchholz` and its cuts, `sonneborn_berger` | if all their opponents are settled |
| `direct_encounter` | if it is known who shares the tie |
| all others, and lots | never: they depend on ratings of substitutes, on boards of other tables, or on a later draw |

It is known who shares a tie if no entrant with an open match can end with as many points. If a tie-break by the scores
of opponents comes before, all opponents of all entrants with as many points must be settled, too. Otherwise one of
these entrants may still come into the tie, or leave it. If byes are worth the mean of the own results, a loss can also
take points away, so nobody knows who shares a tie.

The first tie-break that is not fixed ends the comparison, and the order of the two stays open. So a rank that is shown
as impossible is impossible, but for later decisions of staff.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from domain.tournaments.standings.appearances import appearances
from domain.tournaments.standings.possible_ranks import PossibleRanks, RemainingPlay, extremes, known_matches
from domain.tournaments.standings.ranking import Standing
from domain.tournaments.standings.tie_break_values import TieBreakValue
from domain.tournaments.terms import EntrantId, PairingContext, Points

_BY_OWN_PLAY = frozenset(("wins", "wins_played", "progressive", "levels_won"))
_BY_OPPONENTS = frozenset(("buchholz", "buchholz_cut_1", "buchholz_cut_2", "buchholz_median", "sonneborn_berger"))


class _Settled(NamedTuple):
    """What is known of a settled entrant.

    Attributes:
        standing: its standing.
        has_settled_opponents: whether all its opponents are settled, too.
        has_known_tie: whether it is known who shares its tie when direct encounters are compared.
    """

    standing: Standing
    has_settled_opponents: bool
    has_known_tie: bool


def with_settled_ties(
    possible: Sequence[PossibleRanks],
    context: PairingContext,
    future: RemainingPlay,
    ranked: Sequence[Standing],
    tie_breaks: int,
) -> tuple[PossibleRanks, ...]:
    """Returns the possible ranks, narrowed by ties that cannot change any more.

    Args:
        possible: the ranks by points alone.
        context: all rounds so far.
        future: what remains to be played.
        ranked: the standings.
        tie_breaks: how many tie-breaks the tournament has, with lots that are not drawn yet.
    """
    if future.unpaired or future.schedule:
        return tuple(possible)
    settled = _settled(context, future, ranked)
    return tuple(_narrowed(each, settled, tie_breaks) for each in possible)


def _settled(
    context: PairingContext, future: RemainingPlay, ranked: Sequence[Standing]
) -> Mapping[EntrantId, _Settled]:
    matches = known_matches(context, future)
    playing = {entrant for match in matches for entrant in match}
    further = extremes(context, future, matches)
    moving = {entrant for entrant, (_, most) in further.items() if most or entrant in playing}
    points = {each.entrant: each.points for each in ranked}
    reachable = [(points[each] + further[each][0], points[each] + further[each][1]) for each in moving]
    opponents = {entrant: {one.opponent for one in all_} for entrant, all_ in appearances(context).items()}
    restless = {each.entrant for each in ranked if not moving.isdisjoint(opponents[each.entrant])}
    unsure = {points[each] for each in restless - moving} if _compares_opponents_first(ranked) else set()

    def has_known_tie(own: Points) -> bool:
        is_joined = context.has_mean_byes or any(low <= own <= high for low, high in reachable)
        return not is_joined and own not in unsure

    return {
        each.entrant: _Settled(each, each.entrant not in restless, has_known_tie(each.points))
        for each in ranked
        if each.entrant not in moving
    }


def _compares_opponents_first(ranked: Sequence[Standing]) -> bool:
    """Returns whether a tie-break by the scores of opponents comes before the direct encounter."""
    values = ranked[0].values if ranked else ()
    before = takewhile(lambda value: value.tie_break != "direct_encounter", values)
    return any(value.tie_break in _BY_OPPONENTS for value in before)


def _narrowed(each: PossibleRanks, settled: Mapping[EntrantId, _Settled], tie_breaks: int) -> PossibleRanks:
    own = settled.get(each.entrant)
    if own is None:
        return each
    level = [other for other in settled.values() if other is not own and other.standing.points == own.standing.points]
    orders = [_order(own, other, tie_breaks) for other in level]
    ahead, not_ahead = orders.count("behind"), sum(order in ("before", "level") for order in orders)
    return each._replace(best=each.best + ahead, worst=each.worst - not_ahead)


def _order(one: _Settled, other: _Settled, tie_breaks: int) -> str | None:
    """Returns whether an entrant is `before`, `behind` or `level` with another one; `None` if that is still open."""
    for mine, theirs in zip(one.standing.values, other.standing.values, strict=True):
        if not _is_fixed(mine, one, other):
            return None
        if mine.order != theirs.order:
            return "before" if mine.order > theirs.order else "behind"
    return "level" if len(one.standing.values) == tie_breaks else None


def _is_fixed(value: TieBreakValue, one: _Settled, other: _Settled) -> bool:
    if value.tie_break in _BY_OPPONENTS:
        return one.has_settled_opponents and other.has_settled_opponents
    if value.tie_break == "direct_encounter":
        return one.has_known_tie
    return value.tie_break in _BY_OWN_PLAY
