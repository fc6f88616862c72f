"""The standing orders of the seats: how they are given and withdrawn, and how they live and end by what happens.

An order ends with the trick, the hand or the match by the event that ends these, for everybody to see; so no event of
its own says that. Only what ends an order besides is told, to its seat alone.
"""

from collections.abc import Callable
from typing import Any

from domain.kernel.seats import Seat
from domain.orders.order import Ended, EndReason, Order, Orders, live
from domain.orders.refusals import NoSuchOrder
from domain.orders.running import check_orders
from domain.table.commands import GiveOrders, WithdrawOrders
from domain.table.events import ActedFor, OrdersEnded, OrdersGiven
from domain.table.state import SeatOrders, Table


def orders_given(table: Table, seat: Seat, command: GiveOrders) -> OrdersGiven:
    """What happens when a seat gives these orders.

    Raises:
        Refusal: they are no orders of the game, or the seat cannot give them now.
    """
    orders = live(command.orders)
    check_orders(table.game.orders, table.game.check, table.match, seat, orders)
    return OrdersGiven(seat, orders, command.auto_forced)


def orders_withdrawn(table: Table, seat: Seat, command: WithdrawOrders) -> OrdersEnded:
    """What happens when a seat takes orders back. Raises `NoSuchOrder`."""
    held = table.orders_of(seat)
    if held is None or not (held.live or held.auto_forced):
        raise NoSuchOrder("you have no orders", hint="there is nothing to withdraw")
    ids = tuple(order.id for order in held.live)
    unknown = [each for each in command.orders if each not in ids]
    if unknown:
        named = ", ".join(ids) or "none"
        raise NoSuchOrder(f"you have no order {', '.join(unknown)}", hint=f"your live orders are {named}")
    if command.orders:
        return OrdersEnded(seat, command.orders, "withdrawn", held.auto_forced)
    return OrdersEnded(seat, ids, "withdrawn", auto_forced=False)


# --- by what happens


def after_giving(table: Table, event: OrdersGiven) -> Table:
    """The seat has these orders, and no others."""
    if event.seat is None:
        return table
    return _with(table, SeatOrders(event.seat, event.orders, bool(event.auto_forced), ()))


def after_ending(table: Table, event: OrdersEnded) -> Table:
    """These orders have ended."""
    held = None if event.seat is None else table.orders_of(event.seat)
    if held is None or event.reason is None:
        return table
    kept = tuple(order for order in held.live if order.id not in event.orders)
    ended = tuple(Ended(each, event.reason) for each in event.orders)
    return _with(table, held._replace(live=kept, ended=(*held.ended, *ended), auto_forced=bool(event.auto_forced)))


def after_acting(table: Table, event: ActedFor) -> Table:
    """An order that acts once has been played, and what follows on it stands in its place."""
    held = table.orders_of(event.seat)
    if held is None or event.order is None:
        return table
    place = next((number for number, order in enumerate(held.live) if order.id == event.order), None)
    if place is None or not held.live[place].is_once:
        return table
    order = held.live[place]
    now = (*held.live[:place], *live(order.then, order.id), *held.live[place + 1 :])
    return _with(table, held._replace(live=now, ended=(*held.ended, Ended(order.id, "played"))))


def after_game(table: Table, event: Any) -> Table:
    """Orders that live as long as the trick end with it; but who won it by such a lead may lead now."""
    if not table.orders:
        return table
    taken_back = table.game.takes_back(event)
    if taken_back is not None:
        return after_undo(table, taken_back)
    leader = table.game.leads_next(event)
    if leader is None:
        return table

    def reason(seat: Seat, order: Order) -> EndReason | None:
        if order.until != "trick":
            return None
        if order.do != "lead":
            return "trick_over"
        return None if seat == leader else "overtaken"

    return _ending(table, reason)


def after_undo(table: Table, seat: Seat) -> Table:
    """The orders of a seat whose move was undone are withdrawn with it, since they would make the move again."""
    held = table.orders_of(seat)
    if held is None:
        return table
    ended = tuple(Ended(order.id, "withdrawn") for order in held.live)
    return _with(table, SeatOrders(seat, (), auto_forced=False, ended=(*held.ended, *ended)))


def without_orders(table: Table, seat: Seat) -> Table:
    """The seat has another player, who knows nothing of the orders of the one before."""
    return table._replace(orders=tuple(held for held in table.orders if held.seat != seat))


def over_the_hand(table: Table) -> Table:
    """Orders end with their hand, but for those that last for the match."""
    return _ending(table, lambda _, order: None if order.until == "match" else "hand_over")


def at_the_end(table: Table) -> Table:
    """All orders end with the match."""
    return _ending(table, lambda _, __: "match_over")


Reason = Callable[[Seat, Order], EndReason | None]
"""Why an order of a seat ends; none where it does not."""


def _ending(table: Table, reason: Reason) -> Table:
    return table._replace(orders=tuple(_ended(each, reason) for each in table.orders)) if table.orders else table


def _ended(held: SeatOrders, reason: Reason) -> SeatOrders:
    reasons = [(order, reason(held.seat, order)) for order in held.live]
    ended = tuple(Ended(order.id, why) for order, why in reasons if why is not None)
    if not ended:
        return held
    kept: Orders = tuple(order for order, why in reasons if why is None)
    return held._replace(live=kept, ended=(*held.ended, *ended))


def _with(table: Table, held: SeatOrders) -> Table:
    others = [each for each in table.orders if each.seat != held.seat]
    return table._replace(orders=tuple(sorted([*others, held], key=lambda each: each.seat)))
