"""The order of the cards in one hand (RULES §2): which cards are trumps, and what is higher than what.

    trumps, high to low                          with a trump suit      in no-trump
    SJ-CARD-03 (1) big joker                     level 15               level 2
    SJ-CARD-03 (2) small joker                   level 14               level 1
    SJ-CARD-03 (3) trump rank in the trump suit  level 13               } level 0: four faces,
    SJ-CARD-03 (4) trump rank in other suits     level 12: three faces  } all equal (SJ-CARD-04)
    SJ-CARD-03 (5) the rest of the trump suit    levels 11..0           -
    side suits, A to 2 without the trump rank    levels 11..0           levels 11..0 (SJ-CARD-05)

The cards of an *effective suit* (one of the four printed suits, or the trumps) stand on *slots*, numbered from low to
high; slots on one *level* are equally high. The trump rank has left every suit, so its neighbours touch (SJ-CARD-08).
A *chain* is that ladder without the faces: all side suits share one, so what is learnt about one serves the others.
"""

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple, NewType

from domain.cards import (
    BIG_JOKER,
    FACES,
    RANKS,
    SMALL_JOKER,
    SUIT_NAMES,
    SUITS,
    Face,
    Rank,
    Suit,
    face,
    is_joker,
    rank_of,
    suit_of,
)

EffectiveSuit = NewType("EffectiveSuit", int)
TrumpSuit = Suit | None

TRUMPS = EffectiveSuit(4)
EFFECTIVE_SUITS: tuple[EffectiveSuit, ...] = tuple(map(EffectiveSuit, range(5)))
EFFECTIVE_SUIT_NAMES = (*SUIT_NAMES, "T")

TractorAdjacency = Literal["distinct_rank", "no_gap", "equal_rank_chain"]
HongWu = Literal["off", "h5", "h5_d5"]


class Ordering(NamedTuple):
    """The options that decide which cards are trumps, what is higher, and what is consecutive.

    Attributes:
        permanent_twos, hong_wu, fillers: further trumps (SJ-CARD-10..12).
        adjacency: which tuples are consecutive (RULES §15).
        narrowest_run, shortest_run: the fewest equal cards, and the fewest tuples, of a run (EX-RUN-01).
    """

    permanent_twos: bool = False
    hong_wu: HongWu = "off"
    fillers: bool = False
    adjacency: TractorAdjacency = "distinct_rank"
    narrowest_run: int = 2
    shortest_run: int = 2


STANDARD_ORDERING = Ordering()

TierName = Literal["BJ", "SJ", "rank_and_suit", "rank_off_suit", "rank_any_suit", "trump_suit_other"]


class Chain:
    """The ladder of an effective suit: how many slots stand on each level, from low to high.

    Two chains of the same build are the same object, so that results can be remembered by chain.
    """

    __slots__ = ("_single", "_wide", "level_of", "levels", "slots", "slots_at")

    def __init__(self, widths: Sequence[int]) -> None:
        """`widths[level]` slots, at least one, stand on each level."""
        self.levels = len(widths)
        self.slots = sum(widths)
        self.level_of: tuple[int, ...] = tuple(level for level, width in enumerate(widths) for _ in range(width))
        starts = [sum(widths[:level]) for level in range(self.levels)]
        self.slots_at: tuple[int, ...] = tuple(
            ((1 << width) - 1) << start for width, start in zip(widths, starts, strict=True)
        )
        shifts: dict[int, int] = {}
        for level, width in enumerate(widths):
            if width == 1:
                shifts[starts[level] - level] = shifts.get(starts[level] - level, 0) | self.slots_at[level]
        self._single = tuple((slots, shift) for shift, slots in shifts.items())
        self._wide = tuple((self.slots_at[level], 1 << level) for level, width in enumerate(widths) if width > 1)

    def levels_of(self, slots: int) -> int:
        """The mask of the levels on which at least one of the slots of the mask `slots` stands."""
        levels = 0
        for mask, shift in self._single:
            levels |= (slots & mask) >> shift
        for mask, level in self._wide:
            if slots & mask:
                levels |= level
        return levels


@cache
def _chain(widths: tuple[int, ...]) -> Chain:
    return Chain(widths)


def side_ranks(trump_rank: Rank) -> tuple[Rank, ...]:
    """The ranks of a side suit, low to high (SJ-CARD-05)."""
    return tuple(rank for rank in RANKS if rank != trump_rank)


