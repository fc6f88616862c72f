"""Questions to the rules lab: reads `setup` and `input`, and refuses invalid ones.

The limits below bound every member of a question, so that no answer takes long.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from domain.kernel.cards import (
    FACE_OF_NAME,
    NAMES,
    RANK_OF_NAME,
    SUIT_OF_NAME,
    Cards,
    Face,
    Rank,
    UnknownCard,
    read_cards,
)
from domain.kernel.messages import Message, message
from domain.kernel.refusals import Refusal, Unknown
from domain.kernel.seats import Seat

MOST_CARDS = 120
"""The maximum number of cards in a list. The largest hand of the catalogue has 66."""
MOST_LED = 30
"""The maximum number of cards in a play. With six decks, the best fit to longer plays would take too long."""
MOST_PLAYERS = 10
MOST_DECKS = 6
MOST_ITEMS = 40
"""The maximum number of items in a list of anything but cards."""
MOST_NUMBER = 10**9
MOST_RATING = 9999
NO_TRUMP = "NT"
EVERY_FACE = frozenset(FACE_OF_NAME.values())
"""The cards of all games."""

Answer = dict[str, object]
T = TypeVar("T")
S = TypeVar("S")


class BadQuestion(Refusal):
    """The question cannot be read."""


class UnknownKind(Unknown):
    """There is no kind of question of this name."""


class Part:
    """The `setup` or `input` of a question: a JSON object that is read field by field.

    All methods that read a field raise `BadQuestion`, with the name of the field, if it is missing or invalid.
    """

    def __init__(self, name: str, members: object, faces: Collection[Face] = EVERY_FACE) -> None:
        """Reads an object.

        Args:
            name: the name of the object, for refusals.
            members: the object.
            faces: the cards of the game.
        """
        self._name = name
        self._faces = faces
        if not isinstance(members, Mapping):
            raise BadQuestion(message("{name} is not a JSON object", name=name), facts={"field": name})
        self._members = cast("Mapping[str, Any]", members)

    def of_game(self, faces: Collection[Face]) -> "Part":
        """Returns the object, for a game that has only these cards."""
        return Part(self._name, self._members, faces)

    def _wrong(self, field: str, wanted: Message) -> BadQuestion:
        path = f"{self._name}.{field}"
        return BadQuestion(message("{path}: {wanted}", path=path, wanted=wanted), hint=wanted, facts={"field": path})

    def has(self, field: str) -> bool:
        """Returns whether the field exists and is not null."""
        return self._members.get(field) is not None

    def _read(self, field: str, wanted: Message, read: Callable[[Any], T | None]) -> T:
        value = read(self._members.get(field))
        if value is None:
            raise self._wrong(field, wanted)
        return value

    def whole(self, field: str, low: int = 0, high: int = MOST_NUMBER) -> int:
        """Returns a whole number from `low` to `high`."""

        def read(value: Any) -> int | None:
            whole = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
            return cast("int", value) if whole else None

        return self._read(field, message("give a whole number from {low} to {high}", low=low, high=high), read)

    def truth(self, field: str) -> bool:
        """Returns a boolean."""
        return self._read(
            field, message("give true or false"), lambda value: value if isinstance(value, bool) else None
        )

    def word(self, field: str, allowed: Sequence[str]) -> str:
        """Returns one of the allowed words."""
        return self._read(
            field,
            message("give one of {allowed}", allowed=", ".join(allowed)),
            lambda value: value if isinstance(value, str) and value in allowed else None,
        )

    def text(self, field: str) -> str:
        """Returns a text of 1 to 64 characters."""
        return self._read(
            field,
            message("give a text of 1 to 64 characters"),
            lambda value: value if isinstance(value, str) and 0 < len(value) <= 64 else None,
        )

    def rank(self, field: str) -> Rank:
        """Returns a rank, 2 to A."""
        return RANK_OF_NAME[self.word(field, tuple(RANK_OF_NAME))]

    def trump_suit(self, field: str) -> Any:
        """Returns a suit, or `None` if the field is `NT` or null."""
        if field in self._members and self._members[field] in (None, NO_TRUMP):
            return None
        return SUIT_OF_NAME[self.word(field, (*SUIT_OF_NAME, NO_TRUMP))]

    def cards(self, field: str, decks: int, least: int = 1, most: int = MOST_CARDS) -> Cards:
        """Returns a list of cards, with at most `decks` copies of each face."""
        return self._cards(field, self._members.get(field), decks, least, most)

    def play(self, field: str, decks: int) -> Cards:
        """Returns the cards of a play."""
        return self.cards(field, decks, most=MOST_LED)

    def _cards(self, field: str, value: object, decks: int, least: int, most: int) -> Cards:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise self._wrong(field, message("give a list of {least} to {most} cards", least=least, most=most))
        try:
            cards = read_cards(value)
        except (UnknownCard, TypeError):
            raise self._wrong(field, message("write cards as 10S, AH, SJ or BJ")) from None
        missing = [card for card in cards if card not in self._faces]
        if missing:
            raise self._wrong(field, message("the game has no card {card}", card=NAMES[missing[0]]))
        if any(cards.count(card) > decks for card in set(cards)):
            raise self._wrong(field, message("with {decks} decks, give each card at most {decks} times", decks=decks))
        return cards

    def card(self, field: str) -> Face:
        """Returns one card."""
        return self._cards(field, [self._members.get(field)], 1, 1, 1)[0]

    def words(self, field: str, allowed: Sequence[str]) -> list[str]:
        """Returns a list of different allowed words; empty if the field is missing."""
        words = self._items(field, MOST_ITEMS) if self.has(field) else []
        if not all(isinstance(word, str) and word in allowed for word in words) or len(set(words)) != len(words):
            raise self._wrong(
                field, message("give a list of different values from {allowed}", allowed=", ".join(allowed))
            )
        return words

    def letters(self, field: str, allowed: Sequence[str], count: int) -> list[str]:
        """Returns a list of exactly `count` allowed words."""
        words = self._items(field, count)
        if len(words) != count or not all(isinstance(word, str) and word in allowed for word in words):
            raise self._wrong(
                field, message("give a list of {count}, each one of {allowed}", count=count, allowed=", ".join(allowed))
            )
        return words

    def permutation(self, field: str, count: int) -> list[int]:
        """Returns the numbers from 1 to `count`, each once."""
        numbers = self._items(field, count)
        whole = all(isinstance(number, int) and not isinstance(number, bool) for number in numbers)
        if not whole or sorted(numbers) != list(range(1, count + 1)):
            raise self._wrong(field, message("give the numbers 1 to {count}, each once", count=count))
        return numbers

    def distinct_texts(self, field: str, count: int) -> list[str]:
        """Returns a list of exactly `count` different texts of 1 to 64 characters."""
        texts = self._items(field, count)
        short = all(isinstance(text, str) and 0 < len(text) <= 64 for text in texts)
        if not short or len(texts) != count or len(set(texts)) != count:
            raise self._wrong(
                field, message("give a list of {count} different texts of 1 to 64 characters", count=count)
            )
        return texts

    def card_lists(self, field: str, decks: int) -> list[Cards]:
        """Returns a list of lists of cards."""
        return [self._cards(field, value, decks, 0, MOST_CARDS) for value in self._items(field, MOST_PLAYERS)]

    def seat(self, field: str, players: int) -> Seat:
        """Returns a seat number."""
        return Seat(self.whole(field, 0, players - 1))

    def wholes_by_name(self, field: str, low: int, high: int) -> dict[str, int]:
        """Returns an object of whole numbers from `low` to `high`, by name."""
        numbers = Part(f"{self._name}.{field}", self.optional_part(field))
        return {name: numbers.whole(name, low, high) for name in numbers.names()}

    def names(self) -> list[str]:
        """Returns the names of all fields of the object."""
        return list(self._members)

    def seats(self, field: str, players: int) -> list[int]:
        """Returns a list of seat numbers."""
        seats = self._items(field, players)
        if not all(isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < players for seat in seats):
            raise self._wrong(field, message("give seats from 0 to {players}", players=players - 1))
        return seats

    def parts(self, field: str, most: int = MOST_ITEMS) -> "list[Part]":
        """Returns a list of JSON objects."""
        items = enumerate(self._items(field, most))
        return [Part(f"{self._name}.{field}[{place}]", item, self._faces) for place, item in items]

    def part(self, field: str) -> "Part":
        """Returns a JSON object to read."""
        return Part(f"{self._name}.{field}", self._members.get(field), self._faces)

    def optional_part(self, field: str) -> dict[str, object]:
        """Returns a JSON object as it is; empty if it is missing."""
        value = self._members.get(field)
        if value is None:
            return {}
        if not isinstance(value, dict) or len(value) > MOST_ITEMS:
            raise self._wrong(
                field, message("give a JSON object of at most {most_items} members", most_items=MOST_ITEMS)
            )
        return value

    def _items(self, field: str, most: int) -> list[Any]:
        value = self._members.get(field)
        if not isinstance(value, list) or len(value) > most:
            raise self._wrong(field, message("give a list of at most {most} items", most=most))
        return value


QuestionAnswerer = Callable[[Part, Part], Answer]
"""Answers one kind of question, from `setup` and `input`."""


def about(
    setting: Callable[[Part], S],
    kinds: Mapping[str, Callable[[S, Part], Answer]],
    faces: Collection[Face] = EVERY_FACE,
) -> dict[str, QuestionAnswerer]:
    """Returns the kinds of questions of a game with these cards, each of which reads the setup with `setting`."""

    def reading(function: Callable[[S, Part], Answer]) -> QuestionAnswerer:
        @wraps(function)
        def answered(setup: Part, asked: Part) -> Answer:
            return function(setting(setup), asked.of_game(faces))

        return answered

    return {kind: reading(function) for kind, function in kinds.items()}
