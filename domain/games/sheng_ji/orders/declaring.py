"""Declaring by order: shows a suit as soon as possible, over the permitted declarations, and adds copies later.

    `over`     nobody     only if nothing has been declared
               opponents  over the other side too (where friends are called, over every other seat); the default
               others     over every other seat
               any        over the seat's own declaration too

In a sealed plan the order becomes the plan. In a live draw it acts as soon as the card is drawn.
"""

from collections import Counter
from collections.abc import Iterator

from domain.games.sheng_ji.card_order import printed_trump_suit
from domain.games.sheng_ji.commands import Declare, FilePlan, Move, Pass
from domain.games.sheng_ji.declare import can_declare
from domain.games.sheng_ji.levels import NO_TRUMP_LEVEL
from domain.games.sheng_ji.move_checks import declarations, rank_to_declare
from domain.games.sheng_ji.plans import PLAN_LIMIT, PlannedShow
from domain.games.sheng_ji.state import Declaring, MatchState, holder_of
from domain.games.sheng_ji.view import suit_name
from domain.games.sheng_ji.ways_of_declaring import Sealed
from domain.kernel.cards import BIG_JOKER, SMALL_JOKER, Cards, has_rank, is_joker, rank_of
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat
from domain.orders.order import Order


def declared_by_order(match: MatchState, declaring: Declaring, seat: Seat, order: Order) -> Move | None:
    """Returns the declaration or plan of the order now, or `None`."""
    if isinstance(declaring.way, Sealed):
        plan = tuple(_planned(match, declaring, seat, order))[:PLAN_LIMIT]
        return FilePlan(plan) if plan else None
    if not _stands_over(match, declaring, seat, order):
        return None
    shows = [cards for cards in declarations(match, declaring, seat) if suit_of(cards) == order.suit]
    return Declare(min(shows, key=lambda cards: (len(cards), cards))) if shows else None


def suit_of(cards: Cards) -> str:
    """Returns the suit that the shown cards make trumps; `NT` for jokers alone."""
    plain = [card for card in cards if not is_joker(card)]
    return suit_name(printed_trump_suit(plain[0] if plain else cards[0]))


def _stands_over(match: MatchState, declaring: Declaring, seat: Seat, order: Order) -> bool:
    """Returns whether the order applies over the standing declaration."""
    standing = declaring.floor.standing
    if standing is None:
        return True
    over = order.over or "opponents"
    if standing.seat == seat:
        reinforces = order.reinforce is not False and suit_of(standing.cards) == order.suit
        return reinforces or over == "any"
    return over in ("others", "any") or (over == "opponents" and not _allied(match, seat, standing.seat))


def _allied(match: MatchState, one: Seat, other: Seat) -> bool:
    return match.rules.friends is None and holder_of(match.rules, one) == holder_of(match.rules, other)


def _planned(match: MatchState, declaring: Declaring, seat: Seat, order: Order) -> Iterator[PlannedShow]:
    """Yields the shows of a plan: over nobody, fewest cards first; over others, two or more; then further copies."""
    rank, hand = rank_to_declare(match, declaring, seat), Counter(declaring.hands[seat])
    if rank == NO_TRUMP_LEVEL:
        return
    faces = (
        (SMALL_JOKER, BIG_JOKER)
        if order.suit == "NT"
        else tuple(card for card in hand if has_rank(card) and rank_of(card) == rank and suit_of((card,)) == order.suit)
    )
    shows = [(card,) * copies for card in faces for copies in range(1, hand[card] + 1)]
    shows = [cards for cards in shows if _can_be_shown(match, declaring, seat, cards)]
    yield from (PlannedShow(cards, "nobody") for cards in shows)
    over = order.over or "opponents"
    if over != "nobody":
        yield from (PlannedShow(cards, over) for cards in shows if len(cards) > 1)
    if order.reinforce is not False and order.suit != "NT":
        yield from (PlannedShow((card,), "any") for card in faces for _ in range(hand[card] - 1))


def _can_be_shown(match: MatchState, declaring: Declaring, seat: Seat, cards: Cards) -> bool:
    try:
        can_declare(match.rules, rank_to_declare(match, declaring, seat), seat, cards)
    except Illegal:
        return False
    return True


def passes(order: Order, asked: str | None) -> Pass | None:
    """Returns a pass if the seat can pass, else `None`."""
    is_asked = asked in ("declare", "plan") if order.do == "declare" else asked in PASSED
    return Pass() if is_asked else None


PASSED = ("declare", "plan", "redeal", "bid", "review")
"""The questions to which a seat can pass."""
