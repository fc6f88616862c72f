"""The terms that all formats share: entrants, the matches of a round, and their results.

| term | meaning |
|---|---|
| entrant | a player, a pair or a team that is paired |
| match | two entrants that meet in a round; the first declares first and sits on the even seats |
| bye | an entrant without a match in a round, and the reason |
| round | matches and byes, each entrant at most once |
| result | the points of both sides, and whether the match was played |
| context | all that a format knows when it makes the next round |

Points are whole hundredths of a point, so that sums are exact. A win is 100 by default, a draw 50, and victory points
have two decimals. Seeds and the numbers of rounds and tables count from 1.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, NewType

from domain.kernel.instants import Instant

EntrantId = NewType("EntrantId", str)

Points = NewType("Points", int)
"""Hundredths of a point."""

WIN = Points(100)
DRAW = Points(50)
LOSS = Points(0)

ByeKind = Literal["pairing", "full", "half", "zero", "absent"]
"""`pairing`: the number of entrants was odd; `full`, `half` and `zero`: requested and granted; `absent`: not there."""

BYE_POINTS: tuple[tuple[ByeKind, Points], ...] = (
    ("pairing", WIN),
    ("full", WIN),
    ("half", DRAW),
    ("zero", LOSS),
    ("absent", LOSS),
)
"""The default points of each kind of bye."""

PairingByeWorth = Literal["full", "half", "zero", "average"]
"""The worth of a pairing bye: that of a bye of this kind, or the mean of the entrant's own results."""

ResultKind = Literal["played", "forfeit", "double_forfeit", "adjudicated"]
"""The kind of result: played at the table, forfeited by one side or both, or adjudicated.

A result is adjudicated by staff, by a rule, or if all players gave the match up.
"""


MatchSide = Literal["first", "second"]
"""A side of a match."""


Outcome = Literal["first_won", "second_won", "drawn", "first_absent", "second_absent"]
"""What the players of a match report: the winner, a draw, or the side that did not come."""


class Entrant(NamedTuple):
    """An entrant as formats see it.

    Attributes:
        id: its id.
        seed: its place by strength at the start, from 1.
        rating: the rating by which it was seeded; 0 if it has none.
        club: entrants of one club are kept apart where a format can do that; `None` for no club.
    """

    id: EntrantId
    seed: int
    rating: int = 0
    club: str | None = None


class Match(NamedTuple):
    """Two entrants that meet; `first` declares first and sits on the even seats."""

    first: EntrantId
    second: EntrantId


class Bye(NamedTuple):
    """An entrant without a match in a round."""

    entrant: EntrantId
    kind: ByeKind


class ByeWorth(NamedTuple):
    """The points of byes.

    Attributes:
        of_kind: the points of each kind.
        means: the points of a pairing bye of each entrant; `None` if they are the same for all.
    """

    of_kind: Mapping[ByeKind, Points]
    means: Mapping[EntrantId, Points] | None = None

    def of(self, bye: Bye) -> Points:
        """Returns the points of a bye."""
        if bye.kind == "pairing" and self.means is not None:
            return self.means.get(bye.entrant, self.of_kind["half"])
        return self.of_kind[bye.kind]


class Result(NamedTuple):
    """The points of both sides of a match."""

    first: Points
    second: Points
    kind: ResultKind = "played"


class LevelsWon(NamedTuple):
    """The levels that both sides of a match won."""

    first: int
    second: int


class Round(NamedTuple):
    """The matches of a round by table, table 1 first, and its byes."""

    number: int
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()

    def entrants(self) -> Iterator[EntrantId]:
        """Returns all entrants of the round, those with matches first."""
        for match in self.matches:
            yield from match
        for bye in self.byes:
            yield bye.entrant


class PlayedRound(NamedTuple):
    """A round and the results of its matches, in the same order; `None` for a match without a result."""

    round: Round
    results: tuple[Result | None, ...]

    @property
    def is_over(self) -> bool:
        """Whether every match has a result."""
        return None not in self.results


