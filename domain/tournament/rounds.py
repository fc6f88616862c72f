"""What every format speaks of: entrants, the matches of a round, and what came of them.

| word | what it is |
|---|---|
| entrant | whoever is paired: a player, a pair or a team |
| match | two entrants who meet in a round; the first of them declares first and sits on the even seats |
| bye | an entrant whom nobody meets in a round, and why |
| round | matches and byes, each entrant at most once |
| result | what a match was worth to both sides, and whether it was played |
| course | all that a format knows when it makes the next round |

Points are whole hundredths of a point, so that sums are exact: a win of a game is 100, a draw 50, and victory points
have two decimals. Seeds and numbers of rounds and tables begin with 1.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Literal, NamedTuple, NewType

from domain.instants import Instant

EntrantId = NewType("EntrantId", str)

Points = NewType("Points", int)
"""Hundredths of a point."""

WIN = Points(100)
DRAW = Points(50)
LOSS = Points(0)

ByeKind = Literal["pairing", "full", "half", "zero", "absent"]
"""`pairing`: the number of entrants was odd; `full`, `half` and `zero`: asked for and granted; `absent`: not there."""

BYE_POINTS: tuple[tuple[ByeKind, Points], ...] = (
    ("pairing", WIN),
    ("full", WIN),
    ("half", DRAW),
    ("zero", LOSS),
    ("absent", LOSS),
)
"""What each kind of bye is worth unless a tournament says otherwise."""

ResultKind = Literal["played", "forfeit", "double_forfeit", "adjudicated"]
"""How it came to a result: at the table; because one side or both did not come; or otherwise, as by the organiser, by a
rule, or because all gave it up."""


class Entrant(NamedTuple):
    """Who takes part.

    Attributes:
        id: under which it is known.
        seed: the place in the order of strength at the start, from 1.
        rating: the strength by which it was seeded; 0 when there is none.
        club: entrants of one club are kept apart where a format can do that; none belongs to no club.
    """

    id: EntrantId
    seed: int
    rating: int = 0
    club: str | None = None


class Match(NamedTuple):
    """Two entrants who meet; `first` declares first and sits on the even seats."""

    first: EntrantId
    second: EntrantId


class Bye(NamedTuple):
    """An entrant whom nobody meets in a round."""

    entrant: EntrantId
    kind: ByeKind


class Result(NamedTuple):
    """What a match was worth to both sides, in points."""

    first: Points
    second: Points
    kind: ResultKind = "played"


class LevelsWon(NamedTuple):
    """How many levels both sides of a match have won."""

    first: int
    second: int


class Round(NamedTuple):
    """Who meets whom: the matches by table, table 1 first, and who sits out."""

    number: int
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()

    def entrants(self) -> Iterator[EntrantId]:
        """Everybody who is named, matches first."""
        for match in self.matches:
            yield from match
        for bye in self.byes:
            yield bye.entrant


class PlayedRound(NamedTuple):
    """A round and what came of its matches, in the same order; none where there is no result yet."""

    round: Round
    results: tuple[Result | None, ...]

    @property
    def is_over(self) -> bool:
        """Whether there is a result of every match."""
        return None not in self.results


class Live(NamedTuple):
    """What a format knows of a tournament whose rounds overlap.

    Attributes:
        now: the time; none: any time at which it still pairs.
        ends: from when on nobody is paired.
        waiting: who is free, and since when.
        has_ended: whether it has been said that nobody is paired any more.
    """

    now: Instant | None
    ends: Instant
    waiting: tuple[tuple[EntrantId, Instant], ...]
    has_ended: bool = False

    @property
    def is_over(self) -> bool:
        """Whether nobody is paired any more."""
        return self.has_ended or (self.now is not None and self.now >= self.ends)


class Course(NamedTuple):
    """All that a format knows when it makes the next round.

    Attributes:
        entrants: who takes part, in the order of their seeds; who has withdrawn is still among them.
        rounds: what has been, in the order of the rounds.
        out: who is not to be paired in the next round, and with which bye; withdrawn entrants have none.
        bye_points: what each kind of bye is worth.
        partners: who has agreed to be partners in the next round, where formats make sides of two.
        apart: twos whom the organiser keeps apart.
        seed: from which the first round was drawn; empty before that.
        live: who is free, where rounds overlap.
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[PlayedRound, ...] = ()
    out: tuple[Bye, ...] = ()
    withdrawn: frozenset[EntrantId] = frozenset()
    bye_points: tuple[tuple[ByeKind, Points], ...] = BYE_POINTS
    partners: tuple[tuple[EntrantId, EntrantId], ...] = ()
    apart: frozenset[frozenset[EntrantId]] = frozenset()
    seed: bytes = b""
    live: Live | None = None

    def present(self) -> tuple[Entrant, ...]:
        """Who is to be paired in the next round, in the order of their seeds."""
        away = self.withdrawn.union(bye.entrant for bye in self.out)
        return tuple(entrant for entrant in self.entrants if entrant.id not in away)

    def meetings(self) -> Counter[frozenset[EntrantId]]:
        """How often two have met at a table; a match that nobody came to is no meeting."""
        return Counter(
            frozenset(match)
            for played in self.rounds
            for match, result in zip(played.round.matches, played.results, strict=True)
            if result is None or result.kind in ("played", "adjudicated")
        )

    def points(self) -> Counter[EntrantId]:
        """The points of every entrant so far, byes included."""
        worth = dict(self.bye_points)
        total: Counter[EntrantId] = Counter({entrant.id: 0 for entrant in self.entrants})
        for played in self.rounds:
            for match, result in zip(played.round.matches, played.results, strict=True):
                if result is not None:
                    total[match.first] += result.first
                    total[match.second] += result.second
            for bye in played.round.byes:
                total[bye.entrant] += worth[bye.kind]
        return total
