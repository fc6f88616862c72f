"""How many players a profile can seat: which numbers of seats its other options allow."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.games.registry import GAMES
from domain.kernel.options import Option
from domain.kernel.refusals import InvalidRules
from domain.rulebook.book import Book

SEATS = "players"
"""The attribute of the option with the number of seats, in every game that has such an option."""
DECKS = "decks"
"""The attribute of the option with the number of decks. A game without it plays with one deck."""


class SeatCounts(NamedTuple):
    """The numbers of seats that a profile can have.

    Attributes:
        default: the number if none is chosen.
        decks: the number of decks for each possible number of seats.
    """

    default: int
    decks: dict[int, int]

    @property
    def possible(self) -> list[int]:
        """The possible numbers, in order."""
        return sorted(self.decks)


def seats_option(book: Book[Any]) -> Option | None:
    """Returns the option of a game with the number of seats; `None` if the game has only one number."""
    return next((option for option in book.options if option.attribute == SEATS), None)


def seat_counts(book: Book[Any], profile: str, overrides: Mapping[str, object]) -> SeatCounts:
    """Returns the numbers of seats that a profile can have with these overrides of other options.

    `possible` is empty if the overrides go with no number at all.

    Raises:
        UnknownProfile: the game does not have the profile.
    """
    option, game = seats_option(book), GAMES[book.game]
    default = game.seats(book.rules_of(profile, {}))
    if option is None:
        return SeatCounts(default, {default: _decks(book.rules_of(profile, {}))})
    found = {}
    for count in _numbers(option):
        try:
            found[count] = _decks(book.rules_of(profile, {**overrides, option.name: count}))
        except InvalidRules:
            continue
    return SeatCounts(default, found)


def _numbers(option: Option) -> list[int]:
    numbers = {value for value in option.values if isinstance(value, int)}
    if option.least is not None and option.most is not None:
        numbers |= set(range(option.least, option.most + 1))
    return sorted(numbers)


def _decks(rules: Any) -> int:
    return int(getattr(rules, DECKS, 1))
