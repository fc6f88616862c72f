"""Ranks, units and results in words, for the rule book of Sheng Ji."""

from domain.games.sheng_ji.levels import LEVEL_NAMES
from domain.games.sheng_ji.scoring import Score
from domain.kernel.cards import RANK_NAMES, Rank
from domain.kernel.wording import counted, number

SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
_TUPLES = {1: "single", 2: "pair", 3: "triple", 4: "quadruple"}


def rank_name(rank: Rank | None) -> str:
    """Returns the name of a rank, or `none`."""
    return "none" if rank is None else RANK_NAMES[rank]


def level_name(level: Rank) -> str:
    """Returns the name of a level."""
    return LEVEL_NAMES[level]


def tuple_name(width: int) -> str:
    """Returns the name of a tuple of that many equal cards."""
    return _TUPLES.get(width, f"{width} equal cards")


def shape_name(width: int, length: int) -> str:
    """Returns the name of a unit of that shape."""
    return tuple_name(width) if length == 1 else f"{number(length)} consecutive {tuple_name(width)}s"


def result_in_words(result: Score) -> str:
    """Returns the winners of a hand and what they gain."""
    if result.winners == "opponents" and not result.levels:
        return "opponents become declarers, no level"
    return f"{result.winners} gain {counted(result.levels, 'level')}"
