"""The rule books of all games, and the book that each profile belongs to."""

from typing import Any

from domain.games.registry import PACKAGES
from domain.kernel.options import check_profile
from domain.rulebook.book import Book

BOOKS: dict[str, Book[Any]] = {game: package.book for game, package in PACKAGES.items()}
"""The book of each game, by name."""

BOOK_OF_PROFILE: dict[str, Book[Any]] = {profile: book for book in BOOKS.values() for profile in book.profiles}
"""The book of each profile. A profile belongs to one game, so its name identifies the game."""


def book_with(profile: str) -> Book[Any]:
    """Returns the book of the game that has the profile.

    Raises:
        UnknownProfile: no game has it.
    """
    check_profile(profile, BOOK_OF_PROFILE)
    return BOOK_OF_PROFILE[profile]
