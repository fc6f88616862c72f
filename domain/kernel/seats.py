"""Seats: 0..n-1 counter-clockwise; seat k+1 sits on the right of seat k (SJ-GEN-04)."""

from collections.abc import Iterator
from typing import NewType

Seat = NewType("Seat", int)


def right_of(seat: Seat, seats: int, steps: int = 1) -> Seat:
    """The seat `steps` places to the right of `seat` at a table of `seats`."""
    return Seat((seat + steps) % seats)


def left_of(seat: Seat, seats: int) -> Seat:
    """The seat on the left of `seat`."""
    return Seat((seat - 1) % seats)


def in_turn(first: Seat, seats: int) -> Iterator[Seat]:
    """All seats once, counter-clockwise, beginning with `first`."""
    return (Seat((first + step) % seats) for step in range(seats))


def others_in_turn(seat: Seat, seats: int) -> Iterator[Seat]:
    """All seats but `seat`, counter-clockwise, beginning on its right."""
    return (Seat((seat + step) % seats) for step in range(1, seats))
