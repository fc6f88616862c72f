"""The value of keeping a card, in points: what playing it away would cost later in the hand.

The values were determined by playing out hands. If the last trick can throw the declarers back (SJ-VAR-05..07), the
opponents keep cards for that, and the declarers keep their highest trump.
"""

from domain.games.sheng_ji.bots.card_counting import CardCounting, units_above
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, EffectiveSuit
from domain.games.sheng_ji.holding import in_suit
from domain.games.sheng_ji.hooks import catches_in_suit_only, hook_is_on
from domain.games.sheng_ji.layers import layer, slots_in
from domain.games.sheng_ji.state import MatchState
from domain.kernel.cards import Face, has_rank, rank_of, suit_of

MASTER = 3.5
NEXT = 0.5
"""MASTER is the value of the highest card of a side suit. Each unseen card above a card multiplies it by NEXT."""
MASTER_PAIR = 6.0
NEXT_PAIR = 0.6
"""The same for a pair and the unseen pairs above it."""
VOID = 4.0
"""The value of a void in a side suit if the hand has trumps, divided among the cards of the suit."""
TRUMP = 2.5
TRUMP_HEIGHT = 6.0
"""TRUMP is the value of any trump. Up to TRUMP_HEIGHT is added, by the square of the height."""
TRUMP_PAIR = 3.0
"""The additional value of a trump of which the seat holds one copy from each deck."""
HOOK = 12.0
"""The value of a card with which the opponents can catch the declarers in the last trick."""
GUARD = 5.0
"""The value of the declarers' highest trump in such a hand."""
EVEN = 0.5
"""Above this probability of being a declarer, the seat plays like one."""


def keeping(match: MatchState, counting: CardCounting) -> dict[Face, float]:
    """Returns the value of keeping one copy of each face in the hand, without the points of the card itself."""
    worth: dict[Face, float] = {}
    for suit in EFFECTIVE_SUITS:
        if in_suit(counting.hand, suit):
            worth.update(_trumps(counting, match.rules.copies) if suit == TRUMPS else _side(counting, suit))
    if hook_is_on(match.rules, counting.deal.trump_rank):
        _keep_for_the_last_trick(match, counting, worth)
    return worth


def _keep_for_the_last_trick(match: MatchState, counting: CardCounting, worth: dict[Face, float]) -> None:
    """Adds the value of cards for the last trick."""
    deal, trumps = counting.deal, layer(in_suit(counting.hand, TRUMPS), 1)
    if counting.declaring[counting.seat] > EVEN:
        if trumps:
            worth[counting.order.faces[TRUMPS][trumps.bit_length() - 1]] += GUARD
        return
    in_suit_only = catches_in_suit_only(match.rules, deal.trump_rank)
    for card in worth:
        if has_rank(card) and rank_of(card) == deal.trump_rank:
            worth[card] += HOOK if not in_suit_only or suit_of(card) == deal.trump_suit else 0.0


def _trumps(counting: CardCounting, decks: int) -> dict[Face, float]:
    order, holding, unseen = counting.order, in_suit(counting.hand, TRUMPS), in_suit(counting.unseen, TRUMPS)
    chain, faces, left = order.chains[TRUMPS], order.faces[TRUMPS], counting.left[TRUMPS]
    worth = {}
    for slot in slots_in(layer(holding, 1)):
        above = units_above(chain, unseen, (1, 1), chain.level_of[slot])
        value = TRUMP + TRUMP_HEIGHT * ((left - above) / left if left else 1.0) ** 2
        if layer(holding, decks) >> slot & 1:
            value += TRUMP_PAIR
        worth[faces[slot]] = value
    return worth


def _side(counting: CardCounting, suit: EffectiveSuit) -> dict[Face, float]:
    order, holding, unseen = counting.order, in_suit(counting.hand, suit), in_suit(counting.unseen, suit)
    chain, faces = order.chains[suit], order.faces[suit]
    void = VOID / holding.bit_count() if in_suit(counting.hand, TRUMPS) else 0.0
    worth = {}
    for slot in slots_in(layer(holding, 1)):
        level = chain.level_of[slot]
        value = MASTER * NEXT ** units_above(chain, unseen, (1, 1), level)
        if layer(holding, 2) >> slot & 1:
            value += MASTER_PAIR / 2 * NEXT_PAIR ** units_above(chain, unseen, (2, 1), level)
        worth[faces[slot]] = value - void
    return worth
