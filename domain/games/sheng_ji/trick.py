"""Winning a trick.

    SJ-TRICK-01  only a play all in the suit led, or all in trumps, that has the structure of the lead can win
    SJ-CARD-09   among equals the earlier play wins
    SJ-TRICK-04  a play matches if its cards can be divided into exactly the lead's units
    SJ-TRICK-05  `longest_unit`: only the highest unit that answers the longest unit of the lead counts
    SJ-TRICK-06  `pairs_then_singles`: width by width from the widest led, the highest unit of each (RUL-12)
    SJ-TRICK-07  `all_units`: every unit must be higher than the one it answers (DEC-68)
    bombs        a separate option: see `bombs`
    DEC-70, RUL-09  of several readings of a play the best counts, and the winner keeps it

A *reading* is the tuple of units that are compared, in the order of comparison. Under `all_units` the winning play
keeps the reading with which it took the lead. A later play may use any reading (RUL-09).
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from domain.games.sheng_ji.bombs import bomb_in, outranks, standing_bomb
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, CardOrder, EffectiveSuit
from domain.games.sheng_ji.chain import Chain
from domain.games.sheng_ji.follow import Lead
from domain.games.sheng_ji.holding import in_suit
from domain.games.sheng_ji.layers import LAYER_BITS, SUIT_SHIFTS, Hand, Holding, without
from domain.games.sheng_ji.options.extensions import Bombs
from domain.games.sheng_ji.options.playing import TrumpThrowCompare
from domain.games.sheng_ji.packing import Shape, Shapes, fits, units_of_shape
from domain.games.sheng_ji.readings import highest_division
from domain.games.sheng_ji.units import Unit, holding_of_unit, relevance, tuples_by_slot

Reading = tuple[Unit, ...]


class WinningPlay(NamedTuple):
    """The winning play of a trick so far: its effective suit, and the reading with which it took the lead."""

    suit: EffectiveSuit
    reading: Reading


@lru_cache(maxsize=1 << 12)
def compared_shapes(shapes: Shapes, compare: TrumpThrowCompare) -> Shapes:
    """Returns the shapes of the lead's units that decide the trick, in the order of comparison."""
    if compare == "all_units":
        return tuple(sorted(shapes, key=lambda shape: relevance(*shape), reverse=True))
    if compare == "longest_unit":
        return (max(shapes, key=lambda shape: relevance(*shape)),)
    widths = sorted({width for width, _ in shapes}, reverse=True)
    return tuple((width, max(length for wide, length in shapes if wide == width)) for width in widths)


@lru_cache(maxsize=1 << 14)
def shapes_of(units: tuple[Unit, ...]) -> Shapes:
    """Returns the shapes of the units, in descending order."""
    return tuple(sorted((unit.shape for unit in units), reverse=True))


def reading_of_lead(units: tuple[Unit, ...], compare: TrumpThrowCompare) -> Reading:
    """Returns the units of a lead that later plays have to beat."""
    return units if len(units) == 1 else _reading_of_throw(units, compare)


@lru_cache(maxsize=1 << 14)
def _reading_of_throw(units: tuple[Unit, ...], compare: TrumpThrowCompare) -> Reading:
    if compare == "all_units":
        return tuple(sorted(units, key=lambda unit: (*relevance(*unit.shape), unit.top, unit.slots), reverse=True))
    return tuple(
        max((unit for unit in units if unit.shape == shape), key=lambda unit: unit.top)
        for shape in compared_shapes(shapes_of(units), compare)
    )


def best_reading(
    chain: Chain, holding: Holding, lead: Lead, compare: TrumpThrowCompare, over: tuple[int, ...] = ()
) -> Reading | None:
    """Returns the highest reading of a play, or `None` if the play does not match (SJ-TRICK-04, DEC-70).

    Args:
        chain: the chain of the suit of the play.
        holding: the cards played, of one effective suit, as many as were led.
        lead: the lead.
        compare: the option for comparing plays.
        over: under `all_units`, for each unit of the reading, the place in the chain that it must exceed.
    """
    return _best_reading(chain, holding, shapes_of(lead.units), compare, over)


