"""Numbers, cards and values in words, for rule books, orders and messages."""

from collections.abc import Iterable

from domain.kernel.cards import NAMES, Face
from domain.kernel.options import OptionValue

DASH = "-"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(count: int) -> str:
    """Returns a number in words up to twelve, else in digits."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """Returns a number with its noun: `1 level`, `2 levels`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(items: Iterable[str], last: str = "and") -> str:
    """Returns a list in words: `a, b and c`."""
    words = list(items)
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def cards(faces: Iterable[Face]) -> str:
    """Returns the names of the cards, separated by spaces."""
    return " ".join(NAMES[card] for card in faces)


def value_in_words(value: OptionValue) -> str:
    """Returns the text of an option value."""
    if value is None:
        return "n/a"
    return ",".join(value) if isinstance(value, list) else str(value)
