"""The time at which commands to tables are decided, and the calendars that pause the clocks of seats."""

from collections.abc import Callable, Collection, Mapping

from domain.clocks.calendar import Calendar
from domain.clocks.ladder import Pauses
from domain.kernel.instants import Instant
from domain.kernel.players import PlayerId
from domain.kernel.seats import Seat
from domain.table.state import Table
from domain.table.turn_clocks import DecisionContext
from service.platform.store.sandbox_time import TimeIn

Calendars = Callable[[Collection[PlayerId], Pauses], Mapping[PlayerId, Calendar]]
"""Returns the calendars of these players, limited to the pauses that the table allows."""

NOBODY: Mapping[Seat, PlayerId] = {}


class DecisionClock:
    """Makes the decision contexts of commands."""

    def __init__(self, calendars: Calendars, now: TimeIn) -> None:
        """Takes the sources of calendars and time.

        Args:
            calendars: returns calendars; called only for tables whose clocks can pause.
            now: returns the current time, in a sandbox or outside.
        """
        self._calendars = calendars
        self.now = now

    def context(
        self,
        table: Table | None,
        now: Instant | None = None,
        *,
        sandbox: str | None = None,
        sitting: Mapping[Seat, PlayerId] = NOBODY,
    ) -> DecisionContext:
        """Returns the decision context of a command.

        Args:
            table: the table; `None` if it is being opened.
            now: the time of the decision; `None` for the current time.
            sandbox: the sandbox in which a table is being opened.
            sitting: players who take seats by this command, since it may be their turn right after it.
        """
        if now is None:
            now = self.now(table.sandbox if table else sandbox)
        if table is None or table.clock.kind == "none" or not any(table.pauses):
            return DecisionContext(now)
        players = {
            Seat(seat): occupant.player
            for seat, occupant in enumerate(table.seats)
            if occupant and occupant.bot is None
        } | dict(sitting)
        calendars = self._calendars(set(players.values()), table.pauses)
        return DecisionContext(
            now, {seat: calendars[player] for seat, player in players.items() if player in calendars}
        )
