"""Numbers, cards and values as rule books write them."""

from collections.abc import Iterable

from domain.kernel.cards import NAMES, Face
from domain.kernel.options import OptionValue

DASH = "-"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


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


def value_in_words(value: OptionValue) -> str:
    """A value of an option as it is chosen."""
    if value is None:
        return "n/a"
    return ",".join(value) if isinstance(value, list) else str(value)
