"""Slow questions about long trump hands and wide throws, for tests that count work and for the benchmark.

Most were found by a search that changed slow questions into slower ones. In all of them, many runs of several widths
occur together.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from domain.games.sheng_ji import card_order, follow, packing, readings, trick, units
from domain.games.sheng_ji.card_order import TRUMPS, CardOrder, order_of
from domain.games.sheng_ji.chain import Chain, Ordering
from domain.games.sheng_ji.choices import first_few, follows
from domain.games.sheng_ji.follow import Lead, is_legal_follow, lead_of
from domain.games.sheng_ji.holding import as_hand
from domain.games.sheng_ji.layers import LAYER_BITS, Hand, Holding
from domain.games.sheng_ji.options.playing import TractorAdjacency
from domain.games.sheng_ji.throw import beatable_units
from domain.games.sheng_ji.trick import best_reading, reading_of_lead
from domain.games.sheng_ji.units import decompose
from domain.kernel.cards import Rank, Suit

SIX = Rank(4)
Copies = list[int]
LEGAL_LIMIT = 20


@dataclass(frozen=True)
class Hard:
    """A lead and a hand of trumps. Both are lists with the number of copies of each trump, from the lowest."""

    trumps: Suit | None
    decks: int
    led: Copies
    held: Copies
    options: dict[str, Any]

    @cached_property
    def order(self) -> CardOrder:
        return order_of(SIX, self.trumps, Ordering(**self.options))

    @property
    def chain(self) -> Chain:
        return self.order.chains[TRUMPS]

    def holding(self, copies: Copies) -> Holding:
        layers = [sum(1 << slot for slot, count in enumerate(copies) if count > copy) for copy in range(self.decks)]
        return Holding(sum(faces << LAYER_BITS * copy for copy, faces in enumerate(layers)))

    def hand(self, holding: Holding) -> Hand:
        return as_hand(TRUMPS, holding)

    @property
    def lead(self) -> Lead:
        return lead_of(TRUMPS, decompose(self.chain, self.holding(self.led)))

    @property
    def play(self) -> Holding:
        """Returns a play of the lowest cards held, with the number of cards that were led."""
        part, wanted = list[int](), self.lead.size
        for held in self.held:
            part.append(min(wanted, held))
            wanted -= part[-1]
        return self.holding(part)


def of_adjacency(hard: Hard, adjacency: TractorAdjacency) -> Hard:
    """Returns the same cards under another adjacency of tractors."""
    return Hard(hard.trumps, hard.decks, hard.led, hard.held, {**hard.options, "adjacency": adjacency})


HEARTS = Suit(2)
TWOS: dict[str, Any] = {"permanent_twos": True}
ALL_OPTIONS: dict[str, Any] = {"permanent_twos": True, "hong_wu": "h5_d5", "fillers": True}

FOLLOWS = [
    # Two hands of 28 trumps against five pairs and five singles. Then hands as eight players with four decks have them:
    # 26 cards, and 8 more for the dealer.
    Hard(
        HEARTS, 4, [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, *[0] * 8], [1, 2, 1, 2, 1, 2, 1, 2, 2, 2, 2, 2, 2, 2, 1, 1, 2, 0], {}
    ),
    Hard(HEARTS, 4, [2, 0, 2, 0, 2, 0, 2, 0, 2, *[1] * 5, *[0] * 4], [4, 3, 2, 1, 4, 3, 2, 1, 4, 3, 1, *[0] * 7], {}),
    Hard(
        HEARTS,
        4,
        [2, 2, 2, 0, 0, 4, 0, 0, 2, 0, 3, 0, 3, 0, 2, 3, 2, 2],
        [4, 2, 2, 3, 2, 0, 3, 2, 1, 0, 2, 0, 1, 0, 0, 4, 0, 2],
        {},
    ),
    Hard(
        HEARTS,
        4,
        [0, 3, 0, 1, 2, 2, 2, 0, 2, 2, 1, 2, 4, 0, 2, 2, 2, 0],
        [3, 2, 2, 4, 0, 2, 0, 2, 0, 0, 4, 0, 1, 1, 0, 2, 1, 4],
        {},
    ),
    Hard(
        HEARTS,
        4,
        [1, 0, 4, 3, 4, 0, 2, 0, 2, 3, 0, 0, 1, 4, 2, 2, 2, 3],
        [4, 3, 4, 4, 2, 4, 1, 0, 0, 0, 1, 4, 1, 0, 1, 1, 4, 0],
        {},
    ),
    Hard(
        HEARTS,
        4,
        [3, 3, 2, 0, 0, 0, 3, 0, 0, 0, 0, 1, 4, 4, 2, 0, 2, 4, 0, 0, 4],
        [1, 0, 1, 4, 0, 3, 0, 0, 1, 1, 1, 2, 4, 0, 4, 3, 4, 1, 0, 4, 0],
        TWOS,
    ),
    Hard(
        HEARTS,
        2,
        [2, 2, 2, 0, 2, 2, 2, 2, 2, 2, 0, 2, 2, 1, 0, 0, 2, 2, 2, 1, 1],
        [1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 0, 0, 2, 2, 1, 2, 2, 2, 1, 2, 2],
        TWOS,
    ),
    Hard(None, 4, [4, 2, 4, 4, 0, 4, 0, 0, 0, 2, 4, 4, 2], [2, 3, 4, 1, 3, 4, 4, 2, 3, 0, 0, 4, 4], ALL_OPTIONS),
    Hard(None, 6, [0, 5, 3, 3, 2, 5, 0, 0, 4, 2, 0, 5, 0], [6, 4, 4, 5, 0, 0, 1, 6, 0, 0, 1, 0, 3], ALL_OPTIONS),
    Hard(None, 6, [0, 2, 0, 5, 6, 5, 0, 3, 2, 5], [0, 6, 1, 6, 5, 6, 3, 2, 0, 1], TWOS),
]
"""Leads, each with a hand that has more trumps than the lead."""

RUFFS = [
    Hard(
        HEARTS,
        2,
        [2, 2, 1, 2, 2, 2, 2, 2, 1, 2, 2, 1, 2, 2, 2, 2, 2, 2],
        [1, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
        {},
    ),
    Hard(
        HEARTS,
        2,
        [0, 2, 2, 2, 2, 1, 2, 2, 1, 2, 1, 2, 2, 2, 0, 2, 2, 2, 2, 2, 0],
        [2, 2, 1, 0, 2, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0],
        TWOS,
    ),
    Hard(
        HEARTS,
        2,
        [2, 2, 0, 2, 2, 1, 2, 1, 2, 1, 1, 2, 2, 2, 0, 1, 2, 2, 2, 2, 2],
        [2, 1, 2, 2, 2, 1, 1, 0, 2, 0, 2, 2, 2, 2, 2, 2, 2, 2, 0, 2, 2],
        TWOS,
    ),
    Hard(
        HEARTS,
        4,
        [3, 2, 2, 0, 3, 2, 0, 1, 4, 0, 1, 0, 1, 0, 3, 2, 3, 4, 1, 2, 0],
        [1, 0, 0, 4, 0, 1, 3, 0, 0, 2, 2, 4, 3, 4, 2, 0, 2, 2, 0, 0, 4],
        TWOS,
    ),
    Hard(
        HEARTS,
        4,
        [0, 3, 1, 4, 3, 2, 3, 3, 0, 0, 0, 0, 3, 2, 0, 2, 0, 4, 2, 1, 1],
        [0, 4, 0, 4, 3, 4, 4, 4, 4, *[0] * 8, 4, 2, 1, 0],
        TWOS,
    ),
    Hard(None, 4, [3, 0, 1, 4, 0, 4, 4, 2, 4, 0, 4, 2, 4], [2, 2, 4, 4, 4, 4, 4, 2, 0, 0, 4, 0, 2], ALL_OPTIONS),
    Hard(
        HEARTS,
        6,
        [0, 0, 1, 0, 0, 4, 0, 0, 5, 2, 1, 1, 2, 3, 1, 3, 1, 0, 1, 5, 0],
        [0, 1, 1, 0, 1, 3, 0, 0, 5, *[0] * 6, 5, 4, 5, 0, 5, 0],
        TWOS,
    ),
]
"""Leads, each with a ruff of the same number of cards, for the question whether the ruff wins."""

ADJACENCIES: tuple[TractorAdjacency, ...] = ("distinct_rank", "no_gap", "equal_rank_chain")
Question = tuple[str, Callable[[], object]]


def questions(adjacency: TractorAdjacency) -> Iterator[Question]:
    """Yields the questions about these cards under one adjacency."""
    for number, hard in enumerate(FOLLOWS):
        yield from _about_a_follow(f"follow {number}", of_adjacency(hard, adjacency))
    for number, hard in enumerate(RUFFS):
        yield from _about_a_ruff(f"ruff {number}", of_adjacency(hard, adjacency))


def _about_a_follow(name: str, hard: Hard) -> Iterator[Question]:
    chain, lead = hard.chain, hard.lead
    held = hard.holding(hard.held)
    hand = hard.hand(held)
    if held.bit_count() > lead.size:
        play = hard.hand(hard.play)
        yield f"{name}, is it legal", lambda: is_legal_follow(chain, lead, hand, play)
        yield f"{name}, with protected tuples", lambda: is_legal_follow(chain, lead, hand, play, protect_tuples=True)
        yield f"{name}, what is legal", lambda: first_few(follows(hard.order, lead, hand), LEGAL_LIMIT)
    thrown = hard.holding(hard.led)
    yield f"{name}, is the throw valid", lambda: beatable_units(chain, decompose(chain, thrown), [held] * 7)


def _about_a_ruff(name: str, hard: Hard) -> Iterator[Question]:
    chain, lead, ruff = hard.chain, hard.lead, hard.holding(hard.held)
    if ruff.bit_count() != lead.size:
        raise AssertionError(f"{name} has {ruff.bit_count()} cards against {lead.size}")
    over = tuple(unit.top for unit in reading_of_lead(lead.units, "all_units"))
    yield f"{name}, longest_unit", lambda: best_reading(chain, ruff, lead, "longest_unit")
    yield f"{name}, pairs_then_singles", lambda: best_reading(chain, ruff, lead, "pairs_then_singles")
    yield f"{name}, all_units", lambda: best_reading(chain, ruff, lead, "all_units")
    yield f"{name}, all_units over the lead", lambda: best_reading(chain, ruff, lead, "all_units", over)


def forget() -> None:
    """Clears the caches of the rules, except those of chains and card orders."""
    for module in (follow, card_order, packing, readings, trick, units):
        for name, function in vars(module).items():
            if hasattr(function, "cache_clear") and name not in ("_chain", "_order"):
                function.cache_clear()
