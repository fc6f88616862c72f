"""The clocks of the seats at a table: who is waited for spends time, from the first moment on that they can act.

| what happens at the end of a command | the clock of a seat |
|---|---|
| the seat is asked, and was not before | begins to run, for as long as its budget allows |
| it is asked as before, and has not acted | runs on |
| it has acted, or is no longer asked | stops; what was used comes off its budget |
| it has acted and is asked again, or for something else | stops, and begins anew |
| its time is over | stops; grace, where the ladder gives it, is a last time that nothing is added to |
| its player's pauses have changed | what is left of its time is laid over the new calendar |

In phases in which several seats are asked at once the clocks of all of them run. Bots of the house and stand-ins have
no clock. Every change stands in one event a command, with the moments that follow from it, so that a history is
replayed without knowing any player's calendar.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from domain.clocks.budget import Budget, after_turn, allowed_ms
from domain.clocks.calendar import ALWAYS, Calendar, active_between, as_of, due
from domain.clocks.running import ClockReading, Running
from domain.kernel.instants import Instant
from domain.kernel.seats import Seat
from domain.table.asking import asking
from domain.table.events import ClocksSet
from domain.table.state import Table


class DecisionContext(NamedTuple):
    """When a command is decided.

    Attributes:
        now: what time it is.
        calendars: when the clocks of the seats pause; a seat that is missing has no pauses.
    """

    now: Instant = Instant(0)
    calendars: Mapping[Seat, Calendar] = {}

    def calendar(self, seat: Seat) -> Calendar:
        """When the clock of a seat pauses."""
        return self.calendars.get(seat, ALWAYS)


class Due(NamedTuple):
    """What time alone brings about next at a table.

    Attributes:
        at: when.
        what: `turn`: a seat has not acted in time; `forfeit`: a seat has been left to a stand-in for too long;
            `expiry`: the table has not begun in time.
        seat: which seat; none for the whole table.
    """

    at: Instant
    what: Literal["turn", "forfeit", "expiry"]
    seat: Seat | None


def next_due(table: Table) -> Due | None:
    """What time alone brings about next; none when nothing."""
    if table.status == "open":
        return None if table.expires_at is None else Due(table.expires_at, "expiry", None)
    if table.status != "playing":
        return None
    turns = (Due(reading.running.deadline, "turn", reading.seat) for reading in table.clocks if reading.running)
    forfeits = (
        Due(absence.forfeits_at, "forfeit", Seat(seat))
        for seat, absence in enumerate(table.absences)
        if absence.forfeits_at is not None
    )
    return min((*turns, *forfeits), default=None)


def clocks_set(before: Table, after: Table, acted: AbstractSet[Seat], moment: DecisionContext) -> ClocksSet | None:
    """How the clocks are set at the end of a command; none when none of them changes.

    Args:
        before: the table before the command.
        after: the table after its events.
        acted: the seats that have acted in it, whoever acted for them.
        moment: when it was decided.
    """
    if after.clock.kind == "none":
        return None
    now = not_before(after, moment.now)
    had, has = _waited_for(before), _waited_for(after)
    changed = []
    for reading in after.clocks:
        seat = reading.seat
        is_anew = seat in acted or had.get(seat) != has.get(seat)
        if reading.running and (is_anew or seat not in has):
            budget = after_turn(after.clock, reading.budget, used_ms(reading.running, moment.calendar(seat), now))
            changed.append(ClockReading(seat, budget, _begun(after, seat, budget, moment, now, has)))
        elif not reading.running and seat in has:
            running = _begun(after, seat, reading.budget, moment, now, has)
            changed.append(ClockReading(seat, reading.budget, running))
    return ClocksSet(now, tuple(changed)) if changed else None


def not_before(table: Table, now: Instant) -> Instant:
    """The time, which never goes back at a table, whatever the clock of a computer does."""
    return max(now, table.last_at)


def used_ms(running: Running, calendar: Calendar, now: Instant) -> int:
    """So much of its time a seat has used by now; never more than it had, never less than nothing, grace apart."""
    if running.is_grace:
        return running.used_ms
    return running.used_ms + min(active_between(calendar, running.since, now), running.left_ms)


def laid_anew(running: Running, calendar: Calendar, now: Instant) -> Running:
    """A clock that goes on over another calendar, from when it began to run on, and is over now at the soonest."""
    return running._replace(deadline=max(now, due(calendar, running.since, running.left_ms)))


def in_grace(running: Running, calendar: Calendar, now: Instant, grace_s: int) -> Running:
    """The clock of a seat whose time is over and that is given grace."""
    left = grace_s * 1000
    # The turn keeps the schedule under which it began.
    deadline = due(as_of(calendar, running.since), now, left)
    return Running(now, running.used_ms + running.left_ms, left, deadline, is_grace=True)


def _waited_for(table: Table) -> dict[Seat, str]:
    """The seats whose players are waited for, and for what."""
    return {each.seat: each.what for each in asking(table) if each.bot is None}


def _begun(
    table: Table, seat: Seat, budget: Budget, moment: DecisionContext, now: Instant, has: Mapping[Seat, str]
) -> Running | None:
    if seat not in has:
        return None
    left = allowed_ms(table.clock, budget)
    return None if left is None else Running(now, 0, left, due(moment.calendar(seat), now, left), is_grace=False)
