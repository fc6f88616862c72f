"""Bonus time: a player gives more time to an opponent whose turn it is.

The bonus is for this turn. The seat uses its own time first. The rest of the bonus is lost after the turn. A turn gets
at most `LONGEST` times as long as the first turn of the seat.
"""

from domain.clocks.budget import allowed_ms, full_budget
from domain.clocks.calendar import due_at
from domain.kernel.instants import MINUTE_MS, SECOND_MS
from domain.kernel.messages import message
from domain.kernel.refusals import Illegal, NotAllowed, WrongMoment
from domain.table.checks import acting_seat, existing_seat
from domain.table.commands import GiveTime
from domain.table.events import ClocksSet
from domain.table.seat_events import TimeGiven
from domain.table.state import Table
from domain.table.turn_clocks import DecisionContext, monotonic_now

LONGEST = 2


class NoBonusTime(WrongMoment):
    """No time can be given to this seat now."""


class OpponentsOnly(NotAllowed):
    """Only an opponent of the seat can give it time."""


class TooMuchBonusTime(Illegal):
    """The turn would get too long."""


def bonus_time_events(table: Table, command: GiveTime, context: DecisionContext) -> tuple[TimeGiven, ClocksSet]:
    """Returns the events of a player who gives time to an opponent.

    Raises:
        OpponentsOnly: the seat is the player's own, or that of a partner.
        NoBonusTime: the seat has no turn whose time runs, or a tournament sets the times.
        TooMuchBonusTime: the turn would get too long.
        NoSuchSeat: the seat does not exist.
    """
    giver, seat = acting_seat(table, command.by), existing_seat(table, command.seat)
    team = next((team for team in table.game.teams(table.rules) if seat in team), (seat,))
    if giver in team:
        raise OpponentsOnly(message("only an opponent can give time"), hint=message("ask an opponent of the seat"))
    if table.tournament_match is not None:
        raise NoBonusTime(
            message("the tournament sets the times of this table"), hint=message("ask its staff to move the deadline")
        )
    reading = table.clocks[seat]
    running = reading.running
    if running is None or running.is_grace:
        raise NoBonusTime(
            message("the time of seat {seat} is not running", seat=seat),
            hint=message("give time during the turn of the seat, before it is over"),
        )
    # What others see of the clock is rounded to the minute, so the refusal depends on nothing finer (DEC-96).
    whole_ms = _minutes(running.used_ms) + _minutes(running.left_ms)
    clock = table.clock_of(seat)
    most_ms = LONGEST * (allowed_ms(clock, full_budget(clock)) or 0) - whole_ms
    gift_ms = command.seconds * SECOND_MS
    if gift_ms > most_ms:
        most_s = max(most_ms // SECOND_MS, 0)
        raise TooMuchBonusTime(
            message("this turn can get at most {most_s} more seconds", most_s=most_s),
            hint=(
                message("give at most {most_s} seconds", most_s=most_s) if most_s else message("wait for another turn")
            ),
            facts={"fields": {"seconds": message("at most {most_s}", most_s=most_s)}, "most": most_s},
        )
    now, left_ms = monotonic_now(table, context.now), running.left_ms + gift_ms
    deadline = due_at(context.calendar(seat), running.since, left_ms)
    longer = running._replace(left_ms=left_ms, deadline=max(deadline, running.deadline))
    return TimeGiven(giver, seat, command.seconds), ClocksSet(now, (reading._replace(running=longer),))


def _minutes(milliseconds: int) -> int:
    return milliseconds - milliseconds % MINUTE_MS
