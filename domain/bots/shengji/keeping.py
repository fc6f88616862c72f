"""What cards are worth keeping, in points: what playing them away for nothing would cost later in the hand.

The prices were found by playing hands to their end.
"""

from domain.bots.shengji.reckoning import Reckoning, units_above
from domain.cards import Face
from domain.shengji.holding import size, slots_in
from domain.shengji.order import EFFECTIVE_SUITS, TRUMPS, EffectiveSuit

MASTER = 3.5
NEXT = 0.5
"""What the highest card of a side suit is worth, and what of it remains with each unseen card above it."""
MASTER_PAIR = 6.0
NEXT_PAIR = 0.6
"""The same for a pair and the unseen pairs above it."""
VOID = 4.0
"""What it is worth to have no card of a side suit, with trumps in hand; shared out over the cards of the suit."""
TRUMP = 2.5
TRUMP_HEIGHT = 6.0
"""What any trump is worth, and what more the highest one is; between them it goes by the square of the height."""
TRUMP_PAIR = 3.0
"""What a trump is worth more that is one of as many alike as there are decks."""


def keeping(reckoning: Reckoning) -> dict[Face, float]:
    """For each face in the hand what one copy of it is worth keeping; points on the card itself do not count."""
    worth: dict[Face, float] = {}
    for suit in EFFECTIVE_SUITS:
        if reckoning.hand[suit][0]:
            worth.update(_trumps(reckoning) if suit == TRUMPS else _side(reckoning, suit))
    return worth


def _trumps(reckoning: Reckoning) -> dict[Face, float]:
    order, holding, unseen = reckoning.order, reckoning.hand[TRUMPS], reckoning.unseen[TRUMPS]
    chain, faces, left = order.chains[TRUMPS], order.faces[TRUMPS], reckoning.left[TRUMPS]
    worth = {}
    for slot in slots_in(holding[0]):
        above = units_above(chain, unseen, (1, 1), chain.level_of[slot])
        value = TRUMP + TRUMP_HEIGHT * ((left - above) / left if left else 1.0) ** 2
        if holding[-1] >> slot & 1:
            value += TRUMP_PAIR
        worth[faces[slot]] = value
    return worth


def _side(reckoning: Reckoning, suit: EffectiveSuit) -> dict[Face, float]:
    order, holding, unseen = reckoning.order, reckoning.hand[suit], reckoning.unseen[suit]
    chain, faces = order.chains[suit], order.faces[suit]
    void = VOID / size(holding) if reckoning.hand[TRUMPS][0] else 0.0
    worth = {}
    for slot in slots_in(holding[0]):
        level = chain.level_of[slot]
        value = MASTER * NEXT ** units_above(chain, unseen, (1, 1), level)
        if len(holding) > 1 and holding[1] >> slot & 1:
            value += MASTER_PAIR / 2 * NEXT_PAIR ** units_above(chain, unseen, (2, 1), level)
        worth[faces[slot]] = value - void
    return worth
