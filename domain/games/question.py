"""Questions to the rules lab: reading `setup` and `input`, and saying what is wrong with them.

Everything a question may contain is bounded here, so that no question can take long: see the limits below.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from domain.kernel.cards import RANK_OF_NAME, SUIT_OF_NAME, Cards, Face, Rank, UnknownCard, read_cards
from domain.kernel.refusals import Refusal, Unknown
from domain.kernel.seats import Seat

MOST_CARDS = 120
"""The most cards of one list; the largest hand of the catalogue has 66."""
MOST_LED = 30
"""The most cards of one play: with six decks the best fit to longer ones takes more time than a server can give."""
MOST_PLAYERS = 10
MOST_DECKS = 6
MOST_ITEMS = 40
"""The most items of a list that is not a list of cards."""
MOST_NUMBER = 10**9
MOST_RATING = 9999
NO_TRUMP = "NT"

Answer = dict[str, object]
T = TypeVar("T")
S = TypeVar("S")


class BadQuestion(Refusal):
    """The question cannot be read."""


class UnknownKind(Unknown):
    """There is no kind of question of this name."""


class Part:
    """`setup` or `input` of a question: a JSON object read field by field.

    Every reader raises `BadQuestion` with the field's name when the field is missing or wrong.
    """

    def __init__(self, name: str, members: object) -> None:
        self._name = name
        if not isinstance(members, Mapping):
            raise BadQuestion(f"{name} is not a JSON object", facts={"field": name})
        self._members = cast("Mapping[str, Any]", members)

    def _wrong(self, field: str, wanted: str) -> BadQuestion:
        path = f"{self._name}.{field}"
        return BadQuestion(f"{path}: {wanted}", hint=wanted, facts={"field": path})

    def has(self, field: str) -> bool:
        """Whether the field is there and not null."""
        return self._members.get(field) is not None

    def _read(self, field: str, wanted: str, read: Callable[[Any], T | None]) -> T:
        value = read(self._members.get(field))
        if value is None:
            raise self._wrong(field, wanted)
        return value

    def whole(self, field: str, low: int = 0, high: int = MOST_NUMBER) -> int:
        """A whole number from `low` to `high`."""

        def read(value: Any) -> int | None:
            whole = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
            return cast("int", value) if whole else None

        return self._read(field, f"give a whole number from {low} to {high}", read)

    def truth(self, field: str) -> bool:
        """True or false."""
        return self._read(field, "give true or false", lambda value: value if isinstance(value, bool) else None)

    def word(self, field: str, allowed: Sequence[str]) -> str:
        """One of the allowed words."""
        return self._read(
            field,
            f"give one of {', '.join(allowed)}",
            lambda value: value if isinstance(value, str) and value in allowed else None,
        )

    def text(self, field: str) -> str:
        """A text of up to 64 characters."""
        return self._read(
            field,
            "give a text of 1 to 64 characters",
            lambda value: value if isinstance(value, str) and 0 < len(value) <= 64 else None,
        )

    def rank(self, field: str) -> Rank:
        """A rank, 2 to A."""
        return RANK_OF_NAME[self.word(field, tuple(RANK_OF_NAME))]

    def trump_suit(self, field: str) -> Any:
        """A suit; `NT`, or null, for no-trump."""
        if field in self._members and self._members[field] in (None, NO_TRUMP):
            return None
        return SUIT_OF_NAME[self.word(field, (*SUIT_OF_NAME, NO_TRUMP))]

    def cards(self, field: str, decks: int, least: int = 1, most: int = MOST_CARDS) -> Cards:
        """Cards, no face more often than there are decks."""
        return self._cards(field, self._members.get(field), decks, least, most)

    def play(self, field: str, decks: int) -> Cards:
        """The cards of one play."""
        return self.cards(field, decks, most=MOST_LED)

    def _cards(self, field: str, value: object, decks: int, least: int, most: int) -> Cards:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise self._wrong(field, f"give a list of {least} to {most} cards")
        try:
            cards = read_cards(value)
        except (UnknownCard, TypeError):
            raise self._wrong(field, "write each card like 10S, AH, SJ or BJ") from None
        if any(cards.count(card) > decks for card in set(cards)):
            raise self._wrong(field, f"with {decks} decks give no card more than {decks} times")
        return cards

    def card(self, field: str) -> Face:
        """One card."""
        return self._cards(field, [self._members.get(field)], 1, 1, 1)[0]

    def words(self, field: str, allowed: Sequence[str]) -> list[str]:
        """A list of different words, each one of those allowed; empty when it is not there."""
        words = self._items(field, MOST_ITEMS) if self.has(field) else []
        if not all(isinstance(word, str) and word in allowed for word in words) or len(set(words)) != len(words):
            raise self._wrong(field, f"give a list of different ones of {', '.join(allowed)}")
        return words

    def letters(self, field: str, allowed: Sequence[str], count: int) -> list[str]:
        """A list of exactly so many words, each one of those allowed."""
        words = self._items(field, count)
        if len(words) != count or not all(isinstance(word, str) and word in allowed for word in words):
            raise self._wrong(field, f"give a list of {count}, each one of {', '.join(allowed)}")
        return words

    def permutation(self, field: str, count: int) -> list[int]:
        """The numbers from 1 to `count`, each once."""
        numbers = self._items(field, count)
        whole = all(isinstance(number, int) and not isinstance(number, bool) for number in numbers)
        if not whole or sorted(numbers) != list(range(1, count + 1)):
            raise self._wrong(field, f"give the numbers 1 to {count}, each once")
        return numbers

    def distinct_texts(self, field: str, count: int) -> list[str]:
        """A list of exactly so many different texts of 1 to 64 characters."""
        texts = self._items(field, count)
        short = all(isinstance(text, str) and 0 < len(text) <= 64 for text in texts)
        if not short or len(texts) != count or len(set(texts)) != count:
            raise self._wrong(field, f"give a list of {count} different texts of 1 to 64 characters")
        return texts

    def card_lists(self, field: str, decks: int) -> list[Cards]:
        """A list of lists of cards."""
        return [self._cards(field, value, decks, 0, MOST_CARDS) for value in self._items(field, MOST_PLAYERS)]

    def seat(self, field: str, players: int) -> Seat:
        """A seat number."""
        return Seat(self.whole(field, 0, players - 1))

    def wholes_by_name(self, field: str, low: int, high: int) -> dict[str, int]:
        """A JSON object of whole numbers from `low` to `high`, by name."""
        numbers = Part(f"{self._name}.{field}", self.optional_part(field))
        return {name: numbers.whole(name, low, high) for name in numbers.names()}

    def names(self) -> list[str]:
        """The names of all fields of the object."""
        return list(self._members)

    def seats(self, field: str, players: int) -> list[int]:
        """A list of seat numbers."""
        seats = self._items(field, players)
        if not all(isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < players for seat in seats):
            raise self._wrong(field, f"give seats from 0 to {players - 1}")
        return seats

    def parts(self, field: str, most: int = MOST_ITEMS) -> "list[Part]":
        """A list of JSON objects."""
        return [Part(f"{self._name}.{field}[{place}]", item) for place, item in enumerate(self._items(field, most))]

    def part(self, field: str) -> "Part":
        """One JSON object."""
        return Part(f"{self._name}.{field}", self._members.get(field))

    def optional_part(self, field: str) -> dict[str, object]:
        """One JSON object, unchanged; empty if it is missing."""
        value = self._members.get(field)
        if value is None:
            return {}
        if not isinstance(value, dict) or len(value) > MOST_ITEMS:
            raise self._wrong(field, f"give a JSON object of at most {MOST_ITEMS} members")
        return value

    def _items(self, field: str, most: int) -> list[Any]:
        value = self._members.get(field)
        if not isinstance(value, list) or len(value) > most:
            raise self._wrong(field, f"give a list of at most {most} items")
        return value


QuestionAnswerer = Callable[[Part, Part], Answer]
"""Answers one kind of question, from `setup` and `input`."""


def about(
    setting: Callable[[Part], S], kinds: Mapping[str, Callable[[S, Part], Answer]]
) -> dict[str, QuestionAnswerer]:
    """Returns the kinds of questions of a game, each of which reads the setup with `setting`."""

    def reading(function: Callable[[S, Part], Answer]) -> QuestionAnswerer:
        @wraps(function)
        def answered(setup: Part, asked: Part) -> Answer:
            return function(setting(setup), asked)

        return answered

    return {kind: reading(function) for kind, function in kinds.items()}
