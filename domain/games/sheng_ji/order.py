"""The order of the cards in one hand: which cards are trumps, and what is higher than what.

    trumps, high to low                          with a trump suit      in no-trump
    SJ-CARD-11 five of hearts, of diamonds       `hong_wu`: each a level of its own
    SJ-CARD-03 (1) big joker                     a level
    SJ-CARD-03 (2) small joker                   a level
    SJ-CARD-12 fillers                           `fillers`: a level without a rung
    SJ-CARD-03 (3) trump rank in the trump suit  a level                } one level: four faces,
    SJ-CARD-03 (4) trump rank in other suits     a level: three faces   } all equal (SJ-CARD-04)
    SJ-CARD-10 two of the trump suit             a level                } `permanent_twos`: one level,
    SJ-CARD-10 the other twos                    a level: three faces   } four faces
    SJ-CARD-03 (5) the rest of the trump suit    twelve levels          -
    side suits, A to 2 without the trump rank    twelve levels          twelve levels (SJ-CARD-05)

What has become a trump has left its suit, and its neighbours there touch (SJ-CARD-08); a level whose faces have all
gone elsewhere is left out. On the level after the ace there is no trump rank: jokers alone are trumps.

The cards of an *effective suit* (one of the four printed suits, or the trumps) stand on *slots*, numbered from low to
high; slots on one *level* are equally high. A *chain* is that ladder without the faces: all side suits of one build
share one, so what is learnt about one serves the others. Runs climb its *rungs*, which are the levels but those of
fillers. What counts as consecutive is `tractor_adjacency`:

    `tractor_adjacency`               faces that a run takes
    SJ-TRAC-02  distinct_rank         one on each rung
    SJ-TRAC-03  no_gap (DEC-71)       one or more on its lowest and on its highest rung, all on every rung between
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
    """The options that bear on the order of the cards and on what a run is.

    Attributes:
        permanent_twos: whether all twos are trumps (SJ-CARD-10).
        hong_wu: which red fives stand above the big joker (SJ-CARD-11).
        fillers: whether the pack has fillers (SJ-CARD-12).
        adjacency: what counts as consecutive (SJ-TRAC-02 to SJ-TRAC-04).
        narrowest_run, shortest_run: tuples of fewer copies, or fewer tuples, are no run.
    """

    permanent_twos: bool = False
    hong_wu: HongWu = "off"
    fillers: bool = False
    adjacency: TractorAdjacency = "distinct_rank"
    narrowest_run: int = 2
    shortest_run: int = 2


STANDARD_ORDERING = Ordering()


class Build(NamedTuple):
    """What a chain is made of.

    Attributes:
        widths: how many slots, at least one, stand on each level, from low to high.
        fillers: the level that is no rung, if there is one.
        adjacency, narrowest_run, shortest_run: what a run is, as in `Ordering`.
    """

    widths: tuple[int, ...]
    fillers: int | None = None
    adjacency: TractorAdjacency = "distinct_rank"
    narrowest_run: int = 2
    shortest_run: int = 2


def faces_taken(adjacency: TractorAdjacency, wanted: int, slots: int, *, outermost: bool) -> range:
    """How many faces of a rung a run may take, which goes on while it wants more (SJ-TRAC-02 to SJ-TRAC-04).

    Args:
        adjacency: what counts as consecutive.
        wanted: how many tuples the run has still to get, from this rung and those to come.
        slots: how many faces stand on the rung.
        outermost: whether the run begins here.
    """
    most = min(wanted, slots)
    if adjacency == "distinct_rank":
        return range(1, 2)
    if adjacency == "no_gap" and not outermost:
        return range(most, most + 1)
    return range(1, most + 1)


class Chain:
    """The ladder of an effective suit.

    Two chains of the same build are the same object, so that results can be remembered by chain.

    Attributes:
        build: what it is made of.
        adjacency, narrowest_run, shortest_run: what a run is.
        levels, slots: how many there are.
        level_of: for each slot its level.
        slots_at: for each level the mask of its slots.
        is_rung: for each level whether runs stand on it.
        is_plain: whether a run has one tuple on each of its levels, and these follow each other.
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
        """The mask of the levels on which at least one of the slots of the mask `slots` stands."""
        levels = 0
        for mask, shift in self._single:
            levels |= (slots & mask) >> shift
        for mask, level in self._wide:
            if slots & mask:
                levels |= level
        return levels

    def tops(self, holding: tuple[int, ...], width: int, length: int) -> int:
        """The mask of the levels on which a unit `width x length` of the holding has its top (SJ-TRAC-07)."""
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
        """How many tuples the longest unit of that width in the holding has; 1 when it has no run, 0 no tuple."""
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
        """The rungs from a level down."""
        if self.build.fillers is None:
            return range(top, -1, -1)
        return tuple(level for level in range(top, -1, -1) if self.is_rung[level])


@lru_cache(maxsize=1 << 14)
def _longest_runs(chain: Chain, slots: int) -> tuple[tuple[int, int], ...]:
    """For each rung with one of the slots how many tuples the longest run that ends there has.

    Whatever is shorter ends there too: a run that loses a face of its lowest rung is a run.
    """
    rungs = chain.rungs_below(chain.levels - 1)[::-1]
    held = [(slots & chain.slots_at[level]).bit_count() for level in rungs]
    return tuple(
        (level, _longest_to(chain, rungs[: place + 1], held[: place + 1]))
        for place, level in enumerate(rungs)
        if held[place]
    )


