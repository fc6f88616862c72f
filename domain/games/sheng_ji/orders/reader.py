"""Reads standing orders for Sheng Ji."""

from domain.games.sheng_ji.card_order import EFFECTIVE_SUIT_NAMES, trumps_in_words
from domain.games.sheng_ji.commands import Move, Play
from domain.games.sheng_ji.holding import hand_of, sole_suit
from domain.games.sheng_ji.orders import forced, seen
from domain.games.sheng_ji.orders.declaring import PASSED, declared_by_order, passes
from domain.games.sheng_ji.orders.following import covering, lowest, points_given
from domain.games.sheng_ji.state import (
    Bidding,
    Burying,
    Calling,
    Declaring,
    MatchState,
    Redealing,
    Tricks,
)
from domain.games.sheng_ji.ways_of_declaring import LiveDraw
from domain.kernel.cards import FACES, FILLER, SUIT_NAMES, Cards
from domain.kernel.messages import message
from domain.kernel.seats import Seat
from domain.orders.grammar import Grammar, Words
from domain.orders.order import Kind, Order
from domain.orders.order_facts import OF_TRICK, OrderFacts

_KINDS: dict[Kind, Words] = {
    "play": Words(must=frozenset({"cards"})),
    "lead": Words(must=frozenset({"cards"})),
    "follow_lowest": Words(),
    "points_to_partner": Words(may=frozenset({"most"}), otherwise=("lowest", "wait")),
    "cover": Words(may=frozenset({"keep"}), otherwise=("lowest", "wait")),
    "declare": Words(must=frozenset({"suit"}), may=frozenset({"over", "reinforce"}), otherwise=("pass", "wait")),
    "pass": Words(),
}
_FACTS = OF_TRICK | {"asked", "trick_from", "trick_to", "last_to_play", "played", "not_played", "declared", "can_beat"}
WORDS: dict[str, tuple[str, ...]] = {
    "asked": (*PASSED, "play"),
    "led_suit": EFFECTIVE_SUIT_NAMES,
    "led_shape": ("single", "pair", "tuple", "tractor", "run", "throw"),
    "declared": (*SUIT_NAMES, "NT"),
    "suit": (*SUIT_NAMES, "NT"),
}


class ShengJiOrders:
    """The orders of Sheng Ji; implements `domain.orders.running.OrderReader`."""

    def grammar(self, state: MatchState) -> Grammar:
        """Returns the grammar.

        It excludes facts about the number of cards in other hands, since those numbers are always equal.
        """
        rules = state.rules
        return Grammar(_KINDS, _FACTS, WORDS, rules.players, (*FACES, FILLER) if rules.filler_cards else FACES)

    def own_cards(self, state: MatchState, seat: Seat) -> Cards:
        """Returns the seat's hand; empty while no cards are dealt."""
        return seen.own_cards(state, seat)

    def facts(self, state: MatchState, seat: Seat) -> OrderFacts:
        """Returns what the seat may know."""
        return seen.facts(state, seat, lambda: _can_beat(state, seat))

    def cannot_be_played(self, state: MatchState, order: Order) -> str | None:
        """Returns the reason if an order can never be played, else `None`.

        The cards of a lead must be of one effective suit, once trumps are known. A play has as many cards as the lead.
        """
        led = order.when.led
        if order.do == "play" and led and len(led) != len(order.cards):
            return message("{count} cards cannot answer {count_2} cards", count=len(order.cards), count_2=len(led))
        match state.phase:
            case Redealing() | Burying() | Bidding() | Calling() | Tricks() as phase if order.do == "lead":
                in_order = phase.deal.order
                if sole_suit(hand_of(in_order, order.cards)) is None:
                    return message(
                        "the cards of a lead must belong to one effective suit; {trumps_in_words}",
                        trumps_in_words=trumps_in_words(in_order),
                    )
        return None

    def is_past(self, state: MatchState, order: Order) -> bool:
        """Returns whether the order can no longer apply.

        Trumps are fixed once. During play, passing is possible only where the hand is reviewed.
        """
        if order.do == "declare":
            return not isinstance(state.phase, Declaring)
        return order.do == "pass" and isinstance(state.phase, Tricks) and state.rules.enforcement == "server"

    def move(self, state: MatchState, order: Order, facts: OrderFacts) -> Move | None:
        """Returns the move of the order, if the seat is asked or may declare unasked; else `None`."""
        match state.phase:
            case Declaring() as declaring if order.do == "declare":
                if facts.asked is None and not isinstance(declaring.way, LiveDraw):
                    return None
                declared = declared_by_order(state, declaring, facts.seat, order)
                return declared or (passes(order, facts.asked) if order.otherwise != "wait" else None)
            case Tricks() as tricks if facts.asked == "play" and tricks.chooser is None:
                return _played(state, tricks, order, facts)
            case _ if order.do == "pass":
                return passes(order, facts.asked)
            case _:
                return None

    def forced_move(self, state: MatchState, seat: Seat) -> Move | None:
        """Returns the only move of the seat, or `None`."""
        return forced.forced_move(state, seat)


def _can_beat(match: MatchState, seat: Seat) -> bool:
    tricks = match.phase
    if not isinstance(tricks, Tricks) or tricks.trick is None:
        return False
    return covering(tricks.deal.order, match.rules, tricks.trick, tricks.hands[seat].known) is not None


def _played(match: MatchState, tricks: Tricks, order: Order, facts: OrderFacts) -> Play | None:
    """Returns the play of the order for this trick, or its lead."""
    if tricks.trick is None:
        return Play(order.cards) if order.do == "lead" else None
    cards = _follow(match, tricks, order, facts)
    return None if cards is None else Play(cards)


def _follow(match: MatchState, tricks: Tricks, order: Order, facts: OrderFacts) -> Cards | None:
    trick, rules, in_order = tricks.trick, match.rules, tricks.deal.order
    if trick is None:
        return None
    hand = tricks.hands[facts.seat].known
    found: Cards | None = None
    match order.do:
        case "play":
            return order.cards
        case "follow_lowest":
            return lowest(in_order, rules, trick, hand)
        case "points_to_partner" if trick.winner in facts.partners:
            most = trick.lead.size if order.most is None else order.most
            found = points_given(in_order, rules, trick, hand, most)
        case "cover":
            found = covering(in_order, rules, trick, hand, order.keep)
        case "points_to_partner":
            pass
        case _:
            return None
    if found is None and order.otherwise != "wait":
        return lowest(in_order, rules, trick, hand)
    return found
