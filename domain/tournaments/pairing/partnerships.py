"""Sides of two players who are partners for one round, in formats in which partners change.

| term | definition |
|---|---|
| id of a side | the ids of both partners in alphabetical order, joined with `+` |
| points of a player | the points of all sides of the player, and the player's own byes |
| earlier partners and opponents | those of open matches and played ones; forfeits do not count |
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from domain.kernel.messages import message
from domain.tournaments.formats.format import EntrantFormat, Violation
from domain.tournaments.terms import EntrantId, Match, PairingContext, PlayedRound, Round

BETWEEN = "+"
"""The separator between the ids of two partners."""

Partners = tuple[EntrantId, EntrantId]


def partnership_id(one: EntrantId, two: EntrantId) -> EntrantId:
    """Returns the id of two players as partners, in any order.

    Raises:
        ValueError: they are the same player, or an id contains `+`.
    """
    if one == two or BETWEEN in one + two:
        raise ValueError(
            f"{one!r} and {two!r} cannot be partners; they are two players without {BETWEEN!r} in their ids"
        )
    return EntrantId(BETWEEN.join(sorted((one, two))))


def players_of_side(entrant: EntrantId) -> tuple[EntrantId, ...]:
    """Returns the players of an id: two for a partnership, otherwise one."""
    return tuple(EntrantId(player) for player in entrant.split(BETWEEN))


class PlayerFormat(EntrantFormat):
    """The shared part of formats whose entrants are players; the id of a side contains the ids of its players."""

    __slots__ = ()

    def entrants_of(self, side: EntrantId) -> tuple[EntrantId, ...]:
        """Returns the players of a side, in the order of its id."""
        return players_of_side(side)


def players_of_match(match: Match) -> tuple[EntrantId, ...]:
    """Returns all players of a match, the first side first."""
    return players_of_side(match.first) + players_of_side(match.second)


def points_of_players(context: PairingContext) -> Counter[EntrantId]:
    """Returns the points of every player: those of all their partnerships, and their own byes."""
    return course_of_players(context).points()


def course_of_players(context: PairingContext) -> PairingContext:
    """Returns the context for single players: each match becomes one for both partners.

    Points, wins and byes are correct for each player. Opponents are not: partners are matched with opponents in order.
    """
    return context._replace(rounds=tuple(map(_of_players, context.rounds)))


def _of_players(played: PlayedRound) -> PlayedRound:
    matches, results = [], []
    for (first, second), result in zip(played.round.matches, played.results, strict=True):
        for one, other in zip(players_of_side(first), players_of_side(second), strict=True):
            matches.append(Match(one, other))
            results.append(result)
    return PlayedRound(played.round._replace(matches=tuple(matches)), tuple(results))


class PartnerHistory:
    """Counts of earlier partners, opponents and first sides."""

    def __init__(self, context: PairingContext) -> None:
        """Computes the counts from the context."""
        self._partners: Counter[frozenset[EntrantId]] = Counter()
        self._opponents: Counter[frozenset[EntrantId]] = Counter()
        self._firsts: Counter[EntrantId] = Counter()
        for first, second in map(_sides, _real_matches(context)):
            self._partners.update(map(frozenset, (first, second)))
            self._opponents.update(map(frozenset, product(first, second)))
            self._firsts.update(first)
            self._firsts.subtract(second)

    def partners(self, one: EntrantId, two: EntrantId) -> int:
        """Returns how often two players were partners."""
        return self._partners[frozenset((one, two))]

    def opponents(self, one: Partners, two: Partners) -> int:
        """Returns the total number of times that players of one side were opponents of players of the other."""
        return sum(self._opponents[frozenset(each)] for each in product(one, two))

    def firsts(self, side: Partners) -> int:
        """Returns how many more times the two players of a side were first than second, in total."""
        return sum(self._firsts[each] for each in side)


def _sides(match: Match) -> tuple[tuple[EntrantId, ...], tuple[EntrantId, ...]]:
    return players_of_side(match.first), players_of_side(match.second)


def _real_matches(context: PairingContext) -> Iterator[Match]:
    """Yields the matches that count as meetings, as in `PairingContext.meetings`."""
    for played in context.rounds:
        for match, result in zip(played.round.matches, played.results, strict=True):
            if result is None or result.kind in ("played", "adjudicated"):
                yield match


# ------------------------------------------------------------------------------------------------ rules


def violations_of_partnerships(round_: Round) -> Iterator[Violation]:
    """Yields the violations of `partners`: a side is two players, in alphabetical order."""
    for match in round_.matches:
        for side in match:
            both = players_of_side(side)
            if len(both) != 2 or both[0] >= both[1]:
                yield Violation("partners", message("{side} does not name two partners", side=side), both)
