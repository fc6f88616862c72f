"""What happens at a table at once, behind a command: standing orders and forced moves, as long as any applies.

Each of them is a move of the game that its seat could have made itself, with all that follows from it, in the same
transaction as the command. A move brings the hand nearer to its end, so there is an end to them; should there be more
than `MOVES_AT_ONCE`, the table waits as it stands, and goes on behind the next command, whosever it is. An order that
turns out to be illegal ends; whoever gave the command is told nothing of it.
"""

from typing import Any, NamedTuple, Protocol

from domain.kernel.refusals import Refusal
from domain.orders.order import Ended
from domain.orders.running import Action, Hands, next_step
from domain.table.events import ActedFor, OrdersEnded
from domain.table.game import Progress
from domain.table.state import SeatOrders, Table

MOVES_AT_ONCE = 500
"""More than a hand has plays, and a table that is dealt anew as often as it can be has passes."""


class EventRecorder(Protocol):
    """A command as it is decided."""

    @property
    def table(self) -> Table:
        """The table as it is by now."""

    @property
    def can_open_hands(self) -> bool:
        """Whether there is a secret left for another hand."""

    def record(self, *events: Any) -> None:
        """Events happen."""

    def goes_on(self, progress: Progress) -> None:
        """The game goes on by these events, to the next deal where one is over."""


class _Step(NamedTuple):
    """What happens next, and by whose orders."""

    held: SeatOrders
    what: Action | Ended


def settle(recorder: EventRecorder) -> None:
    """Lets the table act for its seats as long as there is something to do."""
    moves = 0
    while moves < MOVES_AT_ONCE and recorder.can_open_hands:
        step = next_of_table(recorder.table)
        if step is None:
            return
        moves += isinstance(step.what, Action)
        _take(recorder, step)


def next_of_table(table: Table) -> _Step | None:
    """What happens next by the orders of the seats, tried by their numbers; none when the table waits for somebody."""
    if table.status != "playing" or not table.orders:
        return None
    for held in table.orders:
        if held.live or held.auto_forced:
            looked = Hands(table.game.orders, table.game.check, table.match, held.seat)
            what = next_step(looked, held.live, auto_forced=held.auto_forced)
            if what is not None:
                return _Step(held, what)
    return None


def _take(recorder: EventRecorder, step: _Step) -> None:
    seat, what = step.held.seat, step.what
    if isinstance(what, Ended):
        recorder.record(OrdersEnded(seat, (what.id,), what.reason, step.held.auto_forced))
        return
    table = recorder.table
    try:
        progress = table.game.decide(table.match, seat, what.move)
    except Refusal:
        if what.order is None:
            raise
        recorder.record(OrdersEnded(seat, (what.order,), "not_legal", step.held.auto_forced))
        return
    recorder.record(ActedFor(seat, "order" if what.order else "forced", what.order))
    recorder.goes_on(progress)
