"""Decides which games are not rated. These rules prevent farming, and protect players from the absence of others.

| game | rated? |
|---|---|
| no player of a side has acted: bots played for the whole side | no (`absent`) |
| the match was decided before its end, and no player left it | no (`unfinished`) |
| the match was called off, with its round or its tournament | no (`called_off`) |
| staff have annulled it | no (`annulled`) |
| all agreed to abandon it | no (`abandoned`) |
| forfeited, or left, before the first hand was finished | no (`first_hand`) |
| the same players, in any seats, had `repeats` rated games in the 24 hours before | no (`repeated`) |
| forfeited, or left, later | only for that player, as a loss; partner and opponents keep their ratings |
| any other | yes, for all players |

A player who leaves a match forfeits it, even if a bot or a substitute plays it to its end. If several players leave,
the first one forfeits. Leaving in the first hand only affects the reliability score. Opponents gain nothing by a
forfeit, because otherwise friends could raise a rating by leaving.
"""

from bisect import bisect_right, insort
from collections.abc import Iterable
from typing import Literal, NamedTuple

from domain.kernel.instants import DAY_MS, Instant
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.ratings.pools import Pool
from domain.ratings.results import GameResult

Unrated = Literal["abandoned", "first_hand", "repeated", "absent", "unfinished", "called_off", "annulled"]

REASONS: dict[Unrated, str] = {
    "abandoned": message("Not rated: all players agreed to abandon the game."),
    "first_hand": message("Not rated: a player left or forfeited before the first hand was finished."),
    "repeated": message("Not rated: these players have reached the limit of rated games in 24 hours."),
    "absent": message("Not rated: no player of one side made a move."),
    "unfinished": message("Not rated: the match was decided before its end."),
    "called_off": message("Not rated: the match was called off."),
    "annulled": message("Not rated: staff annulled the game."),
}


class EligibilityRules(NamedTuple):
    """The number of rated games that the same players may have in 24 hours; `None` for no limit."""

    repeats: int | None = 10


def unrated(rules: EligibilityRules, result: GameResult, rated_before: int) -> Unrated | None:
    """Returns why a game is not rated, or `None` if it is rated.

    Args:
        rules: the parameters.
        result: the result of the game.
        rated_before: the number of rated games among these players in the 24 hours before it finished.
    """
    if result.void is not None:
        return result.void
    if result.reason == "abandoned":
        return "abandoned"
    if result.reason == "forfeited" and not result.hands:
        return "first_hand"
    if rules.repeats is not None and rated_before >= rules.repeats:
        return "repeated"
    return None


class Meetings:
    """The times of rated games by pool and set of players."""

    def __init__(self) -> None:
        self._at: dict[tuple[Pool, frozenset[PlayerId]], list[Instant]] = {}

    def before(self, result: GameResult) -> int:
        """Returns the number of rated games among the players of a game in the 24 hours before it finished."""
        at = self._at.get((result.pool, frozenset(result.players)), [])
        return bisect_right(at, result.ended_at) - bisect_right(at, result.ended_at - DAY_MS)

    def add(self, result: GameResult) -> None:
        """Records a rated game."""
        self.add_time(result.pool, result.players, result.ended_at)

    def add_time(self, pool: Pool, players: Iterable[PlayerId], at: Instant) -> None:
        """Records the time of a rated game of some players. Games may come in any order."""
        insort(self._at.setdefault((pool, frozenset(players)), []), at)
