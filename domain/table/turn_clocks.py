"""The clocks of the seats at a table. A clock runs while its player can act and the table waits for them.

| at the end of a command | the clock of a seat |
|---|---|
| the table starts to wait for the seat | starts, with the time that its budget allows |
| the table still waits for it, and it has not acted | keeps running |
| it has acted, or the table no longer waits for it | stops, and the time used is deducted from its budget |
| it has acted and the table waits for it again, or for another decision | stops and starts again |
| its time has run out | stops; if the ladder gives grace, runs once more, and nothing is added to that time |
| its player's pauses have changed | its remaining time is recomputed with the new calendar |
| the table is paused, or goes on after it | it stops, or runs with the time that was left (`pausing`) |

If the table waits for several seats, all their clocks run. Bots and stand-ins have no clock. All changes of a command
are recorded in one event, with the resulting times, so a history can be replayed without the calendars of the players.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from domain.clocks.budget import Budget, after_turn, allowed_ms
from domain.clocks.calendar import ALWAYS, Calendar, active_between, calendar_as_of, due_at
from domain.clocks.running import ClockReading, Running
from domain.kernel.instants import Instant
from domain.kernel.seats import Seat
from domain.table.asking import asking
from domain.table.events import ClocksSet
from domain.table.state import Table


class DecisionContext(NamedTuple):
    """The decision context of a command.

    Attributes:
        now: the current time.
        calendars: the calendar of each seat's player. A seat without one has no pauses.
    """

    now: Instant = Instant(0)
    calendars: Mapping[Seat, Calendar] = {}

    def calendar(self, seat: Seat) -> Calendar:
        """Returns the calendar that pauses the clock of a seat."""
        return self.calendars.get(seat, ALWAYS)


class Due(NamedTuple):
    """The next effect of time at a table.

    Attributes:
        at: when it is due.
        what: `turn`: a seat has not acted in time; `forfeit`: a stand-in has played a seat for too long; `expiry`: the
            match has not begun in time.
        seat: the seat, or `None` for the whole table.
    """

    at: Instant
    what: Literal["turn", "forfeit", "expiry"]
    seat: Seat | None


def next_due(table: Table) -> Due | None:
    """Returns the next effect of time, or `None`."""
    if table.status == "open":
        return None if table.expires_at is None else Due(table.expires_at, "expiry", None)
    if table.status != "playing" or table.paused_at is not None:
        return None
    turns = (Due(reading.running.deadline, "turn", reading.seat) for reading in table.clocks if reading.running)
    forfeits = (
        Due(absence.forfeits_at, "forfeit", Seat(seat))
        for seat, absence in enumerate(table.absences)
        if absence.forfeits_at is not None
    )
    return min((*turns, *forfeits), default=None)


def clocks_set_event(
    before: Table, after: Table, acted: AbstractSet[Seat], context: DecisionContext
) -> ClocksSet | None:
    """Returns the event that sets the clocks at the end of a command, or `None` if no clock changes.

    Args:
        before: the table before the command.
        after: the table after its events.
        acted: the seats that acted in the command, themselves or through a bot or an order.
        context: the decision context.
    """
    if after.clock.kind == "none":
        return None
    now = monotonic_now(after, context.now)
    had, has = _awaited_decisions(before), _awaited_decisions(after)
    changed = []
    for reading in after.clocks:
        seat = reading.seat
        is_anew = seat in acted or had.get(seat) != has.get(seat)
        if reading.running and (is_anew or seat not in has):
            active_ms = used_ms(reading.running, context.calendar(seat), now)
            budget = after_turn(after.clock_of(seat), reading.budget, active_ms)
            changed.append(ClockReading(seat, budget, _started_clock(after, seat, budget, context, now, has)))
        elif not reading.running and seat in has:
            running = _started_clock(after, seat, reading.budget, context, now, has)
            changed.append(ClockReading(seat, reading.budget, running))
    return ClocksSet(now, tuple(changed)) if changed else None


def clocks_after(table: Table, changed: Iterable[ClockReading]) -> tuple[ClockReading, ...]:
    """Returns the clocks of all seats, with those that have changed."""
    clocks = list(table.clocks)
    for reading in changed:
        clocks[reading.seat] = reading
    return tuple(clocks)


def monotonic_now(table: Table, now: Instant) -> Instant:
    """Returns the time, but never an earlier one than the table has seen. Clocks of servers may go back."""
    return max(now, table.last_at)


def used_ms(running: Running, calendar: Calendar, now: Instant) -> int:
    """Returns the active time that a seat has used of its turn, in milliseconds, at most what it had.

    Grace is not counted.
    """
    if running.is_grace:
        return running.used_ms
    return running.used_ms + min(active_between(calendar, running.since, now), running.left_ms)


def rescheduled(running: Running, calendar: Calendar, now: Instant) -> Running:
    """Returns the clock with its deadline recomputed for another calendar. The deadline is never before `now`."""
    return running._replace(deadline=max(now, due_at(calendar, running.since, running.left_ms)))


def grace_clock(running: Running, calendar: Calendar, now: Instant, grace_s: int) -> Running:
    """Returns the clock of a seat whose time has run out, for the period of grace."""
    left = grace_s * 1000
    # A turn keeps the schedule that was valid when it began.
    deadline = due_at(calendar_as_of(calendar, running.since), now, left)
    return Running(now, running.used_ms + running.left_ms, left, deadline, is_grace=True)


def _awaited_decisions(table: Table) -> dict[Seat, str]:
    """Returns the seats whose players the table waits for, with the decision expected."""
    return {each.seat: each.what for each in asking(table) if each.bot is None}


def _started_clock(
    table: Table, seat: Seat, budget: Budget, context: DecisionContext, now: Instant, has: Mapping[Seat, str]
) -> Running | None:
    if seat not in has:
        return None
    left = allowed_ms(table.clock_of(seat), budget)
    return None if left is None else Running(now, 0, left, due_at(context.calendar(seat), now, left), is_grace=False)
