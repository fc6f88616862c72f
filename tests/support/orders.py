"""Random standing orders that are valid when they are given, and random matches with orders."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from domain.games.registry import GAMES
from domain.games.zheng_shangyou.bots.random_bot import RandomBot
from domain.kernel.cards import Cards
from domain.kernel.players import PlayerId
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.orders.order import SIDES, Order, Orders, When
from domain.orders.running import check_orders
from domain.table.commands import Act, GiveOrders, OpenTable, Sit, Start, TableCommand, WithdrawOrders
from domain.table.decide import decide
from domain.table.hands import Chance, TableDecision
from domain.table.state import Table
from tests.support.matches import next_command
from tests.support.table import player

HOST = PlayerId("host")


def chance(seed: int | str, number: int) -> Chance:
    """Returns reproducible random values for a decision."""
    luck = Random(f"{seed} {number}")
    return Chance(luck.randbytes(32), luck.randbytes(32))


def played_with_orders(
    seed: int | str, profile: str, options: Mapping[str, object], hands: int = 2, *, game: str, share: float = 0.15
) -> Iterator[TableDecision]:
    """Yields the decisions of a random match in which seats sometimes give and withdraw standing orders."""
    luck = Random(f"orders {seed}")
    opened = decide(GAMES, None, OpenTable(HOST, game, profile, options, listed=False, hands=hands), chance(seed, 0))
    yield opened
    table, number = opened.table, 0
    seats = [Sit(player(seat), Seat(seat), f"entropy {seat}") for seat in range(len(table.seats))]
    for command in (*seats, Start(HOST)):
        number += 1
        outcome = decide(GAMES, table, command, chance(seed, number))
        table = outcome.table
        yield outcome
    while table.status == "playing":
        number += 1
        command = _with_orders(table, luck, share) or _next(table, luck)
        outcome = decide(GAMES, table, command, chance(seed, number))
        table = outcome.table
        yield outcome


def _next(table: Table, luck: Random) -> TableCommand:
    if table.game.name == "sheng_ji":
        return next_command(table, luck)
    asked = luck.choice(table.game.asked(table.match))
    return Act(player(asked.seat), RandomBot().choose(table, asked.seat, luck))


def _with_orders(table: Table, luck: Random, share: float) -> TableCommand | None:
    if luck.random() > share:
        return None
    seat = Seat(luck.randrange(len(table.seats)))
    held = table.orders_of(seat)
    if held is not None and held.live and luck.random() < 0.2:
        some = luck.sample([order.id for order in held.live], luck.randint(0, len(held.live)))
        return WithdrawOrders(player(seat), tuple(some))
    return GiveOrders(player(seat), orders_by_chance(table, seat, luck), luck.random() < 0.4)


def orders_by_chance(table: Table, seat: Seat, luck: Random) -> Orders:
    """Returns random standing orders that the seat may give. Only its own cards are used."""
    found: list[Order] = []
    for _ in range(luck.randint(0, 5)):
        order = order_by_chance(table, seat, luck, list(table.game.orders.own_cards(table.match, seat)), depth=2)
        try:
            check_orders(table.game.orders, table.game.preview, table.match, seat, (*found, order))
        except Refusal:
            continue
        found.append(order)
    return tuple(found)


def order_by_chance(table: Table, seat: Seat, luck: Random, hand: list[Any], depth: int = 2) -> Order:
    grammar = table.game.orders.grammar(table.match)
    do = luck.choice(sorted(grammar.kinds))
    words = grammar.kinds[do]
    members: dict[str, Any] = {"until": luck.choice(["trick", "hand", "match"])}
    for name in sorted(words.must | {name for name in sorted(words.may) if luck.random() < 0.5}):
        members[name] = _member(name, grammar.words, luck, hand)
    if words.otherwise and luck.random() < 0.4:
        members["otherwise"] = luck.choice(words.otherwise)
    members["when"] = _facts(grammar, luck, hand) if luck.random() < 0.6 else When()
    if luck.random() < 0.2:
        members["unless"] = _facts(grammar, luck, hand)
    if do in ("play", "lead"):
        members["until"] = luck.choice(["trick", "hand"])
        left = list(hand)
        for card in members["cards"]:
            left.remove(card)
        if left and depth and luck.random() < 0.5:
            members["then"] = tuple(
                order_by_chance(table, seat, luck, left, depth - 1) for _ in range(luck.randint(1, 2))
            )
    return Order(do, **members)


def _member(name: str, words: Any, luck: Random, hand: list[Any]) -> Any:
    match name:
        case "cards":
            return _some(hand, luck)
        case "keep":
            return tuple(luck.sample(range(54), 3))
        case "suit":
            return luck.choice(words["suit"])
        case "over":
            return luck.choice(["nobody", "others", "opponents", "any"])
        case "reinforce":
            return luck.random() < 0.5
        case _:
            return luck.randint(0, 3)


def _some(hand: list[Any], luck: Random) -> Cards:
    """Returns one card, all cards of a face, or up to three random cards. Returns none for an empty hand."""
    if not hand:
        return ()
    card = luck.choice(hand)
    if luck.random() < 0.6:
        return (card,)
    same = tuple(each for each in hand if each == card)
    return same if luck.random() < 0.7 else tuple(luck.sample(hand, min(len(hand), 3)))


def _facts(grammar: Any, luck: Random, hand: list[Any]) -> When:
    said: dict[str, Any] = {}
    for name in luck.sample(sorted(grammar.facts), luck.choice([1, 1, 2])):
        match name:
            case "asked" | "led_suit" | "led_shape" | "declared":
                said[name] = tuple(luck.sample(grammar.words[name], min(2, len(grammar.words[name]))))
            case "led_by" | "winning":
                said[name] = tuple(luck.sample(range(grammar.seats), 2))
            case "led_by_side" | "winning_side":
                said[name] = tuple(luck.sample(SIDES, 2))
            case "led" | "played" | "not_played":
                said[name] = tuple(luck.sample(range(54), luck.choice([1, 1, 2])))
            case "ruffed" | "last_to_play" | "can_beat":
                said[name] = luck.random() < 0.5
            case "points_at_least" | "points_at_most":
                said[name] = luck.choice([0, 5, 10, 20])
            case "trick_from":
                said[name] = luck.randint(1, 6)
            case "trick_to":
                said[name] = luck.randint(6, 20)
            case _:
                said[name] = luck.randint(1, 9)
    return When(**said)
