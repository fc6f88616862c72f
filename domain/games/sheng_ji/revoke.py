"""Revokes, where nobody but the opponents watches over following (`enforcement` = `honor`, EX-HONOR-01).

A play is a revoke when the cards that its seat has played in that trick and since would have made a better answer: then
it has held them, and its whole hand could only have owed more. So a challenge is judged by what everybody has seen, and
tells nothing else. Where wider tuples are protected, a hand that is not yet known whole might have been excused from
answering with tuples; until the hand is over only the suit is judged there.

SJ-ILLEGAL-02  the side of the offender loses the hand: the points count as at least, or as at most, what that takes;
               with `revoke_penalty` = `lose_hand_plus` the other side gains a level more than these points bring
"""

from domain.games.sheng_ji.follow import is_legal_follow
from domain.games.sheng_ji.holding import hand_of, hand_size, size
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.state import Tricks
from domain.kernel.seats import Seat

SMALLEST_POINTS = 5
"""Points come in fives."""


def is_revoke(tricks: Tricks, rules: Rules, number: int, offender: Seat) -> bool:
    """Whether the cards played so far prove that the seat did not follow in that trick, numbered from 1."""
    order = tricks.deal.order
    past = tricks.history[number - 1 :]
    shown = [play.cards for trick in past for play in trick.plays if play.seat == offender]
    if tricks.trick is not None:
        shown += [play.cards for play in tricks.trick.plays if play.seat == offender]
    lead = past[0].lead
    if past[0].plays[0].seat == offender:
        return False
    hand = hand_of(order, rules.copies, [card for cards in shown for card in cards])
    play = hand_of(order, rules.copies, shown[0])
    if is_legal_follow(
        order.chains[lead.suit], lead, hand, play, protect_tuples=rules.protect_tuples, bombs=rules.bombs
    ):
        return False
    kept_suit = size(play[lead.suit]) == min(lead.size, size(hand[lead.suit]))
    # By how many cards the hands have, and not by which, that takes as long whatever they are.
    known_whole = not any(held.hidden + hand_size(held.known) for held in tricks.hands)
    return not (rules.protect_tuples and kept_suit and not known_whole)


def points_after_revoke(points: int, rules: Rules, *, by_declarers: bool) -> int:
    """What the opponents' points count as when a revoke is proven (SJ-ILLEGAL-02)."""
    return max(points, rules.threshold) if by_declarers else min(points, rules.threshold - SMALLEST_POINTS)
