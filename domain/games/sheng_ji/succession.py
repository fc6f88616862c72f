"""The next dealer (FF-DEALER-02, LU-DEALER-01), who always belongs to the winning side.

    `succession`        declarers won                              opponents won
    fixed               the next declarer to the dealer's right,   the next opponent to the dealer's right
    next_winner_right   the dealer last                            the same
    levelup             the dealer stays (DEC-89)                  the same

SJ-DEALER-02, DEC-88  in fixed teams that declarer sits two seats to the right
SJ-DEALER-03          in fixed teams that opponent sits on the dealer's right
"""

from collections.abc import Collection

from domain.games.sheng_ji.options.dealer import Succession
from domain.kernel.seats import Seat, in_turn, right_of


def next_dealer(
    dealer: Seat,
    seats: int,
    *,
    declarers_won: bool,
    declarers: Collection[Seat] | None = None,
    succession: Succession = "fixed",
) -> Seat:
    """Returns the dealer of the next hand.

    Args:
        dealer: the dealer of this hand, a declarer.
        seats: the number of seats.
        declarers_won: whether the declarers won it.
        declarers: the declarers at the end; by default every second seat.
        succession: the table's option.
    """
    if declarers_won and succession == "levelup":
        return dealer
    team = declarers if declarers is not None else [right_of(dealer, seats, step) for step in range(0, seats, 2)]
    after_dealer = in_turn(right_of(dealer, seats), seats)
    return next(seat for seat in after_dealer if (seat in team) == declarers_won)
