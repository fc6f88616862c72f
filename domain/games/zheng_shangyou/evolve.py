"""Folds events into the state of a match, for the table itself and for viewers, who do not see every card."""

from collections.abc import Callable
from typing import Any, TypeVar

from domain.games.zheng_shangyou.card_order import low_to_high
from domain.games.zheng_shangyou.events import (
    CombinationPlayed,
    DealPrepared,
    DiscardLaid,
    DiscardLeft,
    DiscardsRevealed,
    DiscardTaken,
    LeaderFound,
    PlacesScored,
    RanOut,
    RoundEnded,
    TributeLeft,
    TributePaid,
    TributeRevealed,
    TributeTaken,
    TurnPassed,
)
from domain.games.zheng_shangyou.exchange import Offer, places
from domain.games.zheng_shangyou.state import (
    Choosing,
    Chosen,
    Climbing,
    Dealt,
    Discarding,
    Hands,
    Held,
    Made,
    MatchState,
    Moved,
    Paying,
    Prepared,
    Returning,
    Scored,
    StandingPlay,
    with_cards,
)
from domain.kernel.cards import HIDDEN, Cards, Face
from domain.kernel.seats import Seat, others_in_turn
from domain.table.events import CardsDealt


class BrokenHand(Exception):
    """Events that cannot follow each other in a hand: a defect, never a refusal.

    The message is logged, so it names no card.
    """


def evolve(match: MatchState, event: Any) -> MatchState:
    """Returns the match after an event of the game or after the deal."""
    return _AFTER[type(event)](match, event)


P = TypeVar("P")


def in_phase(match: MatchState, phase: type[P]) -> P:
    """Returns the phase of the hand. Raises `BrokenHand` if it is another one."""
    if not isinstance(match.phase, phase):
        raise BrokenHand(f"{type(match.phase).__name__} is not {phase.__name__}")
    return match.phase


# --- hands


def _drawn(cards: Cards) -> Held:
    known = low_to_high(card for card in cards if card != HIDDEN)
    return Held(known, len(cards) - len(known))


def _without(hands: Hands, seat: Seat, cards: Cards) -> Hands:
    """Removes cards from a hand. Cards that the viewer did not know are removed from its hidden cards."""
    before = hands[seat]
    unknown = sum(card not in before.known for card in cards)
    known = tuple(card for card in before.known if card not in cards)
    return _with_hand(hands, seat, Held(known, before.hidden - unknown))


def _with_open(hands: Hands, seat: Seat, card: Face) -> Hands:
    """Adds a card that all viewers have seen to a hand."""
    before = hands[seat]
    return _with_hand(hands, seat, Held(low_to_high((*before.known, card)), before.hidden))


def _with_hand(hands: Hands, seat: Seat, after: Held) -> Hands:
    return (*hands[:seat], after, *hands[seat + 1 :])


# --- before the play


def _after_prepared(match: MatchState, event: DealPrepared) -> MatchState:
    return match._replace(exchanged=(), phase=Prepared(event))


def _after_dealt(match: MatchState, event: CardsDealt) -> MatchState:
    prepared = in_phase(match, Prepared).prepared
    hands = tuple(_drawn(event.drawn_by(Seat(seat))) for seat in range(event.seats))
    if prepared.leader is None:
        return match.in_phase(Dealt(prepared, hands))
    if match.rules.exchange != "off" and match.order:
        return match.in_phase(Paying(hands, prepared.leader, places(match.order), (None, None)))
    return match.in_phase(_play_begins(hands, prepared.leader))


def _play_begins(hands: Hands, leader: Seat, exposed: Face | None = None) -> Climbing:
    return Climbing(
        hands, leader, standing=None, polled=(), round=(), last_round=(), order=(), gone=(), exposed=exposed
    )


def _after_found(match: MatchState, event: LeaderFound) -> MatchState:
    dealt = in_phase(match, Dealt)
    hands = dealt.hands
    if event.card not in hands[event.seat].known:
        # All viewers have seen the exposed card, and now know who holds it.
        hands = _with_open(hands, event.seat, event.card)
        after = hands[event.seat]
        hands = _with_hand(hands, event.seat, after._replace(hidden=after.hidden - 1))
    return match.in_phase(_play_begins(hands, event.seat, event.card))


# --- the exchange


def _chosen(seats: tuple[Seat, ...], before: Chosen, seat: Seat, card: Face) -> Chosen:
    place = seats.index(seat)
    return (*before[:place], card, *before[place + 1 :])


def _after_paid(match: MatchState, event: TributePaid) -> MatchState:
    paying = in_phase(match, Paying)
    # The card stays in the hand until it is revealed, because others do not know yet which one it is.
    return match.in_phase(paying._replace(paid=_chosen(paying.places.givers, paying.paid, event.seat, event.card)))


def _revealed(hands: Hands, seats: tuple[Seat, ...], cards: Cards) -> tuple[Hands, tuple[Offer, ...]]:
    for seat, card in zip(seats, cards, strict=True):
        hands = _without(hands, seat, (card,))
    return hands, tuple(map(Offer, seats, cards))


