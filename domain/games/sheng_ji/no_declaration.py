"""Trumps when nobody declares: the kitty is turned card by card.

`no_declaration` (SJ-NODECL-03)
rank_then_highest  SJ-NODECL-01: the first card of the trump rank sets its suit and turning stops; if there is none, all
                   are turned and the highest ordinary rank sets its suit; of equal ranks, the one turned first
first_card         SJ-NODECL-02: the first card sets its suit; `no_declaration_joker` decides a joker turned before it:
                   skip: skipped · no_trump: no-trump · redeal: a redeal

A kitty without an ordinary card means no-trump (DEC-05). Jokers and fillers are not ordinary, and fillers are always
skipped. The cards turned are public and return to the kitty (SJ-NODECL-04).
"""

from typing import NamedTuple

from domain.games.sheng_ji.card_order import TrumpSuit
from domain.games.sheng_ji.options.declaring import NoDeclaration, NoDeclarationJoker
from domain.kernel.cards import BIG_JOKER, SMALL_JOKER, Cards, Face, Rank, rank_of, suit_of


class Turned(NamedTuple):
    """The number of kitty cards turned, and the suit they set; `None` is no-trump, or a redeal if `redeal` is set."""

    cards: int
    trump_suit: TrumpSuit
    redeal: bool = False


def turn_kitty(
    kitty: Cards, trump_rank: Rank, method: NoDeclaration = "rank_then_highest", joker: NoDeclarationJoker = "skip"
) -> Turned:
    """Returns the result of turning the kitty's cards in order."""
    if method == "first_card":
        return _first_card(kitty, joker)
    return _rank_then_highest(kitty, trump_rank)


def _is_ordinary(card: Face) -> bool:
    return card < SMALL_JOKER


def _first_card(kitty: Cards, joker: NoDeclarationJoker) -> Turned:
    for turned, card in enumerate(kitty, start=1):
        if _is_ordinary(card):
            return Turned(turned, suit_of(card))
        if card <= BIG_JOKER and joker != "skip":
            return Turned(turned, None, redeal=joker == "redeal")
    return Turned(len(kitty), None)


def _rank_then_highest(kitty: Cards, trump_rank: Rank) -> Turned:
    for turned, card in enumerate(kitty, start=1):
        if _is_ordinary(card) and rank_of(card) == trump_rank:
            return Turned(turned, suit_of(card))
    ordinary = [card for card in kitty if _is_ordinary(card)]
    if not ordinary:
        return Turned(len(kitty), None)
    # max returns the first of equals, which was turned first.
    return Turned(len(kitty), suit_of(max(ordinary, key=rank_of)))
