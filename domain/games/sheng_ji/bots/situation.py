"""The situation of a seat in a hand, which is the same for all plays of a decision."""

from typing import NamedTuple

from domain.games.sheng_ji.bots.card_counting import CardCounting
from domain.games.sheng_ji.card_order import TRUMPS
from domain.games.sheng_ji.holding import in_suit
from domain.games.sheng_ji.state import Tricks
from domain.kernel.cards import points

LATE = 8
"""The last trick is planned for when a hand has fewer cards than this."""
KITTY_POINTS = 0.6
"""The points in an unknown card of the kitty, relative to an unknown card anywhere."""
WHOLE = 25
"""The size of a hand counts in parts of this number of cards."""


class Situation(NamedTuple):
    """What is the same for all plays of a decision.

    Attributes:
        late: how close the end of the hand is, from 0 to 1.
        kitty: the points that the last trick is expected to decide, in tens.
        declares: the probability that the seat is a declarer.
        trumps: the share of the remaining trumps in the hand, relative to its share of the cards.
    """

    late: float
    kitty: float
    declares: float
    trumps: float


def situation_of(tricks: Tricks, counting: CardCounting) -> Situation:
    """Returns the situation of a seat."""
    size, unseen = counting.sizes[counting.seat], sum(counting.left) or 1
    if counting.seat == tricks.burier:
        kitty = float(points(tricks.kitty))
    else:
        kitty = KITTY_POINTS * sum(counting.rich) * len(tricks.kitty) / unseen
    mine = in_suit(counting.hand, TRUMPS).bit_count()
    total = mine + counting.left[TRUMPS]
    share = mine / total * sum(counting.sizes) / size if total else 0.0
    return Situation(max(0.0, (LATE - size) / LATE), 2 * kitty / 10, counting.declaring[counting.seat], share)
