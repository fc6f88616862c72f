"""What a bot is: somebody who sees what a seat sees, and nothing else, and chooses a move (DEC-93)."""

from typing import Any, Protocol

from domain.kernel.seats import Seat
from domain.table.state import Table


class Luck(Protocol):
    """Numbers by chance, given to a bot from outside; `random.Random` is one."""

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to stop - 1."""

    def random(self) -> float:
        """A number from 0.0 up to, but not including, 1.0."""


class Bot(Protocol):
    """A bot of the house for one game."""

    name: str

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Any:
        """The move that the bot makes.

        Args:
            view: the table as this seat sees it: the fold of the events redacted for it.
            seat: the seat, which has to act.
            luck: the bot's own chance; it has nothing to do with the cards.
        """

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Any | None:
        """What the bot does though it is not asked, when anybody may act at any time; none when nothing."""
