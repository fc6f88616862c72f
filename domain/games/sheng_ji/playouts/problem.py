"""What a playout has to know: a decision of one seat, as flat tables on bit masks.

The playouts simplify the rules, because an estimate need not be exact. Every face has its own slot in runs. The
best fit of a follow is found greedily, and a play that trumps a throw answers its largest unit. The moves of the seat
itself come from the rules core, and so do the effects of these moves on the trick.
"""

from typing import NamedTuple

SUITS = 5
TRUMPS = 4
UNBEATABLE = 31
"""A slot beyond those of all suits, which nothing beats. The standing unit has it if it is a bomb."""
SLOTS = 32
LENGTHS = 16
"""Lengths of units up to 15 have their own factor."""

Masks = tuple[int, ...]

LEAD, FOLLOW, BURY, NONE = range(4)
"""The kinds of a candidate."""


class Led(NamedTuple):
    """A unit of a lead: `width` copies of each of `length` faces, whose slots are in the mask `slots`."""

    width: int
    length: int
    top: int
    slots: int


class Standing(NamedTuple):
    """The unit that a later play has to beat, and its suit."""

    suit: int
    width: int
    length: int
    top: int


class TrickSoFar(NamedTuple):
    """The current trick.

    Attributes:
        suit, size: the suit and the number of cards of the lead.
        units: the shapes of the lead, the largest first.
        standing: what a later play has to beat.
        winner: the seat that wins so far.
        points: the points on the table.
        left: the number of seats that still have to play, the deciding seat included.
    """

    suit: int
    size: int
    units: tuple[tuple[int, int], ...]
    standing: Standing
    winner: int
    points: int
    left: int


class Trial(NamedTuple):
    """A move to be tried.

    Attributes:
        kind: one of LEAD, FOLLOW, BURY and NONE.
        cards: for each suit and layer, the mask of its faces: the cards that are played or buried.
        units: the units of a lead, the weakest first if it is a throw.
        standing: for a follow that takes the lead of the trick, what it has to be beaten by.
        size: the number of cards.
    """

    kind: int
    cards: tuple[Masks, ...]
    units: tuple[Led, ...]
    standing: Standing | None
    size: int


class Problem(NamedTuple):
    """A decision.

    Attributes:
        players, layers: the numbers of seats, and of copies of a face.
        seat, dealer: the deciding seat and the dealer.
        declarers: the mask of the known declarers.
        calls: for each open call, the suit and slot of its card.
        over: for each suit and slot, the mask of the slots of the suit that beat it.
        joint: for each suit, the mask of the slots that a run can join with the next slot.
        tens, fives: for each suit, the mask of the slots worth 10 and 5 points.
        keep: for each suit and slot, the value of keeping a card, in sixteenths of a point.
        hold, feed: for each suit, its slots in the order in which they are given to an opponent and to a friend.
        known: for each seat and suit and layer, the mask of the cards that the seat is known to hold.
        pool: the cards that are unknown, as pairs of suit and slot, in the order in which they are distributed.
        free: for each seat, and for the kitty, the number of its unknown cards.
        voids: for each seat, the mask of the suits in which it has shown itself void.
        kitty: the points in the known part of the kitty.
        points: the points that each seat has won.
        trick: the current trick, or `None`.
        factors: for each width and length of the last lead, the factor of the kitty.
        penalty: the penalty of a throw that fails.
    """

    players: int
    layers: int
    seat: int
    dealer: int
    declarers: int
    calls: tuple[tuple[int, int], ...]
    over: tuple[Masks, ...]
    joint: Masks
    tens: Masks
    fives: Masks
    keep: tuple[Masks, ...]
    hold: tuple[Masks, ...]
    feed: tuple[Masks, ...]
    known: tuple[tuple[Masks, ...], ...]
    pool: tuple[tuple[int, int], ...]
    free: Masks
    voids: Masks
    kitty: int
    points: Masks
    trick: TrickSoFar | None
    factors: tuple[Masks, ...]
    penalty: int
