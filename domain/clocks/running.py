"""A clock as it runs: all that follows from the calendar of its player is worked out, and stands in moments."""

from typing import NamedTuple

from domain.clocks.budget import Budget
from domain.kernel.instants import Instant
from domain.kernel.seats import Seat


class Running(NamedTuple):
    """A clock that runs.

    Attributes:
        since: from when on.
        used_ms: what was used of this turn before, in milliseconds.
        left_ms: what was left then, in milliseconds in which the clock is not paused.
        deadline: when it is over, pauses included.
        is_grace: whether the time of the turn is over already and this is grace.
    """

    since: Instant
    used_ms: int
    left_ms: int
    deadline: Instant
    is_grace: bool


class ClockReading(NamedTuple):
    """The clock of a seat: what is left of its budget between turns, and how it runs; none while it stands still."""

    seat: Seat
    budget: Budget
    running: Running | None
