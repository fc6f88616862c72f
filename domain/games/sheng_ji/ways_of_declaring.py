"""The ways of declaring trumps: an auction, a live draw, or sealed plans."""

from typing import NamedTuple

from domain.games.sheng_ji.plans import Plan
from domain.kernel.cards import Cards
from domain.kernel.seats import Seat


class Auction(NamedTuple):
    """All cards are drawn, and the seats declare in turn (DEC-01).

    Attributes:
        speaker: the seat to act.
        passes: the number of successive passes.
    """

    speaker: Seat
    passes: int


class LiveDraw(NamedTuple):
    """Cards are drawn in rounds, and any seat may declare at any time (EX-LIVE-01).

    Attributes:
        coming: for each seat, all cards that it draws in this hand, in order.
        rounds: the number of rounds drawn.
        shows: the number of declarations since the last card. Each extends the time to declare.
        passed: the mask of seats that have passed after the last card.
    """

    coming: tuple[Cards, ...]
    rounds: int
    shows: int
    passed: int

    @property
    def drawn(self) -> bool:
        """Whether the last round has been drawn."""
        return self.rounds == len(self.coming[0])


class Sealed(NamedTuple):
    """Every seat files a plan (EX-PLAN-01); `None` for those that have not."""

    plans: tuple[Plan | None, ...]
