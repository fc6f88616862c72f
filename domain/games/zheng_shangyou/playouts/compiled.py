"""Playouts in C."""

from typing import Any


class NativePlayouts:
    """Plays hands to the end in C."""

    def __init__(self, module: Any, sides: bytes, places: int) -> None:
        """Takes the extension module that is built from `native.c`. For the rest, see `kernel.playouts`."""
        self._module = module
        self._sides = sides
        self._places = places

    def answer(self, hand: int, code: int, situation: int) -> tuple[int, int] | None:
        """Returns the answer to a play. See `kernel.Playouts`."""
        found: tuple[int, int] | None = self._module.answer(hand, code, situation)
        return found

    def order(self, hands: tuple[int, ...], turn: int, code: int, holder: int, order: bytes) -> bytes:
        """Plays to the end. See `kernel.Playouts`."""
        found: bytes = self._module.order(hands, turn, code, holder, order, self._sides, self._places)
        return found
