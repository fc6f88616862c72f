"""The rules lab's answers about Sheng Ji: one function for each kind of question."""

from collections.abc import Callable, Mapping

from domain.games.question import Answer, Part
from domain.games.sheng_ji.lab import cards, declaring, friends, playing, scoring
from domain.games.sheng_ji.lab.setting import Setup

__all__ = ["KINDS", "Setup"]

KINDS: Mapping[str, Callable[[Setup, Part], Answer]] = dict(
    sorted({**cards.KINDS, **declaring.KINDS, **playing.KINDS, **scoring.KINDS, **friends.KINDS}.items())
)
