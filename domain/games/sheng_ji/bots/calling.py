"""Calling friends, or playing alone (BOT-07).

A call is worth

    HEIGHT                x how high the card stands in its suit: an ace, a king, perhaps a ten
    SURE                  when exactly one copy can answer it, so that its holder knows who they are
    SHORT                 for each card that the dealer lacks to LONG of the suit, if it has any to lead to the friend
    POINTS                for each ten points of the suit in hand, which the friend's card can catch
    AGAIN                 for each earlier call of the same suit

The n-th copy is called that follows those in the dealer's own hand; never one that the dealer must answer itself, for
want of further copies outside the hand and the kitty.

Playing alone takes, for each card of the hand, SOLO more strength than an average one has; each card of a side suit
that others can beat is LOSER against it. Of hands dealt to try this, in games of five with two decks, those that just
reached it won seven times in ten alone against four of the same bot.
"""

from domain.games.sheng_ji.bots.card_counting import units_above, whole_pack
from domain.games.sheng_ji.bots.roles import held
from domain.games.sheng_ji.bots.strength import strength
from domain.games.sheng_ji.commands import CallFriends
from domain.games.sheng_ji.friends import Call, CallRules, calls_wanted, possible_calls
from domain.games.sheng_ji.holding import (
    Hand,
    hand_cards,
    hand_of,
    hand_size,
    hand_without,
    hands_together,
    holding_points,
    size,
)
from domain.games.sheng_ji.order import EFFECTIVE_SUITS, TRUMPS, Order
from domain.games.sheng_ji.state import Calling, Match
from domain.games.sheng_ji.units import decompose

HEIGHT = 4.0
SURE = 1.5
SHORT = 1.0
LONG = 4
POINTS = 1.0
AGAIN = -6.0
SELF = -50.0
"""The price of a call that the dealer would have to answer, or nobody can."""
SOLO = 3.0
LOSER = 3.0


def call_friends(match: Match, calling: Calling) -> CallFriends:
    """The best calls, or to play alone with a hand that can.

    Raises:
        ValueError: at this table no friends are called.
    """
    friends = match.rules.friends
    if friends is None:
        raise ValueError("friends are called at a table of fixed teams")
    order, hand = calling.deal.order, calling.hands[calling.deal.dealer].known
    known = calling.kitty if calling.seat == calling.deal.dealer else ()
    buried = hand_of(order, match.rules.copies, known)
    if friends.calls.solo_call and plays_alone(match, order, hand, buried):
        return CallFriends((), solo=True)
    caller = _Caller(friends.calls, order, hand, buried)
    chosen: list[Call] = []
    possible = possible_calls(friends.calls, order, hand_cards(order, hand))
    while len(chosen) < calls_wanted(match.rules.players):
        free = [call for call in possible if all((call.card, call.ordinal) != (c.card, c.ordinal) for c in chosen)]
        chosen.append(max(free, key=lambda call: caller.worth(call, chosen)))
    return CallFriends(tuple(chosen))


def plays_alone(match: Match, order: Order, hand: Hand, buried: Hand) -> bool:
    """Whether a hand can be expected to win against everybody."""
    unseen = hand_without(whole_pack(order, match), hands_together(hand, buried))
    losers = 0
    for suit in EFFECTIVE_SUITS:
        if suit != TRUMPS:
            chain = order.chains[suit]
            units = decompose(chain, hand[suit])
            losers += sum(unit.size for unit in units if units_above(chain, unseen[suit], unit.shape, unit.top))
    return strength(match, order, hand) - LOSER * losers >= SOLO * hand_size(hand)


class _Caller:
    """A dealer who calls friends."""

    def __init__(self, rules: CallRules, order: Order, hand: Hand, buried: Hand) -> None:
        self.rules = rules
        self.order = order
        self.hand = hand
        self.buried = buried

    def worth(self, call: Call, earlier: list[Call]) -> float:
        """What a call is worth beside earlier ones, by the table above."""
        order, card = self.order, call.card
        suit, level = order.suit_of[card], order.level_of(card)
        mine = held(order, self.hand, card)
        outside = self.rules.decks - mine - held(order, self.buried, card)
        # With fewer copies before it than are held here, or more than there are, nobody else can answer.
        before = call.ordinal - 1 if call.word == "ordinal" else mine
        answers = outside - (before - mine)
        worth = HEIGHT * (level + 1 - order.chains[suit].levels)
        if answers < 1 or before < mine:
            worth += SELF
        if answers == 1:
            worth += SURE
        if suit != TRUMPS and self.hand[suit][0]:
            worth += SHORT * max(0, LONG - size(self.hand[suit]))
            worth += POINTS * holding_points(order, suit, self.hand[suit]) / 10
        return worth + AGAIN * sum(order.suit_of[other.card] == suit for other in earlier)
