"""Units: single, tuple, and run `m x k` of k consecutive m-tuples (SJ-THROW-05, SJ-THROW-06).

A unit is `width` m copies of each of `length` k faces of a chain, which stand as `tractor_adjacency` wants it; runs
have at least two pairs. A single is `1x1`, a pair `2x1`, a tractor `2x2` or longer. What was led is a tuple of units;
one unit is a plain lead, several are a throw. Only the shape and the top level of a unit decide who is higher
(SJ-TRAC-07).

    `throw_ambiguity` (SJ-THROW-06)   how cards that are led together are divided
    longest_unit (DEC-52)             the unit with most cards is taken again and again
    most_equal_copies                 all copies of a face stay together; equally wide neighbours make runs
    leader_specifies                  as the leader names it, or else as by `longest_unit`
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from domain.games.sheng_ji.holding import Holding, copies, nothing, slots_in, without
from domain.games.sheng_ji.order import Chain, EffectiveSuit, Order
from domain.kernel.cards import Cards, write_cards
from domain.kernel.refusals import Illegal

UnitName = Literal["single", "pair", "tuple", "tractor", "run", "throw"]
ThrowAmbiguity = Literal["longest_unit", "leader_specifies", "most_equal_copies"]


class NotAUnit(Illegal):
    """These cards are not a single, a tuple or a run."""

    usual_rule = "SJ-LEAD-02"


class UnitsLeaveCards(Illegal):
    """The units of a lead are its cards, each once."""

    usual_rule = "SJ-THROW-06"


class Unit(NamedTuple):
    """`width` copies of the face on each of the `length` slots of the mask `slots`, the highest on the level `top`."""

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
    """The unit of that shape and top level, all of whose cards are in the holding; it stands as high up as it can."""
    if length == 1:
        return Unit(width, 1, top, slot_for_run(chain, holding, width, top))
    if chain.is_plain:
        slots = sum(slot_for_run(chain, holding, width, level) for level in range(top - length + 1, top + 1))
        return Unit(width, length, top, slots)
    return Unit(width, length, top, _slots_down_from(chain, holding, width, length, top))


def _slots_down_from(chain: Chain, holding: Holding, width: int, length: int, top: int) -> int:
    """The slots of a run that takes from each rung what it can: so it reaches its length on the fewest rungs."""
    slots, wanted = 0, length
    for level in chain.rungs_below(top):
        held = (holding[width - 1] & chain.slots_at[level]).bit_count()
        for _ in range(1 if chain.adjacency == "distinct_rank" else min(held, wanted)):
            slots |= slot_for_run(chain, tuple(mask & ~slots for mask in holding), width, level)
            wanted -= 1
        if not wanted:
            break
    return slots


def _largest_unit(chain: Chain, holding: Holding, narrowest: int) -> Unit:
    """The unit with most cards, then the wider, then the higher (DEC-52); the holding has a tuple of that width."""
    best = (0, 0, 0, 0)
    for width in range(narrowest, len(holding) + 1):
        if holding[width - 1]:
            length = chain.longest(holding, width)
            top = chain.tops(holding, width, length).bit_length() - 1
            best = max(best, (*relevance(width, length), top, length))
    _, width, top, length = best
    return unit_on(chain, holding, width, length, top)


@lru_cache(maxsize=1 << 16)
def decompose(
    chain: Chain, holding: Holding, ambiguity: ThrowAmbiguity = "longest_unit", narrowest_tuple: int = 2
) -> tuple[Unit, ...]:
    """The units of cards that are led together, largest first.

    Args:
        chain: the ladder of their suit.
        holding: the cards.
        ambiguity: how they are divided, by the table above; a leader who names no units is read by `longest_unit`.
        narrowest_tuple: tuples of fewer copies count as single cards (SJ-LEAD-05, DEC-59).
    """
    divide = _whole_tuples if ambiguity == "most_equal_copies" else _largest_first
    units, singles = divide(chain, holding, max(2, narrowest_tuple))
    return (*units, *_singles(chain, singles))


def _largest_first(chain: Chain, holding: Holding, narrowest: int) -> tuple[list[Unit], Holding]:
    """Takes the unit with most cards again and again; of equally many cards the wider tuple, then the higher level."""
    units: list[Unit] = []
    while any(holding[narrowest - 1 :]):
        unit = _largest_unit(chain, holding, narrowest)
        units.append(unit)
        holding = without(holding, holding_of_unit(unit, len(holding)))
    return units, holding


def _whole_tuples(chain: Chain, holding: Holding, narrowest: int) -> tuple[list[Unit], Holding]:
    """Leaves all copies of a face together; those equally many and consecutive make runs, the longest first."""
    units: list[Unit] = []
    for width in range(narrowest, len(holding) + 1):
        wider = holding[width] if width < len(holding) else 0
        left = (*nothing(width - 1), holding[width - 1] & ~wider)
        while left[-1]:
            length = chain.longest(left, width)
            unit = unit_on(chain, left, width, length, chain.tops(left, width, length).bit_length() - 1)
            units.append(unit)
            left = (*left[:-1], left[-1] & ~unit.slots)
    units.sort(key=lambda unit: (*relevance(*unit.shape), unit.top, unit.slots), reverse=True)
    joined = holding[narrowest - 1] if narrowest <= len(holding) else 0
    return units, tuple(mask & ~joined for mask in holding)


def _singles(chain: Chain, holding: Holding) -> Iterator[Unit]:
    """Every card of the holding as a single, high before low."""
    for slot in reversed(tuple(slots_in(holding[0]))):
        for _ in range(copies(holding, slot)):
            yield Unit(1, 1, chain.level_of[slot], 1 << slot)


def named_unit(order: Order, suit: EffectiveSuit, decks: int, cards: Cards, narrowest_tuple: int = 2) -> Unit | None:
    """The one unit that these cards are; none when they are no unit of that suit.

    Args:
        order: the order of the cards.
        suit: the effective suit of the lead.
        decks: how many decks are played.
        cards: what the leader names as one unit.
        narrowest_tuple: fewer copies are no tuple (SJ-LEAD-05).
    """
    copies_of = Counter(cards)
    width = max(copies_of.values(), default=0)
    if set(copies_of.values()) != {width} or any(order.suit_of[card] != suit for card in cards):
        return None
    slots = sum(order.bit_of[card] for card in copies_of)
    if 1 < width < narrowest_tuple or width > decks or slots.bit_count() < len(copies_of):
        return None
    return _unit_on_slots(order.chains[suit], width, slots)


def _unit_on_slots(chain: Chain, width: int, slots: int) -> Unit | None:
    """The unit that has so many copies of each of these faces, if they are consecutive."""
    length, top = slots.bit_count(), chain.level_of[slots.bit_length() - 1]
    if not chain.tops((slots,) * width, width, length) >> top:
        return None
    return Unit(width, length, top, slots)


def named_units(
    order: Order,
    suit: EffectiveSuit,
    decks: int,
    cards: Cards,
    named: Sequence[Cards],
    narrowest_tuple: int = 2,
) -> tuple[Unit, ...]:
    """The units that a leader names, largest first (`throw_ambiguity` = `leader_specifies`).

    Args:
        order: the order of the cards.
        suit: the effective suit of the lead.
        decks: how many decks are played.
        cards: what is led.
        named: its units.
        narrowest_tuple: fewer copies are no tuple (SJ-LEAD-05).

    Raises:
        UnitsLeaveCards: they are not the cards led, each once.
        NotAUnit: one of them is no unit.
    """
    if Counter(cards) != Counter(card for unit in named for card in unit):
        raise UnitsLeaveCards(
            "the units named are not the cards led", hint="put every card of the lead into exactly one unit"
        )
    units: list[Unit] = []
    for each in named:
        unit = named_unit(order, suit, decks, each, narrowest_tuple)
        if unit is None:
            raise NotAUnit(
                f"{' '.join(write_cards(each)) or 'no card'} is not a unit",
                hint="a unit is a single card, a tuple of equal cards, or a run of equally wide tuples",
            )
        units.append(unit)
    return tuple(sorted(units, key=lambda unit: (*relevance(*unit.shape), unit.top, unit.slots), reverse=True))


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
    return bool(chain.tops(holding, unit.width, unit.length) >> (unit.top + 1))


def lowest_unit_above(chain: Chain, holding: Holding, unit: Unit) -> Unit | None:
    """The lowest unit of the same shape with a higher top, if the holding has one."""
    tops = chain.tops(holding, unit.width, unit.length) >> (unit.top + 1)
    if not tops:
        return None
    top = unit.top + (tops & -tops).bit_length()
    return unit_on(chain, holding, unit.width, unit.length, top)
