"""Orders as they are given and as they act: the part that is the same in every game.

A game gives its `OrderReader`. Whatever a reader answers follows from what everybody sees and from the seat's own
cards, so it is the same from the table's own state and from the seat's view of it.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from domain.kernel.cards import Cards, Face
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.orders.grammar import Grammar, check_form, check_held, placed
from domain.orders.order import Do, End, Ended, Order, Orders, Verdict
from domain.orders.refusals import OrderCannotBePlayed, OrderEndsAtOnce
from domain.orders.scene import Scene, holds, is_impossible


class OrderReader(Protocol):
    """How a game reads orders. `state` is the state of the match, or of a viewer in that seat."""

    def grammar(self, state: Any) -> Grammar:
        """What orders can say."""

    def own_cards(self, state: Any, seat: Seat) -> Cards:
        """The seat's hand."""

    def scene(self, state: Any, seat: Seat) -> Scene:
        """What the seat may know."""

    def cannot_be_played(self, state: Any, order: Order) -> str | None:
        """Why the cards of the order could never be played so, whatever happens; none when they could."""

    def is_past(self, state: Any, order: Order) -> bool:
        """Whether the phase of the hand in which the order acts is over."""

    def move(self, state: Any, order: Order, scene: Scene) -> Any | None:
        """The move that the order makes now; none when it waits."""

    def forced_move(self, state: Any, seat: Seat) -> Any | None:
        """The only move that the seat, which is asked, could make; none when there are several."""


Check = Callable[[Any, Seat, Any], Any]
"""Whether a seat may make a move, as the game itself says; raises `Refusal`."""


class Action(NamedTuple):
    """A move to be made for a seat; by which order, or none where it is the only one there is."""

    move: Any
    order: str | None


class Hands(NamedTuple):
    """What stays the same while the orders of a seat are looked at."""

    reader: OrderReader
    check: Check
    state: Any
    seat: Seat


def check_orders(reader: OrderReader, check: Check, state: Any, seat: Seat, orders: Orders) -> None:
    """Whether a seat may have these orders.

    Raises:
        Refusal: it may not; the member that is wrong is named, and what would be right.
    """
    grammar, hand = reader.grammar(state), reader.own_cards(state, seat)
    for each in placed(orders):
        check_form(each, grammar)
        check_held(each, hand)
        wrong = reader.cannot_be_played(state, each.order)
        if wrong is not None:
            member = f"{each.place}.cards"
            raise OrderCannotBePlayed(f"{member}: {wrong}", hint="name other cards", facts={"member": member})
    looked = Hands(reader, check, state, seat)
    for number, order in enumerate(orders):
        verdict = _verdict(looked, order, Counter(hand), reader.scene(state, seat))
        if isinstance(verdict, End):
            place = f"orders.{number}"
            raise OrderEndsAtOnce(
                f"{place} would end at once: {verdict.reason}",
                hint="look at its cards and conditions, or leave it out",
                facts={"member": place, "reason": verdict.reason},
            )


def next_step(looked: Hands, orders: Orders, *, auto_forced: bool) -> Action | Ended | None:
    """What happens next by the orders of a seat, or because it has no choice: a move, or the end of an order.

    Args:
        looked: the seat, and the match as it is or as the seat sees it.
        orders: those that are live; the first that applies acts.
        auto_forced: whether the seat lets its forced moves be made.
    """
    reader, _, state, seat = looked
    if orders:
        scene, held = reader.scene(state, seat), Counter(reader.own_cards(state, seat))
        for order in orders:
            verdict = _verdict(looked, order, held, scene)
            if isinstance(verdict, End):
                return Ended(order.id, verdict.reason)
            if verdict is not None:
                return Action(verdict.move, order.id)
    if not auto_forced:
        return None
    forced = reader.forced_move(state, seat)
    return None if forced is None else Action(forced, None)


def _verdict(looked: Hands, order: Order, held: Counter[Face], scene: Scene) -> Verdict:
    reader, check, state, seat = looked
    if order.until != "match" and (is_impossible(order.when, scene) or reader.is_past(state, order)):
        return End("condition_impossible")
    if not Counter(order.cards) <= held:
        return End("card_gone")
    if order.unless is not None and holds(order.unless, scene):
        return End("overtaken")
    if not holds(order.when, scene):
        return None
    move = reader.move(state, order, scene)
    if move is None:
        return None
    try:
        check(state, seat, move)
    except Refusal:
        return End("not_legal")
    return Do(move)
