"""What happens at a table when a deadline is missed, step by step, and which pauses the table allows.

1. Reminders are sent when half, and when a fifth of the time is left.
2. When the time is over a vacation begins by itself, if the player has one left and the table allows it; it is taken to
   have begun a little earlier, when there was some time left, which there is then when it is over.
3. In the grace the player can still move.
4. Then the turn is missed: the lowest legal cards without points are played (DEC-92).
5. After so many missed turns in a row a bot takes the seat (DEC-91), which its player can take back at any time.
6. A seat that is not taken back for long enough forfeits.
"""

from typing import Any, Literal, NamedTuple, cast, get_args

from domain.clocks.budget import allowed_ms, full
from domain.clocks.calendar import ALWAYS, Calendar, active_between, due
from domain.clocks.figures import DAY_S, HOUR_S, Figure, members_of, one_of, truth, whole_number
from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.kernel.instants import HOUR_MS, SECOND_MS, Instant

StandIn = Literal["caretaker", "steady"]
STAND_INS: tuple[StandIn, ...] = get_args(StandIn)

LADDER_FIGURES: dict[str, Figure] = {
    "grace_s": Figure(0, 7 * DAY_S),
    "stand_in_after": Figure(1, 3),
    "forfeit_after_s": Figure(HOUR_S, 90 * DAY_S),
}
SLOW_MS = 6 * HOUR_MS
"""A clock that gives a first turn so much is for correspondence; a faster one is for those who sit at the table."""
_GRACE_PART = 10
_GRACE_MOST_S = HOUR_S


class Ladder(NamedTuple):
    """What follows a missed deadline.

    Attributes:
        grace_s: for so long after the deadline a move is still taken.
        stand_in_after: after so many missed turns in a row a bot takes the seat.
        stand_in: which bot; the caretaker plays as missed turns are played.
        forfeit_after_s: so long after the bot has sat down the seat forfeits; none: never.
    """

    grace_s: int = 0
    stand_in_after: int = 3
    stand_in: StandIn = "caretaker"
    forfeit_after_s: int | None = 14 * DAY_S


class Pauses(NamedTuple):
    """Which pauses of its players' calendars a table allows."""

    vacation: bool = True
    weekends: bool = True
    quiet_hours: bool = True


def usual_ladder(clock: ClockRules) -> Ladder:
    """The ladder of a table of which nothing else is said: a tenth of the first turn as grace, at most an hour."""
    first_s = (allowed_ms(clock, full(clock)) or 0) // SECOND_MS
    return Ladder(grace_s=min(first_s // _GRACE_PART, _GRACE_MOST_S))


def ladder(document: object, clock: ClockRules = NO_CLOCK) -> Ladder:
    """The ladder that a document asks for; members that are missing are as usual with the clock.

    Raises:
        InvalidTimes: a member is unknown or wrong; it is named.
    """
    usual = usual_ladder(clock)
    given = {**ladder_document(usual), **members_of("ladder", document, Ladder._fields)}
    return Ladder(
        whole_number("ladder.grace_s", given["grace_s"], LADDER_FIGURES["grace_s"]),
        whole_number("ladder.stand_in_after", given["stand_in_after"], LADDER_FIGURES["stand_in_after"]),
        cast("StandIn", one_of("ladder.stand_in", given["stand_in"], STAND_INS)),
        None
        if given["forfeit_after_s"] is None
        else whole_number("ladder.forfeit_after_s", given["forfeit_after_s"], LADDER_FIGURES["forfeit_after_s"]),
    )


def ladder_document(ladder: Ladder) -> dict[str, Any]:
    """The ladder as a document."""
    return ladder._asdict()


def usual_pauses(clock: ClockRules) -> Pauses:
    """The pauses of a table of which nothing else is said: all where the clock is slow, none where it is fast."""
    first_ms = allowed_ms(clock, full(clock))
    is_slow = first_ms is None or first_ms >= SLOW_MS
    return Pauses(is_slow, is_slow, is_slow)


def pauses(document: object, clock: ClockRules = NO_CLOCK) -> Pauses:
    """The pauses that a document asks for; members that are missing are as usual with the clock.

    Raises:
        InvalidTimes: a member is unknown or wrong; it is named.
    """
    given = {**pauses_document(usual_pauses(clock)), **members_of("pauses", document, Pauses._fields)}
    return Pauses(*(truth(f"pauses.{name}", given[name]) for name in Pauses._fields))


def pauses_document(pauses: Pauses) -> dict[str, Any]:
    """The pauses as a document."""
    return pauses._asdict()


def allowed_pauses(pauses: Pauses, calendar: Calendar) -> Calendar:
    """What of a player's calendar holds at a table."""
    return Calendar(
        calendar.time_zone,
        calendar.quiet if pauses.quiet_hours else None,
        calendar.weekend if pauses.weekends else (),
        calendar.vacations if pauses.vacation else (),
        tuple(
            former._replace(
                quiet=former.quiet if pauses.quiet_hours else None, weekend=former.weekend if pauses.weekends else ()
            )
            for former in calendar.former
        ),
    )


def last_time(start: Instant, deadline: Instant, calendar: Calendar = ALWAYS) -> Instant:
    """When a vacation has begun that begins by itself at a deadline: a fifth of the time, or an hour, was left then."""
    active = active_between(calendar, start, deadline)
    return due(calendar, start, active - min(active // 5, HOUR_MS))


def reminders(start: Instant, deadline: Instant, calendar: Calendar = ALWAYS) -> tuple[Instant, Instant]:
    """When to remind a player: half, and a fifth of the active time before the deadline are left."""
    active = active_between(calendar, start, deadline)
    return due(calendar, start, active - active // 2), due(calendar, start, active - active // 5)
