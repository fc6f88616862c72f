"""Validates and runs standing orders, independent of the game.

Each game provides an `OrderReader`. Its answers depend only on public facts and the seat's own cards. So they are the
same for the complete state and for the seat's view of it.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from domain.kernel.cards import Cards, Face
from domain.kernel.messages import message
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.orders.grammar import Grammar, check_form, check_held, placed_orders
from domain.orders.order import EndedOrder, EndOfOrder, MoveByOrder, Order, Orders, Verdict
from domain.orders.order_facts import OrderFacts, holds, is_impossible
from domain.orders.refusals import OrderCannotBePlayed, OrderEndsAtOnce


class OrderReader(Protocol):
    """How a game interprets orders. `state` is the state of the match, complete or as the seat sees it."""

    def grammar(self, state: Any) -> Grammar:
        """Returns what orders can contain."""

    def own_cards(self, state: Any, seat: Seat) -> Cards:
        """Returns the hand of the seat."""

    def facts(self, state: Any, seat: Seat) -> OrderFacts:
        """Returns what the seat may know."""

    def cannot_be_played(self, state: Any, order: Order) -> str | None:
        """Returns why the cards of the order can never be played in this way, or `None` if they can."""

    def is_past(self, state: Any, order: Order) -> bool:
        """Returns whether the phase in which the order acts is over."""

    def move(self, state: Any, order: Order, facts: OrderFacts) -> Any | None:
        """Returns the move that the order makes now, or `None` if it waits."""

    def forced_move(self, state: Any, seat: Seat) -> Any | None:
        """Returns the only move that a seat which is asked could make, or `None` if there are several."""


Check = Callable[[Any, Seat, Any], Any]
"""Checks with the game whether a seat may make a move; raises `Refusal`."""


class Action(NamedTuple):
    """A move to make for a seat, and the id of its order; `None` if the move is the only legal one."""

    move: Any
    order: str | None


class OrderedSeat(NamedTuple):
    """What stays the same while the orders of a seat are examined."""

    reader: OrderReader
    check: Check
    state: Any
    seat: Seat


def check_orders(reader: OrderReader, check: Check, state: Any, seat: Seat, orders: Orders) -> None:
    """Checks that a seat may have these orders.

    Raises:
        Refusal: it may not. The refusal names the invalid member and what would be valid.
    """
    grammar, hand = reader.grammar(state), reader.own_cards(state, seat)
    for each in placed_orders(orders):
        check_form(each, grammar)
        check_held(each, hand)
        wrong = reader.cannot_be_played(state, each.order)
        if wrong is not None:
            member = f"{each.place}.cards"
            raise OrderCannotBePlayed(
                message("{member}: {wrong}", member=member, wrong=wrong),
                hint=message("give other cards"),
                facts={"member": member},
            )
    ordered_seat = OrderedSeat(reader, check, state, seat)
    for number, order in enumerate(orders):
        verdict = _verdict(ordered_seat, order, Counter(hand), reader.facts(state, seat))
        if isinstance(verdict, EndOfOrder):
            place = f"orders.{number}"
            raise OrderEndsAtOnce(
                message("{place} would end immediately: {reason}", place=place, reason=verdict.reason),
                hint=message("change its cards or conditions, or omit it"),
                facts={"member": place, "reason": verdict.reason},
            )


def next_step(ordered_seat: OrderedSeat, orders: Orders, *, auto_forced: bool) -> Action | EndedOrder | None:
    """Returns the next move of a seat by its orders or as a forced move, the next order to end, or `None`.

    Args:
        ordered_seat: the seat, and the state of the match, complete or as the seat sees it.
        orders: the live orders; the first that applies acts.
        auto_forced: whether the table makes forced moves for the seat.
    """
    reader, _, state, seat = ordered_seat
    if orders:
        facts, held = reader.facts(state, seat), Counter(reader.own_cards(state, seat))
        for order in orders:
            verdict = _verdict(ordered_seat, order, held, facts)
            if isinstance(verdict, EndOfOrder):
                return EndedOrder(order.id, verdict.reason)
            if verdict is not None:
                return Action(verdict.move, order.id)
    if not auto_forced:
        return None
    forced = reader.forced_move(state, seat)
    return None if forced is None else Action(forced, None)


def _verdict(ordered_seat: OrderedSeat, order: Order, held: Counter[Face], facts: OrderFacts) -> Verdict:
    reader, check, state, seat = ordered_seat
    if order.until != "match" and (is_impossible(order.when, facts) or reader.is_past(state, order)):
        return EndOfOrder("condition_impossible")
    if not Counter(order.cards) <= held:
        return EndOfOrder("card_gone")
    if order.unless is not None and holds(order.unless, facts):
        return EndOfOrder("overtaken")
    if not holds(order.when, facts):
        return None
    move = reader.move(state, order, facts)
    if move is None:
        return None
    try:
        check(state, seat, move)
    except Refusal:
        return EndOfOrder("not_legal")
    return MoveByOrder(move)
