"""Roles: who plays on whose side, where friends are called and have not come out yet.

In fixed teams everybody knows. Where friends are called, a seat knows who has come out, whether it plays alone, and
what it holds of the called cards itself; of the others it reckons with likelihoods:

    a call           its card is expected with
    first            anybody but the dealer, who has said to hold none
    other            anybody but the dealer, who has said to hold one at least
    owner            anybody but the dealer
    n-th copy        anybody but the dealer, who is expected to hold the n - 1 copies before it

Whoever holds the only copies that can answer a call is the friend, and plays like one before it comes out.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.holding import Hand, copies
from domain.games.sheng_ji.order import Order
from domain.games.sheng_ji.state import Tricks
from domain.kernel.cards import Face
from domain.kernel.seats import Seat

KITTY_ACE = 0.3
"""How likely a called card lies in the kitty, against a card of its suit chosen blindly: nobody buries it gladly."""

Chances = tuple[float, ...]
"""For each seat a likelihood."""


class Sight(NamedTuple):
    """What one seat sees of the cards.

    Attributes:
        seat: who reckons.
        hand: its cards.
        unseen: the cards it does not see.
        shares: for each seat and suit how likely one of them is there; last the kitty.
    """

    seat: Seat
    hand: Hand
    unseen: Hand
    shares: Sequence[Chances]


def open_calls(tricks: Tricks) -> list[tuple[Call, int]]:
    """The calls that nobody has answered, each with the number of copies that were played and counted for it."""
    friends = tricks.friends
    if friends is None or tricks.solo:
        return []
    answered = zip(friends.calls, friends.seen, friends.answered_by, strict=True)
    return [(call, seen) for call, seen, by in answered if by is None]


def held(order: Order, hand: Hand, card: Face) -> int:
    """How many copies of a card there are in a hand."""
    return copies(hand[order.suit_of[card]], order.slot_of[card])


def declarer_chances(tricks: Tricks, sight: Sight) -> Chances:
    """How likely each seat is a declarer, or will be."""
    if tricks.friends is None:
        return _certain(tricks.deal.declarers, len(tricks.hands))
    chances = [float(tricks.deal.declares(Seat(each))) for each in range(len(tricks.hands))]
    for call, seen in open_calls(tricks):
        for each, chance in enumerate(_answering(tricks, sight, call, seen)):
            chances[each] += (1.0 - chances[each]) * chance
    return tuple(chances)


@cache
def _certain(declarers: int, players: int) -> Chances:
    """The likelihoods where it is known which seats are the declarers."""
    return tuple(float(declarers >> seat & 1) for seat in range(players))


def friend_chances(tricks: Tricks, seat: Seat, declaring: Chances) -> Chances:
    """How likely each seat is on one's own side; certain of oneself.

    Args:
        tricks: the hand.
        seat: who reckons.
        declaring: how likely each seat is a declarer.
    """
    if tricks.friends is None:
        declarers, players = tricks.deal.declarers, len(declaring)
        return _certain(declarers if declaring[seat] else ~declarers, players)
    mine, calls = declaring[seat], len(open_calls(tricks))
    known = [tricks.deal.declares(Seat(each)) for each in range(len(declaring))]
    # If one answers a call oneself, the others can answer only what is left of them.
    rest = (calls - 1) / calls if calls and not known[seat] else 1.0
    chances = [
        mine * (chance if known[each] else chance * rest) + (1.0 - mine) * (1.0 - chance)
        for each, chance in enumerate(declaring)
    ]
    chances[seat] = 1.0
    return tuple(chances)


def _answering(tricks: Tricks, sight: Sight, call: Call, seen: int) -> list[float]:
    """How likely each seat answers one call."""
    order, dealer, seat = tricks.deal.order, tricks.deal.dealer, sight.seat
    players = len(tricks.hands)
    chances = [0.0] * players
    mine = 0 if seat == dealer else held(order, sight.hand, call.card)
    outside = held(order, sight.unseen, call.card)
    if seat != dealer:
        outside -= dealers_copies(tricks, call, seen)
    if mine:
        chances[seat] = mine / (mine + max(0, outside))
    if outside <= 0:
        return chances
    suit = order.suit_of[call.card]
    others = [0.0 if each in (seat, dealer) else sight.shares[each][suit] for each in range(players)]
    total = sum(others) + KITTY_ACE * sight.shares[-1][suit]
    if total:
        for each, share in enumerate(others):
            chances[each] += (1.0 - chances[seat]) * share / total
    return chances


def dealers_copies(tricks: Tricks, call: Call, seen: int) -> int:
    """How many copies of the called card the dealer is expected to hold still."""
    if call.word == "ordinal":
        return max(0, call.ordinal - 1 - seen)
    # Of an `other` the dealer holds one, until a copy has come down that did not count.
    played = held(tricks.deal.order, tricks.gone, call.card)
    return int(call.word == "other" and played == seen)
