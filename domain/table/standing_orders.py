"""The standing orders of the seats: how they are given and withdrawn, and when they end.

An order that ends with the trick, the hand or the match needs no event of its own, because those events are public.
Orders that end for another reason are recorded in an event that only their seat can see in full.
"""

from collections.abc import Callable
from typing import Any

from domain.kernel.messages import message
from domain.kernel.seats import Seat
from domain.orders.order import EndedOrder, Order, OrderEndReason, Orders, numbered_orders
from domain.orders.refusals import NoSuchOrder
from domain.orders.running import Action, OrderedSeat, check_orders, next_step
from domain.table.commands import GiveOrders, OrdersCommand, WithdrawOrders
from domain.table.seat_events import ActedFor, OrdersEnded, OrdersGiven
from domain.table.state import SeatOrders, Table


def orders_event(table: Table, seat: Seat, command: OrdersCommand) -> OrdersGiven | OrdersEnded:
    """Returns the event of a seat that gives or withdraws orders. Raises `Refusal`."""
    if isinstance(command, GiveOrders):
        return orders_given_event(table, seat, command)
    return orders_withdrawn_event(table, seat, command)


def orders_given_event(table: Table, seat: Seat, command: GiveOrders) -> OrdersGiven:
    """Returns the event of a seat that gives orders.

    Raises:
        Refusal: the orders are not valid in this game, or the seat cannot give them now.
    """
    orders = numbered_orders(command.orders)
    check_orders(table.game.orders, table.game.preview, table.match, seat, orders)
    return OrdersGiven(seat, orders, command.auto_forced)


def first_step(table: Table, seat: Seat, command: GiveOrders) -> Action | EndedOrder | None:
    """Returns what the orders of a command would do at once, from what the seat knows; `None` if they would wait."""
    ordered = OrderedSeat(table.game.orders, table.game.preview, table.match, seat)
    return next_step(ordered, numbered_orders(command.orders), auto_forced=command.auto_forced)


def orders_withdrawn_event(table: Table, seat: Seat, command: WithdrawOrders) -> OrdersEnded:
    """Returns the event of a seat that withdraws orders. Raises `NoSuchOrder`."""
    held = table.orders_of(seat)
    if held is None or not (held.live or held.auto_forced):
        raise NoSuchOrder(message("you have no standing orders"), hint=message("give a standing order first"))
    ids = tuple(order.id for order in held.live)
    unknown = [each for each in command.orders if each not in ids]
    if unknown:
        named = ", ".join(ids) or "none"
        raise NoSuchOrder(
            message("you have no order {unknown}", unknown=", ".join(unknown)),
            hint=message("your standing orders are {named}", named=named),
        )
    if command.orders:
        return OrdersEnded(seat, command.orders, "withdrawn", held.auto_forced)
    return OrdersEnded(seat, ids, "withdrawn", auto_forced=False)


# --- after events


def after_giving(table: Table, event: OrdersGiven) -> Table:
    """Replaces the orders of the seat."""
    if event.seat is None:
        return table
    return _with_seat_orders(table, SeatOrders(event.seat, event.orders, bool(event.auto_forced), ()))


def after_ending(table: Table, event: OrdersEnded) -> Table:
    """Removes the orders that have ended, and keeps the reason."""
    held = None if event.seat is None else table.orders_of(event.seat)
    if held is None or event.reason is None:
        return table
    kept = tuple(order for order in held.live if order.id not in event.orders)
    ended = tuple(EndedOrder(each, event.reason) for each in event.orders)
    return _with_seat_orders(
        table, held._replace(live=kept, ended=(*held.ended, *ended), auto_forced=bool(event.auto_forced))
    )


def after_acting(table: Table, event: ActedFor) -> Table:
    """Replaces an order that acts once, and has acted, by the orders that follow it."""
    held = table.orders_of(event.seat)
    if held is None or event.order is None:
        return table
    place = next((number for number, order in enumerate(held.live) if order.id == event.order), None)
    if place is None or not held.live[place].is_once:
        return table
    order = held.live[place]
    now = (*held.live[:place], *numbered_orders(order.then, order.id), *held.live[place + 1 :])
    return _with_seat_orders(table, held._replace(live=now, ended=(*held.ended, EndedOrder(order.id, "played"))))


def after_game(table: Table, event: Any) -> Table:
    """Ends the orders that last for a trick when it is over. A lead stays live if its seat won the trick."""
    if not table.orders:
        return table
    taken_back = table.game.seat_taking_back(event)
    if taken_back is not None:
        return after_undo(table, taken_back)
    leader = table.game.next_leader(event)
    if leader is None:
        return table

    def reason(seat: Seat, order: Order) -> OrderEndReason | None:
        if order.until != "trick":
            return None
        if order.do != "lead":
            return "trick_over"
        return None if seat == leader else "overtaken"

    return _with_orders_ended(table, reason)


def after_undo(table: Table, seat: Seat) -> Table:
    """Withdraws all orders of a seat whose move was undone, since they would repeat the move."""
    held = table.orders_of(seat)
    if held is None:
        return table
    ended = tuple(EndedOrder(order.id, "withdrawn") for order in held.live)
    return _with_seat_orders(table, SeatOrders(seat, (), auto_forced=False, ended=(*held.ended, *ended)))


def without_orders(table: Table, seat: Seat) -> Table:
    """Removes the orders of a seat that has a new player, who must not know them."""
    return table._replace(orders=tuple(held for held in table.orders if held.seat != seat))


def after_hand_end(table: Table) -> Table:
    """Ends the orders of a finished hand, except those that last for the match."""
    return _with_orders_ended(table, lambda _, order: None if order.until == "match" else "hand_over")


def after_match_end(table: Table) -> Table:
    """Ends all orders, because the match has ended."""
    return _with_orders_ended(table, lambda _, __: "match_over")


Reason = Callable[[Seat, Order], OrderEndReason | None]
"""Returns why an order of a seat ends, or `None` if it does not."""


def _with_orders_ended(table: Table, reason: Reason) -> Table:
    return (
        table._replace(orders=tuple(_seat_orders_after(each, reason) for each in table.orders))
        if table.orders
        else table
    )


def _seat_orders_after(held: SeatOrders, reason: Reason) -> SeatOrders:
    reasons = [(order, reason(held.seat, order)) for order in held.live]
    ended = tuple(EndedOrder(order.id, why) for order, why in reasons if why is not None)
    if not ended:
        return held
    kept: Orders = tuple(order for order, why in reasons if why is None)
    return held._replace(live=kept, ended=(*held.ended, *ended))


def _with_seat_orders(table: Table, held: SeatOrders) -> Table:
    others = [each for each in table.orders if each.seat != held.seat]
    return table._replace(orders=tuple(sorted([*others, held], key=lambda each: each.seat)))
