"""Positions with hidden cards in which orders of the viewer and of other seats respond to the next move."""

from collections import Counter
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

from domain.kernel.cards import Face
from domain.kernel.seats import Seat
from domain.orders.order import Order, Orders, numbered_orders
from domain.table.events import ClocksSet
from domain.table.evolve import fold
from domain.table.seat_events import ActedFor, OrdersEnded, OrdersGiven
from domain.table.state import Table
from tests.support.frozen_api import Moment, NextMove
from tests.support.orders import orders_by_chance
from tests.support.stored import HONEST


class Acting(NamedTuple):
    """The position in both cases, the move that triggers orders, and the seats whose orders act."""

    here: Any
    there: Any
    move: NextMove
    acted: frozenset[Seat]


def acting_orders(family: ModuleType, moment: Moment, seed: str) -> Acting | None:
    """Returns the position with orders of every seat in both cases.

    Returns `None` if no order acts, or if the two cases have different plays. A viewer sees different plays, and that
    is no leak. So both cases must have the same plays in the same order and the same number of events. All viewers see
    that orders end, but not whose.
    """
    other = family.exchanged(moment, Random(seed))
    viewer = Seat(moment.viewer)
    truth, elsewhere = fold(HONEST, moment.events), fold(HONEST, other.events)
    own = orders_by_chance(truth, viewer, Random(seed))
    common = [_in_both(truth, elsewhere, Seat(seat)) for seat in range(len(truth.seats))]
    here = _with_orders(moment, truth, own, common, Random(f"{seed} here"))
    there = _with_orders(other, elsewhere, own, common, Random(f"{seed} there"))
    truth, elsewhere = fold(HONEST, here.events), fold(HONEST, there.events)
    for seat, _ in truth.game.asked(truth.match):
        for move in family.moves_in_both(truth, elsewhere, seat) if seat != viewer else ():
            outcomes = [family.what_follows(*each) for each in ((truth, seat, move[0]), (elsewhere, seat, move[1]))]
            if all(family.is_quiet(each, viewer) for each in outcomes) and _look_alike(*outcomes):
                acted = frozenset(event.seat for event in outcomes[0] if isinstance(event, ActedFor))
                if acted:
                    return Acting(here, there, NextMove(seat, *move), acted)
    return None


def _in_both(truth: Table, elsewhere: Table, seat: Seat) -> list[Face]:
    """Returns the cards that the seat holds in both cases."""
    orders = truth.game.orders
    return list(Counter(orders.own_cards(truth.match, seat)) & Counter(orders.own_cards(elsewhere.match, seat)))


def _with_orders(moment: Any, table: Table, own: Orders, common: list[list[Face]], luck: Random) -> Any:
    """Returns the moment followed by orders of every seat: those of the viewer, and random ones of the others.

    Most other seats have a single order instead: to play a card that they hold in both cases, the same card in both.
    """
    same = Random(len(moment.events))
    given = []
    for seat in map(Seat, range(len(table.seats))):
        card = same.choice(common[seat]) if common[seat] and same.random() < 0.8 else None
        orders = own if seat == moment.viewer else orders_by_chance(table, seat, luck)
        is_same = card is not None and seat != moment.viewer
        orders = (Order("play", cards=(card,)),) if is_same else orders
        given.append(OrdersGiven(seat, numbered_orders(orders), auto_forced=not is_same))
    return type(moment)((*moment.events, *given), moment.viewer)


def _look_alike(here: tuple[Any, ...], there: tuple[Any, ...]) -> bool:
    """Returns whether both cases have the same events. Events about orders and clocks are compared only in part."""
    return list(map(_at_the_table, here)) == list(map(_at_the_table, there))


def _at_the_table(event: Any) -> Any:
    match event:
        case ActedFor(seat=seat):
            return ActedFor, seat
        case OrdersEnded():
            return OrdersEnded
        case ClocksSet():
            return ClocksSet
        case _:
            return event
