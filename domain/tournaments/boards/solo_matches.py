"""A match on the same boards: two players have the same seat on each board, at separate tables with the same bots.

Two pairs can also play a match. Partners then have one side of a table, bots have the other, and the pairs are
compared. Play begins only when all four have agreed. If a partner closes the account, a bot takes the seat on later
boards. If the first player of a pair does, the pair plays no further boards.

| part of a match | result |
|---|---|
| a board that both have a score on | IMPs of the difference, on the scale of the game (`scales`) |
| a board that one has a score on | 3 IMPs for that player (Law 86A) |
| a board without scores | 0 |
| the match | the sum, as victory points on the continuous scale (`victory_points`) |
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.refusals import InvalidRules, WrongMoment
from domain.kernel.scale import Scale
from domain.tournaments.boards.victory_points import VictoryPoints, victory_points

UNPLAYED_IMPS = 3


class MatchClosed(WrongMoment):
    """The match on boards is over."""


class NotAgreed(WrongMoment):
    """Some players of the match have not agreed yet."""


class AllAgreed(WrongMoment):
    """All players of the match have agreed."""


class AllBoardsPlayed(WrongMoment):
    """You have played all boards of the match."""


class NoScale(InvalidRules):
    """Matches on boards need a game with an IMP scale."""


class SoloSwing(NamedTuple):
    """The result of a board for the first player; `difference` is `None` if one of them has no score."""

    difference: int | None
    imps: int


class SoloMatchResult(NamedTuple):
    """The result of a match: swings, the IMPs of the first player less those of the second, and the points of both."""

    swings: tuple[SoloSwing, ...]
    imps: int
    points: VictoryPoints


def solo_match_result(scores: Sequence[tuple[int | None, int | None]], scale: Scale) -> SoloMatchResult:
    """Returns the result of a match.

    Args:
        scores: the scores of both players on each board; `None` for a board without a score.
        scale: the IMP scale of the game.

    Raises:
        ValueError: there are no boards.
    """
    swings = tuple(_swing(first, second, scale) for first, second in scores)
    imps = sum(each.imps for each in swings)
    return SoloMatchResult(swings, imps, victory_points(imps, len(swings)))


def _swing(first: int | None, second: int | None, scale: Scale) -> SoloSwing:
    if first is not None and second is not None:
        return SoloSwing(first - second, scale.imps(first - second))
    return SoloSwing(None, UNPLAYED_IMPS * ((first is not None) - (second is not None)))
