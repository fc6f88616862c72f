"""Standing orders as data.

An order is a declaration and not code, so it can be written as JSON, validated when given, and shown again. A seat has
a list of orders, which are tried in order. The first one that applies acts.

    `do`               acts when the seat is asked for it, and
    play               answers the lead with exactly these cards; once
    lead               leads exactly these cards; once
    follow_lowest      follows with the lowest legal cards without points
    points_to_partner  gives points to a partner who is winning the trick, at most `most` point cards
    cover              beats the winning play with the lowest cards that do, without spending cards of `keep`
    declare            declares with cards of `suit` as soon as it can
    pass               passes
    play_out           plays the lowest cards once the points of the hand are decided

`when` lists facts that must all hold for an order to act. `unless` lists facts that end the order instead. `then`
contains orders that become live after the order has acted, so replies form a tree. `until` is how long the order lives
at most. A lead with `until` trick is played only if the seat wins that trick. `otherwise` says what to do if the main
action is not possible: follow with the lowest cards, pass, or wait, which leaves the decision to later orders.

Facts are public, except `can_beat`, which depends on the seat's own cards. Facts about a trick refer to the current
trick; before a lead, to the previous one.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from domain.kernel.cards import NAMES, Cards, read_cards, write_cards
from domain.kernel.seats import Seat

Kind = Literal["play", "lead", "follow_lowest", "points_to_partner", "cover", "declare", "pass", "play_out"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Until = Literal["trick", "hand", "match"]
Otherwise = Literal["lowest", "pass", "wait"]
Over = Literal["nobody", "others", "opponents", "any"]
Side = Literal["self", "partner", "opponent"]
SIDES: tuple[Side, ...] = get_args(Side)
OrderEndReason = Literal[
    "played",
    "not_legal",
    "card_gone",
    "condition_impossible",
    "overtaken",
    "trick_over",
    "hand_over",
    "match_over",
    "withdrawn",
]

ORDERS_LIMIT = 60
"""The maximum number of orders of a seat, including those that become live later."""
DEPTH_LIMIT = 8
"""The maximum depth of nested replies."""

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class When:
    """Facts that must all hold. A member that is empty or `None` is ignored.

    Attributes:
        asked: the decision asked of the seat is one of these.
        led_by, winning: the leader, or the winning seat, is one of these.
        led_by_side, winning_side: the leader, or the winning seat, is on one of these sides.
        led_suit, led_shape: the effective suit, or the shape, of the lead is one of these.
        led: exactly these cards were led.
        ruffed: whether trumps are winning a trick led in a side suit.
        points_at_least, points_at_most: limits of the points on the table.
        trick_from, trick_to: limits of the number of the trick, from 1.
        last_to_play: whether all others have played.
        played: these cards have been played in this hand, each at least as often as it is named.
        not_played: none of them has been played as often as it is named.
        declared: another seat has declared one of these suits.
        can_beat: whether the seat could beat the winning play.
        opponent_holds_at_most: an opponent who is still playing holds at most this many cards.
    """

    asked: tuple[str, ...] = ()
    led_by: tuple[Seat, ...] = ()
    led_by_side: tuple[Side, ...] = ()
    led_suit: tuple[str, ...] = ()
    led_shape: tuple[str, ...] = ()
    led: Cards = ()
    winning: tuple[Seat, ...] = ()
    winning_side: tuple[Side, ...] = ()
    ruffed: bool | None = None
    points_at_least: int | None = None
    points_at_most: int | None = None
    trick_from: int | None = None
    trick_to: int | None = None
    last_to_play: bool | None = None
    played: Cards = ()
    not_played: Cards = ()
    declared: tuple[str, ...] = ()
    can_beat: bool | None = None
    opponent_holds_at_most: int | None = None

    def set_members(self) -> frozenset[str]:
        """Returns the names of the members that are set."""
        return _set_members(self, ALWAYS)


ALWAYS = When()
"""Holds at any time."""


@dataclass(frozen=True, slots=True)
class Order:
    """One standing order. The module docstring explains the members without a description.

    Attributes:
        id: its place, such as `2`, or `2.1` for the first order that follows it.
        do: what it does.
        when, unless, until, otherwise, then: see the module docstring.
        cards: the cards to play or lead.
        keep: cards that must not be spent.
        suit: the suit to declare, by its letter, or `NT`.
        over: whose declaration it may overcall, as in a sealed plan.
        reinforce: whether to add copies to the seat's own declaration.
        most: the maximum number of point cards to give.
        most_wild: the maximum number of twos and jokers to spend.
    """

    do: Kind
    id: str = ""
    when: When = ALWAYS
    unless: When | None = None
    until: Until = "hand"
    cards: Cards = ()
    keep: Cards = ()
    suit: str | None = None
    over: Over | None = None
    reinforce: bool | None = None
    most: int | None = None
    most_wild: int | None = None
    otherwise: Otherwise | None = None
    then: "tuple[Order, ...]" = ()

    def set_members(self) -> frozenset[str]:
        """Returns the names of the members that are set, without those that every order has."""
        return _set_members(self, Order(self.do, self.id, until=self.until))

    @property
    def is_once(self) -> bool:
        """Whether the order ends after it has acted."""
        return self.do in ("play", "lead")


Orders = tuple[Order, ...]


class MoveByOrder(NamedTuple):
    """The order acts with this move."""

    move: Any


class EndOfOrder(NamedTuple):
    """The order ends for this reason."""

    reason: OrderEndReason


Verdict = MoveByOrder | EndOfOrder | None
"""What an order does now; `None` means that it waits."""


class EndedOrder(NamedTuple):
    """An order that has ended, and why."""

    id: str
    reason: OrderEndReason


V = TypeVar("V", When, Order)


def numbered_orders(orders: Orders, before: str = "") -> Orders:
    """Returns the orders with ids 1, 2, …; orders inside another order get its id as a prefix: 2.1, 2.2."""
    numbered = enumerate(orders, start=1)
    return tuple(replace(order, id=f"{before}.{place}" if before else str(place)) for place, order in numbered)


# --- as JSON


def order_document(order: Order) -> Document:
    """Returns the order as JSON, with only the members that are set."""
    document: Document = {"id": order.id} if order.id else {}
    document |= {"do": order.do, "until": order.until}
    for name in sorted(order.set_members()):
        document[name] = _document_of(getattr(order, name))
    return document


def _document_of(value: Any) -> Any:
    if isinstance(value, When):
        return {name: _fact_document(name, getattr(value, name)) for name in sorted(value.set_members())}
    if isinstance(value, tuple):
        return [order_document(each) if isinstance(each, Order) else NAMES[each] for each in value]
    return value


def _fact_document(name: str, value: Any) -> Any:
    if name in _FACTS_OF_CARDS:
        return write_cards(value)
    return list(value) if isinstance(value, tuple) else value


def order_from_document(document: Document) -> Order:
    """Returns the order of a document that `order_document` wrote.

    Raises:
        KeyError, TypeError, UnknownCard: the document is not valid.
    """
    members = {name: _value_of(name, value) for name, value in document.items()}
    return Order(**members)


def _value_of(name: str, value: Any) -> Any:
    if name in ("when", "unless"):
        return When(**{fact: _fact_value(fact, members) for fact, members in value.items()})
    if name == "then":
        return tuple(map(order_from_document, value))
    return read_cards(value) if name in ("cards", "keep") else value


def _fact_value(name: str, value: Any) -> Any:
    if name in _FACTS_OF_CARDS:
        return read_cards(value)
    return tuple(value) if isinstance(value, list) else value


_FACTS_OF_CARDS = frozenset({"led", "played", "not_played"})


def _set_members(value: V, nothing: V) -> frozenset[str]:
    return frozenset(each.name for each in fields(value) if getattr(value, each.name) != getattr(nothing, each.name))
