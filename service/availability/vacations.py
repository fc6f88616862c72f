"""Vacations: started by the player, announced, or started automatically when time runs out.

A vacation is a row. It counts as soon as the row is committed. A command then applies the new calendar to each running
clock of the player. The scheduler retries rows that are not marked as applied, in case a process died in between.
Applying a vacation twice has no further effect.
"""

import logging
from collections.abc import Callable, Iterable
from typing import NamedTuple

from domain.clocks.calendar import Span
from domain.clocks.ladder import Pauses, automatic_vacation_start
from domain.clocks.running import Running
from domain.clocks.vacation import automatic_span, balance_ms, check_vacation
from domain.kernel.instants import Instant, instant_of, utc
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.table.commands import Recalendar
from domain.table.turn_clocks import next_due, rescheduled
from service.accounts.handlers import AccountClosed
from service.availability.handlers import Availability, schedule_of
from service.notifications.events import NewAccountEvent
from service.notifications.handlers import AccountEventWriter
from service.platform.documents import timestamp
from service.platform.sources import Randomness
from service.platform.store.checkpoints import Run
from service.platform.store.database import Database, Row
from service.platform.store.folding import UnreadableStream
from service.platform.store.stream_repository import StreamBusy
from service.tables.handlers import Tables

_log = logging.getLogger(__name__)


class Vacation(NamedTuple):
    """A vacation of a player.

    Attributes:
        came_back_at: when the player ended the vacation early; `None` if they did not.
        is_automatic: whether the vacation began automatically, when the player's time ran out.
    """

    id: str
    starts_at: Instant
    ends_at: Instant
    came_back_at: Instant | None
    is_automatic: bool

    @property
    def span(self) -> Span:
        """Returns the span during which clocks pause."""
        return self.starts_at, self.ends_at if self.came_back_at is None else self.came_back_at


