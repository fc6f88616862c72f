"""Numbers, cards and values in words, for rule books, orders and messages."""

from collections.abc import Iterable
from functools import reduce

from domain.kernel.cards import NAMES, Face
from domain.kernel.messages import message
from domain.kernel.options import OptionValue

DASH = "-"
_NUMBERS = (
    message("no"),
    message("one"),
    message("two"),
    message("three"),
    message("four"),
    message("five"),
    message("six"),
    message("seven"),
    message("eight"),
    message("nine"),
    message("ten"),
    message("eleven"),
    message("twelve"),
)


def number(count: int) -> str:
    """Returns a number in words up to twelve, else in digits."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def seat_number(seat: int) -> int:
    """Returns the number of a seat for people, who count from one. The API counts seats from zero."""
    return seat + 1


def number_of(count: int, noun: str) -> str:
    """Returns a number with its noun, in English only: `1 level`, `2 levels`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(items: Iterable[str]) -> str:
    """Returns a list in words: `a, b and c`."""
    *first, last = [*items] or [""]
    return message("{items} and {last}", items=with_commas(first), last=last) if first else last


def listed_or(items: Iterable[str]) -> str:
    """Returns alternatives in words: `a, b or c`."""
    *first, last = [*items] or [""]
    return message("{items} or {last}", items=with_commas(first), last=last) if first else last


def with_commas(items: Iterable[str]) -> str:
    """Returns items with commas: `a, b, c`."""
    first, *others = [*items] or [""]
    return reduce(lambda before, item: message("{before}, {item}", before=before, item=item), others, first)


def all_of(items: Iterable[str]) -> str:
    """Returns facts that hold together, in words: `a and b and c`."""
    first, *others = [*items] or [""]
    return reduce(lambda before, item: message("{before} and {item}", before=before, item=item), others, first)


def sentences(parts: Iterable[str | None]) -> str:
    """Returns sentences that follow each other, without those that are empty."""
    first, *others = [part for part in parts if part] or [""]
    return reduce(lambda before, part: message("{before} {part}", before=before, part=part), others, first)


def cards(faces: Iterable[Face]) -> str:
    """Returns the names of the cards, separated by spaces."""
    return " ".join(NAMES[card] for card in faces)


def value_in_words(value: OptionValue) -> str:
    """Returns the text of an option value."""
    if value is None:
        return message("n/a")
    return ",".join(value) if isinstance(value, list) else str(value)
