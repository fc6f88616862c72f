"""The interface of bots.

A bot sees what its seat sees, and nothing else, and chooses a move (DEC-93).
"""

from typing import Any, Protocol

from domain.kernel.seats import Seat
from domain.table.state import Table


class Luck(Protocol):
    """A source of random numbers that is passed to a bot, such as `random.Random`."""

    def randrange(self, stop: int, /) -> int:
        """Returns an integer from 0 to stop - 1."""

    def random(self) -> float:
        """Returns a number from 0.0 (inclusive) to 1.0 (exclusive)."""


class Bot(Protocol):
    """A bot for one game."""

    name: str

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Any:
        """Returns the move of the bot.

        Args:
            view: the table as this seat sees it: the fold of the events redacted for it.
            seat: the seat, which has to act.
            luck: the random numbers of the bot, which are independent of the cards.
        """

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Any | None:
        """Returns a move that the bot makes without being asked, in phases that allow it, or `None`."""