@lru_cache(maxsize=1 << 14)
def _best_reading(
    chain: Chain, holding: Holding, shapes: Shapes, compare: TrumpThrowCompare, over: tuple[int, ...]
) -> Reading | None:
    if not fits(chain, holding, _packed(shapes)):
        return None
    if compare == "all_units":
        ordered = compared_shapes(shapes, compare)
        return highest_division(chain, holding, ordered, over or (-1,) * len(ordered))
    return _highest(chain, holding, shapes, compared_shapes(shapes, compare))


def _packed(shapes: Shapes) -> Shapes:
    """Returns the shapes of two or more cards. Singles take the remaining cards."""
    return tuple(shape for shape in shapes if shape != (1, 1))


def _highest(chain: Chain, holding: Holding, shapes: Shapes, compared: Shapes) -> Reading:
    """Returns the reading whose first unit is highest, then its second, and so on. The shapes must fit."""
    if not compared:
        return ()
    shape, *later = compared
    position = shapes.index(shape)
    rest = shapes[:position] + shapes[position + 1 :]
    readings: list[Reading] = []
    for unit, left in _units_leaving(chain, holding, shape, _packed(rest)):
        if readings and unit.top < readings[0][0].top:
            break
        readings.append((unit, *_highest(chain, left, rest, tuple(later))))
    return max(readings, key=_tops)


def _units_leaving(chain: Chain, holding: Holding, shape: Shape, rest: Shapes) -> Iterator[tuple[Unit, Holding]]:
    """Yields the units of that shape, highest first, that leave the rest possible, with the cards left."""
    for unit in units_of_shape(chain, holding, shape):
        left = without(holding, holding_of_unit(unit))
        if fits(chain, left, rest):
            yield unit, left


def _tops(reading: Reading) -> tuple[int, ...]:
    return tuple([unit.top for unit in reading])


def beats(
    order: CardOrder, lead: Lead, standing: WinningPlay, play: Hand, compare: TrumpThrowCompare, bombs: Bombs = "off"
) -> WinningPlay | None:
    """Returns the new winning play, or `None` if the play does not take the lead.

    Args:
        order: the order of the cards.
        lead: the lead.
        standing: the winning play so far.
        play: the later play, as many cards as were led.
        compare: the option for comparing plays.
        bombs: the option.
    """
    _, size, _, _, equal_cards = lead
    if equal_cards:
        # By far the most common case, which bombs cannot beat, is decided without shapes and readings.
        best_suit, ((_, _, top, _),) = standing
        face = play if size == 1 else play >> LAYER_BITS * (size - 1)
        return _equal_cards(order, size)[face.bit_length()] if face & order.over[best_suit][top] else None
    if bombs != "off":
        bomb, to_beat = bomb_in(lead.units, lead.size, play), standing_bomb(lead.units, lead.size, *standing)
        if bomb and (to_beat is None or outranks(order, bomb, to_beat)):
            return WinningPlay(bomb.suit, (bomb.unit(order),))
        if bomb or to_beat:
            return None
    suit = lead.suit
    holding = in_suit(play, suit)
    if standing.suit != suit or holding.bit_count() != lead.size:
        suit = TRUMPS
        holding = in_suit(play, suit)
        if holding.bit_count() != lead.size:
            return None
    chain = order.chains[suit]
    over = _tops(standing.reading) if suit == standing.suit else ()
    reading = best_reading(chain, holding, lead, compare, over if compare == "all_units" else ())
    # Under `all_units` every reading found is higher in each unit.
    if reading is None or (over and _tops(reading) <= over):
        return None
    return WinningPlay(suit, reading)


@cache
def _equal_cards(order: CardOrder, count: int) -> tuple[WinningPlay, ...]:
    """Returns a play of `count` equal cards for each bit length of their face in a hand."""
    winning = [
        WinningPlay(suit, (unit,)) for suit in EFFECTIVE_SUITS for unit in tuples_by_slot(order.chains[suit], count)
    ]
    by_length = {(play.reading[0].slots << SUIT_SHIFTS[play.suit]).bit_length(): play for play in winning}
    return tuple(by_length.get(length, winning[0]) for length in range(LAYER_BITS + 1))


def matches(chain: Chain, holding: Holding, lead: Lead) -> bool:
    """Returns whether the cards can be divided into exactly the lead's units (SJ-TRICK-04)."""
    return holding.bit_count() == lead.size and fits(chain, holding, _packed(shapes_of(lead.units)))
