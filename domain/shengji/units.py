"""Units: single, tuple, and run `m x k` of k consecutive m-tuples (RULES §§15, 16; SJ-THROW-05, SJ-THROW-06).

A unit is `width` m copies of one face on each of `length` k consecutive levels of a chain; runs have at least two
pairs. A single is `1x1`, a pair `2x1`, a tractor `2x2` or longer. What was led is a tuple of units; one unit is a plain
lead, several are a throw. Only the shape and the top level of a unit decide who is higher (SJ-TRAC-07).
"""

from functools import lru_cache
from typing import Literal, NamedTuple

from domain.cards import Cards
from domain.shengji.holding import Holding, slots_in, without
from domain.shengji.order import Chain, EffectiveSuit, Order

UnitName = Literal["single", "pair", "tuple", "tractor", "run", "throw"]


class Unit(NamedTuple):
    """`width` copies of the face on each slot of the mask `slots`, whose levels follow each other up to `top`."""

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
        """How many cards the unit has."""
        return self.width * self.length


def relevance(width: int, length: int) -> tuple[int, int]:
    """Sorts units by what counts as longest: number of cards, then width (SJ-TRICK-05)."""
    return (width * length, width)


def weakness(unit: Unit) -> tuple[bool, int, int, int, int]:
    """Sorts units from the weakest (SJ-THROW-05): tuples by width, then runs by width and length, then by level.

    Units of one shape and level differ in printed suit only; clubs come first (RUL-10), which is slot order.
    """
    return (unit.length > 1, unit.width, unit.length, unit.top, unit.slots)


def holding_of_unit(unit: Unit, decks: int) -> Holding:
    """The cards of the unit as a holding."""
    return (unit.slots,) * unit.width + (0,) * (decks - unit.width)


def unit_cards(order: Order, suit: EffectiveSuit, unit: Unit) -> Cards:
    """The cards of the unit, low to high."""
    faces = order.faces[suit]
    return tuple(faces[slot] for slot in slots_in(unit.slots) for _ in range(unit.width))


@lru_cache(maxsize=1 << 12)
def unit_of_cards(order: Order, cards: Cards) -> Unit:
    """The unit that these cards are, as `unit_cards` wrote it."""
    slots = sum(order.bit_of[card] for card in set(cards))
    width = cards.count(cards[0])
    return Unit(width, len(cards) // width, max(order.level_of(card) for card in cards), slots)


def run_tops(levels: int, length: int) -> int:
    """The mask of the levels on which a run of `length` consecutive levels of the mask `levels` ends."""
    for _ in range(length - 1):
        levels &= levels << 1
    return levels


def longest_run(levels: int) -> int:
    """How many consecutive levels the longest run in the mask has."""
    length = 0
    while levels:
        levels &= levels << 1
        length += 1
    return length


def slot_for_run(chain: Chain, holding: Holding, width: int, level: int) -> int:
    """The slot that gives `width` copies to a run on that level: fewest copies first, then the lower suit.

    Where several equal faces could serve, the choice leaves the wider tuples whole; the rules make no difference.
    """
    candidates = holding[width - 1] & chain.slots_at[level]
    for wider in holding[width:]:
        if not candidates & ~wider:
            break
        candidates &= ~wider
    return candidates & -candidates


def unit_on(chain: Chain, holding: Holding, width: int, length: int, top: int) -> Unit:
    """The unit of that shape and top level, all of whose cards are in the holding."""
    slots = sum(slot_for_run(chain, holding, width, level) for level in range(top - length + 1, top + 1))
    return Unit(width, length, top, slots)


def _largest_unit(chain: Chain, holding: Holding) -> Unit:
    """The unit with most cards, then the wider, then the higher (DEC-52); the holding has a tuple."""
    best = (0, 0, 0, 0)
    for width in range(2, len(holding) + 1):
        levels = chain.levels_of(holding[width - 1])
        if levels:
            length = longest_run(levels)
            top = run_tops(levels, length).bit_length() - 1
            best = max(best, (*relevance(width, length), top, length))
    _, width, top, length = best
    return unit_on(chain, holding, width, length, top)


@lru_cache(maxsize=1 << 16)
def decompose(chain: Chain, holding: Holding) -> tuple[Unit, ...]:
    """The units of cards that are led together, largest first (`throw_ambiguity` = `longest_unit`, DEC-52).

    The unit with most cards is taken again and again; of equally many cards the wider tuple, then the higher level.
    """
    units: list[Unit] = []
    while any(holding[1:]):
        unit = _largest_unit(chain, holding)
        units.append(unit)
        holding = without(holding, holding_of_unit(unit, len(holding)))
    singles = [Unit(1, 1, chain.level_of[slot], 1 << slot) for slot in slots_in(holding[0])]
    return (*units, *reversed(singles))


def unit_name(units: tuple[Unit, ...]) -> UnitName:
    """What cards that are led together are called (RUL-01)."""
    if len(units) > 1:
        return "throw"
    width, length = units[0].shape
    if length > 1:
        return "tractor" if width == 2 else "run"
    return "single" if width == 1 else "pair" if width == 2 else "tuple"


def has_unit_above(chain: Chain, holding: Holding, unit: Unit) -> bool:
    """Whether the holding has a unit of the same shape with a higher top; parts of larger ones count (SJ-THROW-02)."""
    return bool(run_tops(chain.levels_of(holding[unit.width - 1]), unit.length) >> (unit.top + 1))


def lowest_unit_above(chain: Chain, holding: Holding, unit: Unit) -> Unit | None:
    """The lowest unit of the same shape with a higher top, if the holding has one."""
    tops = run_tops(chain.levels_of(holding[unit.width - 1]), unit.length) >> (unit.top + 1)
    if not tops:
        return None
    top = unit.top + (tops & -tops).bit_length()
    return unit_on(chain, holding, unit.width, unit.length, top)
