"""Validates the form of orders: what they may say in a game, and that the seat holds their cards."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from domain.kernel.cards import NAMES, Cards, Face
from domain.kernel.messages import Message, message
from domain.orders.order import DEPTH_LIMIT, ORDERS_LIMIT, Kind, Order, Orders, When
from domain.orders.refusals import (
    OrderCardsNotHeld,
    OrderContradictsItself,
    OrderNotComplete,
    OrderNotInThisGame,
    TooManyOrders,
)


class Words(NamedTuple):
    """What one kind of order can contain.

    Attributes:
        must, may: its required and its optional members.
        otherwise: what it can do if it cannot do its main action; the default comes first.
    """

    must: frozenset[str] = frozenset()
    may: frozenset[str] = frozenset()
    otherwise: tuple[str, ...] = ()


class Grammar(NamedTuple):
    """What orders can contain in a game.

    Attributes:
        kinds: the kinds of orders, with the members of each beyond those common to all.
        facts: the members of `when` and `unless`.
        words: the allowed values of members that are words.
        seats: the number of seats.
        faces: the cards of the game.
    """

    kinds: Mapping[Kind, Words]
    facts: frozenset[str]
    words: Mapping[str, tuple[str, ...]]
    seats: int
    faces: Collection[Face]


class Placed(NamedTuple):
    """An order in the list of a command.

    Attributes:
        order: the order.
        place: its path, such as `orders.0.then.1`.
        used: the cards that earlier orders have used before it can act.
    """

    order: Order
    place: str
    used: Cards


def placed_orders(orders: Orders) -> Iterator[Placed]:
    """Yields all orders and those that follow them, each after the one it follows.

    Raises:
        TooManyOrders: there are too many orders, or they are nested too deeply.
    """
    waiting = [(Placed(order, f"orders.{number}", ()), 1) for number, order in enumerate(orders)][::-1]
    found = 0
    while waiting:
        each, depth = waiting.pop()
        found += 1
        if found > ORDERS_LIMIT:
            raise TooManyOrders(
                message("there are more than {orders_limit} orders", orders_limit=ORDERS_LIMIT),
                hint=message("give at most {orders_limit}", orders_limit=ORDERS_LIMIT),
            )
        if depth > DEPTH_LIMIT:
            raise TooManyOrders(
                message("{place} is nested too deeply", place=each.place),
                hint=message("nest at most {depth_limit} replies", depth_limit=DEPTH_LIMIT),
            )
        yield each
        later = enumerate(each.order.then)
        waiting += [
            (Placed(order, f"{each.place}.then.{number}", each.used + each.order.cards), depth + 1)
            for number, order in later
        ][::-1]


def check_form(each: Placed, grammar: Grammar) -> None:
    """Checks that an order is valid in the game.

    Raises:
        OrderNotInThisGame, OrderNotComplete, OrderContradictsItself: it is not; the member is named.
    """
    order, place = each.order, each.place
    words = grammar.kinds.get(order.do)
    if words is None:
        raise _not_in_this_game(f"{place}.do", message("this game has no order {do}", do=order.do), grammar.kinds)
    members = order.set_members() - {"when", "unless", "otherwise", "then"}
    for name in sorted(members - words.must - words.may):
        raise _not_in_this_game(
            f"{place}.{name}", message("{do} has no {name}", do=order.do, name=name), words.must | words.may
        )
    for name in sorted(words.must - members):
        wanted = grammar.words.get(name)
        hint = (
            message("give {name}: one of {wanted}", name=name, wanted=", ".join(wanted))
            if wanted
            else message("give {name}", name=name)
        )
        raise OrderNotComplete(
            message("{place}.{name}: {do} needs it", place=place, name=name, do=order.do),
            hint=hint,
            facts={"member": f"{place}.{name}"},
        )
    if order.otherwise is not None and order.otherwise not in words.otherwise:
        raise _not_in_this_game(
            f"{place}.otherwise",
            message("{do} cannot have otherwise {otherwise}", do=order.do, otherwise=order.otherwise),
            words.otherwise,
        )
    if order.suit is not None and order.suit not in grammar.words["suit"]:
        raise _not_in_this_game(f"{place}.suit", message("the suit does not exist"), grammar.words["suit"])
    _check_together(order, place)
    _check_cards(order.keep, f"{place}.keep", grammar)
    for name in ("when", "unless"):
        facts = getattr(order, name)
        if facts is not None:
            _check_facts(facts, f"{place}.{name}", grammar)


def _not_in_this_game(member: str, wrong: Message, right: Iterable[str]) -> OrderNotInThisGame:
    named = ", ".join(sorted(right))
    return OrderNotInThisGame(
        message("{member}: {wrong}", member=member, wrong=wrong),
        hint=(message("use {named}", named=named) if named else message("omit this member")),
        facts={"member": member},
    )


def _check_together(order: Order, place: str) -> None:
    wrong = None
    if order.then and not order.is_once:
        wrong = ("then", message("only play and lead can have further orders after them"), message("omit this member"))
    elif order.is_once and order.until == "match":
        wrong = ("until", message("card numbers change with each hand"), message("give trick or hand"))
    elif order.unless is not None and not order.unless.set_members():
        wrong = (
            "unless",
            message("an empty condition would end the order immediately"),
            message("give the facts that end the order"),
        )
    if wrong:
        member, what, hint = wrong
        raise OrderContradictsItself(
            message("{place}.{member}: {what}", place=place, member=member, what=what),
            hint=hint,
            facts={"member": f"{place}.{member}"},
        )


def _check_facts(when: When, place: str, grammar: Grammar) -> None:
    members = when.set_members()
    for name in sorted(members - grammar.facts):
        raise _not_in_this_game(f"{place}.{name}", message("orders of this game do not have this fact"), grammar.facts)
    for name in sorted(members & set(grammar.words)):
        for word in getattr(when, name):
            if word not in grammar.words[name]:
                raise _not_in_this_game(
                    f"{place}.{name}", message("there is no {word}", word=word), grammar.words[name]
                )
    for name in ("led", "played", "not_played"):
        _check_cards(getattr(when, name), f"{place}.{name}", grammar)
    for name in ("led_by", "winning"):
        for seat in getattr(when, name):
            if seat >= grammar.seats:
                raise _not_in_this_game(
                    f"{place}.{name}", message("there is no seat {seat}", seat=seat), (f"0 to {grammar.seats - 1}",)
                )
    _check_bounds(when, place)


def _check_bounds(when: When, place: str) -> None:
    for low, high in (("points_at_least", "points_at_most"), ("trick_from", "trick_to")):
        least, most = getattr(when, low), getattr(when, high)
        if least is not None and most is not None and least > most:
            member = f"{place}.{low}"
            raise OrderContradictsItself(
                message("{member}: {least} is more than {most}", member=member, least=least, most=most),
                hint=message("give at most {high}", high=high),
                facts={"member": member},
            )


def _check_cards(cards: Cards, member: str, grammar: Grammar) -> None:
    for card in cards:
        if card not in grammar.faces:
            raise OrderNotInThisGame(
                message("{member}: the game has no card {card}", member=member, card=NAMES[card]),
                hint=message("give other cards, or omit this member"),
                facts={"member": member},
            )


def check_held(each: Placed, hand: Cards) -> None:
    """Checks that the seat will hold the cards of the order when it acts.

    Raises:
        OrderCardsNotHeld: it does not hold them, or will have played them.
    """
    wanted, held = Counter(each.order.cards), Counter(hand)
    missing = sorted(card for card in wanted if wanted[card] > held[card])
    member = f"{each.place}.cards"
    if missing:
        names = [NAMES[card] for card in missing]
        raise OrderCardsNotHeld(
            message("{member}: you do not hold {names}, or not so many", member=member, names=", ".join(names)),
            hint=message("give cards from your hand"),
            facts={"member": member, "missing": names},
        )
    spent = Counter(each.used)
    twice = sorted(card for card in wanted if wanted[card] + spent[card] > held[card])
    if twice:
        names = [NAMES[card] for card in twice]
        raise OrderCardsNotHeld(
            message("{member}: {names} are already played by earlier orders", member=member, names=", ".join(names)),
            hint=message("give other cards from your hand"),
            facts={"member": member, "missing": names},
        )
