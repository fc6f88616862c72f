"""Seats are numbered 0 to n-1 counter-clockwise: seat k+1 sits to the right of seat k (SJ-GEN-04)."""

from collections.abc import Iterator
from typing import NewType

Seat = NewType("Seat", int)


def right_of(seat: Seat, seats: int, steps: int = 1) -> Seat:
    """Returns the seat `steps` places to the right at a table of `seats`."""
    # Every play calls this, and to call `Seat` takes longer than the sum.
    return (seat + steps) % seats  # type: ignore[return-value]


def left_of(seat: Seat, seats: int) -> Seat:
    """Returns the seat to the left."""
    return Seat((seat - 1) % seats)


def in_turn(first: Seat, seats: int) -> Iterator[Seat]:
    """Returns all seats counter-clockwise, beginning with `first`."""
    return (Seat((first + step) % seats) for step in range(seats))


def others_in_turn(seat: Seat, seats: int) -> Iterator[Seat]:
    """Returns all seats except `seat`, counter-clockwise, beginning on its right."""
    return (Seat((seat + step) % seats) for step in range(1, seats))