def trump_tiers(trump_rank: Rank, trump_suit: TrumpSuit) -> tuple[tuple[TierName, tuple[Face, ...]], ...]:
    """The trumps level by level, low to high; equal faces stand together, clubs to spades (SJ-CARD-03, SJ-CARD-04)."""
    jokers: tuple[tuple[TierName, tuple[Face, ...]], ...] = (("SJ", (SMALL_JOKER,)), ("BJ", (BIG_JOKER,)))
    if trump_suit is None:
        return (("rank_any_suit", tuple(face(trump_rank, suit) for suit in SUITS)), *jokers)
    plain: tuple[tuple[TierName, tuple[Face, ...]], ...] = tuple(
        ("trump_suit_other", (face(rank, trump_suit),)) for rank in side_ranks(trump_rank)
    )
    off_suit = tuple(face(trump_rank, suit) for suit in SUITS if suit != trump_suit)
    return (*plain, ("rank_off_suit", off_suit), ("rank_and_suit", (face(trump_rank, trump_suit),)), *jokers)


class Order:
    """The order of all cards for one trump rank and trump suit; get it from `order_of`.

    Attributes:
        trump_rank, trump_suit: what was declared; no suit in no-trump.
        suit_of: for each face its effective suit (SJ-CARD-02, SJ-CARD-07).
        slot_of, bit_of: for each face its slot in that suit, and the mask of this slot.
        chains: for each effective suit its ladder.
        faces: for each effective suit its faces by slot.
        tens, fives: for each effective suit the slots worth 10 and 5 points.
    """

    __slots__ = ("bit_of", "chains", "faces", "fives", "slot_of", "suit_of", "tens", "trump_rank", "trump_suit")

    def __init__(self, trump_rank: Rank, trump_suit: TrumpSuit) -> None:
        self.trump_rank = trump_rank
        self.trump_suit = trump_suit
        tiers = trump_tiers(trump_rank, trump_suit)
        self.faces: tuple[tuple[Face, ...], ...] = (
            *(
                () if suit == trump_suit else tuple(face(rank, suit) for rank in side_ranks(trump_rank))
                for suit in SUITS
            ),
            tuple(card for _, cards in tiers for card in cards),
        )
        self.chains: tuple[Chain, ...] = (
            *(_chain((1,) * len(self.faces[suit])) for suit in SUITS),
            _chain(tuple(len(cards) for _, cards in tiers)),
        )
        place = {card: (suit, slot) for suit in EFFECTIVE_SUITS for slot, card in enumerate(self.faces[suit])}
        self.suit_of: tuple[EffectiveSuit, ...] = tuple(place[card][0] for card in FACES)
        self.slot_of: tuple[int, ...] = tuple(place[card][1] for card in FACES)
        self.bit_of: tuple[int, ...] = tuple(1 << slot for slot in self.slot_of)
        self.tens = self._slots_of_ranks(Rank(8), Rank(11))
        self.fives = self._slots_of_ranks(Rank(3))

    def _slots_of_ranks(self, *ranks: Rank) -> tuple[int, ...]:
        return tuple(
            sum(1 << slot for slot, card in enumerate(cards) if not is_joker(card) and rank_of(card) in ranks)
            for cards in self.faces
        )

    def level_of(self, card: Face) -> int:
        """The level of a face in its effective suit."""
        return self.chains[self.suit_of[card]].level_of[self.slot_of[card]]

    def is_trump(self, card: Face) -> bool:
        """Whether the face is a trump (SJ-CARD-02)."""
        return self.suit_of[card] == TRUMPS


@cache
def order_of(trump_rank: Rank, trump_suit: TrumpSuit) -> Order:
    """The order of the cards when this rank, and this suit or none, are trumps."""
    return Order(trump_rank, trump_suit)


_DISPLAY: dict[TrumpSuit, str] = {None: "HSDC", SUITS[0]: "HSD", SUITS[1]: "SHC", SUITS[2]: "SDC", SUITS[3]: "HCD"}


def display_order(order: Order) -> tuple[EffectiveSuit, ...]:
    """The effective suits as a hand is shown: trumps first, then the others, colours in turn (SJ-DEAL-04)."""
    return (TRUMPS, *(EffectiveSuit(SUIT_NAMES.index(name)) for name in _DISPLAY[order.trump_suit]))


def printed_trump_suit(card: Face) -> TrumpSuit:
    """The trump suit that a shown card makes: its printed suit, or none when it is a joker (SJ-BID-02, SJ-BID-06)."""
    return None if is_joker(card) else suit_of(card)
