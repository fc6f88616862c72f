"""Small holdings of one effective suit with many tuples and runs. The oracle and the domain both read them."""

from collections import Counter
from dataclasses import dataclass

from hypothesis import strategies as st

from domain.games.sheng_ji.card_order import EFFECTIVE_SUIT_NAMES, CardOrder, EffectiveSuit, order_of
from domain.games.sheng_ji.chain import STANDARD_ORDERING, Chain, Ordering
from domain.games.sheng_ji.follow import Lead, lead_of
from domain.games.sheng_ji.holding import hand_of, in_suit
from domain.games.sheng_ji.layers import Hand, Holding
from domain.games.sheng_ji.units import Unit, decompose
from domain.kernel.cards import RANK_OF_NAME, SUIT_OF_NAME, read_cards
from tests.support import oracle

RED = {"off": "", "h5": "5H", "h5_d5": "5H 5D"}


@dataclass(frozen=True)
class Ground:
    """An effective suit under given trumps, with a number of decks."""

    rank: str | None
    trumps: str | None
    suit: str
    decks: int
    ordering: Ordering = STANDARD_ORDERING

    @property
    def order(self) -> CardOrder:
        return order_of(RANK_OF_NAME.get(self.rank or ""), SUIT_OF_NAME.get(self.trumps or ""), self.ordering)

    @property
    def effective(self) -> EffectiveSuit:
        return EffectiveSuit(EFFECTIVE_SUIT_NAMES.index(self.suit))

    @property
    def chain(self) -> Chain:
        return self.order.chains[self.effective]

    @property
    def ladder(self) -> oracle.Ladder:
        made = self.ordering
        ladder = oracle.ladder(
            self.rank,
            self.trumps,
            self.suit,
            twos=made.permanent_twos,
            red=RED[made.hong_wu],
            fillers=made.fillers,
        )
        ladder.adjacency = made.adjacency
        ladder.narrowest, ladder.shortest = made.narrowest_run, made.shortest_run
        return ladder

    def hand(self, held: oracle.Holding) -> Hand:
        return hand_of(self.order, read_cards(held.elements()))

    def holding(self, held: oracle.Holding) -> Holding:
        return in_suit(self.hand(held), self.effective)

    def units(self, held: oracle.Holding) -> tuple[Unit, ...]:
        return decompose(self.chain, self.holding(held))

    def lead(self, held: oracle.Holding) -> Lead:
        return lead_of(self.effective, self.units(held))


GROUNDS = [("8", "H", "C"), ("8", "H", "T"), ("8", None, "T"), ("A", "S", "T"), ("2", "D", "S")]


ORDERINGS = [
    Ordering(permanent_twos=True),
    Ordering(hong_wu="h5_d5"),
    Ordering(fillers=True),
    Ordering(narrowest_run=3),
    Ordering(shortest_run=3),
    Ordering(adjacency="no_gap"),
    Ordering(adjacency="equal_rank_chain"),
    Ordering(permanent_twos=True, adjacency="no_gap"),
    Ordering(permanent_twos=True, hong_wu="h5", fillers=True, adjacency="no_gap", shortest_run=3),
    Ordering(permanent_twos=True, hong_wu="h5_d5", fillers=True, adjacency="equal_rank_chain"),
]
"""Each option alone, and combinations of the options that change the trumps."""
WIDE = [("8", "H", "T"), ("8", None, "T"), ("5", "H", "T"), ("2", None, "T"), (None, None, "T"), ("K", "S", "H")]


@st.composite
def grounds(draw: st.DrawFn, *decks: int) -> Ground:
    """Draws a suit under the default order of the cards or under one of `ORDERINGS`."""
    usual = st.tuples(st.sampled_from(GROUNDS), st.just(STANDARD_ORDERING))
    (rank, trumps, suit), ordering = draw(
        st.one_of(usual, st.tuples(st.sampled_from(WIDE), st.sampled_from(ORDERINGS)))
    )
    return Ground(rank, trumps, suit, draw(st.sampled_from(decks)), ordering)


@st.composite
def holdings(draw: st.DrawFn, ground: Ground, most: int, span: int = 5, least: int = 0) -> oracle.Holding:
    """Draws up to `most` cards on `span` neighbouring levels. `least` is the fewest copies of a face before the cut."""
    ladder = ground.ladder
    highest_start = max(0, len(ladder) - span)
    # Most options change the top of the trumps.
    lowest = draw(st.integers(0 if ground.ordering == STANDARD_ORDERING else max(0, highest_start - 4), highest_start))
    faces = [face for level in ladder[lowest : lowest + span] for face in level]
    copies = st.integers(least, ground.decks)
    counts = draw(st.lists(copies, min_size=len(faces), max_size=len(faces)).filter(any))
    every = [face for face, count in zip(faces, counts, strict=True) for _ in range(count)]
    skipped = draw(st.integers(0, max(0, len(every) - most)))
    return Counter(every[skipped : skipped + most])
