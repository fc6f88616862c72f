"""The exchange before the second and every later hand (ZS-EXCH-01, ZS-EXCH-02, ZS-TEAM-04, DEC-102..105).

    by the places of the hand before, in this order                                        seen
    1  last and next-to-last, the pit dwellers, each pay their highest card as tribute;    both at once, when both
       among equal ones their own choice                                                   have been paid
    2  first takes one of the two, second gets the other                                   at once
    3  first and second each lay down a card, the one just received if they like           both at once, when both
                                                                                           have been laid down
    4  next-to-last takes one of the two, last gets the other                              at once

Nobody is left out because there is nothing to choose: who is asked tells nothing about the cards. The same four places
exchange in teams, even between partners (DEC-107).
"""

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.cards import Face
from domain.kernel.seats import Seat


class Places(NamedTuple):
    """The four seats that exchange, by their places in the hand before."""

    first: Seat
    second: Seat
    next_to_last: Seat
    last: Seat

    @property
    def givers(self) -> tuple[Seat, Seat]:
        """The pit dwellers, who pay tribute and choose among the discards in this order."""
        return self.next_to_last, self.last

    @property
    def takers(self) -> tuple[Seat, Seat]:
        """The winners, who choose among the tribute in this order and lay down discards."""
        return self.first, self.second


class Offer(NamedTuple):
    """A card that lies open to be chosen, and who has laid it down."""

    seat: Seat
    card: Face


def places(order: Sequence[Seat]) -> Places:
    """The four seats, by the order in which the seats ran out of cards."""
    return Places(order[0], order[1], order[-2], order[-1])


def pit(players: int) -> tuple[int, int]:
    """The places of the pit dwellers, counted from 1."""
    return players - 1, players
