"""The first drawer and the cutter.

`first_drawer_method` in the first hand (SJ-FIRST-03)
random    a seat drawn by lot
count     the shuffler exposes cards until one counts; counting its value gives the first drawer (SJ-FIRST-02)
shuffler  the shuffler draws first, as with a count of one

value of the exposed card: 2..10 its number, J 11, Q 12, K 13;
a joker or a filler is replaced; an ace counts 1 or is replaced (`first_drawer_ace`)

`cutter` (SJ-FIRST-04)
left_of_first_drawer  the seat on the left of the first drawer
any_other             any seat but the first drawer, drawn by lot

`later_first_drawer` (SJ-FIRST-05)
dealer, right_of_dealer, right_of_previous_dealer  in later hands; where declaring determines each dealer, always
right_of_previous_dealer (SJ-BID-20)
"""

from domain.games.sheng_ji.options.dealing import Cutter, FirstDrawerAce, LaterFirstDrawer
from domain.kernel.cards import ACE, SMALL_JOKER, Face, rank_of
from domain.kernel.seats import Seat, left_of, right_of


def count_of(exposed: Face, ace: FirstDrawerAce) -> int | None:
    """Returns the count of an exposed card, or `None` if another card replaces it (SJ-FIRST-02)."""
    if exposed >= SMALL_JOKER:
        return None
    if rank_of(exposed) == ACE:
        return 1 if ace == "one" else None
    return rank_of(exposed) + 2


def first_drawer(shuffler: Seat, count: int, seats: int) -> Seat:
    """Returns the seat found by counting counter-clockwise, with the shuffler as one (SJ-FIRST-02)."""
    return right_of(shuffler, seats, count - 1)


def cutter(drawer: Seat, seats: int, who: Cutter = "left_of_first_drawer", lot: int = 0) -> Seat:
    """Returns the seat that cuts (SJ-FIRST-04). `lot`, from 0 to seats - 2, selects the seat under `any_other`."""
    if who == "left_of_first_drawer":
        return left_of(drawer, seats)
    return right_of(drawer, seats, 1 + lot)


def later_first_drawer(who: LaterFirstDrawer, dealer: Seat, previous_dealer: Seat, seats: int) -> Seat:
    """Returns the first drawer of a later hand (SJ-FIRST-05)."""
    if who == "right_of_previous_dealer":
        return right_of(previous_dealer, seats)
    return right_of(dealer, seats) if who == "right_of_dealer" else dealer