def _after_tribute(match: MatchState, event: TributeRevealed) -> MatchState:
    paying = in_phase(match, Paying)
    hands, offers = _revealed(paying.hands, event.seats, event.cards)
    return match.in_phase(Choosing(hands, paying.leader, paying.places, offers))


def _moved(match: MatchState, seat: Seat, card: Face) -> tuple[Moved, ...]:
    return (*match.exchanged, Moved(seat, card))


def _after_tribute_taken(match: MatchState, event: TributeTaken) -> MatchState:
    choosing = in_phase(match, Choosing)
    offers = tuple(offer for offer in choosing.offers if offer.card != event.card)
    hands = _with_open(choosing.hands, event.seat, event.card)
    after = match.in_phase(choosing._replace(hands=hands, offers=offers))
    return after._replace(exchanged=_moved(match, event.seat, event.card))


def _after_tribute_left(match: MatchState, event: TributeLeft) -> MatchState:
    choosing = in_phase(match, Choosing)
    hands = _with_open(choosing.hands, event.seat, event.card)
    after = match.in_phase(Discarding(hands, choosing.leader, choosing.places, (None, None)))
    return after._replace(exchanged=_moved(match, event.seat, event.card))


def _after_laid(match: MatchState, event: DiscardLaid) -> MatchState:
    discarding = in_phase(match, Discarding)
    laid = _chosen(discarding.places.takers, discarding.laid, event.seat, event.card)
    return match.in_phase(discarding._replace(laid=laid))


def _after_discards(match: MatchState, event: DiscardsRevealed) -> MatchState:
    discarding = in_phase(match, Discarding)
    hands, offers = _revealed(discarding.hands, event.seats, event.cards)
    return match.in_phase(Returning(hands, discarding.leader, discarding.places, offers))


def _after_discard_taken(match: MatchState, event: DiscardTaken) -> MatchState:
    returning = in_phase(match, Returning)
    offers = tuple(offer for offer in returning.offers if offer.card != event.card)
    hands = _with_open(returning.hands, event.seat, event.card)
    after = match.in_phase(returning._replace(hands=hands, offers=offers))
    return after._replace(exchanged=_moved(match, event.seat, event.card))


def _after_discard_left(match: MatchState, event: DiscardLeft) -> MatchState:
    returning = in_phase(match, Returning)
    hands = _with_open(returning.hands, event.seat, event.card)
    after = match.in_phase(_play_begins(hands, returning.leader))
    return after._replace(exchanged=_moved(match, event.seat, event.card))


# --- the play


def _after_played(match: MatchState, event: CombinationPlayed) -> MatchState:
    climbing = in_phase(match, Climbing)
    hands = _without(climbing.hands, event.seat, event.cards)
    holding = with_cards(hands)
    polled = tuple(seat for seat in others_in_turn(event.seat, len(hands)) if seat in holding)
    return match.in_phase(
        climbing._replace(
            hands=hands,
            turn=polled[0],
            standing=StandingPlay(event.seat, event.cards, event.reading),
            polled=polled,
            round=(*climbing.round, Made(event.seat, event.cards, event.reading)),
            gone=low_to_high((*climbing.gone, *event.cards)),
        )
    )


def _after_passed(match: MatchState, event: TurnPassed) -> MatchState:
    climbing = in_phase(match, Climbing)
    polled = climbing.polled[1:]
    return match.in_phase(
        climbing._replace(
            turn=polled[0] if polled else event.seat,
            polled=polled,
            round=(*climbing.round, Made(event.seat, (), None)),
        )
    )


def _after_ran_out(match: MatchState, event: RanOut) -> MatchState:
    climbing = in_phase(match, Climbing)
    return match.in_phase(climbing._replace(order=(*climbing.order, event.seat)))


def _after_round(match: MatchState, event: RoundEnded) -> MatchState:
    climbing = in_phase(match, Climbing)
    return match.in_phase(
        climbing._replace(turn=event.leader, standing=None, polled=(), round=(), last_round=climbing.round)
    )


def _after_scored(match: MatchState, event: PlacesScored) -> MatchState:
    climbing = in_phase(match, Climbing)
    return match._replace(
        totals=event.totals_after,
        hands_played=match.hands_played + 1,
        order=event.order,
        leader=event.next_leader,
        phase=Scored(climbing.round, climbing.gone, event),
        won_by=event.won_by,
    )


_AFTER: dict[type, Callable[[MatchState, Any], MatchState]] = {
    DealPrepared: _after_prepared,
    CardsDealt: _after_dealt,
    LeaderFound: _after_found,
    TributePaid: _after_paid,
    TributeRevealed: _after_tribute,
    TributeTaken: _after_tribute_taken,
    TributeLeft: _after_tribute_left,
    DiscardLaid: _after_laid,
    DiscardsRevealed: _after_discards,
    DiscardTaken: _after_discard_taken,
    DiscardLeft: _after_discard_left,
    CombinationPlayed: _after_played,
    TurnPassed: _after_passed,
    RanOut: _after_ran_out,
    RoundEnded: _after_round,
    PlacesScored: _after_scored,
}
