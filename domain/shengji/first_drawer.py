"""Who draws first in the first hand, and who cuts (RULES §6).

`first_drawer_method` (SJ-FIRST-03)
random   a seat drawn by lot
count    the shuffler exposes cards until one counts; the first drawer is found by counting its value (SJ-FIRST-02)

value of the exposed card: 2..10 its number, J 11, Q 12, K 13;
a joker is replaced; an ace counts 1 or is replaced (`first_drawer_ace`)

SJ-FIRST-04  the seat on the left of the first drawer cuts
SJ-FIRST-05  in later hands the dealer draws first
"""

from typing import Literal

from domain.cards import ACE, Face, is_joker, rank_of
from domain.seats import Seat, left_of, right_of

FirstDrawerAce = Literal["one", "redraw"]


def count_of(exposed: Face, ace: FirstDrawerAce) -> int | None:
    """What the exposed card counts; none when another card is exposed in its place (SJ-FIRST-02)."""
    if is_joker(exposed):
        return None
    if rank_of(exposed) == ACE:
        return 1 if ace == "one" else None
    return rank_of(exposed) + 2


def first_drawer(shuffler: Seat, count: int, seats: int) -> Seat:
    """The seat reached by counting counter-clockwise with the shuffler as one (SJ-FIRST-02)."""
    return right_of(shuffler, seats, count - 1)


def cutter(drawer: Seat, seats: int) -> Seat:
    """The seat that cuts for that first drawer (SJ-FIRST-04)."""
    return left_of(drawer, seats)
