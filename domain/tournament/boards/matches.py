"""A match on the same boards: two players sit on the same seat of each, at tables of their own, with the same bots.

Two can also play against two: partners sit on one side of a table then, with bots on the other, and the pairs are what
is compared. Nothing of such a match is played before all four have agreed. Where a partner closes the account a bot
sits there on boards to come; where the first of a pair does, the pair plays no further ones.

| of a match | how |
|---|---|
| a board that both have a score of | IMPs of the difference, on the scale of the game (`scoring.scales`) |
| a board that one has a score of | 3 IMPs for that player (Law 86A) |
| a board that nobody has a score of | nothing |
| the match | the sum, as victory points on the continuous scale (`scoring.victory_points`) |
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.refusals import InvalidRules, WrongMoment
from domain.tournament.scoring.imps import Scale
from domain.tournament.scoring.victory_points import VictoryPoints, victory_points

UNPLAYED_IMPS = 3


class MatchClosed(WrongMoment):
    """The match on boards is over."""


class NotAgreed(WrongMoment):
    """Not all who are to play the match have agreed."""


class AllAgreed(WrongMoment):
    """All who play the match have agreed."""


class AllBoardsPlayed(WrongMoment):
    """You have played all boards of the match."""


class NoScale(InvalidRules):
    """Matches on boards are played where differences can be turned into IMPs."""


class Swing(NamedTuple):
    """What a board was worth to the first player; the difference is none where one of them has no score."""

    difference: int | None
    imps: int


class Result(NamedTuple):
    """What a match was worth: the IMPs of the first player less those of the second, and both players' points."""

    swings: tuple[Swing, ...]
    imps: int
    points: VictoryPoints


def result(scores: Sequence[tuple[int | None, int | None]], scale: Scale) -> Result:
    """What a match was worth.

    Args:
        scores: of both players on each board; none for a board without a score.
        scale: of the game that is played.

    Raises:
        ValueError: there are no boards.
    """
    swings = tuple(_swing(first, second, scale) for first, second in scores)
    imps = sum(each.imps for each in swings)
    return Result(swings, imps, victory_points(imps, len(swings)))


def _swing(first: int | None, second: int | None, scale: Scale) -> Swing:
    if first is not None and second is not None:
        return Swing(first - second, scale.imps(first - second))
    return Swing(None, UNPLAYED_IMPS * ((first is not None) - (second is not None)))
