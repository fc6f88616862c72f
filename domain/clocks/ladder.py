"""The ladder of a table: what happens, step by step, when a deadline is missed, and which pauses the table allows.

1. Reminders are sent when half and when a fifth of the time is left.
2. When the time has run out, a vacation begins automatically, if the player has one left and the table allows it. It
   counts from slightly earlier, so that some time is left on the clock afterwards.
3. During the grace, the player can still move.
4. Then the turn is missed: the lowest legal cards without points are played (DEC-92).
5. After a number of missed turns in a row, a bot takes the seat (DEC-91). Its player can take it back at any time.
6. If the player does not take it back for long enough, the seat forfeits.
"""

from collections.abc import Collection
from typing import NamedTuple

from domain.clocks.budget import allowed_ms, full_budget
from domain.clocks.calendar import ALWAYS, Calendar, active_between, due_at
from domain.clocks.document_types import Ladder as LadderDocument
from domain.clocks.document_types import Pauses as PausesDocument
from domain.clocks.figures import DAY_S, HOUR_S, Figure, members_of, one_of, truth, whole_number
from domain.clocks.rules import NO_CLOCK, ClockRules
from domain.kernel.instants import HOUR_MS, SECOND_MS, Instant

LADDER_FIGURES: dict[str, Figure] = {
    "grace_s": Figure(0, 7 * DAY_S),
    "stand_in_after": Figure(1, 3),
    "forfeit_after_s": Figure(HOUR_S, 90 * DAY_S),
}
SLOW_MS = 6 * HOUR_MS
"""A clock that gives the first turn at least this time counts as slow: it is meant for correspondence."""
_GRACE_PART = 10
_GRACE_MOST_S = HOUR_S


class Ladder(NamedTuple):
    """What follows a missed deadline.

    Attributes:
        grace_s: the seconds after the deadline during which a move is still accepted.
        stand_in_after: the number of missed turns in a row after which a bot takes the seat.
        stand_in: the bot. The caretaker plays like missed turns are played.
        forfeit_after_s: the seconds after which a seat with a stand-in forfeits, or `None` for never.
    """

    grace_s: int = 0
    stand_in_after: int = 3
    stand_in: str = "caretaker"
    forfeit_after_s: int | None = 14 * DAY_S


class Pauses(NamedTuple):
    """Which pauses of its players' calendars a table allows."""

    vacation: bool = True
    weekends: bool = True
    quiet_hours: bool = True


def default_ladder(clock: ClockRules) -> Ladder:
    """Returns the default ladder for a clock: its grace is a tenth of the first turn, at most an hour."""
    first_s = (allowed_ms(clock, full_budget(clock)) or 0) // SECOND_MS
    return Ladder(grace_s=min(first_s // _GRACE_PART, _GRACE_MOST_S))


def ladder(document: object, stand_ins: Collection[str], clock: ClockRules = NO_CLOCK) -> Ladder:
    """Returns the ladder of a document; missing members have the defaults for the clock.

    Args:
        document: the document, or `None`.
        stand_ins: the bots that can stand in.
        clock: the clock of the table.

    Raises:
        InvalidTimes: a member is unknown or invalid; it is named.
    """
    usual = default_ladder(clock)
    given = {**ladder_document(usual), **members_of("ladder", document, Ladder._fields)}
    return Ladder(
        whole_number("ladder.grace_s", given["grace_s"], LADDER_FIGURES["grace_s"]),
        whole_number("ladder.stand_in_after", given["stand_in_after"], LADDER_FIGURES["stand_in_after"]),
        one_of("ladder.stand_in", given["stand_in"], stand_ins),
        None
        if given["forfeit_after_s"] is None
        else whole_number("ladder.forfeit_after_s", given["forfeit_after_s"], LADDER_FIGURES["forfeit_after_s"]),
    )


def ladder_document(ladder: Ladder) -> LadderDocument:
    """Returns the ladder as a document."""
    return {
        "grace_s": ladder.grace_s,
        "stand_in_after": ladder.stand_in_after,
        "stand_in": ladder.stand_in,
        "forfeit_after_s": ladder.forfeit_after_s,
    }


def default_pauses(clock: ClockRules) -> Pauses:
    """Returns the default pauses for a clock: all with a slow clock or none, none with a fast clock."""
    first_ms = allowed_ms(clock, full_budget(clock))
    is_slow = first_ms is None or first_ms >= SLOW_MS
    return Pauses(is_slow, is_slow, is_slow)


def pauses(document: object, clock: ClockRules = NO_CLOCK) -> Pauses:
    """Returns the pauses of a document; missing members have the defaults for the clock.

    Raises:
        InvalidTimes: a member is unknown or invalid; it is named.
    """
    given = {**pauses_document(default_pauses(clock)), **members_of("pauses", document, Pauses._fields)}
    return Pauses(*(truth(f"pauses.{name}", given[name]) for name in Pauses._fields))


def pauses_document(pauses: Pauses) -> PausesDocument:
    """Returns the pauses as a document."""
    return {"quiet_hours": pauses.quiet_hours, "weekends": pauses.weekends, "vacation": pauses.vacation}


def allowed_pauses(pauses: Pauses, calendar: Calendar) -> Calendar:
    """Returns a player's calendar, reduced to the pauses that the table allows."""
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


def automatic_vacation_start(start: Instant, deadline: Instant, calendar: Calendar = ALWAYS) -> Instant:
    """Returns when an automatic vacation at a deadline starts: when a fifth of the time, or an hour, was left."""
    active = active_between(calendar, start, deadline)
    return due_at(calendar, start, active - min(active // 5, HOUR_MS))
