"""Trumps when nobody declares (RULES §9, `no_declaration` = `rank_then_highest`, SJ-NODECL-01).

The kitty is turned card by card. The first card of the trump rank sets its suit and turning stops. If there is none,
all are turned and the highest ordinary rank sets its suit, jokers left out; among equals the one turned first. A kitty
of jokers only means no-trump (DEC-05). The cards turned are public and go back to the kitty (SJ-NODECL-04).
"""

from typing import NamedTuple

from domain.cards import Cards, Rank, is_joker, rank_of, suit_of
from domain.shengji.order import TrumpSuit


class Turned(NamedTuple):
    """How many kitty cards were turned, and the suit they set; none is no-trump."""

    cards: int
    trump_suit: TrumpSuit


def turn_kitty(kitty: Cards, trump_rank: Rank) -> Turned:
    """What turning the kitty's cards in order brings (SJ-NODECL-01)."""
    for turned, card in enumerate(kitty, start=1):
        if not is_joker(card) and rank_of(card) == trump_rank:
            return Turned(turned, suit_of(card))
    ordinary = [card for card in kitty if not is_joker(card)]
    if not ordinary:
        return Turned(len(kitty), None)
    # max keeps the first of equals, which is the one turned first.
    return Turned(len(kitty), suit_of(max(ordinary, key=rank_of)))
