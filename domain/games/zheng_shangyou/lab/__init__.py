"""The rules lab's answers about Zheng Shangyou: one function for each kind of question."""

from collections.abc import Callable, Mapping

from domain.games.question import Answer, Part
from domain.games.zheng_shangyou.lab import combinations, exchange, scoring
from domain.games.zheng_shangyou.lab.setting import Setup

__all__ = ["KINDS", "Setup"]

KINDS: Mapping[str, Callable[[Setup, Part], Answer]] = dict(
    sorted({**combinations.KINDS, **exchange.KINDS, **scoring.KINDS}.items())
)
