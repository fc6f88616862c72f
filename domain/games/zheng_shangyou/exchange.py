"""The exchange before the second and every later hand (ZS-EXCH-01, ZS-EXCH-02, ZS-TEAM-04, DEC-102..105).

    by the places of the previous hand, in this order                                      visible
    1  last and next-to-last, the pit dwellers, each pay their highest card as tribute;    once both have paid
       they choose among equal cards
    2  first takes one of the two cards, second gets the other                             at once
    3  first and second each give up a card, which may be the one just received            once both have chosen
    4  next-to-last takes one of the two cards, last gets the other                        at once

Seats are asked even if they have no choice, so being asked reveals nothing about the cards. In teams, the same four
places exchange, even between partners (DEC-107).
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.cards import Face
from domain.kernel.seats import Seat


class Places(NamedTuple):
    """The four seats that exchange cards, by their places in the previous hand."""

    first: Seat
    second: Seat
    next_to_last: Seat
    last: Seat

    @property
    def givers(self) -> tuple[Seat, Seat]:
        """The pit dwellers, in the order in which they pay tribute and choose among the discards."""
        return self.next_to_last, self.last

    @property
    def takers(self) -> tuple[Seat, Seat]:
        """The winners, in the order in which they choose a tribute and give cards back."""
        return self.first, self.second


class Offer(NamedTuple):
    """A revealed card that can be taken, and the seat that gave it up."""

    seat: Seat
    card: Face


def places(order: Sequence[Seat]) -> Places:
    """Returns the four seats. `order` lists the seats by the order in which they ran out of cards."""
    return Places(order[0], order[1], order[-2], order[-1])


def pit(players: int) -> tuple[int, int]:
    """Returns the places of the pit dwellers, counted from 1."""
    return players - 1, players
