"""The input of the ratings: results of games, and corrections of results."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, NewType

from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.ratings.pools import Pool
from domain.table.events import EndReason

GameId = NewType("GameId", str)
SideRole = Literal["declarers", "opponents"]
Void = Literal["absent", "unfinished", "called_off"]
"""Why a game is rated for nobody, with any result."""


class Side(NamedTuple):
    """The players who win or lose together.

    Attributes:
        players: at least one, in any order.
        place: 1 for the best; sides with equal places have drawn.
        role: its role, if the result is that of a single hand; `None` if roles change from hand to hand.
    """

    players: tuple[PlayerId, ...]
    place: int
    role: SideRole | None = None


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game.

    Attributes:
        game: its id; a game has one result at a time.
        pool: the pool in which it counts.
        ended_at: when it finished.
        sides: all sides, at least two.
        reason: how it ended.
        hands: the number of hands played to their end.
        levels: the number of levels that the winners won by; 0 in games without levels.
        forfeited_by: the player who forfeited it, if one did.
        most_k: the largest change of an Elo by this game; `None` for no limit beyond the parameters of the rating.
        void: why it is rated for nobody; `None` if it may be rated.
        is_left: whether the player forfeited by leaving. The match itself may have ended otherwise.

    Raises:
        ValueError: the result is impossible.
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
        """Refuses impossible results."""
        for is_wrong, why in (
            (len(self.sides) < 2, "it has fewer than two sides"),
            (not all(side.players for side in self.sides), "a side has no players"),
            (len(set(self.players)) != len(self.players), "a player is named twice"),
            (len(self.players) != self.pool.seats, "the players do not fill the seats of the pool"),
            (min((side.place for side in self.sides), default=1) != 1, "no side has place 1"),
            (min(self.hands, self.levels) < 0, "hands or levels are negative"),
            (
                (self.reason == "forfeited") != (self.forfeited_by is not None),
                "a forfeit does not name its player",
            ),
            (self.forfeited_by not in (None, *self.players), "the forfeiting player does not play"),
            (
                any(side.place == 1 and self.forfeited_by in side.players for side in self.sides),
                "the forfeiting player wins",
            ),
        ):
            if is_wrong:
                raise ValueError(f"{self.game} is not a valid result: {why}")

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """All players, side by side."""
        return tuple(player for side in self.sides for player in side.players)


class Annulled(NamedTuple):
    """An earlier game that does not count."""

    game: GameId


class Replaced(NamedTuple):
    """An earlier game that counts with another result; `result.game` names it."""

    result: GameResult
