"""What standing orders would have done in the last turns of a seat in this hand.

Each turn is examined as if the orders had been given just before it. Only what the seat knew at that time counts,
because the table is folded from the events as the seat sees them.
"""

from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

from domain.kernel.seats import Seat
from domain.orders.order import EndedOrder, Orders
from domain.orders.running import Action, OrderedSeat, next_step
from domain.table.commands import GiveOrders
from domain.table.events import HandOpened
from domain.table.evolve import evolve
from domain.table.game import Game
from domain.table.redact import redact
from domain.table.state import Table

TURNS = 8
"""The number of turns that are examined: the last ones of the seat in the current hand."""


class PreviewedTurn(NamedTuple):
    """A turn of the seat, and what the orders would have done in it.

    Attributes:
        version: the version of the table at which the move of the seat began.
        did: the event of that move, as the seat sees it.
        would: the move of an order; `None` if all would have waited.
        ended: the orders that would have ended before, with the reasons.
    """

    version: int
    did: Any
    would: Action | None
    ended: tuple[EndedOrder, ...]


class _Turn(NamedTuple):
    version: int
    table: Table
    did: Any


def preview_of(
    games: dict[str, Game], events: Iterable[Any], seat: Seat, orders: Orders, command: GiveOrders
) -> list[PreviewedTurn]:
    """Returns what orders would have done in the last turns of a seat.

    Args:
        games: the games, by name.
        events: all events of the table, complete or as the seat sees them.
        seat: the seat.
        orders: the orders of the command, with their ids.
        command: the command that would give them.
    """
    turns = _last_turns(games, events, seat)
    return [_previewed(turn, seat, orders, auto_forced=command.auto_forced) for turn in turns]


def _last_turns(games: dict[str, Game], events: Iterable[Any], seat: Seat) -> deque[_Turn]:
    table: Table | None = None
    turns: deque[_Turn] = deque(maxlen=TURNS)
    for version, event in enumerate(events, start=1):
        seen = event if table is None else redact(table.game, event, seat)
        if isinstance(seen, HandOpened):
            turns.clear()
        if table is not None and table.match is not None and table.game.moving_seat(seen) == seat:
            turns.append(_Turn(version, table, seen))
        table = evolve(games, table, seen)
    return turns


def _previewed(turn: _Turn, seat: Seat, orders: Orders, *, auto_forced: bool) -> PreviewedTurn:
    ordered = OrderedSeat(turn.table.game.orders, turn.table.game.preview, turn.table.match, seat)
    live, ended = orders, []
    while isinstance(step := next_step(ordered, live, auto_forced=auto_forced), EndedOrder):
        ended.append(step)
        live = tuple(order for order in live if order.id != step.id)
    return PreviewedTurn(turn.version, turn.did, step, tuple(ended))
