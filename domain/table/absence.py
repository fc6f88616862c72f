"""What happens when a seat does not act in time: the steps of the table's ladder (DEC-91, DEC-92).

| condition | effect |
|---|---|
| the time of a turn has run out | a period of grace, if the ladder gives one |
| the grace, or the time without grace, has run out | the turn is missed, and a bot makes this one move |
| several turns in a row were missed | the bot plays until the player acts again |
| the bot has played for a certain time | the seat forfeits the match; its partner is not at fault |
| the player leaves the running match | the bot plays from now on |
| the host or a partner challenges a player to take over | the substitute plays for the rest of the match |

Before all of these, a vacation may begin automatically. That depends on the account of the player, so it is checked
before time passes here.
"""

from typing import Any

from domain.clocks.budget import after_time_out
from domain.clocks.running import ClockReading
from domain.kernel.instants import Instant
from domain.kernel.messages import message
from domain.kernel.players import PlayerId
from domain.kernel.refusals import NotAllowed, WrongMoment
from domain.kernel.seats import Seat
from domain.table.asking import asking
from domain.table.events import ClocksSet, MatchEnded, TableExpired, TurnLapsed, TurnMissed
from domain.table.seat_events import SeatResumed, StandInReason, StandInSeated, SubstituteSeated
from domain.table.state import PRESENT, Occupant, Table
from domain.table.turn_clocks import DecisionContext, Due, grace_clock, monotonic_now, next_due, rescheduled


class NothingDue(WrongMoment):
    """No deadline has passed."""


class NotAway(WrongMoment):
    """A seat can be taken over only while a bot stands in for its player."""


class PartnersOnly(NotAllowed):
    """Only the host or a partner of the seat may ask another player to take it over."""


def events_when_due(table: Table, context: DecisionContext) -> tuple[Any, ...]:
    """Returns the events of the first effect of time that is due. Raises `NothingDue`."""
    due = next_due(table)
    now = monotonic_now(table, context.now)
    if due is None or due.at > now:
        raise NothingDue(message("no deadline has passed"), hint=message("no action is needed"))
    return _events_of(table, due, context, now)


def _events_of(table: Table, due: Due, context: DecisionContext, now: Instant) -> tuple[Any, ...]:
    if due.seat is None:
        return (TableExpired(),)
    if due.what == "forfeit":
        return (forfeit_event(table, due.seat),)
    reading = table.clocks[due.seat]
    running = reading.running
    if running is not None and table.ladder.grace_s and not running.is_grace:
        late = grace_clock(running, context.calendar(due.seat), now, table.ladder.grace_s)
        return (ClocksSet(now, (reading._replace(running=late),)),)
    stopped = ClockReading(due.seat, after_time_out(table.clock_of(due.seat), reading.budget), None)
    in_a_row = table.absences[due.seat].in_a_row + 1
    missed = TurnMissed(due.seat, in_a_row, table.ladder.stand_in)
    if in_a_row < table.ladder.stand_in_after:
        return (missed, ClocksSet(now, (stopped,)))
    return (missed, stand_in_event(table, due.seat, "turns_missed", now), ClocksSet(now, (stopped,)))


def stand_in_event(table: Table, seat: Seat, reason: StandInReason, now: Instant) -> StandInSeated:
    """Returns the event that gives the seat to a bot until its player returns."""
    after_s = table.ladder.forfeit_after_s
    forfeits_at = None if after_s is None else Instant(now + after_s * 1000)
    return StandInSeated(seat, table.ladder.stand_in, reason, forfeits_at)


def forfeit_event(table: Table, seat: Seat) -> MatchEnded:
    """Returns the event of a seat that forfeits the match: all seats that are not on its side win (DEC-91, DEC-116)."""
    side = table.game.side(table.match, seat)
    winners = tuple(Seat(other) for other in range(len(table.seats)) if other not in side)
    return MatchEnded("forfeited", winners, seat)


def lapse_events(table: Table) -> tuple[TurnLapsed, ...]:
    """Returns the events that end missed turns. The bot that stands in does not move in a turn that has ended."""
    if all(absence.bot is None or absence.stays for absence in table.absences):
        return ()
    asked = {each.seat for each in asking(table)}
    return tuple(
        TurnLapsed(Seat(seat))
        for seat, absence in enumerate(table.absences)
        if absence.bot is not None and not absence.stays and seat not in asked
    )


def resume_events(table: Table, seat: Seat) -> tuple[SeatResumed, ...]:
    """Returns the event that the player of an acting seat has returned; empty if they were not absent."""
    return () if table.absences[seat] == PRESENT else (SeatResumed(seat),)


def substitute_event(table: Table, seat: Seat, player: PlayerId) -> SubstituteSeated:
    """Returns the event of a player who takes over a seat from its stand-in. Raises `NotAway`."""
    return SubstituteSeated(seat, player, _left_to_bot(table, seat).player)


def is_left_to_bot(table: Table, seat: Seat) -> bool:
    """Returns whether a bot plays the seat until its player returns."""
    return table.absences[seat].stays


def _left_to_bot(table: Table, seat: Seat) -> Occupant:
    """Returns the occupant of a seat that a bot plays until its player returns. Raises `NotAway`."""
    occupant = table.seats[seat]
    if occupant is None or not is_left_to_bot(table, seat):
        raise NotAway(
            message("no bot is standing in at seat {seat}", seat=seat),
            hint=message("wait until the player of the seat has left it"),
        )
    return occupant


def check_may_call_substitute(table: Table, by: PlayerId, seat: Seat) -> None:
    """Checks that a player may ask another one to take over a seat.

    Raises:
        NotAway: no bot stands in at the seat.
        PartnersOnly: the asker sits on another side, or holds no seat and is not the host. If seats have no partners,
            every seated player may ask.
    """
    _left_to_bot(table, seat)
    side = table.game.side(table.match, seat)
    own = table.seat_of(by)
    is_apart = own is not None and len(side) > 1 and own not in side
    if is_apart or (own is None and by != table.host):
        raise PartnersOnly(
            message("you are not a partner of seat {seat}", seat=seat),
            hint=message("ask the host or a partner of that seat"),
        )


def recalendar_event(table: Table, seat: Seat, context: DecisionContext) -> ClocksSet:
    """Returns the event that recomputes the running clock of a seat for its player's calendar. Raises `NothingDue`."""
    reading = table.clocks[seat]
    now = monotonic_now(table, context.now)
    if reading.running is None or table.paused_at is not None:
        raise NothingDue(
            message("the clock of seat {seat} is not running", seat=seat), hint=message("no action is needed")
        )
    running = rescheduled(reading.running, context.calendar(seat), now)
    if running.deadline == reading.running.deadline:
        raise NothingDue(
            message("the clock of seat {seat} would not change", seat=seat), hint=message("no action is needed")
        )
    return ClocksSet(now, (reading._replace(running=running),))
