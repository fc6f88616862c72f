"""The order of the cards in one hand: which cards are trumps, and how the cards of each suit rank.

    trumps, high to low                          with a trump suit      in no-trump
    SJ-CARD-11 five of hearts, of diamonds       `hong_wu`: each has its own level
    SJ-CARD-03 (1) big joker                     a level
    SJ-CARD-03 (2) small joker                   a level
    SJ-CARD-12 fillers                           `fillers`: a level that is not a rung
    SJ-CARD-03 (3) trump rank in the trump suit  a level                } one level: four faces,
    SJ-CARD-03 (4) trump rank in other suits     a level: three faces   } all equal (SJ-CARD-04)
    SJ-CARD-10 two of the trump suit             a level                } `permanent_twos`: one level,
    SJ-CARD-10 the other twos                    a level: three faces   } four faces
    SJ-CARD-03 (5) the rest of the trump suit    twelve levels          -
    side suits, A to 2 without the trump rank    twelve levels          twelve levels (SJ-CARD-05)

A card that is always a trump leaves its printed suit. Its neighbours in that suit become consecutive (SJ-CARD-08), and
a level without faces is omitted. The level after the ace has no trump rank: only jokers are trumps.

An *effective suit* is one of the four printed suits, or the trumps. Its faces occupy *slots*, numbered from low to
high. Slots on the same *level* are equally high. A *chain* describes the levels and slots without the faces. Side suits
with the same build share one chain, so results cached for one suit serve the others. A *rung* is a level that runs can
use: every level except that of fillers. `tractor_adjacency` says which faces are consecutive:

    `tractor_adjacency`               faces that a run takes
    SJ-TRAC-02  distinct_rank         one on each rung
    SJ-TRAC-03  no_gap (DEC-71)       one or more on its lowest and highest rung, all on every rung between
    SJ-TRAC-04  equal_rank_chain      one or more on each rung
"""

from functools import cache
from typing import Literal, NewType

from domain.games.sheng_ji.chain import STANDARD_ORDERING, Chain, Ordering, chain_of
from domain.games.sheng_ji.layers import EVERY_LAYER, LAYER_BITS, SUIT_FACES, SUIT_SHIFTS
from domain.games.sheng_ji.options.trumps import HongWu
from domain.kernel.cards import (
    BIG_JOKER,
    FACES,
    FILLER,
    HIDDEN,
    POINTS,
    RANK_NAMES,
    RANKS,
    SMALL_JOKER,
    SUIT_NAMES,
    SUITS,
    Face,
    Rank,
    Suit,
    face,
    has_rank,
    suit_of,
)
from domain.kernel.messages import Message, message

EffectiveSuit = NewType("EffectiveSuit", int)
TrumpSuit = Suit | None
TrumpRank = Rank | None
TRUMPS = EffectiveSuit(4)
EFFECTIVE_SUITS: tuple[EffectiveSuit, ...] = tuple(map(EffectiveSuit, range(5)))
EFFECTIVE_SUIT_NAMES = (*SUIT_NAMES, "T")
TierName = Literal[
    "H5",
    "D5",
    "BJ",
    "SJ",
    "filler",
    "rank_and_suit",
    "rank_off_suit",
    "rank_any_suit",
    "two_of_trump_suit",
    "two_off_suit",
    "two_any_suit",
    "trump_suit_other",
]
Tier = tuple[TierName, tuple[Face, ...]]


_RED_FIVES: dict[HongWu, tuple[Tier, ...]] = {
    "off": (),
    "h5": (("H5", (face(Rank(3), SUITS[2]),)),),
    "h5_d5": (("D5", (face(Rank(3), SUITS[1]),)), ("H5", (face(Rank(3), SUITS[2]),))),
}
"""The red fives that rank above the big joker, from low to high (SJ-CARD-11, DEC-73)."""


def red_fives(hong_wu: HongWu) -> frozenset[Face]:
    """Returns the red fives that rank above the big joker (SJ-CARD-11)."""
    return frozenset(card for _, cards in _RED_FIVES[hong_wu] for card in cards)


