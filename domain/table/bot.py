"""The interface of bots.

A bot sees what its seat sees, and nothing else, and chooses a move (DEC-93).
"""

from typing import Any, NamedTuple, Protocol, runtime_checkable

from domain.kernel.seats import Seat
from domain.table.state import Table


class Luck(Protocol):
    """A source of random numbers that is passed to a bot, such as `random.Random`."""

    def randrange(self, stop: int, /) -> int:
        """Returns an integer from 0 to stop - 1."""

    def random(self) -> float:
        """Returns a number from 0.0 (inclusive) to 1.0 (exclusive)."""


class Bot(Protocol):
    """A bot for one game.

    Attributes:
        name: its name in the game.
        version: grows by one when the bot changes its moves. `steady@2` is the second version of `steady`.
        about: what it does, in one sentence.
    """

    name: str
    version: int
    about: str

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Any:
        """Returns the move of the bot.

        Args:
            view: the table as this seat sees it: the fold of the events redacted for it.
            seat: the seat, which has to act.
            luck: the random numbers of the bot, which are independent of the cards.
        """

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Any | None:
        """Returns a move that the bot makes without being asked, in phases that allow it, or `None`."""


class ActsWhenAsked:
    """A part of bots that never move without being asked."""

    def interject(self, _view: Table, _seat: Seat, _luck: Luck) -> None:
        """Returns `None`."""


class Candidate(NamedTuple):
    """A move that a bot considered.

    Attributes:
        move: the move.
        value: the points a hand that the bot expects for the side of the seat, compared with the other side.
        error: the standard error of `value`, or 0 if it is exact.
        cost: the points a hand that are expected to be lost against the best candidate, or 0 for the best one.
        cost_error: the standard error of `cost`. Both moves are tried in the same worlds, so it is less than `error`.
    """

    move: Any
    value: float
    error: float
    cost: float
    cost_error: float


@runtime_checkable
class Evaluator(Protocol):
    """A bot that also tells what it thinks of moves, for the analysis after a hand."""

    def evaluate(
        self, view: Table, seat: Seat, luck: Luck, *, effort: float = 1.0, played: Any | None = None
    ) -> tuple[Candidate, ...]:
        """Returns the candidates, the best one first, or none if it cannot judge this decision.

        Args:
            view: the table as this seat sees it.
            seat: the seat, which has to act.
            luck: the random numbers of the bot.
            effort: the work, as a multiple of what the bot does when it plays.
            played: a legal move that is judged in any case, such as the one that was played.
        """
