"""Numbers, cards and values as the rule book writes them."""

from collections.abc import Iterable

from domain.cards import NAMES, RANK_NAMES, Face, Rank
from domain.options import OptionValue
from domain.shengji.levels import LEVEL_NAMES
from domain.shengji.scoring import Score

DASH = "-"
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TUPLES = {1: "single", 2: "pair", 3: "triple", 4: "quadruple"}


def number(count: int) -> str:
    """A number in words, if it is small."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """`1 level`, `2 levels`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(items: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    words = list(items)
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def cards(faces: Iterable[Face]) -> str:
    """Cards by their names."""
    return " ".join(NAMES[card] for card in faces)


def rank_name(rank: Rank | None) -> str:
    """A rank by its name."""
    return "none" if rank is None else RANK_NAMES[rank]


def level_name(level: Rank) -> str:
    """A level by its name."""
    return LEVEL_NAMES[level]


def tuple_name(width: int) -> str:
    """What so many equal cards are called."""
    return _TUPLES.get(width, f"{width} equal cards")


def shape_name(width: int, length: int) -> str:
    """What a unit of that shape is called."""
    return tuple_name(width) if length == 1 else f"{number(length)} consecutive {tuple_name(width)}s"


def value_in_words(value: OptionValue) -> str:
    """A value of an option as it is chosen."""
    if value is None:
        return "n/a"
    return ",".join(value) if isinstance(value, list) else str(value)


def result_in_words(result: Score) -> str:
    """Who has won a hand and what they gain."""
    if result.winners == "opponents" and not result.levels:
        return "opponents become declarers, no level"
    return f"{result.winners} gain {counted(result.levels, 'level')}"