def _ranks_of_suits(trump_rank: TrumpRank, ordering: Ordering) -> tuple[Rank, ...]:
    """Returns the ranks that stay in their suits, from low to high. It does not exclude red fives."""
    permanent = (trump_rank, RANKS[0]) if ordering.permanent_twos else (trump_rank,)
    return tuple(rank for rank in RANKS if rank not in permanent)


def side_faces(trump_rank: TrumpRank, suit: Suit, ordering: Ordering = STANDARD_ORDERING) -> tuple[Face, ...]:
    """Returns the faces that stay in a printed suit, from low to high (SJ-CARD-05, SJ-CARD-10, SJ-CARD-11)."""
    fives = red_fives(ordering.hong_wu)
    return tuple(
        card for rank in _ranks_of_suits(trump_rank, ordering) for card in (face(rank, suit),) if card not in fives
    )


def trump_tiers(
    trump_rank: TrumpRank, trump_suit: TrumpSuit, ordering: Ordering = STANDARD_ORDERING
) -> tuple[Tier, ...]:
    """Returns the trumps by level, from low to high (see the table above). Equal faces run from clubs to spades."""
    tiers: list[Tier] = []
    if trump_suit is not None:
        tiers += [("trump_suit_other", (card,)) for card in side_faces(trump_rank, trump_suit, ordering)]
    if ordering.permanent_twos and trump_rank != RANKS[0]:
        tiers += _tiers_of_rank(RANKS[0], trump_suit, ("two_any_suit", "two_off_suit", "two_of_trump_suit"))
    if trump_rank is not None:
        tiers += _tiers_of_rank(trump_rank, trump_suit, ("rank_any_suit", "rank_off_suit", "rank_and_suit"))
    if ordering.fillers:
        tiers.append(("filler", (FILLER,)))
    fives = _RED_FIVES[ordering.hong_wu]
    gone = {card for _, cards in fives for card in cards}
    left: list[Tier] = [(name, tuple(card for card in cards if card not in gone)) for name, cards in tiers]
    return (*(tier for tier in left if tier[1]), ("SJ", (SMALL_JOKER,)), ("BJ", (BIG_JOKER,)), *fives)


def _tiers_of_rank(rank: Rank, trump_suit: TrumpSuit, names: tuple[TierName, TierName, TierName]) -> list[Tier]:
    """Returns the levels of a rank whose cards are all trumps.

    `names` are the names of the level without a trump suit, off the trump suit, and in it.
    """
    any_suit, off_suit, and_suit = names
    if trump_suit is None:
        return [(any_suit, tuple(face(rank, suit) for suit in SUITS))]
    others = tuple(face(rank, suit) for suit in SUITS if suit != trump_suit)
    return [(off_suit, others), (and_suit, (face(rank, trump_suit),))]


