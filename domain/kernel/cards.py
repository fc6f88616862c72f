"""Cards: their faces, notation and points.

A *face* is what is printed on a card: a rank and a suit, or a joker. `d` decks hold `d` copies of each face, and copies
are equal. A face is a small integer: `suit * 13 + rank` for the suits C D H S and the ranks 2..A, followed by the small
and the big joker. Cards are written `10S`, `AH`, `SJ` (small joker), `BJ` (big joker). `HIDDEN`, written `??`, stands
for a card that the reader may not know. A *filler* is a spare card that some tables add to the pack (SJ-CARD-12). All
fillers are equal, have no rank or suit, and are written `FC`.
"""

from collections.abc import Iterable, Sequence
from typing import NewType

Face = NewType("Face", int)
Rank = NewType("Rank", int)
Suit = NewType("Suit", int)
Cards = tuple[Face, ...]

RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUIT_NAMES = ("C", "D", "H", "S")

RANKS: tuple[Rank, ...] = tuple(map(Rank, range(13)))
SUITS: tuple[Suit, ...] = tuple(map(Suit, range(4)))
ACE = Rank(12)
RANK_OF_NAME: dict[str, Rank] = dict(zip(RANK_NAMES, RANKS, strict=True))
SUIT_OF_NAME: dict[str, Suit] = dict(zip(SUIT_NAMES, SUITS, strict=True))

SMALL_JOKER = Face(52)
BIG_JOKER = Face(53)
FILLER = Face(54)
HIDDEN = Face(-1)
FACES: tuple[Face, ...] = tuple(map(Face, range(54)))
"""The faces of a deck, without the filler."""

# The last name, and the last number of points below, are those of HIDDEN, which is -1.
NAMES: tuple[str, ...] = (*(rank + suit for suit in SUIT_NAMES for rank in RANK_NAMES), "SJ", "BJ", "FC", "??")
FACE_OF_NAME: dict[str, Face] = {name: Face(number) for number, name in enumerate(NAMES[:-1])}

POINTS_OF_RANK: dict[Rank, int] = {Rank(3): 5, Rank(8): 10, Rank(11): 10}
"""SJ-POINT-01: a five is worth 5 points, a ten and a king 10, all other cards 0."""

POINTS: tuple[int, ...] = (*(POINTS_OF_RANK.get(Rank(face % 13), 0) for face in range(52)), 0, 0, 0, 0)


class UnknownCard(ValueError):
    """A text that is not the name of a card. The text is the argument."""


def face(rank: Rank, suit: Suit) -> Face:
    """Returns the face with that rank and suit."""
    return Face(suit * 13 + rank)


def is_joker(card: Face) -> bool:
    """Returns whether the card is a joker of either kind."""
    return SMALL_JOKER <= card <= BIG_JOKER


def has_rank(card: Face) -> bool:
    """Returns whether the card has a rank and a suit, so is no joker, no filler, and not hidden."""
    return 0 <= card < SMALL_JOKER


def rank_of(card: Face) -> Rank:
    """Returns the printed rank of a card that has one."""
    return Rank(card % 13)


def suit_of(card: Face) -> Suit:
    """Returns the printed suit of a card that has one."""
    return Suit(card // 13)


def points(cards: Iterable[Face]) -> int:
    """Returns the total points of the cards (SJ-POINT-01)."""
    return sum(POINTS[card] for card in cards)


def ordered_decks(decks: int) -> Cards:
    """Returns the unshuffled pack: deck by deck, C D H S from 2 to A, then small and big joker (SJ-CARD-01)."""
    return FACES * decks


def read_card(text: str) -> Face:
    """Returns the face with that name.

    Raises:
        UnknownCard: there is no such card.
    """
    card = FACE_OF_NAME.get(text)
    if card is None:
        raise UnknownCard(text)
    return card


def read_cards(texts: Iterable[str]) -> Cards:
    """Returns the faces with those names, in the same order.

    Raises:
        UnknownCard: one of the names is not the name of a card.
    """
    return tuple(map(read_card, texts))


def write_cards(cards: Sequence[Face]) -> list[str]:
    """Returns the names of the cards, in the same order; `??` for a hidden card."""
    return [NAMES[card] for card in cards]
