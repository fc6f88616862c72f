"""Revokes, where only the opponents enforce following (`enforcement` = `honor`, EX-HONOR-01).

A play is a revoke if the cards that its seat has played in that trick and since would have allowed a better answer. The
seat held those cards, and its whole hand can only have owed more. A challenge is judged by public facts, so it reveals
nothing. Where wider tuples are protected, a hand that is not fully known might have been excused from answering with
tuples. Until the hand is over, only the suit is then judged.

SJ-ILLEGAL-02  the offender's side loses the hand: the points are raised or lowered, if necessary, until it loses; with
               `revoke_penalty` = `lose_hand_plus` the other side gains one more level than that gives
"""

from domain.games.sheng_ji.follow import is_legal_follow
from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.state import Tricks
from domain.kernel.seats import Seat

SMALLEST_POINTS = 5
"""All points are multiples of five."""


def is_revoke(tricks: Tricks, rules: Rules, number: int, offender: Seat) -> bool:
    """Returns whether the cards played prove that the seat did not follow in that trick, numbered from 1."""
    order = tricks.deal.order
    past = tricks.history[number - 1 :]
    shown = [play.cards for trick in past for play in trick.plays if play.seat == offender]
    if tricks.trick is not None:
        shown += [play.cards for play in tricks.trick.plays if play.seat == offender]
    lead = past[0].lead
    if past[0].plays[0].seat == offender:
        return False
    hand = hand_of(order, [card for cards in shown for card in cards])
    play = hand_of(order, shown[0])
    if is_legal_follow(
        order.chains[lead.suit], lead, hand, play, protect_tuples=rules.protect_tuples, bombs=rules.bombs
    ):
        return False
    kept_suit = in_suit(play, lead.suit).bit_count() == min(lead.size, in_suit(hand, lead.suit).bit_count())
    # Depends on the size of the hands only, so its duration reveals nothing about the cards.
    known_whole = not any(held.hidden + held.known.bit_count() for held in tricks.hands)
    return not (rules.protect_tuples and kept_suit and not known_whole)


def points_after_revoke(points: int, rules: Rules, *, by_declarers: bool) -> int:
    """Returns the opponents' points after a proven revoke (SJ-ILLEGAL-02)."""
    return max(points, rules.threshold) if by_declarers else min(points, rules.threshold - SMALLEST_POINTS)
