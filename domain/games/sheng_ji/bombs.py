"""Bombs: four or more identical cards that beat any other play. The rule sources do not have this option.

If N >= 4 cards were led that are not themselves N identical cards, a play of N identical cards is a bomb.

    `bombs`    permitted bombs
    off        none
    on         a bomb beats every play that is not one; it must follow suit as usual
    any_suit   the same, and it may be played even if the hand could follow suit

Between bombs trumps beat side suits, then the higher card wins, then the earlier play (SJ-CARD-09). Cards of two side
suits are compared by rank, since options can make one suit shorter than another (SJ-CARD-11).
"""

from collections.abc import Iterator
from typing import NamedTuple

from domain.games.sheng_ji.card_order import TRUMPS, CardOrder, EffectiveSuit
from domain.games.sheng_ji.holding import SUIT_AT
from domain.games.sheng_ji.layers import SUIT_SHIFTS, Hand, layer, slots_in
from domain.games.sheng_ji.units import Unit
from domain.kernel.cards import rank_of

SMALLEST = 4
"""Least number of identical cards."""


class Bomb(NamedTuple):
    """N identical cards: their effective suit, and their slot."""

    suit: EffectiveSuit
    copies: int
    slot: int

    def unit(self, order: CardOrder) -> Unit:
        """Returns the bomb as a unit."""
        return Unit(self.copies, 1, order.chains[self.suit].level_of[self.slot], 1 << self.slot)


def can_be_bombed(led: tuple[Unit, ...], count: int) -> bool:
    """Returns whether a bomb can beat a lead of `count` cards with these units."""
    return count >= SMALLEST and not (len(led) == 1 and led[0].width == count)


def bomb_in(led: tuple[Unit, ...], count: int, play: Hand) -> Bomb | None:
    """Returns the bomb in a play of as many cards as were led, or `None`."""
    if not can_be_bombed(led, count):
        return None
    return next(bombs_held(count, play), None)


def bombs_held(count: int, hand: Hand) -> Iterator[Bomb]:
    """Yields every bomb of `count` cards in a hand, suit by suit, from low to high."""
    for bit in slots_in(layer(hand, count)):
        suit = SUIT_AT[bit]
        yield Bomb(suit, count, bit - SUIT_SHIFTS[suit])


def standing_bomb(led: tuple[Unit, ...], count: int, suit: EffectiveSuit, reading: tuple[Unit, ...]) -> Bomb | None:
    """Returns the winning bomb of a trick, or `None`. No other winning play has a reading with so wide a tuple."""
    unit = reading[0]
    if not can_be_bombed(led, count) or unit.width != count:
        return None
    return Bomb(suit, count, unit.slots.bit_length() - 1)


def outranks(order: CardOrder, bomb: Bomb, standing: Bomb) -> bool:
    """Returns whether a later bomb beats the winning one."""
    return _height(order, bomb) > _height(order, standing)


def _height(order: CardOrder, bomb: Bomb) -> tuple[bool, int]:
    """Returns a sort key: trumps by level, side suits by rank, which is the order of the faces in all suits."""
    if bomb.suit == TRUMPS:
        return (True, order.chains[TRUMPS].level_of[bomb.slot])
    return (False, rank_of(order.faces[bomb.suit][bomb.slot]))
