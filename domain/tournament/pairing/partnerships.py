"""Sides of two players who are partners for one round, in formats in which partners change.

| what | how |
|---|---|
| the id of a side | the ids of both partners, in the order of the alphabet, with `+` between them |
| the points of a player | all that their sides have won, and their own byes |
| partners and opponents had | by matches that were played, or are: one to which a side did not come is no meeting |
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from domain.tournament.format import OfEntrants, Violation
from domain.tournament.rounds import Course, EntrantId, Match, PlayedRound, Round

BETWEEN = "+"
"""Stands between the ids of two partners."""

Partners = tuple[EntrantId, EntrantId]


def partnership(one: EntrantId, two: EntrantId) -> EntrantId:
    """The id by which two players go as partners, in whichever order they are given.

    Raises:
        ValueError: they are one player, or an id has a `+`.
    """
    if one == two or BETWEEN in one + two:
        raise ValueError(
            f"{one!r} and {two!r} cannot be partners; they are two players without {BETWEEN!r} in their ids"
        )
    return EntrantId(BETWEEN.join(sorted((one, two))))


def players(entrant: EntrantId) -> tuple[EntrantId, ...]:
    """Who goes by an id: two players for a partnership, otherwise one."""
    return tuple(EntrantId(player) for player in entrant.split(BETWEEN))


class OfPlayers(OfEntrants):
    """What formats have in common in which entrants are players, and a side goes by the ids of those who make it up."""

    __slots__ = ()

    def entrants_of(self, side: EntrantId) -> tuple[EntrantId, ...]:
        """The players of a side, in the order of its id."""
        return players(side)


def at_table(match: Match) -> tuple[EntrantId, ...]:
    """Everybody who plays in a match, the first side in front."""
    return players(match.first) + players(match.second)


def points_of_players(course: Course) -> Counter[EntrantId]:
    """The points of every player: all that their partnerships have won, and their own byes."""
    total: Counter[EntrantId] = Counter()
    for entrant, points in course.points().items():
        for player in players(entrant):
            total[player] += points
    return total


def course_of_players(course: Course) -> Course:
    """The course as it is for every player alone, in which each match is one for both partners.

    Points, wins and byes of everybody are theirs. Who meets whom says nothing: of the first partners one meets one.
    """
    return course._replace(rounds=tuple(map(_of_players, course.rounds)))


def _of_players(played: PlayedRound) -> PlayedRound:
    matches, results = [], []
    for (first, second), result in zip(played.round.matches, played.results, strict=True):
        for one, other in zip(players(first), players(second), strict=True):
            matches.append(Match(one, other))
            results.append(result)
    return PlayedRound(played.round._replace(matches=tuple(matches)), tuple(results))


class Had:
    """How often everybody has had whom, and been first."""

    def __init__(self, course: Course) -> None:
        """Reads it off the course."""
        self._partners: Counter[frozenset[EntrantId]] = Counter()
        self._opponents: Counter[frozenset[EntrantId]] = Counter()
        self._firsts: Counter[EntrantId] = Counter()
        for first, second in map(_sides, _real_matches(course)):
            self._partners.update(map(frozenset, (first, second)))
            self._opponents.update(map(frozenset, product(first, second)))
            self._firsts.update(first)
            self._firsts.subtract(second)

    def partners(self, one: EntrantId, two: EntrantId) -> int:
        """How often two were partners."""
        return self._partners[frozenset((one, two))]

    def opponents(self, one: Partners, two: Partners) -> int:
        """How often those of one side were opponents of those of the other, in all."""
        return sum(self._opponents[frozenset(each)] for each in product(one, two))

    def firsts(self, side: Partners) -> int:
        """How many more times the two of a side were first than second, both added."""
        return sum(self._firsts[each] for each in side)


def _sides(match: Match) -> tuple[tuple[EntrantId, ...], tuple[EntrantId, ...]]:
    return players(match.first), players(match.second)


def _real_matches(course: Course) -> Iterator[Match]:
    """The matches that are meetings, as in `Course.meetings`."""
    for played in course.rounds:
        for match, result in zip(played.round.matches, played.results, strict=True):
            if result is None or result.kind in ("played", "adjudicated"):
                yield match


# ------------------------------------------------------------------------------------------------ rules


def no_partnerships(round_: Round) -> Iterator[Violation]:
    """The violations of `partners`: a side is two players, in the order of the alphabet."""
    for match in round_.matches:
        for side in match:
            both = players(side)
            if len(both) != 2 or both[0] >= both[1]:
                yield Violation("partners", f"{side} does not name two partners.", both)