class Vacations:
    """The vacations of all players. Methods raise `DatabaseUnavailable` when the database does not answer."""

    def __init__(
        self,
        database: Database,
        availability: Availability,
        tables: Tables,
        playing_at: Callable[[PlayerId], Iterable[str]],
        randomness: Randomness,
        event_writer: AccountEventWriter,
    ) -> None:
        """Takes stores of vacations and of the tables whose clocks they pause, and makers of ids and account events.

        `playing_at` returns the ids of the tables at which a player plays.
        """
        self._database = database
        self._randomness = randomness
        self._availability = availability
        self._tables = tables
        self._playing_at = playing_at
        self._event_writer = event_writer

    def of(self, player: PlayerId) -> list[Vacation]:
        """Returns all vacations of a player, newest first."""
        rows = self._database.read("all_vacations", {"player_id": player})
        return [vacation_of(row) for row in reversed(rows)]

    def at(self, player: PlayerId, now: Instant) -> Vacation | None:
        """Returns the current or announced vacation of a player, or `None`."""
        return _not_over(self.of(player), now)

    def balance_ms(self, player: PlayerId, now: Instant) -> int:
        """Returns a player's remaining vacation, in milliseconds."""
        return balance_ms(
            _account_created_at(self._database.read, player), [each.span for each in self.of(player)], now
        )

    def begin(self, player: PlayerId, starts_at: Instant | None, ends_at: Instant, now: Instant) -> Vacation:
        """Starts or announces a vacation.

        Args:
            player: the player who goes on vacation.
            starts_at: when the vacation begins, or `None` for now.
            ends_at: when it ends, unless the player comes back earlier.
            now: the current time.

        Raises:
            Refusal: the vacation is not allowed (`domain.clocks.vacation.check_vacation`).
            AccountClosed: the account was closed meanwhile.
        """
        span = (now if starts_at is None else starts_at, ends_at)

        def begin(run: Run) -> Vacation:
            taken = _lock_and_read_vacations(run, player)
            check_vacation(_account_created_at(run, player), [each.span for each in taken], span, now)
            return self._added(run, player, span, is_automatic=False)

        vacation = self._database.together(begin)
        self._availability.forget([player])
        return vacation

    def begin_automatic(self, player: PlayerId, now: Instant, begins: Instant) -> Vacation | None:
        """Starts a vacation automatically for a player whose time has run out at a table that allows this.

        Args:
            player: the player.
            now: the current time.
            begins: when the vacation counts as begun (`domain.clocks.ladder.automatic_vacation_start`). This is before
                the deadline, so the clock has some time left when the vacation ends.

        Returns:
            The new vacation, or the one that the player is already on. `None` if the player has turned automatic
            vacations off or has too little vacation left.

        Raises:
            AccountClosed: the account was closed meanwhile.
        """
        current: Vacation | None = None

        def begin(run: Run) -> list[NewAccountEvent] | None:
            nonlocal current
            taken = _lock_and_read_vacations(run, player)
            current = _not_over(taken, now)
            if current is not None and current.starts_at <= now:
                return None
            announced = current.span if current else None
            current = None
            rows = run("availability", {"player_id": player, "after": utc(Instant(0))})
            if rows and not schedule_of(rows[0]).automatic_vacation:
                return None
            over = [each.span for each in taken if each.span[1] <= now]
            span = automatic_span(_account_created_at(run, player), over, now, begins, announced)
            if span is None:
                return None
            current = self._added(run, player, span, is_automatic=True)
            return [NewAccountEvent(player, "vacation_began", {"ends_at": timestamp(utc(current.ends_at))})]

        # While a sandbox advances by days, its clock is already at the target.
        if self._event_writer.transact(begin, utc(now)):
            self._availability.forget([player])
        return current

    def _added(self, run: Run, player: PlayerId, span: Span, *, is_automatic: bool) -> Vacation:
        made = Vacation(self._randomness.new_id("vac"), *span, came_back_at=None, is_automatic=is_automatic)
        run(
            "add_vacation",
            {
                "id": made.id,
                "player_id": player,
                "starts_at": utc(made.starts_at),
                "ends_at": utc(made.ends_at),
                "is_automatic": is_automatic,
            },
        )
        return made

    def come_back(self, player: PlayerId, now: Instant) -> None:
        """Ends the current vacation of a player, or cancels the announced one. Does nothing if there is none.

        Raises:
            AccountClosed: the account was closed meanwhile.
        """

        def end(run: Run) -> bool:
            current = _not_over(_lock_and_read_vacations(run, player), now)
            if current is not None:
                run("end_vacation", {"id": current.id, "at": utc(max(now, current.starts_at))})
                # If quiet hours still pause the clock, coming back does not set it again.
                run("drop_vacation_reminders", {"player_id": player})
            return current is not None

        if self._database.together(end):
            self._availability.forget([player])

    def apply(self, player: PlayerId, now: Instant | None = None) -> bool:
        """Applies the current calendar of a player to all their running clocks.

        Args:
            player: the player.
            now: the current time, or `None` for the time of this computer.

        Returns:
            Whether all clocks were adjusted. If a table changed too fast, the scheduler tries again.
        """
        changed = self._database.run("vacations_to_apply", {"player_id": player})
        self._availability.forget([player])
        busy = [table_id for table_id in self._playing_at(player) if not self._recalendar(table_id, player, now)]
        if busy:
            return False
        for vacation_id, came_back_at in changed:
            self._database.run("note_applied", {"id": vacation_id, "came_back_at": came_back_at})
        return True

    def postpone(self, table_id: str, now: Instant) -> bool:
        """Postpones the deadline of a table if a vacation stops the clock. Returns whether it did.

        Call this before time passes at a table, because the clock may have been set before the vacation was known. If
        the time has run out, a vacation begins automatically where the table allows it and the player wants it.

        Args:
            table_id: id of the table.
            now: the current time at the table.
        """
        table = self._tables.newest(table_id).table
        due = next_due(table)
        if due is None or due.what != "turn" or due.at > now or due.seat is None or not table.pauses.vacation:
            return False
        occupant, running = table.seats[due.seat], table.clocks[due.seat].running
        if occupant is None or running is None:
            return False
        player = occupant.player
        if not self._runs_on(player, table.pauses, running, now):
            calendar = self._availability.calendars([player], table.pauses)[player]
            begins = automatic_vacation_start(running.since, running.deadline, calendar)
            try:
                self.begin_automatic(player, now, begins)
            except AccountClosed:
                return False
            if not self._runs_on(player, table.pauses, running, now):
                return False
        self.apply(player, now)
        self._recalendar(table_id, player, now)
        return True

    def _runs_on(self, player: PlayerId, pauses: Pauses, running: Running, now: Instant) -> bool:
        """Returns whether a due clock has time left by the player's current calendar."""
        self._availability.forget([player])
        calendar = self._availability.calendars([player], pauses)[player]
        return rescheduled(running, calendar, now).deadline > now

    def _recalendar(self, table_id: str, player: PlayerId, now: Instant | None) -> bool:
        """Applies the new calendar to the player's clock at one table. Returns false if the table changes too fast."""
        try:
            seat = self._tables.newest(table_id).table.seat_of(player)
        except UnreadableStream as error:
            # The clocks of all other tables are set. `postpone` checks this one again when it is due.
            _log.warning("%s cannot be read; a vacation is not applied to its clock", error.stream)
            return True
        if seat is None:
            return True
        try:
            self._tables.carry_out(table_id, Recalendar(Seat(seat)), now=now)
        except StreamBusy:
            return False
        except Refusal:  # the clock is paused or already set, or the match is over
            return True
        return True


def vacation_of(row: Row) -> Vacation:
    """Returns the vacation in a row."""
    vacation_id, starts_at, ends_at, came_back_at, is_automatic = row
    back = None if came_back_at is None else instant_of(came_back_at)
    return Vacation(vacation_id, instant_of(starts_at), instant_of(ends_at), back, is_automatic)


def _lock_and_read_vacations(run: Run, player: PlayerId) -> list[Vacation]:
    """Returns the vacations of a player and locks the account until the end of the transaction.

    Raises `AccountClosed`.
    """
    if not run("hold_player", {"player_id": player}):
        raise AccountClosed(player)
    return [vacation_of(row) for row in run("all_vacations", {"player_id": player})]


def _account_created_at(run: Run, player: PlayerId) -> Instant:
    """Returns when an account was created. Raises `AccountClosed` if it does not exist."""
    rows = run("account_began", {"player_id": player})
    if not rows:
        raise AccountClosed(player)
    return instant_of(rows[0][0])


def _not_over(vacations: list[Vacation], now: Instant) -> Vacation | None:
    return next((each for each in vacations if each.starts_at < each.span[1] > now), None)
