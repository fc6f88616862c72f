"""The best and the worst rank by points that an entrant can still reach. `settled_ties` narrows them by tie-breaks.

| matches still to play | the ranks are |
|---|---|
| none | exact |
| only known matches, at most `EXACT_MATCHES` | exact: some sequence of results reaches them |
| more known matches, or rounds that are not paired yet | a bound: no sequence of results goes beyond |

Any order is possible among entrants with equal points. The best rank is one more than the number of entrants with more
points. The worst rank is the number of entrants with as many or more. So the final rank lies between the two with any
tie-breaks.

The bound assumes that an entrant takes the most possible points. Then only entrants with more points can pass it, even
if they take the fewest. An entrant that takes the fewest can be passed by all that could reach as many. The bound
ignores who meets whom, so it may be too wide: not all can win. Exact ranks try every combination of the other results.

Known matches are those without a result in paired rounds, and those of a schedule, as in a round robin. In a round
that is not paired yet, an entrant may get a match or a bye, or withdraw and get nothing. Withdrawn entrants get nothing
more. Exact ranks hold for the given outcomes; they do not foresee other results that staff may set.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from domain.tournaments.terms import DRAW, LOSS, WIN, EntrantId, Match, PairingContext, Points, Round

EXACT_MATCHES = 12
"""Up to this number of matches to play, ranks are exact."""

PointsOfMatch = tuple[Points, Points]
"""The points of the first and the second side of a match."""

USUAL_OUTCOMES: tuple[PointsOfMatch, ...] = ((WIN, LOSS), (DRAW, DRAW), (LOSS, WIN))


class RemainingPlay(NamedTuple):
    """The rounds and points after the paired rounds.

    Attributes:
        schedule: rounds that are known already.
        unpaired: the number of further rounds, whose pairings are unknown.
        outcomes: the possible points of a match, none below 0. For victory points the extremes suffice for a bound.
        beside: pairs of an entrant and a number. For each pair, the entrant may get from 0 to that many further points.
        is_whole: whether each match can end in any of the outcomes, independently, and in no others. Otherwise only a
            bound is possible.
    """

    schedule: tuple[Round, ...] = ()
    unpaired: int = 0
    outcomes: tuple[PointsOfMatch, ...] = USUAL_OUTCOMES
    beside: tuple[tuple[EntrantId, Points], ...] = ()
    is_whole: bool = True


class PossibleRanks(NamedTuple):
    """The best and the worst final rank of an entrant, from 1, and whether both can certainly be reached."""

    entrant: EntrantId
    best: int
    worst: int
    is_exact: bool


def possible_ranks(context: PairingContext, future: RemainingPlay) -> tuple[PossibleRanks, ...]:
    """Returns the possible ranks of all entrants, in the order of the context."""
    matches = known_matches(context, future)
    if context.has_mean_byes and (matches or future.unpaired):
        context, future = _without_mean_byes(context, future)
    points = _points_with_byes(context, future)
    if _is_exact(future, matches):
        return _exact_ranks(points, matches, future.outcomes)
    return _bounds(context, future, points, matches)


def _without_mean_byes(context: PairingContext, future: RemainingPlay) -> tuple[PairingContext, RemainingPlay]:
    """Returns both with pairing byes worth nothing, and with what they may be worth beside them.

    Each further result changes the mean of an entrant.
    """
    rounds = [*(played.round for played in context.rounds), *future.schedule]
    byes = [bye for each in rounds for bye in each.byes if bye.kind == "pairing"]
    most = max(*(points for outcome in future.outcomes for points in outcome), dict(context.bye_points)["pairing"])
    beside = tuple((bye.entrant, most) for bye in byes)
    points = tuple((kind, Points(0) if kind == "pairing" else each) for kind, each in context.bye_points)
    return (
        context._replace(bye_points=points, has_mean_byes=False),
        future._replace(beside=future.beside + beside),
    )


def _is_exact(future: RemainingPlay, matches: Sequence[Match]) -> bool:
    if future.unpaired or future.beside:
        return False
    return not matches or (len(matches) <= EXACT_MATCHES and future.is_whole and _is_opposed(future.outcomes))


def known_matches(context: PairingContext, future: RemainingPlay) -> list[Match]:
    """Returns the open matches of paired rounds, and those of the schedule."""
    begun = [
        match
        for played in context.rounds
        for match, result in zip(played.round.matches, played.results, strict=True)
        if result is None
    ]
    return begun + [match for to_come in future.schedule for match in to_come.matches]


def _points_with_byes(context: PairingContext, future: RemainingPlay) -> Counter[EntrantId]:
    """Returns the points so far, including those of scheduled byes."""
    worth = dict(context.bye_points)
    points = context.points()
    for to_come in future.schedule:
        for bye in to_come.byes:
            points[bye.entrant] += worth[bye.kind]
    return points


def _is_opposed(outcomes: Sequence[PointsOfMatch]) -> bool:
    """Returns whether the best outcome for each side is the worst for the other."""
    first, second = max(one for one, _ in outcomes), max(two for _, two in outcomes)
    return (first, min(two for _, two in outcomes)) in outcomes and (
        min(one for one, _ in outcomes),
        second,
    ) in outcomes


def extremes(
    context: PairingContext, future: RemainingPlay, matches: Iterable[Match]
) -> dict[EntrantId, tuple[int, int]]:
    """Returns the fewest and the most further points of every entrant."""
    sides = [[points for points, _ in future.outcomes], [points for _, points in future.outcomes]]
    unknown = [*sides[0], *sides[1], *(points for _, points in context.bye_points)]
    found = {}
    for entrant in context.entrants:
        rounds = 0 if entrant.id in context.withdrawn else future.unpaired
        found[entrant.id] = (0, rounds * max(unknown))
    for entrant_id, points in future.beside:
        least, most = found[entrant_id]
        found[entrant_id] = (least, most + points)
    for match in matches:
        for entrant_id, side in zip(match, sides, strict=True):
            least, most = found[entrant_id]
            found[entrant_id] = (least + min(side), most + max(side))
    return found


def _bounds(
    context: PairingContext, future: RemainingPlay, points: Counter[EntrantId], matches: Sequence[Match]
) -> tuple[PossibleRanks, ...]:
    further = extremes(context, future, matches)
    least = {entrant: points[entrant] + low for entrant, (low, _) in further.items()}
    most = {entrant: points[entrant] + high for entrant, (_, high) in further.items()}
    all_least, all_most = sorted(least.values()), sorted(most.values())
    # An entrant's most is never below its least: so the first count excludes the entrant, the second includes it.
    return tuple(
        PossibleRanks(
            entrant,
            best=1 + len(least) - bisect_right(all_least, most[entrant]),
            worst=len(most) - bisect_left(all_most, least[entrant]),
            is_exact=False,
        )
        for entrant in least
    )


def _exact_ranks(
    points: Counter[EntrantId], matches: Sequence[Match], outcomes: Sequence[PointsOfMatch]
) -> tuple[PossibleRanks, ...]:
    """Returns the ranks of all entrants. Those that have finished with equal points share one computation."""
    playing = {entrant for match in matches for entrant in match}
    settled = sorted(own for entrant, own in points.items() if entrant not in playing)
    still = Counter({entrant: points[entrant] for entrant in points if entrant in playing})
    known: dict[int, tuple[int, int]] = {}
    found = []
    for entrant, own in points.items():
        if entrant in playing:
            best, worst = _exact(entrant, still, matches, outcomes, settled)
        else:
            if own not in known:
                known[own] = _exact(entrant, Counter({**still, entrant: own}), matches, outcomes, settled)
            # A settled entrant is itself counted among the settled ones, so its worst rank is one too high.
            best, worst = known[own][0], known[own][1] - 1
        found.append(PossibleRanks(entrant, best, worst, is_exact=True))
    return tuple(found)


def _exact(
    entrant: EntrantId,
    points: Counter[EntrantId],
    matches: Sequence[Match],
    outcomes: Sequence[PointsOfMatch],
    settled: Sequence[int],
) -> tuple[int, int]:
    """Returns the best and the worst rank of an entrant among those that still play and the settled ones."""
    top, bottom = (_with_own(entrant, points, matches, outcomes, choose) for choose in (max, min))
    among_others = [match for match in matches if entrant not in match]
    most, least = top.pop(entrant, 0), bottom.pop(entrant, 0)
    ahead = _how_many_reach(top, among_others, outcomes, most + 1, min) + len(settled) - bisect_right(settled, most)
    level = _how_many_reach(bottom, among_others, outcomes, least, max) + len(settled) - bisect_left(settled, least)
    return 1 + ahead, 1 + level


def _with_own(
    entrant: EntrantId,
    points: Counter[EntrantId],
    matches: Iterable[Match],
    outcomes: Sequence[PointsOfMatch],
    choose: Callable[..., PointsOfMatch],
) -> Counter[EntrantId]:
    """Returns points if an entrant takes the most, or the fewest, from its matches and its opponents the opposite."""
    after = points.copy()
    for match in matches:
        if entrant == match.first:
            outcome = choose(outcomes, key=lambda each: (each[0], -each[1]))
        elif entrant == match.second:
            outcome = choose(outcomes, key=lambda each: (each[1], -each[0]))
        else:
            continue
        after[match.first] += outcome[0]
        after[match.second] += outcome[1]
    return after


def _how_many_reach(
    points: Counter[EntrantId],
    matches: Sequence[Match],
    outcomes: Sequence[PointsOfMatch],
    goal: int,
    choose: Callable[[int, int], int],
) -> int:
    """Returns how many of these entrants end with at least `goal` points: the fewest or the most, as `choose` says.

    The matches are taken one by one. A state holds the points of the entrants that have not reached the goal but
    still can, and the number that have reached it. Equal states are merged.
    """
    most = max(max(outcome) for outcome in outcomes)
    left = Counter(entrant for match in matches for entrant in match)
    open_still = {entrant: points[entrant] for entrant in left if points[entrant] < goal}
    ways = {_key(open_still, left, most, goal): sum(points[entrant] >= goal for entrant in points)}
    for match in matches:
        left.subtract(match)
        after: dict[frozenset[tuple[EntrantId, int]], int] = {}
        for way, reached in ways.items():
            for outcome in outcomes:
                own = dict(way)
                for entrant, won in zip(match, outcome, strict=True):
                    if entrant in own:
                        own[entrant] += won
                key = _key(own, left, most, goal)
                number = reached + sum(own[entrant] >= goal for entrant in match if entrant in own)
                after[key] = choose(after.get(key, number), number)
        ways = after
    return ways[frozenset()]


def _key(own: dict[EntrantId, int], left: Counter[EntrantId], most: int, goal: int) -> frozenset[tuple[EntrantId, int]]:
    """Returns the points of the entrants that have not reached the goal but still can."""
    return frozenset((each, points) for each, points in own.items() if points < goal <= points + most * left[each])
