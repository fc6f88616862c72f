"""The rules lab's answers about Sheng Ji: one function for each kind of question."""

from collections.abc import Callable, Mapping

from domain.lab.question import Answer, Part
from domain.lab.sheng_ji import cards, declaring, friends, playing, scoring
from domain.lab.sheng_ji.setting import Setting

__all__ = ["KINDS", "Setting"]

KINDS: Mapping[str, Callable[[Setting, Part], Answer]] = dict(
    sorted({**cards.KINDS, **declaring.KINDS, **playing.KINDS, **scoring.KINDS, **friends.KINDS}.items())
)
