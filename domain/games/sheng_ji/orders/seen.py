"""The facts that standing orders may use: public facts and the seat's own hand, never cards in other hands."""

from collections import Counter
from collections.abc import Callable

from domain.games.sheng_ji.card_order import EFFECTIVE_SUIT_NAMES, TRUMPS, CardOrder, printed_trump_suit
from domain.games.sheng_ji.declare import Shown
from domain.games.sheng_ji.follow import Lead
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.state import (
    Bidding,
    Burying,
    Calling,
    Declaring,
    MatchState,
    Played,
    Redealing,
    Reviewing,
    Tricks,
    holder_of,
)
from domain.games.sheng_ji.units import unit_name
from domain.games.sheng_ji.view import asked, suit_name
from domain.kernel.cards import Cards, points
from domain.kernel.seats import Seat
from domain.orders.order_facts import OnTable, OrderFacts


def tricks_in(match: MatchState) -> Tricks | None:
    """Returns the play of the hand, while it is played or reviewed; else `None`."""
    phase = match.phase
    return phase.tricks if isinstance(phase, Reviewing) else phase if isinstance(phase, Tricks) else None


def own_cards(match: MatchState, seat: Seat) -> Cards:
    """Returns the seat's hand; empty while no cards are dealt."""
    match match.phase:
        case Declaring(hands=drawn):
            return drawn[seat]
        case Redealing() | Burying() | Bidding() | Calling() | Tricks() as phase:
            return hand_cards(phase.deal.order, phase.hands[seat].known)
        case _:
            return ()


def facts(match: MatchState, seat: Seat, can_beat: Callable[[], bool]) -> OrderFacts:
    """Returns what the seat may know; `can_beat` returns whether it could beat the winning play."""
    tricks = tricks_in(match)
    trick = tricks.trick if tricks else None
    what = next((each.what for each in asked(match) if each.seat == seat), None)
    return OrderFacts(
        seat=seat,
        asked=what,
        on_table=None if tricks is None else on_table(tricks),
        number=0 if tricks is None else tricks.number,
        last_to_play=trick is not None and len(trick.plays) == match.rules.players - 1,
        gone=Counter() if tricks is None else Counter(hand_cards(tricks.deal.order, tricks.gone)),
        copies=match.rules.copies,
        declared=_declared(match, seat),
        partners=partners(match, seat),
        fewest=None,
        can_beat=can_beat,
    )


def on_table(tricks: Tricks) -> OnTable | None:
    """Returns the current trick, or before a lead the previous one; `None` before the first."""
    order = tricks.deal.order
    if tricks.trick is not None:
        trick = tricks.trick
        return _as_seen(order, trick.lead, trick.plays, trick.winner)
    if tricks.last_trick is None:
        return None
    last = tricks.last_trick
    return _as_seen(order, last.lead, last.plays, last.winner)


def _as_seen(order: CardOrder, lead: Lead, plays: tuple[Played, ...], winner: Seat) -> OnTable:
    winning = next(play.cards for play in plays if play.seat == winner)
    return OnTable(
        leader=plays[0].seat,
        led=plays[0].cards,
        suit=EFFECTIVE_SUIT_NAMES[lead.suit],
        shape=unit_name(lead.units),
        winner=winner,
        ruffed=lead.suit != TRUMPS and order.suit_of[winning[0]] == TRUMPS,
        points=sum(points(play.cards) for play in plays),
    )


def _declared(match: MatchState, seat: Seat) -> frozenset[str]:
    """Returns the suits that other seats have declared in this hand."""
    match match.phase:
        case Declaring(shown=shown):
            pass
        case Redealing() | Burying() | Bidding() | Calling() | Tricks() as phase:
            shown = phase.deal.shown
        case _:
            shown = ()
    return frozenset(_suit_of(act) for act in shown if act.seat != seat)


def _suit_of(act: Shown) -> str:
    plain = [card for card in act.cards if printed_trump_suit(card) is not None]
    return suit_name(printed_trump_suit(plain[0] if plain else act.cards[0]))


def partners(match: MatchState, seat: Seat) -> frozenset[Seat]:
    """Returns the publicly known partners of the seat. Where friends are called, these are the ones known so far."""
    others = [Seat(other) for other in range(match.rules.players) if other != seat]
    if match.rules.friends is None:
        return frozenset(other for other in others if holder_of(match.rules, other) == holder_of(match.rules, seat))
    tricks = tricks_in(match)
    if tricks is None:
        return frozenset()
    if tricks.deal.declares(seat):
        return frozenset(other for other in others if tricks.deal.declares(other))
    is_open = not tricks.solo and tricks.friends is not None and None in tricks.friends.answered_by
    return frozenset() if is_open else frozenset(other for other in others if not tricks.deal.declares(other))