class ArenaState(NamedTuple):
    """What a format knows of a tournament whose rounds overlap.

    Attributes:
        now: the time; `None` for any time at which it still pairs.
        ends: when pairing ends.
        waiting: the free entrants, and since when.
        has_ended: whether the end of pairing was recorded.
    """

    now: Instant | None
    ends: Instant
    waiting: tuple[tuple[EntrantId, Instant], ...]
    has_ended: bool = False

    @property
    def is_over(self) -> bool:
        """Whether pairing has ended."""
        return self.has_ended or (self.now is not None and self.now >= self.ends)


class PairingContext(NamedTuple):
    """All that a format knows when it makes the next round.

    Attributes:
        entrants: the entrants by seed, including those that withdrew.
        rounds: all rounds so far, the first one first.
        granted_byes: entrants that are not paired in the next round, and their byes; withdrawn entrants have no bye.
        withdrawn: the entrants that withdrew.
        bye_points: the points of each kind of bye. For a pairing bye, the most that it can be worth.
        has_mean_byes: whether a pairing bye is worth the mean of the entrant's own results, or a draw without any.
        partners: the agreed partnerships of the next round, where formats make sides of two.
        forbidden_pairs: pairs of entrants that staff keep apart.
        seed: the seed of the first round; empty before it.
        arena: the free entrants, where rounds overlap.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[PlayedRound, ...] = ()
    granted_byes: tuple[Bye, ...] = ()
    withdrawn: frozenset[EntrantId] = frozenset()
    bye_points: tuple[tuple[ByeKind, Points], ...] = BYE_POINTS
    has_mean_byes: bool = False
    partners: tuple[tuple[EntrantId, EntrantId], ...] = ()
    forbidden_pairs: frozenset[frozenset[EntrantId]] = frozenset()
    seed: bytes = b""
    arena: ArenaState | None = None

    def present(self) -> tuple[Entrant, ...]:
        """Returns the entrants to be paired in the next round, by seed."""
        away = self.withdrawn.union(bye.entrant for bye in self.granted_byes)
        return tuple(entrant for entrant in self.entrants if entrant.id not in away)

    def meetings(self) -> Counter[frozenset[EntrantId]]:
        """Returns how often each two entrants have met. Open matches count; forfeits do not."""
        return Counter(
            frozenset(match)
            for played in self.rounds
            for match, result in zip(played.round.matches, played.results, strict=True)
            if result is None or result.kind in ("played", "adjudicated")
        )

    def points(self) -> Counter[EntrantId]:
        """Returns the points of every entrant so far, byes included."""
        worth = self.bye_worth()
        total: Counter[EntrantId] = Counter({entrant.id: 0 for entrant in self.entrants})
        for entrant, points in self._results():
            total[entrant] += points
        for played in self.rounds:
            for bye in played.round.byes:
                total[bye.entrant] += worth.of(bye)
        return total

    def bye_worth(self) -> ByeWorth:
        """Returns the points of byes after the results so far."""
        worth = dict(self.bye_points)
        return ByeWorth(worth, mean_points(self._results()) if self.has_mean_byes else None)

    def _results(self) -> Iterator[tuple[EntrantId, Points]]:
        """Yields the points of both sides of every match that has a result."""
        for played in self.rounds:
            for match, result in zip(played.round.matches, played.results, strict=True):
                if result is not None:
                    yield match.first, result.first
                    yield match.second, result.second


def mean_points(results: Iterable[tuple[EntrantId, Points]]) -> dict[EntrantId, Points]:
    """Returns the mean of the points of each entrant, in whole hundredths; halves are rounded up."""
    total: Counter[EntrantId] = Counter()
    number: Counter[EntrantId] = Counter()
    for entrant, points in results:
        total[entrant] += points
        number[entrant] += 1
    return {entrant: Points((2 * total[entrant] + count) // (2 * count)) for entrant, count in number.items()}
