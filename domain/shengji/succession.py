"""Who deals next in fixed teams (RULES §13, `succession` = `fixed`).

SJ-DEALER-02  declarers won: they stay, and the next of them to the dealer's right deals (DEC-88: of two, the nearer)
SJ-DEALER-03  opponents won: they become declarers, and the seat on the dealer's right deals
"""

from domain.seats import Seat, right_of


def next_dealer(dealer: Seat, seats: int, *, declarers_won: bool) -> Seat:
    """The dealer of the next hand where two teams sit alternately."""
    return right_of(dealer, seats, 2 if declarers_won else 1)
