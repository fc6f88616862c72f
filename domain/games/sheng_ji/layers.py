"""Hands as whole numbers that count the copies of each face.

A number is divided into *layers* of `LAYER_BITS` bits. Each bit of a layer is a face. Layer `n`, from 1, marks the
faces of which there are at least `n` copies, so each layer is a subset of the one below. The number of cards is
`bit_count()`. Without cards the number is 0, however many decks there are.

A *hand* has all effective suits in each layer; `SUIT_SHIFTS` gives the first bit of each suit. A *holding* contains the
cards of one hand in one effective suit, which begins at bit 0. The same functions serve both.

To call `Hand` or `Holding` takes longer than an operation on a hand, so frequent functions ignore the type instead.
"""

from collections.abc import Iterator
from typing import NewType, TypeVar, overload

Hand = NewType("Hand", int)
Holding = NewType("Holding", int)
Held = TypeVar("Held", Hand, Holding)

LAYER_BITS = 80
ONE_LAYER = (1 << LAYER_BITS) - 1
"""The mask of the first layer."""
MOST_COPIES = 12
"""The largest number of copies of a face: a pack can have so many fillers."""
FIRST_LAYERS = tuple(sum(1 << LAYER_BITS * layer for layer in range(layers)) for layers in range(MOST_COPIES + 1))
"""A factor that repeats a mask of faces in the first `n` layers."""
EVERY_LAYER = FIRST_LAYERS[MOST_COPIES]

SIDE_SLOTS, TRUMP_SLOTS = 13, 28
SUIT_SHIFTS = (0, 13, 26, 39, 52)
"""The first bit of each effective suit in a layer of a hand."""
SUIT_MASKS = (*(((1 << SIDE_SLOTS) - 1) * EVERY_LAYER,) * 4, ((1 << TRUMP_SLOTS) - 1) * EVERY_LAYER)
"""The bits of each effective suit in all layers of a holding."""
SUIT_FACES = tuple((mask & ONE_LAYER) << shift for mask, shift in zip(SUIT_MASKS, SUIT_SHIFTS, strict=True))
"""The bits of each effective suit in the first layer of a hand."""
OTHER_FACES = tuple(ONE_LAYER & ~faces for faces in SUIT_FACES)
"""The other bits of the first layer, for each effective suit."""

NO_CARDS = Hand(0)
NOTHING = Holding(0)


def layer(cards: int, copies: int) -> int:
    """Returns the mask of the faces with at least that many copies."""
    return cards >> LAYER_BITS * (copies - 1) & ONE_LAYER


def most_copies(cards: int) -> int:
    """Returns the largest number of copies of a face."""
    return -(-cards.bit_length() // LAYER_BITS)


def copies(cards: int, slot: int) -> int:
    """Returns the number of copies of the face on that slot."""
    return (cards >> slot & EVERY_LAYER).bit_count()


def slots_in(mask: int) -> Iterator[int]:
    """Yields the slots of a mask, from low to high."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def holds(cards: Held, part: Held) -> bool:
    """Returns whether every card of `part` is among the cards."""
    return not part & ~cards


@overload
def without(cards: Hand, part: Hand) -> Hand: ...
@overload
def without(cards: Holding, part: Holding) -> Holding: ...
def without(cards: int, part: int) -> int:
    """Returns the cards without those of `part`, all of which must be among them."""
    left = cards ^ part
    if not left & part << LAYER_BITS:
        # Mostly, `part` has all copies of each of its faces.
        return left
    while part:
        # Each turn takes one copy of each face of `part`: its higher layers move down by one.
        faces = part & ONE_LAYER
        if cards & faces << LAYER_BITS:
            faces *= EVERY_LAYER
            cards = cards & ~faces | cards >> LAYER_BITS & faces
        else:
            cards &= ~faces
        part >>= LAYER_BITS
    return cards


@overload
def together(cards: Hand, part: Hand) -> Hand: ...
@overload
def together(cards: Holding, part: Holding) -> Holding: ...
def together(cards: int, part: int) -> int:
    """Returns the cards with those of `part` added."""
    if not cards & part:
        return cards | part
    while part:
        faces = part & ONE_LAYER
        if cards & faces:
            faces |= cards << LAYER_BITS & faces * EVERY_LAYER
        cards |= faces
        part >>= LAYER_BITS
    return cards
