"""A running clock.

Everything that depends on the calendar of its player has been computed, and is stored as instants.
"""

from typing import NamedTuple

from domain.clocks.budget import Budget
from domain.kernel.instants import Instant
from domain.kernel.seats import Seat


class Running(NamedTuple):
    """A running clock.

    Attributes:
        since: when it started to run.
        used_ms: the milliseconds of this turn used before that.
        left_ms: the active milliseconds left at that time.
        deadline: when the time runs out, including pauses.
        is_grace: whether the time of the turn has run out and this is the grace.
    """

    since: Instant
    used_ms: int
    left_ms: int
    deadline: Instant
    is_grace: bool


def started_as_if(running: Running) -> Instant:
    """Returns when the turn would have begun if its time ran evenly to the deadline, with the same time left."""
    whole_ms = running.used_ms + running.left_ms
    return Instant(running.deadline - (running.deadline - running.since) * whole_ms // max(running.left_ms, 1))


class ClockReading(NamedTuple):
    """The clock of a seat: its budget between turns, and the running clock or `None`."""

    seat: Seat
    budget: Budget
    running: Running | None
