"""Applies standing orders and forced moves after a command, until none applies.

Each of them is a move that the seat could have made itself, with all its consequences, in the same transaction as the
command. Every move brings the hand closer to its end, so this terminates. After `MOVES_AT_ONCE` moves the table stops,
and continues after the next command of any player. A standing order that turns out to be illegal ends; the player who
gave the command learns nothing of it.
"""

from typing import Any, NamedTuple, Protocol

from domain.kernel.refusals import Refusal
from domain.orders.order import EndedOrder
from domain.orders.running import Action, OrderedSeat, next_step
from domain.table.game import Progress
from domain.table.seat_events import ActedFor, OrdersEnded
from domain.table.state import SeatOrders, Table

MOVES_AT_ONCE = 500
"""More than the plays of a hand, and more than the passes at a table with the maximum number of redeals."""


class MoveRecorder(Protocol):
    """A command while it is being decided."""

    @property
    def table(self) -> Table:
        """The table after the events so far."""

    @property
    def can_open_hands(self) -> bool:
        """Returns whether a secret is left for another hand."""

    def record(self, *events: Any) -> None:
        """Records events."""

    def record_progress(self, progress: Progress) -> None:
        """Records events of the game. If they end the deal, closes it and opens the next one."""


class _Step(NamedTuple):
    """The next step, and the standing orders that lead to it."""

    held: SeatOrders
    what: Action | EndedOrder


def make_automatic_moves(recorder: MoveRecorder, most: int = MOVES_AT_ONCE) -> None:
    """Lets the table act for its seats while an order or a forced move applies, for at most this number of moves."""
    moves = 0
    while moves < most and recorder.can_open_hands:
        step = next_step_of_table(recorder.table)
        if step is None:
            return
        moves += isinstance(step.what, Action)
        _make_step(recorder, step)


def next_step_of_table(table: Table) -> _Step | None:
    """Returns the next step, trying the seats in order, or `None` if the table waits for a decision."""
    if table.status != "playing" or not table.orders:
        return None
    for held in table.orders:
        if held.live or held.auto_forced:
            ordered = OrderedSeat(table.game.orders, table.game.preview, table.match, held.seat)
            what = next_step(ordered, held.live, auto_forced=held.auto_forced)
            if what is not None:
                return _Step(held, what)
    return None


def _make_step(recorder: MoveRecorder, step: _Step) -> None:
    seat, what = step.held.seat, step.what
    if isinstance(what, EndedOrder):
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
    recorder.record_progress(progress)
