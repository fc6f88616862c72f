"""Common standing orders, ready to give. Each game has its own list."""

from typing import NamedTuple

from domain.kernel.messages import Message
from domain.orders.order import Order


class CommonOrder(NamedTuple):
    """A common order.

    Attributes:
        name: its name in the API, unique in its game.
        title: what it is for, in a few words.
        order: the order. It names no card of a hand, so any seat can give it.
    """

    name: str
    title: Message
    order: Order
