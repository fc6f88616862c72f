"""Roles: the probability of each seat being a declarer or a friend while not all friends are known.

In fixed teams, all sides are known. Where friends are called, a seat knows which friends are revealed, whether it plays
alone, and which called cards it holds. For the other seats it computes probabilities:

    a call           its card is expected with
    first            any seat but the dealer, who has said to hold none
    other            any seat but the dealer, who has said to hold at least one
    owner            any seat but the dealer
    n-th copy        any seat but the dealer, who is expected to hold the n - 1 copies before it

A seat that holds all copies that can answer a call is the friend, and plays like one before it is revealed.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from domain.games.sheng_ji.card_order import CardOrder
from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.layers import EVERY_LAYER, Hand
from domain.games.sheng_ji.state import Tricks
from domain.kernel.cards import Face
from domain.kernel.seats import Seat

KITTY_ACE = 0.3
"""The probability of a called card in the kitty, relative to a random card of its suit: dealers avoid burying it."""

Chances = tuple[float, ...]
"""A probability for each seat."""


class Sight(NamedTuple):
    """What one seat knows about the cards.

    Attributes:
        seat: the seat.
        hand: its cards.
        unseen: the cards that it does not see.
        shares: for each seat and suit, the probability that an unseen card is there; the last row is the kitty.
    """

    seat: Seat
    hand: Hand
    unseen: Hand
    shares: Sequence[Chances]


def open_calls(tricks: Tricks) -> list[tuple[Call, int]]:
    """Returns the unanswered calls, each with the number of played copies that counted for it."""
    friends = tricks.friends
    if friends is None or tricks.solo:
        return []
    answered = zip(friends.calls, friends.seen, friends.answered_by, strict=True)
    return [(call, seen) for call, seen, by in answered if by is None]


def held(order: CardOrder, hand: Hand, card: Face) -> int:
    """Returns the number of copies of a card in a hand."""
    return (hand & order.bit_of[card] * EVERY_LAYER).bit_count()


def declarer_chances(tricks: Tricks, sight: Sight) -> Chances:
    """Returns the probability of each seat to be, or become, a declarer."""
    if tricks.friends is None:
        return _certain(tricks.deal.declarers, len(tricks.hands))
    chances = [float(tricks.deal.declares(Seat(each))) for each in range(len(tricks.hands))]
    for call, seen in open_calls(tricks):
        for each, chance in enumerate(_answering(tricks, sight, call, seen)):
            chances[each] += (1.0 - chances[each]) * chance
    return tuple(chances)


@cache
def _certain(declarers: int, players: int) -> Chances:
    """Returns the probabilities if the declarers are known. `declarers` is a bit mask of seats."""
    return tuple(float(declarers >> seat & 1) for seat in range(players))


def friend_chances(tricks: Tricks, seat: Seat, declaring: Chances) -> Chances:
    """Returns the probability of each seat to be on the side of `seat`; 1 for the seat itself.

    Args:
        tricks: the hand.
        seat: the seat.
        declaring: the probability of each seat to be a declarer.
    """
    if tricks.friends is None:
        declarers, players = tricks.deal.declarers, len(declaring)
        return _certain(declarers if declaring[seat] else ~declarers, players)
    mine, calls = declaring[seat], len(open_calls(tricks))
    known = [tricks.deal.declares(Seat(each)) for each in range(len(declaring))]
    # If this seat answers one of the calls, the others can answer only the remaining ones.
    rest = (calls - 1) / calls if calls and not known[seat] else 1.0
    chances = [
        mine * (chance if known[each] else chance * rest) + (1.0 - mine) * (1.0 - chance)
        for each, chance in enumerate(declaring)
    ]
    chances[seat] = 1.0
    return tuple(chances)


def _answering(tricks: Tricks, sight: Sight, call: Call, seen: int) -> list[float]:
    """Returns the probability of each seat to answer one call."""
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
    """Returns the number of copies of the called card that the dealer is expected to still hold."""
    if call.word == "ordinal":
        return max(0, call.ordinal - 1 - seen)
    # For an `other` call, the dealer holds one copy until a copy is played that does not count.
    played = held(tricks.deal.order, tricks.gone, call.card)
    return int(call.word == "other" and played == seen)
