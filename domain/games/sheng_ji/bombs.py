"""Bombs: four or more identical cards that win against anything else. An option of a peer's, in none of the seeds.

A play of N >= 4 identical cards is a bomb when N cards were led that are not themselves N identical cards.

    `bombs`    what a bomb may do
    off        there are none
    on         it beats every play that is no bomb; who holds the suit led has to follow as ever
    any_suit   the same, and it may be played although the suit led could be followed

Between bombs trumps beat the side suits, then the higher card, and of equals the earlier (SJ-CARD-09). Cards of two
side suits are compared by their rank, since an option can make one suit shorter than another (SJ-CARD-11).
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from domain.games.sheng_ji.holding import Hand, slots_in
from domain.games.sheng_ji.order import EFFECTIVE_SUITS, TRUMPS, EffectiveSuit, Order
from domain.games.sheng_ji.units import Unit
from domain.kernel.cards import rank_of

Bombs = Literal["off", "on", "any_suit"]
SMALLEST = 4
"""So many identical cards are needed."""


class Bomb(NamedTuple):
    """N identical cards: their effective suit, and the slot they stand on."""

    suit: EffectiveSuit
    copies: int
    slot: int

    def unit(self, order: Order) -> Unit:
        """The bomb as a unit."""
        return Unit(self.copies, 1, order.chains[self.suit].level_of[self.slot], 1 << self.slot)


def can_be_bombed(led: tuple[Unit, ...], count: int) -> bool:
    """Whether a lead of so many cards, which are these units, can be beaten by a bomb."""
    return count >= SMALLEST and not (len(led) == 1 and led[0].width == count)


def bomb_in(led: tuple[Unit, ...], count: int, play: Hand) -> Bomb | None:
    """The bomb that a play of as many cards as were led is, if it is one."""
    if not can_be_bombed(led, count):
        return None
    return next(bombs_held(count, play), None)


def bombs_held(count: int, hand: Hand) -> Iterator[Bomb]:
    """Every bomb of so many cards in a hand, suit by suit, low to high."""
    for suit in EFFECTIVE_SUITS:
        if count <= len(hand[suit]):
            for slot in slots_in(hand[suit][count - 1]):
                yield Bomb(suit, count, slot)


def standing_bomb(led: tuple[Unit, ...], count: int, suit: EffectiveSuit, reading: tuple[Unit, ...]) -> Bomb | None:
    """The bomb that stands in a trick, known by its reading: no other play can be read as one so wide a tuple."""
    unit = reading[0]
    if not can_be_bombed(led, count) or unit.width != count:
        return None
    return Bomb(suit, count, unit.slots.bit_length() - 1)


def outranks(order: Order, bomb: Bomb, standing: Bomb) -> bool:
    """Whether a later bomb beats the one that stands."""
    return _height(order, bomb) > _height(order, standing)


def _height(order: Order, bomb: Bomb) -> tuple[bool, int]:
    """Trumps go by level, side suits by rank, which is the printed order of the faces of a suit."""
    if bomb.suit == TRUMPS:
        return (True, order.chains[TRUMPS].level_of[bomb.slot])
    return (False, rank_of(order.faces[bomb.suit][bomb.slot]))
