"""The order of the cards (ZS-ORD-01), from low to high.

    rung    3 4 5 6 7 8 9 10 J Q K A    2         SJ             BJ
            naturals                    the two   black joker    red joker

ZS-DECK-01  one pack of 54 cards, so every card exists once
ZS-SET-02   twos and jokers are wild cards: a wild card may stand for a lower one

A rung is written as its rank, or as its joker.
"""

from collections.abc import Iterable
from typing import NewType

from domain.kernel.cards import FACES, Cards, Face, Suit, is_joker, rank_of, suit_of

Rung = NewType("Rung", int)

RUNG_NAMES = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "SJ", "BJ")
RUNGS: tuple[Rung, ...] = tuple(map(Rung, range(len(RUNG_NAMES))))
RUNG_OF_NAME: dict[str, Rung] = dict(zip(RUNG_NAMES, RUNGS, strict=True))

THREE, ACE, TWO, BLACK_JOKER, RED_JOKER = (RUNG_OF_NAME[name] for name in ("3", "A", "2", "SJ", "BJ"))
NATURALS: tuple[Rung, ...] = RUNGS[:TWO]
"""The rungs that form sequences, unless twos belong to them too (ZS-SEQ-01, ZS-MSEQ-01)."""

PACK: Cards = FACES
"""The pack before it is shuffled."""


def _rung(card: Face) -> Rung:
    if is_joker(card):
        return BLACK_JOKER if card == FACES[-2] else RED_JOKER
    # A two has the lowest printed rank, but ranks above the ace.
    return Rung((rank_of(card) - 1) % 13)


RUNG_OF: tuple[Rung, ...] = tuple(map(_rung, FACES))
"""The rung of every card."""

_SORTED: tuple[Face, ...] = tuple(sorted(FACES, key=lambda card: (RUNG_OF[card], card)))
_PLACE: dict[Face, int] = {card: place for place, card in enumerate(_SORTED)}


def low_to_high(cards: Iterable[Face]) -> Cards:
    """Returns the cards sorted by rung, and by suit within a rung."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def printed_suit(card: Face) -> Suit | None:
    """Returns the suit of a card, or `None` for a joker."""
    return None if is_joker(card) else suit_of(card)


def highest(cards: Iterable[Face]) -> Cards:
    """Returns all cards of the highest rung among them (DEC-104: red joker, black joker, two, ace and so on)."""
    held = low_to_high(cards)
    return tuple(card for card in held if RUNG_OF[card] == RUNG_OF[held[-1]])
