"""Choices of the bots as moves."""

from domain.games.zheng_shangyou.choices import Choice
from domain.games.zheng_shangyou.combinations import Named
from domain.games.zheng_shangyou.commands import Play


def play_of(choice: Choice) -> Play:
    """Returns the move that plays a choice in its own reading."""
    meant = choice.combination
    return Play(choice.cards, Named(meant.pattern, meant.top, meant.width))