def _longest_to(chain: Chain, rungs: Sequence[int], held: list[int]) -> int:
    """How many tuples the longest run has that ends on the last of the rungs, of each of which so many faces are held.

    The run goes down as long as it can: what it does not take would not let it reach any further.
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
    """The chain with so many slots on its levels; where no two faces are equal, the adjacencies are one."""
    adjacency = ordering.adjacency if max(widths, default=1) > 1 else "distinct_rank"
    return _chain(Build(widths, fillers, adjacency, ordering.narrowest_run, ordering.shortest_run))


_RED_FIVES: dict[HongWu, tuple[Tier, ...]] = {
    "off": (),
    "h5": (("H5", (face(Rank(3), SUITS[2]),)),),
    "h5_d5": (("D5", (face(Rank(3), SUITS[1]),)), ("H5", (face(Rank(3), SUITS[2]),))),
}
"""The red fives that stand above the big joker, low to high (SJ-CARD-11, DEC-73)."""


def red_fives(hong_wu: HongWu) -> frozenset[Face]:
    """The red fives that stand above the big joker (SJ-CARD-11)."""
    return frozenset(card for _, cards in _RED_FIVES[hong_wu] for card in cards)


def _ranks_of_suits(trump_rank: TrumpRank, ordering: Ordering) -> tuple[Rank, ...]:
    """The ranks that stay in their suits, low to high; red fives are no matter of rank."""
    permanent = (trump_rank, RANKS[0]) if ordering.permanent_twos else (trump_rank,)
    return tuple(rank for rank in RANKS if rank not in permanent)


def side_faces(trump_rank: TrumpRank, suit: Suit, ordering: Ordering = STANDARD_ORDERING) -> tuple[Face, ...]:
    """The faces that stay in a suit, low to high (SJ-CARD-05, SJ-CARD-10, SJ-CARD-11)."""
    fives = red_fives(ordering.hong_wu)
    return tuple(
        card for rank in _ranks_of_suits(trump_rank, ordering) for card in (face(rank, suit),) if card not in fives
    )


def side_ranks(trump_rank: TrumpRank) -> tuple[Rank, ...]:
    """The ranks of a side suit, low to high, when no option takes cards out of it (SJ-CARD-05)."""
    return tuple(rank for rank in RANKS if rank != trump_rank)


def trump_tiers(
    trump_rank: TrumpRank, trump_suit: TrumpSuit, ordering: Ordering = STANDARD_ORDERING
) -> tuple[Tier, ...]:
    """The trumps level by level, low to high; equal faces stand together, clubs to spades (the table above)."""
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
    """The levels of a rank all of whose cards are trumps; their names without a trump suit, off it, and in it."""
    any_suit, off_suit, and_suit = names
    if trump_suit is None:
        return [(any_suit, tuple(face(rank, suit) for suit in SUITS))]
    others = tuple(face(rank, suit) for suit in SUITS if suit != trump_suit)
    return [(off_suit, others), (and_suit, (face(rank, trump_suit),))]


class Order:
    """The order of all cards for one trump rank and trump suit; get it from `order_of`.

    Attributes:
        trump_rank, trump_suit: what was declared; no suit in no-trump, no rank on the level after the ace.
        ordering: the options it was made with.
        suit_of: for each face its effective suit (SJ-CARD-02, SJ-CARD-07).
        slot_of, bit_of: for each face its slot in that suit, and the mask of this slot.
        chains: for each effective suit its ladder.
        faces: for each effective suit its faces by slot.
        tens, fives: for each effective suit the slots worth 10 and 5 points.

    Where no fillers are played, a filler is a trump that stands on no slot: no hand can have it.
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
        """The level of a face in its effective suit."""
        return self.chains[self.suit_of[card]].level_of[self.slot_of[card]]

    def is_trump(self, card: Face) -> bool:
        """Whether the face is a trump (SJ-CARD-02)."""
        return self.suit_of[card] == TRUMPS


_order = cache(Order)


def order_of(trump_rank: TrumpRank, trump_suit: TrumpSuit, ordering: Ordering = STANDARD_ORDERING) -> Order:
    """The order of the cards when this rank or none, and this suit or none, are trumps; always the same object."""
    return _order(trump_rank, trump_suit, ordering)


_DISPLAY: dict[TrumpSuit, str] = {None: "HSDC", SUITS[0]: "HSD", SUITS[1]: "SHC", SUITS[2]: "SDC", SUITS[3]: "HCD"}


def display_order(order: Order) -> tuple[EffectiveSuit, ...]:
    """The effective suits as a hand is shown: trumps first, then the others, colours in turn (SJ-DEAL-04)."""
    return (TRUMPS, *(EffectiveSuit(SUIT_NAMES.index(name)) for name in _DISPLAY[order.trump_suit]))


def trumps_in_words(order: Order) -> str:
    """Which cards are trumps whatever their suit, for those who took them for others."""
    if order.trump_rank is None:
        return "jokers are trumps"
    return f"jokers and all cards of rank {RANK_NAMES[order.trump_rank]} are trumps"


def printed_trump_suit(card: Face) -> TrumpSuit:
    """The trump suit that a shown card makes: its printed suit, or none when it is a joker (SJ-BID-02, SJ-BID-06)."""
    return suit_of(card) if has_rank(card) else None
