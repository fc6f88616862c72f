"""How late those who hold no seat see a table, which is said when the table is opened."""

from dataclasses import dataclass
from typing import Literal, get_args

Delay = Literal["none", "trick", "hand", "minutes"]
DELAYS: tuple[Delay, ...] = get_args(Delay)
LONGEST_DELAY_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class Spectators:
    """What is said about spectators.

    Attributes:
        delay: `none`: they see what happens at once; `trick`, `hand`: when the trick or round, or the hand, is over;
            `minutes`: when so many minutes have gone by.
        minutes: how many; none for every other delay.
    """

    delay: Delay
    minutes: int | None = None

    def __post_init__(self) -> None:
        """Holds the two members together; whoever asks for a table is told before, and more kindly.

        Raises:
            ValueError: minutes are missing, or stand where they mean nothing.
        """
        if (self.delay == "minutes") != (self.minutes is not None):
            raise ValueError(f"a delay by {self.delay} with minutes {self.minutes}")


AT_ONCE = Spectators("none")
"""Spectators see what everybody at the table sees."""
