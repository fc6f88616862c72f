"""The types of documents about clocks, ladders and pauses."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Time
from domain.kernel.schema_markers import Maximum, Minimum
from domain.kernel.seats import Seat


class Clock(TypedDict):
    """The clock of each seat; team-mates do not share it. `none`: no limit. `simple`: `per_move_s` for each turn.
    `fischer`: `initial_s` at first, and `increment_s` more after each turn, up to `cap_s`. `byo_yomi`: `main_s`, and
    then `periods` of `period_s`; a turn that ends within a period does not use it up. `time_bank`: `per_move_s` for
    each turn, and `bank_s` of extra time for the whole table. Members of other kinds are absent.
    """

    kind: Annotated[Literal["none", "simple", "fischer", "byo_yomi", "time_bank"], "The kind of the clock."]
    per_move_s: NotRequired[Annotated[int, "Seconds for each turn.", Minimum(10), Maximum(2592000)]]
    initial_s: NotRequired[Annotated[int, "The initial seconds.", Minimum(10), Maximum(2592000)]]
    increment_s: NotRequired[Annotated[int, "Seconds that each turn adds.", Minimum(10), Maximum(2592000)]]
    cap_s: NotRequired[Annotated[int, "The maximum number of seconds.", Minimum(10), Maximum(2592000)]]
    main_s: NotRequired[Annotated[int, "The seconds before the periods.", Minimum(0), Maximum(2592000)]]
    periods: NotRequired[Annotated[int, "The number of periods.", Minimum(1), Maximum(30)]]
    period_s: NotRequired[Annotated[int, "The seconds of a period.", Minimum(10), Maximum(2592000)]]
    bank_s: NotRequired[Annotated[int, "The seconds in the bank.", Minimum(10), Maximum(2592000)]]


class Pauses(TypedDict):
    """Which pauses of the players' calendars stop their clocks."""

    vacation: Annotated[bool, "Vacations."]
    weekends: Annotated[bool, "Weekend days, in the player's own time zone."]
    quiet_hours: Annotated[bool, "Quiet hours, in the player's own time zone."]


class Ladder(TypedDict):
    """What happens when a seat does not act in time. First a vacation begins automatically, if the table allows it and
    the player has one left. Then there is grace. Then a bot makes the move. After several consecutive turns a bot plays
    the seat until its player returns. Finally the seat forfeits the match.
    """

    grace_s: Annotated[
        int, "The seconds after the deadline in which a move is still accepted.", Minimum(0), Maximum(604800)
    ]
    stand_in_after: Annotated[
        int, "The number of turns missed in succession after which a bot takes the seat.", Minimum(1), Maximum(3)
    ]
    stand_in: Annotated[
        Literal["caretaker", "steady"], "The bot. The `caretaker` plays the lowest legal cards without points."
    ]
    forfeit_after_s: Annotated[
        int | None,
        "The seconds after which the seat forfeits once the bot has taken it; null for never.",
        Minimum(3600),
        Maximum(7776000),
    ]


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
