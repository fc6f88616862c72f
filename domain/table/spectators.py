"""The delay after which spectators see the events of a table.

It is chosen when the table is opened. `domain.table.visibility` applies it.
"""

from dataclasses import dataclass
from typing import Literal, get_args

Delay = Literal["none", "trick", "hand", "minutes"]
DELAYS: tuple[Delay, ...] = get_args(Delay)
LONGEST_DELAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class Spectators:
    """The delay for spectators.

    Attributes:
        delay: `none`: spectators see events at once; `trick`, `hand`: when the trick or round, or the hand, is over;
            `minutes`: after a number of minutes.
        minutes: that number, or `None` for all other delays.
    """

    delay: Delay
    minutes: int | None = None

    def __post_init__(self) -> None:
        """Checks that the two fields fit together. Requests are validated earlier, with better messages.

        Raises:
            ValueError: `minutes` is missing, or set for another delay.
        """
        if (self.delay == "minutes") != (self.minutes is not None):
            raise ValueError(f"a delay by {self.delay} with minutes {self.minutes}")


NO_DELAY = Spectators("none")
"""Spectators see events at once."""
