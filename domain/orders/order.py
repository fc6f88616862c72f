"""What an order is: a declaration, never code, so that it can be written as JSON, checked when given, and shown again.

A seat holds a list of orders, which are tried in their order; the first that applies acts.

    `do`               acts when the seat is asked for it, and
    play               answers what was led with just these cards; once
    lead               leads just these cards; once
    follow_lowest      follows with the lowest legal cards without points
    points_to_partner  gives points to a partner who is winning the trick, `most` point cards at the most
    cover              beats what is winning with the lowest cards that do, without spending any card of `keep`
    declare            shows cards of `suit` as soon as it can
    pass               passes
    play_out           plays the lowest there is, once the points of the hand are fixed

`when` says on which facts an order acts, all of which have to hold; `unless`, on which facts it ends instead. `then`
are orders that become live when the order has acted: so replies are trees. `until` is how long it lives at the longest;
a lead until the end of the trick counts on winning just that trick. `otherwise` is what is done in place of it
where it cannot do what it is for: follow with the lowest, pass, or wait, which leaves the seat to the orders behind it.

Facts are what everybody at the table sees, and for `can_beat` the seat's own cards. Those about a trick speak of the
trick under way; before a lead, of the one before.
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
EndReason = Literal[
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
"""The most orders of a seat, with all that become live later."""
DEPTH_LIMIT = 8
"""So deep may replies lie in each other."""

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class When:
    """Facts that all have to hold; a member that is empty, or none, says nothing.

    Attributes:
        asked: what is asked of the seat is one of these.
        led_by, winning: who has led, and who is winning, is one of these seats.
        led_by_side, winning_side: they play on one of these sides.
        led_suit, led_shape: the effective suit, or the shape, of the lead is one of these.
        led: just these cards were led.
        ruffed: whether trumps are winning on a side suit.
        points_at_least, points_at_most: what lies on the table.
        trick_from, trick_to: the number of the trick, from 1 on.
        last_to_play: whether all others have played.
        played: these cards have been played in this hand, each as often as it is named.
        not_played: none of them has, as often as it is named.
        declared: another seat has declared one of these suits.
        can_beat: whether the seat could beat what is winning.
        opponent_holds_at_most: some opponent who is still playing has no more cards than this.
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

    def said(self) -> frozenset[str]:
        """The names of the members that say something."""
        return _said(self, ALWAYS)


ALWAYS = When()
"""Nothing is said, so it holds at any time."""


@dataclass(frozen=True, slots=True)
class Order:
    """One order.

    Attributes:
        id: the place where it was given, such as `2`, or `2.1` for the first of what follows on that.
        do: what it does.
        when, unless, until, otherwise, then: see above.
        cards: what is played or led.
        keep: cards that are not spent.
        suit: what is declared: a suit by its letter, or `NT`.
        over: over whom it is declared, as in a sealed plan.
        reinforce: whether copies are added to one's own declaration.
        most: so many point cards are given at the most.
        most_wild: so many twos and jokers are spent at the most.
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

    def said(self) -> frozenset[str]:
        """The names of the members that say something, besides what every order has."""
        return _said(self, Order(self.do, self.id, until=self.until))

    @property
    def is_once(self) -> bool:
        """Whether it is over when it has acted."""
        return self.do in ("play", "lead")


Orders = tuple[Order, ...]


class Do(NamedTuple):
    """An order acts: this is the move of the game."""

    move: Any


class End(NamedTuple):
    """An order ends, for this reason."""

    reason: EndReason


Verdict = Do | End | None
"""What an order does now; none: it waits."""


class Ended(NamedTuple):
    """An order that has ended, and why."""

    id: str
    reason: EndReason


V = TypeVar("V", When, Order)


def live(orders: Orders, before: str = "") -> Orders:
    """The orders with the ids of their places; `before` is the order behind which they become live."""
    numbered = enumerate(orders, start=1)
    return tuple(replace(order, id=f"{before}.{place}" if before else str(place)) for place, order in numbered)


# --- as JSON


def order_document(order: Order) -> Document:
    """The order as plain JSON: what it says, and nothing else."""
    document: Document = {"id": order.id} if order.id else {}
    document |= {"do": order.do, "until": order.until}
    for name in sorted(order.said()):
        document[name] = _written(getattr(order, name))
    return document


def _written(value: Any) -> Any:
    if isinstance(value, When):
        return {name: _written_fact(name, getattr(value, name)) for name in sorted(value.said())}
    if isinstance(value, tuple):
        return [order_document(each) if isinstance(each, Order) else NAMES[each] for each in value]
    return value


def _written_fact(name: str, value: Any) -> Any:
    if name in _FACTS_OF_CARDS:
        return write_cards(value)
    return list(value) if isinstance(value, tuple) else value


def order_from_document(document: Document) -> Order:
    """The order that such a document says.

    Raises:
        KeyError, TypeError, UnknownCard: it says none.
    """
    said = {name: _read(name, value) for name, value in document.items()}
    return Order(**said)


def _read(name: str, value: Any) -> Any:
    if name in ("when", "unless"):
        return When(**{fact: _read_fact(fact, said) for fact, said in value.items()})
    if name == "then":
        return tuple(map(order_from_document, value))
    return read_cards(value) if name in ("cards", "keep") else value


def _read_fact(name: str, value: Any) -> Any:
    if name in _FACTS_OF_CARDS:
        return read_cards(value)
    return tuple(value) if isinstance(value, list) else value


_FACTS_OF_CARDS = frozenset({"led", "played", "not_played"})


def _said(value: V, nothing: V) -> frozenset[str]:
    return frozenset(each.name for each in fields(value) if getattr(value, each.name) != getattr(nothing, each.name))
