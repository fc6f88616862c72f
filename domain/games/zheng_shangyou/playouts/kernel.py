"""Playouts in C if the optional extension is built, else in plain Python. Both give the same results."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from domain.games.zheng_shangyou.playouts.compiled import NativePlayouts
from domain.games.zheng_shangyou.playouts.plain import PlainPlayouts


class Position(NamedTuple):
    """A hand in play.

    Attributes:
        hands: the cards of each seat, as bits.
        turn: the seat to move.
        code: the play to beat, or 0 on a lead.
        holder: the seat that made that play.
        order: the seats that have run out of cards, by place.
    """

    hands: tuple[int, ...]
    turn: int
    code: int
    holder: int
    order: bytes


class Playouts(Protocol):
    """Plays hands to the end by simple rules."""

    def answer(self, hand: int, code: int, situation: int) -> tuple[int, int] | None:
        """Returns what a seat plays on a play (0: on lead), as code and cards, or `None` if it passes.

        `situation` is that of `hands.py`.
        """

    def order(self, hands: tuple[int, ...], turn: int, code: int, holder: int, order: bytes) -> bytes:
        """Plays to the end, and returns the seats by place. Seats that still hold cards come last, in any order."""


KIND: Callable[[bytes, int], Playouts] = PlainPlayouts
"""The kind of playouts that is used."""
try:
    from domain.games.zheng_shangyou.playouts import native
except ImportError:
    pass  # The optional extension is not built, and the plain kind gives the same results.
else:
    KIND = partial(NativePlayouts, native)


def playouts(sides: Sequence[int], places: int) -> Playouts:
    """Returns playouts for one decision.

    Args:
        sides: the side of each seat.
        places: the number of places that decide the points.
    """
    return KIND(bytes(sides), places)


def after(at: Position, group: tuple[int, int] | None) -> Position:
    """Returns the position after the seat to move has played cards, given with their code (`None`: it passes)."""
    hands, turn, code, holder, order = at
    if group is not None:
        code, cards = group
        holder = turn
        hands = (*hands[:turn], hands[turn] & ~cards, *hands[turn + 1 :])
        if not hands[turn]:
            order += bytes((turn,))
    for _ in hands:
        turn = (turn + 1) % len(hands)
        if turn == holder:
            code = 0
        if hands[turn]:
            break
    return Position(hands, turn, code, holder, order)
