"""Groups, then a knock-out: all entrants of a group meet once, and the best of each group play a knock-out.

| | |
|---|---|
| groups | by seed, to and fro: of three groups, seeds 1, 2 and 3 head them, and seeds 6, 5 and 4 follow |
| rounds of a group | its round robin; a smaller group can be over sooner |
| rank in a group | points, then points among those that are equal, then the better seed |
| knock-out | the first of all groups by number, then the second of all groups, and so on, are its seeds 1, 2, 3 |
| entrants of one group | exchanged with others of the same place until they do not meet in its first round |

An entrant that has withdrawn keeps its rank in the group. Its opponent in the knock-out then has a bye.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from domain.kernel.messages import message
from domain.tournaments.pairing import knock_out, round_robin
from domain.tournaments.terms import Entrant, EntrantId, PairingContext, Points, Round

Group = tuple[EntrantId, ...]


class GroupRules(NamedTuple):
    """The rules of groups with a knock-out.

    Attributes:
        groups: the number of groups.
        advance: how many of each group advance.
        knock_out: the rules of the knock-out.
    """

    groups: int
    advance: int
    knock_out: knock_out.KnockOutRules


def groups_of(context: PairingContext, rules: GroupRules) -> tuple[Group, ...]:
    """Returns the groups, each by seed. Every group has at least two entrants, if there are two."""
    field = round_robin.numbered_entrants(context, round_robin.RoundRobinRules(), b"")
    count = max(1, min(rules.groups, len(field) // 2))
    groups: list[list[EntrantId]] = [[] for _ in range(count)]
    for place, entrant in enumerate(field):
        row, column = divmod(place, count)
        groups[column if row % 2 == 0 else count - 1 - column].append(entrant)
    return tuple(map(tuple, groups))


def rounds_of_groups(context: PairingContext, rules: GroupRules) -> int:
    """Returns the number of rounds that the groups play."""
    return max(len(round_robin.schedule(group)) for group in groups_of(context, rules))


def next_round(context: PairingContext, rules: GroupRules, seed: bytes) -> Round | None:
    """Returns the next round of the groups or of the knock-out; `None` after the final.

    Raises:
        MatchUndecided, NotOfTheBracket: see `knock_out.next_round`.
    """
    number = len(context.rounds) + 1
    known = bracket_context(context, rules)
    if known is not None:
        made = knock_out.next_round(known, rules.knock_out, seed)
        return None if made is None else made._replace(number=number)
    if number > rounds_of_groups(context, rules):
        raise knock_out.MatchUndecided(
            message("A match of the groups has no result."), hint=message("Enter its result.")
        )
    planned = [round_robin.schedule(group) for group in groups_of(context, rules)]
    rounds = [round_robin.without_absent(context, each[number - 1]) for each in planned if number <= len(each)]
    matches = tuple(chain.from_iterable(each.matches for each in rounds))
    return Round(number, matches, tuple(chain.from_iterable(each.byes for each in rounds)))


def bracket_context(context: PairingContext, rules: GroupRules) -> PairingContext | None:
    """Returns the knock-out alone: its entrants by seed, and its rounds from 1. `None` before the groups are over."""
    before = rounds_of_groups(context, rules)
    played = context.rounds[:before]
    if len(played) < before or not all(each.is_over for each in played):
        return None
    entrants = {each.id: each for each in context.entrants}
    seeded = _seeded(ranked_groups(context, rules), rules)
    return context._replace(
        entrants=tuple(
            Entrant(each, seed, entrants[each].rating, entrants[each].club) for seed, each in enumerate(seeded, 1)
        ),
        rounds=tuple(
            each._replace(round=each.round._replace(number=each.round.number - before))
            for each in context.rounds[before:]
        ),
    )


def ranked_groups(context: PairingContext, rules: GroupRules) -> tuple[Group, ...]:
    """Returns the groups, each by rank."""
    played = context._replace(rounds=context.rounds[: rounds_of_groups(context, rules)])
    points = played.points()
    ranked = []
    for group in groups_of(context, rules):
        order = {entrant: (-points[entrant], -_points_among(played, group, entrant, points)) for entrant in group}
        ranked.append(tuple(sorted(group, key=order.__getitem__)))
    return tuple(ranked)


def places(context: PairingContext, rules: GroupRules) -> dict[EntrantId, int] | None:
    """Returns the ranks of entrants that are out or have won; `None` before the groups are over.

    The others are still in. Entrants that did not advance follow by their places in the groups.
    """
    known = bracket_context(context, rules)
    if known is None:
        return None
    ranks = knock_out.ranks_of_bracket(known, rules.knock_out)
    rank = len(known.entrants) + 1
    ranked = ranked_groups(context, rules)
    for place in range(rules.advance, max(map(len, ranked))):
        row = [group[place] for group in ranked if place < len(group)]
        ranks.update(dict.fromkeys(row, rank))
        rank += len(row)
    return ranks


def _points_among(played: PairingContext, group: Group, entrant: EntrantId, points: Counter[EntrantId]) -> Points:
    """Returns the points of an entrant in matches against entrants of the group with equal points."""
    equal = {other for other in group if points[other] == points[entrant]}
    total = 0
    for each in played.rounds:
        for match, result in zip(each.round.matches, each.results, strict=True):
            if result is not None and entrant in match and equal.issuperset(match):
                total += result.first if match.first == entrant else result.second
    return Points(total)


def _seeded(ranked: Sequence[Group], rules: GroupRules) -> tuple[EntrantId, ...]:
    """Returns the entrants that advance, seed 1 of the knock-out first."""
    order = [group[row] for row in range(rules.advance) for group in ranked if row < len(group)]
    group_of = {entrant: number for number, group in enumerate(ranked) for entrant in group}
    pairs = _first_pairs(len(order))
    for _, lower in pairs:
        first = lower - lower % len(ranked)
        for other in range(first, min(first + len(ranked), len(order))):
            swapped = list(order)
            swapped[lower], swapped[other] = order[other], order[lower]
            if _repeated(swapped, pairs, group_of) < _repeated(order, pairs, group_of):
                order = swapped
    return tuple(order)


def _first_pairs(entrants: int) -> list[tuple[int, int]]:
    """Returns the places, counted from 0, that meet in the first round of the knock-out, the better one first."""
    sides = (match.sides for match in knock_out.bracket(entrants, knock_out.KnockOutRules()) if match.round == 1)
    places = (sorted(each.place - 1 for each in pair if isinstance(each, knock_out.Seeded)) for pair in sides)
    return [(upper, lower) for upper, lower in places]


def _repeated(order: Sequence[EntrantId], pairs: Iterable[tuple[int, int]], group_of: Mapping[EntrantId, int]) -> int:
    """Returns how many of these pairs are of one group."""
    return sum(group_of[order[one]] == group_of[order[other]] for one, other in pairs)
