"""Hands and combinations as small integers, for the playouts of the bots.

    hand   one bit for each card: 4 x rung + suit; a joker has the lowest bit of its rung
    shape  16 x ranks + cards of each rank, which also tells the pattern
    code   64 x shape + 32 x suited + 2 x top + pure

A code is higher than another one of the same shape if and only if the combination beats the other one. No code is 0,
so 0 stands for a lead.
"""

from collections.abc import Iterable

from domain.games.zheng_shangyou.card_order import NATURALS, RUNG_OF, TWO
from domain.games.zheng_shangyou.combinations import Combination
from domain.kernel.cards import FACES, Cards, Face, is_joker, suit_of

BIT_OF: tuple[int, ...] = tuple(1 << (4 * RUNG_OF[card] + (0 if is_joker(card) else suit_of(card))) for card in FACES)
"""The bit of each card."""
_FACE_OF_BIT: dict[int, Face] = {BIT_OF[face]: face for face in FACES}
SINGLE = 1 << 4 | 1
"""The shape of a single card. The shapes of sets are less than twice as high."""
SUITED = 32
"""The bit of a code that says that a sequence is suited."""
RUNG = 15
"""The bits of one rung."""
PLAIN = (1 << 4 * TWO) - 1
"""The bits of all cards that are not wild."""
TWOS = RUNG << 4 * TWO
"""The bits of the twos."""
SPREAD: tuple[int, ...] = tuple(
    sum(1 << 4 * rung for rung in NATURALS if ranks >> rung & 1) for ranks in range(1 << len(NATURALS))
)
"""For each set of natural rungs, its bits in one suit."""


def bits_of(cards: Iterable[Face]) -> int:
    """Returns the bits of the cards."""
    return sum(BIT_OF[card] for card in cards)


def cards_of(bits: int) -> Cards:
    """Returns the cards of the bits, low to high."""
    cards = []
    while bits:
        lowest = bits & -bits
        cards.append(_FACE_OF_BIT[lowest])
        bits ^= lowest
    return tuple(cards)


def code_of(combination: Combination) -> int:
    """Returns the code of a combination."""
    return code(combination.ranks, combination.width, combination.top, suited=combination.suited, pure=combination.pure)


def code(ranks: int, width: int, top: int, *, suited: bool = False, pure: bool = True) -> int:
    """Returns the code of a combination with these properties."""
    return (ranks << 4 | width) << 6 | suited << 5 | top << 1 | pure


def size_of(code: int) -> int:
    """Returns the number of cards of a combination."""
    return (code >> 10) * (code >> 6 & 15)
