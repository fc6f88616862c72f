"""The cards of a board, derived from a secret so that anyone can verify them afterwards.

| part of a board | derivation from its key |
|---|---|
| cards | the pack of the rules, shuffled (`domain.kernel.shuffle`) with dice of the key and the label `board` |
| cards if the hand is dealt again, at most three times | the same with the labels `again1`, `again2`, `again3` |

`sets` derives the keys of boards in tournaments, `solo` those of boards outside tournaments. Both also determine the
first drawer and the level of a board.
"""

from typing import NamedTuple

from domain.kernel.cards import Cards
from domain.kernel.seats import Seat
from domain.kernel.shuffle import Dice, shuffled
from domain.table.deals import GivenDeal

LEVEL = "initial_level"
LABELS = (b"board", b"again1", b"again2", b"again3")
"""The labels of the deal and of the deals that follow if it is dealt again, at most three times (SJ-DEAL, DEC-14)."""


class DealtBoard(NamedTuple):
    """A deal of a board, the same at every table that plays it.

    Attributes:
        level: its level; `None` if the rules set it, or the game has no levels.
        first_drawer: the seat that draws first.
        order: the cards from the first drawer on.
        again: the orders of the cards when it is dealt again.
    """

    level: str | None
    first_drawer: Seat
    order: Cards
    again: tuple[Cards, ...] = ()

    def deals(self) -> tuple[GivenDeal, ...]:
        """Returns the deals of a table that plays it, in order."""
        first = GivenDeal(self.order, (), (), self.first_drawer)
        return (first, *(GivenDeal(order, (), (), None) for order in self.again))


def card_orders(pack: Cards, key: bytes) -> tuple[Cards, ...]:
    """Returns the order of the cards of a board, then those when it is dealt again."""
    return tuple(shuffled(pack, Dice(key, label)) for label in LABELS)
