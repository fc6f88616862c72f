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

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple, NewType

from domain.kernel.cards import (
    BIG_JOKER,
    FACES,
    FILLER,
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
HongWu = Literal["off", "h5", "h5_d5"]
TractorAdjacency = Literal["distinct_rank", "no_gap", "equal_rank_chain"]


class Ordering(NamedTuple):
    """The options that affect the order of the cards and the definition of a run.

    Attributes:
        permanent_twos: whether all twos are trumps (SJ-CARD-10).
        hong_wu: the red fives that rank above the big joker (SJ-CARD-11).
        fillers: whether the pack has fillers (SJ-CARD-12).
        adjacency: the definition of consecutive faces (SJ-TRAC-02 to SJ-TRAC-04).
        narrowest_run, shortest_run: the least number of copies in a tuple of a run, and of tuples in a run.
    """

    permanent_twos: bool = False
    hong_wu: HongWu = "off"
    fillers: bool = False
    adjacency: TractorAdjacency = "distinct_rank"
    narrowest_run: int = 2
    shortest_run: int = 2


STANDARD_ORDERING = Ordering()


class Build(NamedTuple):
    """The parameters of a chain. Chains with equal builds are the same object.

    Attributes:
        widths: the number of slots on each level, at least one, from low to high.
        fillers: the level of the fillers, which is not a rung; `None` without fillers.
        adjacency, narrowest_run, shortest_run: the definition of a run, as in `Ordering`.
    """

    widths: tuple[int, ...]
    fillers: int | None = None
    adjacency: TractorAdjacency = "distinct_rank"
    narrowest_run: int = 2
    shortest_run: int = 2


def faces_taken(adjacency: TractorAdjacency, wanted: int, slots: int, *, outermost: bool) -> range:
    """Returns how many faces of a rung a run may take (SJ-TRAC-02 to SJ-TRAC-04).

    Args:
        adjacency: the definition of consecutive faces.
        wanted: the number of tuples that the run still needs, from this rung and the following ones.
        slots: the number of faces on the rung.
        outermost: whether the run begins on this rung.
    """
    most = min(wanted, slots)
    if adjacency == "distinct_rank":
        return range(1, 2)
    if adjacency == "no_gap" and not outermost:
        return range(most, most + 1)
    return range(1, most + 1)


class Chain:
    """The levels and slots of an effective suit, without its faces.

    Two chains of the same build are the same object, so caches can use the chain as a key.

    Attributes:
        build: the parameters of the chain.
        adjacency, narrowest_run, shortest_run: the definition of a run.
        levels, slots: the number of each.
        level_of: for each slot, its level.
        slots_at: for each level, the mask of its slots.
        is_rung: for each level, whether runs can use it.
        is_plain: whether a run takes exactly one tuple from each of consecutive levels.
    """

    __slots__ = (
        "_single",
        "_wide",
        "adjacency",
        "build",
        "is_plain",
        "is_rung",
        "level_of",
        "levels",
        "narrowest_run",
        "shortest_run",
        "slots",
        "slots_at",
    )

    def __init__(self, build: Build) -> None:
        widths = build.widths
        self.build = build
        self.adjacency = build.adjacency
        self.narrowest_run = build.narrowest_run
        self.shortest_run = build.shortest_run
        self.is_plain = build.adjacency == "distinct_rank" and build.fillers is None
        self.levels = len(widths)
        self.slots = sum(widths)
        self.level_of: tuple[int, ...] = tuple(level for level, width in enumerate(widths) for _ in range(width))
        self.is_rung: tuple[bool, ...] = tuple(level != build.fillers for level in range(self.levels))
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
        """Returns the mask of the levels that have at least one slot of the mask `slots`."""
        levels = 0
        for mask, shift in self._single:
            levels |= (slots & mask) >> shift
        for mask, level in self._wide:
            if slots & mask:
                levels |= level
        return levels

    def tops(self, holding: tuple[int, ...], width: int, length: int) -> int:
        """Returns the mask of the top levels of all units `width x length` in the holding (SJ-TRAC-07)."""
        slots = holding[width - 1]
        if length == 1:
            return self.levels_of(slots)
        if length < self.shortest_run or width < self.narrowest_run:
            return 0
        if not self.is_plain:
            return sum(1 << level for level, longest in _longest_runs(self, slots) if longest >= length)
        levels = self.levels_of(slots)
        for _ in range(length - 1):
            levels &= levels << 1
        return levels

    def longest(self, holding: tuple[int, ...], width: int) -> int:
        """Returns the length in tuples of the longest unit of that width: 1 without a run, 0 without a tuple."""
        slots = holding[width - 1]
        if not slots or width < self.narrowest_run:
            return 1 if slots else 0
        length = 0
        if self.is_plain:
            levels = self.levels_of(slots)
            while levels:
                levels &= levels << 1
                length += 1
        else:
            length = max((longest for _, longest in _longest_runs(self, slots)), default=1)
        return length if length >= self.shortest_run else 1

    def rungs_below(self, top: int) -> range | tuple[int, ...]:
        """Returns the rungs from the level `top` down."""
        if self.build.fillers is None:
            return range(top, -1, -1)
        return tuple(level for level in range(top, -1, -1) if self.is_rung[level])


@lru_cache(maxsize=1 << 14)
def _longest_runs(chain: Chain, slots: int) -> tuple[tuple[int, int], ...]:
    """Returns pairs (rung, length): for each rung with a held slot, the longest run that has its top there.

    Shorter runs end on the same rung too: a run without one face of its lowest rung is still a run.
    """
    rungs = chain.rungs_below(chain.levels - 1)[::-1]
    held = [(slots & chain.slots_at[level]).bit_count() for level in rungs]
    return tuple(
        (level, _longest_to(chain, rungs[: place + 1], held[: place + 1]))
        for place, level in enumerate(rungs)
        if held[place]
    )


def _longest_to(chain: Chain, rungs: Sequence[int], held: list[int]) -> int:
    """Returns the length in tuples of the longest run whose top is the last of the rungs.

    The run extends down as far as possible. Taking fewer faces from a rung would not let it reach further.

    Args:
        chain: the chain of the suit.
        rungs: the rungs from low to high.
        held: for each rung, the number of its faces that are held.
    """
    total = 0
    for level, here in zip(reversed(rungs), reversed(held), strict=True):
        if not here:
            break
        total += 1 if chain.adjacency == "distinct_rank" else here
        gap = here < chain.build.widths[level] and level != rungs[-1]
        if chain.adjacency == "no_gap" and gap:
            break
    return total


@cache
def _chain(build: Build) -> Chain:
    return Chain(build)


def _chain_of(ordering: Ordering, widths: tuple[int, ...], fillers: int | None = None) -> Chain:
    """Returns the chain with these numbers of slots. Without equal faces, all adjacencies give the same chain."""
    adjacency = ordering.adjacency if max(widths, default=1) > 1 else "distinct_rank"
    return _chain(Build(widths, fillers, adjacency, ordering.narrowest_run, ordering.shortest_run))


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


def side_ranks(trump_rank: TrumpRank) -> tuple[Rank, ...]:
    """Returns the ranks of a side suit, from low to high, when no option removes cards from it (SJ-CARD-05)."""
    return tuple(rank for rank in RANKS if rank != trump_rank)


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


class Order:
    """The order of all cards for one trump rank and trump suit. Use `order_of` to get one.

    Attributes:
        trump_rank, trump_suit: the declared trumps. The suit is `None` in no-trump, the rank on the level after the
            ace.
        ordering: the options that affect the order.
        suit_of: for each face, its effective suit (SJ-CARD-02, SJ-CARD-07).
        slot_of, bit_of: for each face, its slot in that suit, and the mask of this slot.
        chains: for each effective suit, its chain.
        faces: for each effective suit, its faces by slot.
        tens, fives: for each effective suit, the mask of its slots worth 10 and 5 points.

    Without fillers in the pack, a filler is a trump with slot -1 and an empty mask.
    """

    __slots__ = (
        "bit_of",
        "chains",
        "faces",
        "fives",
        "ordering",
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
            *(_chain_of(ordering, (1,) * len(self.faces[suit])) for suit in SUITS),
            _chain_of(ordering, tuple(len(cards) for _, cards in tiers), fillers[0] if fillers else None),
        )
        every = (*FACES, FILLER)
        place = {card: (suit, slot) for suit in EFFECTIVE_SUITS for slot, card in enumerate(self.faces[suit])}
        self.suit_of: tuple[EffectiveSuit, ...] = tuple(place.get(card, (TRUMPS, -1))[0] for card in every)
        self.slot_of: tuple[int, ...] = tuple(place.get(card, (TRUMPS, -1))[1] for card in every)
        self.bit_of: tuple[int, ...] = tuple(1 << slot if slot >= 0 else 0 for slot in self.slot_of)
        self.tens = self._slots_worth(10)
        self.fives = self._slots_worth(5)

    def _slots_worth(self, worth: int) -> tuple[int, ...]:
        return tuple(sum(1 << slot for slot, card in enumerate(cards) if POINTS[card] == worth) for cards in self.faces)

    def level_of(self, card: Face) -> int:
        """Returns the level of a face in its effective suit."""
        return self.chains[self.suit_of[card]].level_of[self.slot_of[card]]

    def is_trump(self, card: Face) -> bool:
        """Returns whether the face is a trump (SJ-CARD-02)."""
        return self.suit_of[card] == TRUMPS


_order = cache(Order)


def order_of(trump_rank: TrumpRank, trump_suit: TrumpSuit, ordering: Ordering = STANDARD_ORDERING) -> Order:
    """Returns the order of the cards for this trump rank and suit, each or both `None`; always the same object."""
    return _order(trump_rank, trump_suit, ordering)


_DISPLAY: dict[TrumpSuit, str] = {None: "HSDC", SUITS[0]: "HSD", SUITS[1]: "SHC", SUITS[2]: "SDC", SUITS[3]: "HCD"}


def display_order(order: Order) -> tuple[EffectiveSuit, ...]:
    """Returns the effective suits in display order: trumps, then side suits of alternating colour (SJ-DEAL-04)."""
    return (TRUMPS, *(EffectiveSuit(SUIT_NAMES.index(name)) for name in _DISPLAY[order.trump_suit]))


def trumps_in_words(order: Order) -> str:
    """Returns a sentence that names the cards that are trumps regardless of their printed suit."""
    if order.trump_rank is None:
        return "jokers are trumps"
    return f"jokers and all cards of rank {RANK_NAMES[order.trump_rank]} are trumps"


def printed_trump_suit(card: Face) -> TrumpSuit:
    """Returns the trump suit that a shown card makes: its own suit, or `None` for a joker (SJ-BID-02, SJ-BID-06)."""
    return suit_of(card) if has_rank(card) else None
