"""The best and the worst rank that are still possible, by points: whatever tie-breaks would say is left open.

| what is still to be played | the ranks are |
|---|---|
| nothing | exact |
| known matches alone, at most `EXACT_MATCHES` of them | exact: some way to finish leads there |
| more known matches, or rounds that have not been paired | a sound bound: no way to finish leads beyond |

Of those with equal points everybody may still be the first and the last: the best rank is one more than there are with
more points, the worst is the number of those with as many or more. So the final rank lies between the two, whatever the
tie-breaks.

The bound: an entrant who takes the most from all that is left can still be passed by those alone who have more already
with the least; one who takes the least can be passed by everybody who could have as many with the most. It knows who is
paired with whom only as far as that gives an entrant a match, so it may be wider than what can happen: not everybody
can win. The exact ranks try every way in which the others can divide what is left among themselves.

Known are the matches without a result in the rounds that have been paired, and the rounds of a schedule, as in a round
robin. In a round that has not been paired an entrant may get a match or a bye, or withdraw before it and get nothing;
who has withdrawn gets nothing any more. Exact ranks hold for the outcomes that were given: a result by the organiser
that is none of them is not foreseen.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from domain.tournament.rounds import DRAW, LOSS, WIN, Course, EntrantId, Match, Points, Round

EXACT_MATCHES = 12
"""With at most so many matches to be played, ranks are exact."""

Outcome = tuple[Points, Points]
"""What a match can be worth to its first and its second side."""

USUAL_OUTCOMES: tuple[Outcome, ...] = ((WIN, LOSS), (DRAW, DRAW), (LOSS, WIN))


class Future(NamedTuple):
    """What is still to come beside the rounds that have been paired.

    Attributes:
        schedule: rounds that are known already.
        unpaired: how many further rounds there are that nobody can know.
        outcomes: what a match can be worth, no number below 0; of victory points the extremes will do for a bound.
        beside: what entrants can get beside all that, from nothing up to so many points each time they are named.
        is_whole: whether each match can end in any of the outcomes, however others end, and in no other way; a bound
            is all there is otherwise.
    """

    schedule: tuple[Round, ...] = ()
    unpaired: int = 0
    outcomes: tuple[Outcome, ...] = USUAL_OUTCOMES
    beside: tuple[tuple[EntrantId, Points], ...] = ()
    is_whole: bool = True


class PossibleRanks(NamedTuple):
    """The ranks between which an entrant will end, from 1; whether both can be reached for certain."""

    entrant: EntrantId
    best: int
    worst: int
    is_exact: bool


def possible_ranks(course: Course, future: Future) -> tuple[PossibleRanks, ...]:
    """The possible ranks of everybody, in the order in which the entrants stand in the course."""
    matches = _known_matches(course, future)
    points = _points_with_byes(course, future)
    if _is_exact(future, matches):
        return _exact_ranks(points, matches, future.outcomes)
    return _bounds(course, future, points, matches)


def _is_exact(future: Future, matches: Sequence[Match]) -> bool:
    if future.unpaired or future.beside:
        return False
    return not matches or (len(matches) <= EXACT_MATCHES and future.is_whole and _is_opposed(future.outcomes))


def _known_matches(course: Course, future: Future) -> list[Match]:
    begun = [
        match
        for played in course.rounds
        for match, result in zip(played.round.matches, played.results, strict=True)
        if result is None
    ]
    return begun + [match for to_come in future.schedule for match in to_come.matches]


def _points_with_byes(course: Course, future: Future) -> Counter[EntrantId]:
    """The points so far, and those of the byes that are scheduled."""
    worth = dict(course.bye_points)
    points = course.points()
    for to_come in future.schedule:
        for bye in to_come.byes:
            points[bye.entrant] += worth[bye.kind]
    return points


def _is_opposed(outcomes: Sequence[Outcome]) -> bool:
    """Whether what is best for either side is worst for the other."""
    first, second = max(one for one, _ in outcomes), max(two for _, two in outcomes)
    return (first, min(two for _, two in outcomes)) in outcomes and (
        min(one for one, _ in outcomes),
        second,
    ) in outcomes


def _extremes(course: Course, future: Future, matches: Iterable[Match]) -> dict[EntrantId, tuple[int, int]]:
    """The least and the most that everybody can still take."""
    sides = [[points for points, _ in future.outcomes], [points for _, points in future.outcomes]]
    unknown = [*sides[0], *sides[1], *(points for _, points in course.bye_points)]
    found = {}
    for entrant in course.entrants:
        rounds = 0 if entrant.id in course.withdrawn else future.unpaired
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
    course: Course, future: Future, points: Counter[EntrantId], matches: Sequence[Match]
) -> tuple[PossibleRanks, ...]:
    extremes = _extremes(course, future, matches)
    least = {entrant: points[entrant] + low for entrant, (low, _) in extremes.items()}
    most = {entrant: points[entrant] + high for entrant, (_, high) in extremes.items()}
    all_least, all_most = sorted(least.values()), sorted(most.values())
    # Nobody has less with the most than with the least: so the first count leaves the entrant out, the second does not.
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
    points: Counter[EntrantId], matches: Sequence[Match], outcomes: Sequence[Outcome]
) -> tuple[PossibleRanks, ...]:
    """The ranks of everybody; those who play no more are counted, and those of them who are level have the same."""
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
            # Among the settled there are the entrants themselves, and with them nobody shares a rank.
            best, worst = known[own][0], known[own][1] - 1
        found.append(PossibleRanks(entrant, best, worst, is_exact=True))
    return tuple(found)


def _exact(
    entrant: EntrantId,
    points: Counter[EntrantId],
    matches: Sequence[Match],
    outcomes: Sequence[Outcome],
    settled: Sequence[int],
) -> tuple[int, int]:
    """The best and the worst rank of an entrant among those with these points and those who are settled."""
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
    outcomes: Sequence[Outcome],
    choose: Callable[..., Outcome],
) -> Counter[EntrantId]:
    """The points when an entrant takes the most, or the least, from the own matches; the opponents take the reverse."""
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
    outcomes: Sequence[Outcome],
    goal: int,
    choose: Callable[[int, int], int],
) -> int:
    """How many of these entrants end with so many points or more: the fewest or the most, as is chosen.

    The matches are gone through one by one. What is remembered of a way is the points of those who have not
    reached the goal and still can, and how many have: so ways that differ in nothing that matters are one.
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
    """The points of those who have not reached the goal and still can."""
    return frozenset((each, points) for each, points in own.items() if points < goal <= points + most * left[each])
