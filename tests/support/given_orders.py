"""Tables of Sheng Ji with standing orders, and the ways in which the orders ended."""

from domain.games.registry import GAMES
from domain.games.sheng_ji.play_events import CardsPlayed
from domain.kernel.cards import write_cards
from domain.kernel.seats import Seat
from domain.orders.order import Order
from domain.table.commands import GiveOrders
from domain.table.decide import decide
from domain.table.evolve import fold
from domain.table.hands import Chance
from tests.support.table import SECRETS, Given, cards, player

HANDS = ["3S 9S KS 4H", "5S 10S 4D 4D", "6S 7S 8C 10C", "8S QS 9D 5C"]
"""Seat 0 deals; hearts are trumps."""
DRAWN = ["2S 2S 4S 5C", "2H 6H 7C 8D", "9C 9D 2D 2D", "10C JC QC BJ"]


def order(do, named="", **members):
    if named:
        members["cards"] = cards(named)
    return Order(do, **members)


def gives(given: Given, seat: int, *orders: Order, auto_forced: bool = False) -> Given:
    """Returns the table after a seat has given orders, with their immediate effects."""
    return commanded(given, GiveOrders(player(seat), orders, auto_forced))


def commanded(given: Given, command) -> Given:
    table = given.table
    number = table.hand.number if table.hand else 0
    outcome = decide(GAMES, table, command, Chance(SECRETS[number + 2], b"reserve" * 5))
    assert fold(GAMES, outcome.events, table) == outcome.table
    return given.and_then(*outcome.events)


def since(before: Given, after: Given) -> tuple:
    return after.events[len(before.events) :]


def played(given: Given, seat: int) -> list[str]:
    """Returns the plays of the seat, each as names of cards."""
    return [
        " ".join(names(event.cards)) for event in given.events if isinstance(event, CardsPlayed) and event.seat == seat
    ]


def names(some) -> list[str]:
    return sorted(write_cards(some))


def ended(given: Given, seat: int) -> dict[str, str]:
    held = given.table.orders_of(Seat(seat))
    return dict(held.ended) if held else {}


def live(given: Given, seat: int) -> list[str]:
    held = given.table.orders_of(Seat(seat))
    return [each.id for each in held.live] if held else []
