"""What cards are worth keeping, in points: what playing them away for nothing would cost later in the hand.

The prices were found by playing hands to their end. Where the last trick can throw the declarers back (SJ-VAR-05..07),
the opponents keep the cards for that, and the declarers their highest trump.
"""

from domain.games.sheng_ji.bots.card_counting import CardCounting, units_above
from domain.games.sheng_ji.holding import size, slots_in
from domain.games.sheng_ji.hooks import catches_in_suit_only, hook_is_on
from domain.games.sheng_ji.order import EFFECTIVE_SUITS, TRUMPS, EffectiveSuit
from domain.games.sheng_ji.state import Match
from domain.kernel.cards import Face, has_rank, rank_of, suit_of

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
HOOK = 12.0
"""What a card is worth with which the opponents can catch the declarers in the last trick."""
GUARD = 5.0
"""What the declarers' highest trump is worth in such a hand."""
EVEN = 0.5
"""Who is rather a declarer than not plays like one."""


def keeping(match: Match, counting: CardCounting) -> dict[Face, float]:
    """For each face in the hand what one copy of it is worth keeping; points on the card itself do not count."""
    worth: dict[Face, float] = {}
    for suit in EFFECTIVE_SUITS:
        if counting.hand[suit][0]:
            worth.update(_trumps(counting) if suit == TRUMPS else _side(counting, suit))
    if hook_is_on(match.rules.hooks, counting.deal.trump_rank):
        _keep_for_the_last_trick(match, counting, worth)
    return worth


def _keep_for_the_last_trick(match: Match, counting: CardCounting, worth: dict[Face, float]) -> None:
    """Adds what cards are worth because of the last trick."""
    deal, trumps = counting.deal, counting.hand[TRUMPS][0]
    if counting.declaring[counting.seat] > EVEN:
        if trumps:
            worth[counting.order.faces[TRUMPS][trumps.bit_length() - 1]] += GUARD
        return
    in_suit_only = catches_in_suit_only(match.rules.hooks, deal.trump_rank)
    for card in worth:
        if has_rank(card) and rank_of(card) == deal.trump_rank:
            worth[card] += HOOK if not in_suit_only or suit_of(card) == deal.trump_suit else 0.0


def _trumps(counting: CardCounting) -> dict[Face, float]:
    order, holding, unseen = counting.order, counting.hand[TRUMPS], counting.unseen[TRUMPS]
    chain, faces, left = order.chains[TRUMPS], order.faces[TRUMPS], counting.left[TRUMPS]
    worth = {}
    for slot in slots_in(holding[0]):
        above = units_above(chain, unseen, (1, 1), chain.level_of[slot])
        value = TRUMP + TRUMP_HEIGHT * ((left - above) / left if left else 1.0) ** 2
        if holding[-1] >> slot & 1:
            value += TRUMP_PAIR
        worth[faces[slot]] = value
    return worth


def _side(counting: CardCounting, suit: EffectiveSuit) -> dict[Face, float]:
    order, holding, unseen = counting.order, counting.hand[suit], counting.unseen[suit]
    chain, faces = order.chains[suit], order.faces[suit]
    void = VOID / size(holding) if counting.hand[TRUMPS][0] else 0.0
    worth = {}
    for slot in slots_in(holding[0]):
        level = chain.level_of[slot]
        value = MASTER * NEXT ** units_above(chain, unseen, (1, 1), level)
        if len(holding) > 1 and holding[1] >> slot & 1:
            value += MASTER_PAIR / 2 * NEXT_PAIR ** units_above(chain, unseen, (2, 1), level)
        worth[faces[slot]] = value - void
    return worth
