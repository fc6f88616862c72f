"""What ratings are made from: the results of games in the order in which they finished, and corrections of them.

| entry of the log | what it says |
|---|---|
| `GameResult` | a game has finished so |
| `Annulled` | a game that finished before does not count |
| `Replaced` | a game that finished before counts with another result, in its old place |

A later correction of a game takes the place of an earlier one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, NewType

from domain.instants import Instant
from domain.rating.pools import Pool
from domain.table.events import EndReason, PlayerId

GameId = NewType("GameId", str)
Role = Literal["declarers", "opponents"]
Void = Literal["absent", "unfinished", "called_off"]
"""Why a game can be rated for nobody, whatever its result."""


class Side(NamedTuple):
    """Those who win or lose together.

    Attributes:
        players: who they are, at least one, in any order.
        place: 1 for the best; sides with equal places have drawn with each other.
        role: what they were, where the whole of the result is one hand; none where roles change from hand to hand.
    """

    players: tuple[PlayerId, ...]
    place: int
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game finished.

    Attributes:
        game: which one; it has one result at a time.
        pool: where it counts.
        ended_at: when it finished.
        sides: all who played, two sides or more.
        reason: how it came to its end.
        hands: how many hands were played to their end.
        levels: how many levels the winners won by; 0 where that means nothing.
        forfeited_by: who has forfeited it, where it was forfeited.
        most_k: by how much it may move an Elo at the most, where its rules say less than the figures of the rating.
        void: why it can be rated for nobody; none: it may be.
        is_left: whether it was forfeited by leaving, which says nothing of how the match has ended.

    Raises:
        ValueError: no game can finish so.
    """

    game: GameId
    pool: Pool
    ended_at: Instant
    sides: tuple[Side, ...]
    reason: EndReason = "won"
    hands: int = 1
    levels: int = 0
    forfeited_by: PlayerId | None = None
    most_k: int | None = None
    void: Void | None = None
    is_left: bool = False

    def __post_init__(self) -> None:
        """Refuses what cannot be."""
        for is_wrong, why in (
            (len(self.sides) < 2, "there are not two sides"),
            (not all(side.players for side in self.sides), "a side has no players"),
            (len(set(self.players)) != len(self.players), "somebody plays twice"),
            (len(self.players) != self.pool.seats, "the players do not fill the seats of the pool"),
            (min((side.place for side in self.sides), default=1) != 1, "no side has place 1"),
            (min(self.hands, self.levels) < 0, "there are less than no hands or levels"),
            ((self.reason == "forfeited") != (self.forfeited_by is not None), "a forfeit is somebody's"),
            (self.forfeited_by not in (None, *self.players), "who forfeited does not play"),
            (any(side.place == 1 and self.forfeited_by in side.players for side in self.sides), "a forfeit wins"),
        ):
            if is_wrong:
                raise ValueError(f"{self.game} is no result of a game: {why}")

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """Everybody who played, side by side."""
        return tuple(player for side in self.sides for player in side.players)


class Annulled(NamedTuple):
    """A game that does not count."""

    game: GameId


class Replaced(NamedTuple):
    """A game that counts with another result; `result.game` tells which."""

    result: GameResult


Entry = GameResult | Annulled | Replaced


def standing(log: Iterable[Entry]) -> tuple[GameResult, ...]:
    """The results that stand when all corrections are made, in the order in which the games finished first.

    Raises:
        ValueError: a game has two results, or one is corrected that has none.
    """
    results: dict[GameId, GameResult | None] = {}
    for entry in log:
        game = entry.result.game if isinstance(entry, Replaced) else entry.game
        if isinstance(entry, GameResult) == (game in results):
            raise ValueError(f"{game} has {'a result already' if game in results else 'no result to correct'}")
        match entry:
            case Annulled():
                results[game] = None
            case Replaced(result):
                results[game] = result
            case GameResult():
                results[game] = entry
    return tuple(result for result in results.values() if result is not None)