class CardOrder:
    """The order of all cards for one trump rank and trump suit. Use `order_of` to get one.

    Attributes:
        trump_rank, trump_suit: the declared trumps. The suit is `None` in no-trump, the rank on the level after the
            ace.
        ordering: the options that affect the order.
        suit_of: for each face, its effective suit (SJ-CARD-02, SJ-CARD-07).
        slot_of: for each face, its slot in that suit.
        bit_of: for each face, its bit in the first layer of a hand.
        chains: for each effective suit, its chain.
        faces: for each effective suit, its faces by slot.
        face_at: for each bit of a layer of a hand, its face.
        over: for each effective suit and level, the bits in the first layer of a hand of the faces that beat a single
            card of that level in a trick (SJ-TRICK-01).
        tens, fives: the bits, in all layers of a hand, of the faces worth 10 and 5 points.

    Without fillers in the pack, a filler is a trump with slot -1 and no bit.
    """

    __slots__ = (
        "bit_of",
        "chains",
        "face_at",
        "faces",
        "fives",
        "ordering",
        "over",
        "slot_of",
        "suit_of",
        "tens",
        "trump_rank",
        "trump_suit",
    )

    def __init__(self, trump_rank: TrumpRank, trump_suit: TrumpSuit, ordering: Ordering) -> None:
        self.trump_rank = trump_rank
        self.trump_suit = trump_suit
        self.ordering = ordering
        tiers = trump_tiers(trump_rank, trump_suit, ordering)
        fillers = [level for level, (name, _) in enumerate(tiers) if name == "filler"]
        self.faces: tuple[tuple[Face, ...], ...] = (
            *(() if suit == trump_suit else side_faces(trump_rank, suit, ordering) for suit in SUITS),
            tuple(card for _, cards in tiers for card in cards),
        )
        self.chains: tuple[Chain, ...] = (
            *(chain_of(ordering, (1,) * len(self.faces[suit])) for suit in SUITS),
            chain_of(ordering, tuple(len(cards) for _, cards in tiers), fillers[0] if fillers else None),
        )
        every = (*FACES, FILLER)
        place = {card: (suit, slot) for suit in EFFECTIVE_SUITS for slot, card in enumerate(self.faces[suit])}
        self.suit_of: tuple[EffectiveSuit, ...] = tuple(place.get(card, (TRUMPS, -1))[0] for card in every)
        self.slot_of: tuple[int, ...] = tuple(place.get(card, (TRUMPS, -1))[1] for card in every)
        bits = {card: SUIT_SHIFTS[suit] + slot for card, (suit, slot) in place.items()}
        self.bit_of: tuple[int, ...] = tuple(1 << bits[card] if card in bits else 0 for card in every)
        cards_at = {bit: card for card, bit in bits.items()}
        self.face_at: tuple[Face, ...] = tuple(cards_at.get(bit, HIDDEN) for bit in range(LAYER_BITS))
        self.over: tuple[tuple[int, ...], ...] = tuple(map(self._over, EFFECTIVE_SUITS))
        self.tens = self._bits_worth(10)
        self.fives = self._bits_worth(5)

    def _over(self, suit: EffectiveSuit) -> tuple[int, ...]:
        trumps = SUIT_FACES[TRUMPS] if suit != TRUMPS else 0
        levels = [slots << SUIT_SHIFTS[suit] for slots in self.chains[suit].slots_at]
        return tuple([sum(levels[level + 1 :], trumps) for level in range(len(levels))])

    def _bits_worth(self, worth: int) -> int:
        return EVERY_LAYER * sum(bit for card, bit in enumerate(self.bit_of) if POINTS[card] == worth)

    def level_of(self, card: Face) -> int:
        """Returns the level of a face in its effective suit."""
        return self.chains[self.suit_of[card]].level_of[self.slot_of[card]]

    def is_trump(self, card: Face) -> bool:
        """Returns whether the face is a trump (SJ-CARD-02)."""
        return self.suit_of[card] == TRUMPS


_order = cache(CardOrder)


def order_of(trump_rank: TrumpRank, trump_suit: TrumpSuit, ordering: Ordering = STANDARD_ORDERING) -> CardOrder:
    """Returns the order of the cards for this trump rank and suit, each or both `None`; always the same object."""
    return _order(trump_rank, trump_suit, ordering)


_DISPLAY: dict[TrumpSuit, str] = {None: "HSDC", SUITS[0]: "HSD", SUITS[1]: "SHC", SUITS[2]: "SDC", SUITS[3]: "HCD"}


def display_order(order: CardOrder) -> tuple[EffectiveSuit, ...]:
    """Returns the effective suits in display order: trumps, then side suits of alternating colour (SJ-DEAL-04)."""
    return (TRUMPS, *(EffectiveSuit(SUIT_NAMES.index(name)) for name in _DISPLAY[order.trump_suit]))


def trumps_in_words(order: CardOrder) -> Message:
    """Returns a sentence that names the cards that are trumps regardless of their printed suit."""
    if order.trump_rank is None:
        return message("jokers are trumps")
    return message("jokers and all cards of rank {rank} are trumps", rank=RANK_NAMES[order.trump_rank])


def printed_trump_suit(card: Face) -> TrumpSuit:
    """Returns the trump suit that a shown card makes: its own suit, or `None` for a joker (SJ-BID-02, SJ-BID-06)."""
    return suit_of(card) if has_rank(card) else None
