"""Units: single, tuple, and run `m x k` of k consecutive m-tuples (SJ-THROW-05, SJ-THROW-06).

A unit has m copies (`width`) of each of k faces (`length`) of a chain. The faces of a run are consecutive by
`tractor_adjacency`, and a run has at least two pairs. A single is `1x1`, a pair `2x1`, a tractor `2x2` or longer. A
lead is a tuple of units: one unit is a plain lead, several are a throw. Only the shape and the top level of units are
compared (SJ-TRAC-07).

    `throw_ambiguity` (SJ-THROW-06)   how cards led together are divided
    longest_unit (DEC-52)             the unit with most cards is taken repeatedly
    most_equal_copies                 all copies of a face stay together; consecutive tuples of equal width make runs
    leader_specifies                  as the leader names the units, or else by `longest_unit`
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from domain.games.sheng_ji.card_order import CardOrder, EffectiveSuit
from domain.games.sheng_ji.chain import Chain
from domain.games.sheng_ji.layers import (
    EVERY_LAYER,
    FIRST_LAYERS,
    LAYER_BITS,
    ONE_LAYER,
    SUIT_SHIFTS,
    Holding,
    copies,
    layer,
    most_copies,
    slots_in,
    without,
)
from domain.games.sheng_ji.options.playing import ThrowAmbiguity
from domain.kernel.cards import Cards, write_cards
from domain.kernel.messages import message
from domain.kernel.refusals import Illegal

UnitName = Literal["single", "pair", "tuple", "tractor", "run", "throw"]


class NotAUnit(Illegal):
    """These cards are not a single card, a tuple or a run."""

    usual_rule = "SJ-LEAD-02"


class UnitsLeaveCards(Illegal):
    """The units of a lead must use each of its cards exactly once."""

    usual_rule = "SJ-THROW-06"


class Unit(NamedTuple):
    """`width` copies of the face on each of the `length` slots of the mask `slots`; `top` is the highest level."""

    width: int
    length: int
    top: int
    slots: int

    @property
    def shape(self) -> tuple[int, int]:
        """(width, length): the m and k of `m x k`."""
        return (self.width, self.length)

    @property
    def size(self) -> int:
        """The number of cards in the unit."""
        return self.width * self.length


def relevance(width: int, length: int) -> tuple[int, int]:
    """Returns a sort key that ranks shapes by number of cards, then by width (SJ-TRICK-05)."""
    return (width * length, width)


def weakness(unit: Unit) -> tuple[bool, int, int, int, int]:
    """Returns a sort key, weakest first (SJ-THROW-05): tuples by width, then runs by width and length, then by level.

    Units of the same shape and level differ only in their printed suits. Clubs come first (RUL-10), which is slot
    order.
    """
    return (unit.length > 1, unit.width, unit.length, unit.top, unit.slots)


def holding_of_unit(unit: Unit) -> Holding:
    """Returns the cards of the unit as a holding."""
    return unit.slots * FIRST_LAYERS[unit.width]  # type: ignore[return-value]


def unit_cards(order: CardOrder, suit: EffectiveSuit, unit: Unit) -> Cards:
    """Returns the cards of the unit, from low to high."""
    faces = order.faces[suit]
    if unit.length == 1:
        return (faces[unit.slots.bit_length() - 1],) * unit.width
    return tuple(faces[slot] for slot in slots_in(unit.slots) for _ in range(unit.width))


@cache
def tuples_by_slot(chain: Chain, width: int) -> tuple[Unit, ...]:
    """Returns, for each slot of the chain, the tuple of that width there; singles have width 1."""
    return tuple(Unit(width, 1, level, 1 << slot) for slot, level in enumerate(chain.level_of))


@lru_cache(maxsize=1 << 16)
def tuples_on(chain: Chain, width: int, slots: int) -> tuple[Unit, ...]:
    """Returns the tuples of that width on a mask of slots, from low to high."""
    # Without the other copies in the key, different holdings share an entry.
    return tuple([unit for bit, unit in _listed_tuples(chain, width) if slots & bit])


@cache
def _listed_tuples(chain: Chain, width: int) -> tuple[tuple[int, Unit], ...]:
    """Returns the tuples of that width on all slots of the chain, from low to high, each with the mask of its slot."""
    by_slot = tuples_by_slot(chain, width)
    return tuple([(1 << slot, by_slot[slot]) for slot in chain.listed])


@lru_cache(maxsize=1 << 12)
def unit_of_cards(order: CardOrder, cards: Cards) -> Unit:
    """Returns the unit of these cards, which `unit_cards` has written."""
    bits = sum(order.bit_of[card] for card in set(cards))
    width = cards.count(cards[0])
    top = max(order.level_of(card) for card in cards)
    return Unit(width, len(cards) // width, top, bits >> SUIT_SHIFTS[order.suit_of[cards[0]]])


def slot_for_run(chain: Chain, holding: Holding, width: int, level: int) -> int:
    """Returns the mask of the slot that gives `width` copies to a run on that level.

    Of equal faces it takes the one with the fewest copies, then the lower suit. This keeps wider tuples whole. The
    rules treat all choices alike.
    """
    candidates = layer(holding, width) & chain.slots_at[level]
    wider = holding >> LAYER_BITS * width
    while wider and candidates & ~wider:
        candidates &= ~wider
        wider >>= LAYER_BITS
    return candidates & -candidates


def unit_on(chain: Chain, holding: Holding, width: int, length: int, top: int) -> Unit:
    """Returns the unit of that shape and top level in the holding, on the highest possible rungs."""
    if length == 1:
        return Unit(width, 1, top, slot_for_run(chain, holding, width, top))
    if chain.is_plain:
        slots = sum(slot_for_run(chain, holding, width, level) for level in range(top - length + 1, top + 1))
        return Unit(width, length, top, slots)
    return Unit(width, length, top, _slots_down_from(chain, holding, width, length, top))


def _slots_down_from(chain: Chain, holding: Holding, width: int, length: int, top: int) -> int:
    """Returns the slots of a run that takes as many faces as possible from each rung, so it uses the fewest rungs."""
    slots, wanted = 0, length
    for level in chain.rungs_below(top):
        held = (layer(holding, width) & chain.slots_at[level]).bit_count()
        for _ in range(1 if chain.adjacency == "distinct_rank" else min(held, wanted)):
            slots |= slot_for_run(chain, Holding(holding & ~(slots * EVERY_LAYER)), width, level)
            wanted -= 1
        if not wanted:
            break
    return slots


def _largest_unit(chain: Chain, holding: Holding, narrowest: int) -> Unit:
    """Returns the unit with the most cards, then the wider, then the higher (DEC-52).

    The holding must have a tuple of the width `narrowest`.
    """
    best = (0, 0, 0, 0)
    for width in range(narrowest, most_copies(holding) + 1):
        length = chain.longest(holding, width)
        top = chain.tops(holding, width, length).bit_length() - 1
        best = max(best, (*relevance(width, length), top, length))
    _, width, top, length = best
    return unit_on(chain, holding, width, length, top)


@lru_cache(maxsize=1 << 16)
def decompose(
    chain: Chain, holding: Holding, ambiguity: ThrowAmbiguity = "longest_unit", narrowest_tuple: int = 2
) -> tuple[Unit, ...]:
    """Returns the units of cards that are led together, largest first.

    Args:
        chain: the chain of their suit.
        holding: the cards.
        ambiguity: the rule for dividing them, see the table above. `leader_specifies` works as `longest_unit` here.
        narrowest_tuple: tuples of fewer copies count as single cards (SJ-LEAD-05, DEC-59).
    """
    narrowest = max(2, narrowest_tuple)
    if not layer(holding, narrowest):
        return _singles(chain, holding)
    divide = _whole_tuples if ambiguity == "most_equal_copies" else _largest_first
    units, singles = divide(chain, holding, narrowest)
    return (*units, *_singles(chain, singles))


def _largest_first(chain: Chain, holding: Holding, narrowest: int) -> tuple[list[Unit], Holding]:
    """Takes the largest unit repeatedly: most cards, then the wider tuple, then the higher level.

    Returns the units, and the cards that are left as singles.
    """
    units: list[Unit] = []
    while chain.longest(holding, max(narrowest, chain.narrowest_run)) > 1:
        unit = _largest_unit(chain, holding, narrowest)
        units.append(unit)
        holding = without(holding, holding_of_unit(unit))
    # Without runs, all copies of each face stay together.
    for width in range(most_copies(holding), narrowest - 1, -1):
        faces = layer(holding, width)
        units += reversed(tuples_on(chain, width, faces))
        holding = Holding(holding & ~(faces * EVERY_LAYER))
    return units, holding


def _whole_tuples(chain: Chain, holding: Holding, narrowest: int) -> tuple[list[Unit], Holding]:
    """Keeps all copies of a face together; consecutive tuples of equal width make runs, the longest first.

    Returns the units, and the cards that are left as singles.
    """
    units: list[Unit] = []
    for width in range(narrowest, most_copies(holding) + 1):
        left = Holding((layer(holding, width) & ~layer(holding, width + 1)) * FIRST_LAYERS[width])
        while left:
            length = chain.longest(left, width)
            unit = unit_on(chain, left, width, length, chain.tops(left, width, length).bit_length() - 1)
            units.append(unit)
            left = without(left, holding_of_unit(unit))
    units.sort(key=lambda unit: (*relevance(*unit.shape), unit.top, unit.slots), reverse=True)
    return units, Holding(holding & ~(layer(holding, narrowest) * EVERY_LAYER))


def _singles(chain: Chain, holding: Holding) -> tuple[Unit, ...]:
    """Returns every card of the holding as a single, from high to low."""
    singles, slots = tuples_by_slot(chain, 1), tuple(slots_in(holding & ONE_LAYER))[::-1]
    if holding <= ONE_LAYER:
        return tuple([singles[slot] for slot in slots])
    return tuple([singles[slot] for slot in slots for _ in range(copies(holding, slot))])


def named_unit(order: CardOrder, suit: EffectiveSuit, cards: Cards, narrowest_tuple: int = 2) -> Unit | None:
    """Returns the single unit that these cards form, or `None` if they form no unit of that suit.

    Args:
        order: the order of the cards.
        suit: the effective suit of the lead.
        cards: the cards that the leader names as one unit.
        narrowest_tuple: tuples of fewer copies are not units (SJ-LEAD-05).
    """
    copies_of = Counter(cards)
    width = max(copies_of.values(), default=0)
    if set(copies_of.values()) != {width} or any(order.suit_of[card] != suit for card in cards):
        return None
    slots = sum(order.bit_of[card] for card in copies_of) >> SUIT_SHIFTS[suit]
    if 1 < width < narrowest_tuple or slots.bit_count() < len(copies_of):
        return None
    return _unit_on_slots(order.chains[suit], width, slots)


def _unit_on_slots(chain: Chain, width: int, slots: int) -> Unit | None:
    """Returns the unit with `width` copies of each of these faces, or `None` if they are not consecutive."""
    length, top = slots.bit_count(), chain.level_of[slots.bit_length() - 1]
    if not chain.tops_of(slots, width, length) >> top:
        return None
    return Unit(width, length, top, slots)


def named_units(
    order: CardOrder,
    suit: EffectiveSuit,
    cards: Cards,
    named: Sequence[Cards],
    narrowest_tuple: int = 2,
) -> tuple[Unit, ...]:
    """Returns the units that a leader names, largest first (`throw_ambiguity` = `leader_specifies`).

    Args:
        order: the order of the cards.
        suit: the effective suit of the lead.
        cards: the cards led.
        named: the units named.
        narrowest_tuple: tuples of fewer copies are not units (SJ-LEAD-05).

    Raises:
        UnitsLeaveCards: the units are not the cards led, each once.
        NotAUnit: one of them is not a unit.
    """
    if Counter(cards) != Counter(card for unit in named for card in unit):
        raise UnitsLeaveCards(
            message("the units differ from the cards led"),
            hint=message("use each card of the lead in exactly one unit"),
        )
    units: list[Unit] = []
    for each in named:
        unit = named_unit(order, suit, each, narrowest_tuple)
        if unit is None:
            raise NotAUnit(
                message("{each} is not a unit", each=" ".join(write_cards(each)) or message("no card")),
                hint=message("a unit is a single card, a tuple of equal cards, or a run of equally wide tuples"),
            )
        units.append(unit)
    return tuple(sorted(units, key=lambda unit: (*relevance(*unit.shape), unit.top, unit.slots), reverse=True))


def unit_name(units: tuple[Unit, ...]) -> UnitName:
    """Returns the name of cards that are led together (RUL-01)."""
    if len(units) > 1:
        return "throw"
    width, length = units[0].shape
    if length > 1:
        return "tractor" if width == 2 else "run"
    return "single" if width == 1 else "pair" if width == 2 else "tuple"


def lowest_unit_above(chain: Chain, holding: Holding, unit: Unit) -> Unit | None:
    """Returns the lowest higher unit of the same shape in the holding, or `None`.

    Parts of larger units count (SJ-THROW-02).
    """
    tops = chain.tops(holding, unit.width, unit.length) >> (unit.top + 1)
    if not tops:
        return None
    top = unit.top + (tops & -tops).bit_length()
    return unit_on(chain, holding, unit.width, unit.length, top)
