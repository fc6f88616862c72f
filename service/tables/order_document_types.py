"""The types of documents about orders."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from domain.kernel.document_types import Card, Cards, OrderEnd, OrderId
from domain.kernel.schema_markers import MaxItems, MinItems, Named

CardsToMove = Annotated[
    list[Card],
    "Cards from your hand. Name a card twice to send both copies.",
    MinItems(1),
    MaxItems(336),
    Named("CardsToMove"),
]

OrderSide = Annotated[
    Literal["self", "partner", "opponent"],
    "Whether it is you, a partner, or an opponent. A player whose side is unknown counts as an opponent.",
    Named("OrderSide"),
]


class LiveOrder(TypedDict):
    """A stored standing order. Members without effect are omitted; see `OrderInput` for their meaning."""

    id: OrderId
    do: Annotated[str, "The action of the order."]
    until: Annotated[Literal["trick", "hand", "match"], "Its maximum lifetime."]
    when: NotRequired[Annotated[dict[str, Any], "The facts under which it acts, see `OrderFacts`."]]
    unless: NotRequired[Annotated[dict[str, Any], "The facts under which it ends, see `OrderFacts`."]]
    cards: NotRequired[Cards]
    keep: NotRequired[Cards]
    suit: NotRequired[Annotated[Literal["C", "D", "H", "S", "NT"], "The suit to declare."]]
    over: NotRequired[Annotated[Literal["nobody", "others", "opponents", "any"], "Whose declaration it may override."]]
    reinforce: NotRequired[Annotated[bool, "Whether it adds copies to your own declaration."]]
    most: NotRequired[Annotated[int, "The maximum number of point cards to give."]]
    most_wild: NotRequired[Annotated[int, "The maximum number of twos and jokers to use."]]
    otherwise: NotRequired[
        Annotated[Literal["lowest", "pass", "wait"], "What happens if the order cannot do its main action."]
    ]
    means: NotRequired[Annotated[str, "The order in one sentence; only in your view of the table."]]
    then: NotRequired[Annotated[list[dict[str, Any]], "Orders that become live once it has acted, as you gave them."]]


class OrdersOfSeatEnded(TypedDict):
    id: OrderId
    reason: OrderEnd
    means: Annotated[str, "The reason in one sentence."]


class OrdersOfSeat(TypedDict):
    """The standing orders of your seat."""

    auto_forced: Annotated[bool, "Whether forced moves are made for you."]
    live: Annotated[list[LiveOrder], "The live orders, in the order in which they are tried."]
    ended: Annotated[list[OrdersOfSeatEnded], "How the other orders have ended since you last gave orders."]
