"""The types of documents about the clocks of seats."""

from __future__ import annotations

from typing import Annotated, NotRequired, TypedDict

from domain.kernel.document_types import Time
from domain.kernel.schema_markers import Added, Minimum
from domain.kernel.seats import Seat


class ClockReadingBudget(TypedDict):
    """The time left between turns, besides the new time of each turn."""

    reserve_ms: Annotated[int, "Milliseconds of the Fischer clock, the main time or the bank.", Minimum(0)]
    periods_left: Annotated[int, "The number of remaining periods.", Minimum(0)]


class ClockReadingRunning(TypedDict):
    since: Time
    used_ms: Annotated[int, "Milliseconds of this turn that were used before.", Minimum(0)]
    left_ms: Annotated[int, "Milliseconds that were left at that time, without pauses.", Minimum(0)]
    deadline: Time
    is_grace: Annotated[bool, "Whether the time is over and the grace period runs."]


class ClockReading(TypedDict):
    """The clock of a seat, as in events."""

    seat: Seat
    budget: ClockReadingBudget
    running: Annotated[ClockReadingRunning | None, "The running turn; null while the clock is stopped."]


class SeatClockRunning(TypedDict):
    since: Time
    remaining_s: Annotated[int, "The seconds that were left at `since`.", Minimum(0)]
    deadline_at: Annotated[Time, "When the time runs out without pauses."]
    effective_deadline_at: Annotated[Time, "When the time runs out, with all pauses of the player's calendar."]
    is_grace: Annotated[bool, "Whether the time is over and the grace period runs."]


class SeatClock(TypedDict):
    """The clock of a seat. The times of other seats are rounded to the minute."""

    seat: Seat
    reserve_s: Annotated[int, "Seconds of the Fischer clock, the main time or the bank.", Minimum(0)]
    periods_left: Annotated[int, "The number of remaining periods.", Minimum(0)]
    running: Annotated[SeatClockRunning | None, "The running turn; null while the clock is stopped."]
    paused_remaining_s: NotRequired[
        Annotated[
            int | None,
            "The seconds of the turn that were left when the table was paused; null if the table is not paused, or if "
            "the seat was not asked.",
            Minimum(0),
            Added(),
        ]
    ]
