"""Pauses of a table: while the tournament of its match is paused, nothing happens at the table by itself.

| at a paused table | effect |
|---|---|
| the clocks of seats, and the time after which a stand-in's seat forfeits | they stop |
| moves, and everything about proposals | refused with `table_paused` |
| bots, stand-ins, standing orders, and the clock of a live draw | they do not act, because nobody is asked |
| standing orders given or withdrawn, a seat taken back from its bot, a substitute | recorded, and effective later |
| the table is called off | it ends at once |

A pause counts from the time at which the tournament was paused. If the service is late, time used after that does not
count. After the pause every clock has exactly the time that was left, by the calendar of its player.
"""

from domain.clocks.calendar import Calendar, active_between, due_at
from domain.clocks.running import Running
from domain.kernel.instants import Instant
from domain.kernel.messages import message
from domain.kernel.refusals import WrongMoment
from domain.table.commands import Act, ActFor, PauseTable, ProposalCommand, ResumeTable, TableCommand
from domain.table.events import TablePaused as PauseBegan
from domain.table.events import TableResumed
from domain.table.state import Absence, Table
from domain.table.turn_clocks import DecisionContext, clocks_after, monotonic_now


class TablePaused(WrongMoment):
    """The tournament of this match is paused."""


class PauseUnchanged(WrongMoment):
    """The table is not in play, or already paused or resumed."""


def check_not_paused(table: Table, command: TableCommand) -> None:
    """Checks that a command is possible if the table is paused. Raises `TablePaused`."""
    if table.paused_at is not None and isinstance(command, Act | ActFor | ProposalCommand):
        match = table.tournament_match
        raise TablePaused(
            message("the tournament of this match is paused by its staff"),
            hint=message("wait until it is resumed; all clocks stop, and the events of the tournament have the reason"),
            facts={} if match is None else {"tournament": match.tournament},
        )


def event_of_pause(
    table: Table, command: PauseTable | ResumeTable, context: DecisionContext
) -> PauseBegan | TableResumed:
    """Returns the event that pauses or resumes a table. Raises `PauseUnchanged`."""
    return _resume_event(table, context) if isinstance(command, ResumeTable) else _pause_event(table, command, context)


def _pause_event(table: Table, command: PauseTable, context: DecisionContext) -> PauseBegan:
    """Returns the event that pauses the table, with the clocks that were running."""
    if table.status != "playing" or table.paused_at is not None:
        raise PauseUnchanged(message("the table is already paused or not in play"), hint=message("no action is needed"))
    clocks = tuple(
        reading._replace(running=_stopped_clock(reading.running, context.calendar(reading.seat), command.at))
        for reading in table.clocks
        if reading.running
    )
    return PauseBegan(command.at, clocks)


def _stopped_clock(running: Running, calendar: Calendar, at: Instant) -> Running:
    """Returns a clock with the time that was left at `at`, or all of its time if it started later."""
    since = max(at, running.since)
    passed_ms = min(active_between(calendar, running.since, since), running.left_ms)
    used_ms = running.used_ms if running.is_grace else running.used_ms + passed_ms
    return running._replace(since=since, used_ms=used_ms, left_ms=running.left_ms - passed_ms)


def _resume_event(table: Table, context: DecisionContext) -> TableResumed:
    """Returns the event that ends the pause of the table."""
    if table.paused_at is None:
        raise PauseUnchanged(message("the table is not paused"), hint=message("no action is needed"))
    now = monotonic_now(table, context.now)
    clocks = tuple(
        reading._replace(
            running=reading.running._replace(
                since=now, deadline=due_at(context.calendar(reading.seat), now, reading.running.left_ms)
            )
        )
        for reading in table.clocks
        if reading.running
    )
    return TableResumed(now, clocks, tuple(_forfeits_at(table, each, table.paused_at, now) for each in table.absences))


def _forfeits_at(table: Table, absence: Absence, paused_at: Instant, now: Instant) -> Instant | None:
    after_s = table.ladder.forfeit_after_s
    if absence.forfeits_at is None or after_s is None:
        return None
    # A stand-in that came after the pause had begun has used none of its time.
    left_ms = min(absence.forfeits_at - paused_at, after_s * 1000)
    return Instant(now + max(left_ms, 0))


def after_pause(table: Table, event: PauseBegan) -> Table:
    """Returns the table after the beginning of a pause."""
    last_at = max(table.last_at, event.at)
    return table._replace(clocks=clocks_after(table, event.clocks), paused_at=event.at, last_at=last_at)


def after_resumption(table: Table, event: TableResumed) -> Table:
    """Returns the table after a pause."""
    absences = tuple(each._replace(forfeits_at=at) for each, at in zip(table.absences, event.forfeits_at, strict=True))
    clocks = clocks_after(table, event.clocks)
    return table._replace(clocks=clocks, paused_at=None, absences=absences, last_at=event.at)


def after_end_of_pause(table: Table) -> Table:
    """Returns a table that is called off without its pause and without running clocks."""
    if table.paused_at is None:
        return table
    clocks = tuple(reading._replace(running=None) for reading in table.clocks)
    return table._replace(paused_at=None, clocks=clocks)
