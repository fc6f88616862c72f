"""Refused commands, and for each a position with two deals in which a seat sends it."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from domain.games.registry import GAMES
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS
from domain.games.sheng_ji.game import ShengJi
from domain.games.sheng_ji.holding import hand_cards, in_suit
from domain.games.sheng_ji.state import Declaring, Tricks
from domain.games.sheng_ji.ways_of_declaring import Auction
from domain.games.zheng_shangyou.state import Climbing
from domain.kernel.cards import FACES, NAMES, has_rank, rank_of, write_cards
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.table.evolve import fold
from domain.table.redact import redact
from domain.table.state import Table
from tests.support import climbing_exchange, exchange

PLANTED = (20, 200, 2000, 20_000)
LOOKED_THROUGH = 3000
"""The maximum number of positions to search for one that fits a kind."""


# Refused commands -----------------------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """A kind of refusal.

    Attributes:
        game: id of the game.
        body: makes the command from the table as a seat sees it; `None` if the position does not fit.
        dry: whether the command is a dry run.
        planted: the number of steps of the planted leak; 0 for none.
        same: whether both deals are the same.
    """

    name: str
    game: str
    body: Callable[[Table, Seat], dict[str, Any] | None]
    dry: bool = False
    planted: int = 0
    same: bool = False


def on_lead(table: Table, seat: Seat) -> bool:
    phase = table.match.phase
    return isinstance(phase, Tricks) and phase.trick is None and phase.throw is None and phase.turn == seat


def own_cards(table: Table, seat: Seat) -> tuple[Any, ...]:
    return tuple(table.game.orders.own_cards(table.match, seat))


def not_held(table: Table, seat: Seat) -> str:
    own = own_cards(table, seat)
    return NAMES[next(card for card in FACES if card not in own)]


def out_of_turn(table: Table, seat: Seat) -> dict[str, Any] | None:
    phase, own = table.match.phase, own_cards(table, seat)
    return plays(own[:1]) if isinstance(phase, Tricks | Climbing) and phase.turn != seat and own else None


def plays(cards: Sequence[Any]) -> dict[str, Any]:
    return {"type": "play", "cards": write_cards(tuple(cards))}


def follows_with(cards_of: Callable[[Table, Seat], Sequence[Any]]) -> Callable[[Table, Seat], dict[str, Any] | None]:
    """Returns a body: plays `cards_of` to a lead of one card, if the seat has several cards of the suit led."""

    def body(table: Table, seat: Seat) -> dict[str, Any] | None:
        phase = table.match.phase
        if not isinstance(phase, Tricks) or phase.trick is None or phase.turn != seat or phase.trick.lead.size > 1:
            return None
        cards = cards_of(table, seat)
        return (
            plays(cards) if cards and in_suit(phase.hands[seat].known, phase.trick.lead.suit).bit_count() > 1 else None
        )

    return body


def of_another_suit(table: Table, seat: Seat) -> Sequence[Any]:
    phase = table.match.phase
    order, lead = phase.deal.order, phase.trick.lead
    return [card for card in own_cards(table, seat) if order.suit_of[card] != lead.suit][:1]


def of_two_suits(table: Table, seat: Seat) -> dict[str, Any] | None:
    if not on_lead(table, seat):
        return None
    phase = table.match.phase
    firsts = [hand_cards(phase.deal.order, phase.hands[seat].known)[place] for place in (0, -1)]
    return plays(firsts) if len({phase.deal.order.suit_of[card] for card in firsts}) == 2 else None


def a_throw(table: Table, seat: Seat) -> dict[str, Any] | None:
    if not on_lead(table, seat):
        return None
    phase = table.match.phase
    order, hand = phase.deal.order, phase.hands[seat].known
    suits = [suit for suit in EFFECTIVE_SUITS if in_suit(hand, suit).bit_count() > 2]
    return plays([card for card in own_cards(table, seat) if order.suit_of[card] == suits[0]]) if suits else None


def a_wrong_declaration(table: Table, seat: Seat) -> dict[str, Any] | None:
    phase = table.match.phase
    if not isinstance(phase, Declaring) or not isinstance(phase.way, Auction) or phase.way.speaker != seat:
        return None
    rank = phase.prepared.trump_rank
    cards = [card for card in own_cards(table, seat) if has_rank(card) and rank_of(card) != rank]
    return {"type": "declare", "cards": write_cards(tuple(cards[:1]))}


def climbs(cards_of: Callable[[Table, Seat], Sequence[str]]) -> Callable[[Table, Seat], dict[str, Any] | None]:
    """Returns a body: plays `cards_of` on a single card, if the seat has more than five cards."""

    def body(table: Table, seat: Seat) -> dict[str, Any] | None:
        phase = table.match.phase
        if not isinstance(phase, Climbing) or phase.turn != seat or phase.standing is None:
            return None
        fits = phase.standing.reading.size == 1 and len(own_cards(table, seat)) > 5
        return {"type": "play", "cards": list(cards_of(table, seat))} if fits else None

    return body


def in_play(body: dict[str, Any]) -> Callable[[Table, Seat], dict[str, Any] | None]:
    return lambda table, seat: body if isinstance(table.match.phase, Tricks) else None


def orders_of_cards_not_held(table: Table, seat: Seat) -> dict[str, Any] | None:
    if not isinstance(table.match.phase, Tricks):
        return None
    order = {"do": "lead", "cards": [not_held(table, seat)]}
    return {"type": "give_orders", "orders": [order], "auto_forced": False}


def claims(table: Table, seat: Seat) -> dict[str, Any] | None:
    return {"type": "claim"} if on_lead(table, seat) and len(own_cards(table, seat)) > 8 else None


NOT_HELD = follows_with(lambda table, seat: [next(c for c in FACES if c not in own_cards(table, seat))])
KINDS = [
    Kind("not your turn", "sheng_ji", out_of_turn),
    Kind("wrong phase", "sheng_ji", in_play({"type": "pass"})),
    Kind("cards not held", "sheng_ji", NOT_HELD),
    Kind("wrong number of cards", "sheng_ji", follows_with(lambda table, seat: own_cards(table, seat)[:2])),
    Kind("must follow", "sheng_ji", follows_with(of_another_suit)),
    Kind("mixed lead", "sheng_ji", of_two_suits),
    Kind("claim not proven", "sheng_ji", claims),
    Kind("not a declaration", "sheng_ji", a_wrong_declaration),
    Kind("orders of cards not held", "sheng_ji", orders_of_cards_not_held),
    Kind("no such order", "sheng_ji", in_play({"type": "withdraw_orders", "orders": ["9"]})),
    Kind("nothing proposed", "sheng_ji", in_play({"type": "agree", "what": "undo"})),
    Kind("a throw", "sheng_ji", a_throw, dry=True),
    Kind("other entropy", "sheng_ji", in_play({"type": "set_entropy", "entropy": "other"}), dry=True),
    Kind("not your turn", "zheng_shangyou", out_of_turn),
    Kind("cards not held", "zheng_shangyou", climbs(lambda table, seat: [not_held(table, seat)])),
    Kind("other number of cards", "zheng_shangyou", climbs(lambda t, seat: write_cards(own_cards(t, seat)[:3]))),
    Kind("one deal twice", "sheng_ji", NOT_HELD, same=True),
    *(Kind(f"{steps} steps planted", "sheng_ji", NOT_HELD, planted=steps) for steps in PLANTED),
]


# Two deals -----------------------------------------------------------------------------------------------------------


class Deals(NamedTuple):
    """One position with two deals, the seat that sends the command, and the command."""

    here: tuple[Any, ...]
    there: tuple[Any, ...]
    seat: Seat
    body: dict[str, Any]


def deals_of(kind: Kind, seed: int) -> Deals:
    """Returns the first random position that fits a kind, and the same position with the hidden cards exchanged."""
    for more in range(LOOKED_THROUGH):
        moment, other = _moment(kind, seed * LOOKED_THROUGH + more)
        if isinstance(moment.viewer, Onlooker):
            continue
        seat, truth = Seat(moment.viewer), fold(GAMES, moment.events)
        shown = (redact(truth.game, event, seat) for event in moment.events)
        seen = fold(GAMES, [event for event in shown if event is not None])
        body = kind.body(seen, seat) if seen.status == "playing" else None
        if body is not None:
            return Deals(moment.events, moment.events if kind.same else other.events, seat, body)
    raise SystemExit(f"no moment fits {kind.name}")


def _moment(kind: Kind, seed: int) -> tuple[Any, Any]:
    if kind.game == "sheng_ji":
        moment = exchange.moment_by_chance("zhang-2021", {}, seed)
        return moment, exchange.with_hidden_cards_exchanged(moment, Random(seed))
    found = climbing_exchange.moment_by_chance("zheng-shangyou", {}, seed)
    return found, climbing_exchange.with_hidden_cards_exchanged(found, Random(seed))


class Leaks(ShengJi):
    """Sheng Ji with a planted leak: an empty loop of `steps` steps before each decision on a move."""

    def __init__(self, steps: int) -> None:
        self._steps = steps

    def decide(self, state: Any, seat: Seat, move: Any) -> Any:
        for _ in range(self._steps):
            pass
        return super().decide(state, seat, move)
