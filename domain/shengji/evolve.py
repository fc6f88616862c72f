"""How a match changes by what has happened; for the table itself and for viewers, who do not see every card."""

from collections.abc import Callable
from typing import Any, TypeVar

from domain.cards import HIDDEN, POINTS, Cards
from domain.seats import Seat, right_of
from domain.shengji.declare import Declaration
from domain.shengji.events import (
    CardsPlayed,
    DeclarationPassed,
    Declared,
    HandPrepared,
    HandScored,
    KittyBuried,
    KittyRevealed,
    KittyTaken,
    KittyTurned,
    LeadForced,
    ThrowFailed,
    TrickWon,
    TrumpFixed,
)
from domain.shengji.follow import lead_of
from domain.shengji.holding import Hand, hand_of, hand_without, hands_together, no_cards
from domain.shengji.order import EFFECTIVE_SUITS, EffectiveSuit, Order
from domain.shengji.state import (
    Burying,
    Deal,
    Declaring,
    FailedThrow,
    Held,
    Match,
    Played,
    PlayedTrick,
    Prepared,
    Scored,
    Shown,
    Trick,
    Tricks,
    side_of,
)
from domain.shengji.trick import Standing
from domain.shengji.units import unit_of_cards
from domain.table.events import CardsDealt


class BrokenHand(Exception):
    """Events that cannot follow each other in a hand: a defect, never a refusal. It is logged, so it names no card."""


def evolve(match: Match, event: Any) -> Match:
    """The match after an event of the game, or after the cards were dealt."""
    return _AFTER[type(event)](match, event)


def _after_prepared(match: Match, event: HandPrepared) -> Match:
    return match._replace(dealer=event.dealer, phase=Prepared(event))


def _after_fixed(match: Match, event: TrumpFixed) -> Match:
    phase = _fixed(_in_phase(match, Declaring), event.trump_suit, event.dealer, match.rules.decks)
    return match._replace(dealer=event.dealer, phase=phase)


def _after_scored(match: Match, event: HandScored) -> Match:
    tricks = _in_phase(match, Tricks)
    if tricks.last_trick is None:
        raise BrokenHand("a hand is scored before a trick was played")
    return match._replace(
        levels=event.levels_after,
        dealer=event.next_dealer,
        hands_played=match.hands_played + 1,
        phase=Scored(tricks.deal, tricks.last_trick, tricks.kitty, tricks.captured, event),
        won_by=event.match_won_by,
    )


def _after_dealt(match: Match, event: CardsDealt) -> Match:
    return match.in_phase(_dealt(_in_phase(match, Prepared).prepared, event))


def _after_declared(match: Match, event: Declared) -> Match:
    return match.in_phase(_declared(_in_phase(match, Declaring), event))


def _after_passed(match: Match, event: DeclarationPassed) -> Match:
    declaring = _in_phase(match, Declaring)
    speaker = right_of(event.seat, match.rules.players)
    return match.in_phase(declaring._replace(speaker=speaker, passes=declaring.passes + 1))


def _after_turned(match: Match, event: KittyTurned) -> Match:
    return match.in_phase(_in_phase(match, Declaring)._replace(turned=event.cards))


def _after_taken(match: Match, event: KittyTaken) -> Match:
    burying = _in_phase(match, Burying)
    hands = _with_kitty(burying, event.seat, event.cards, match.rules.decks)
    return match.in_phase(burying._replace(kitty=event.cards, hands=hands))


def _after_buried(match: Match, event: KittyBuried) -> Match:
    burying = _in_phase(match, Burying)
    return match.in_phase(_buried(burying, event.seat, event.cards, match.rules.players, match.rules.decks))


def _after_throw(match: Match, event: ThrowFailed) -> Match:
    throw = FailedThrow(event.seat, event.cards, event.choices, forced=None)
    return match.in_phase(_in_phase(match, Tricks)._replace(throw=throw))


def _after_forced(match: Match, event: LeadForced) -> Match:
    tricks = _in_phase(match, Tricks)
    if tricks.throw is None:
        raise BrokenHand("a lead is forced where no throw has failed")
    penalties = tricks.penalties + _booked(tricks, event)
    return match.in_phase(tricks._replace(throw=tricks.throw._replace(forced=event), penalties=penalties))


def _after_played(match: Match, event: CardsPlayed) -> Match:
    return match.in_phase(_played(_in_phase(match, Tricks), event, match.rules.players, match.rules.decks))


def _after_won(match: Match, event: TrickWon) -> Match:
    keep_all = match.rules.history_view == "all"
    return match.in_phase(_won(_in_phase(match, Tricks), event.seat, event.points, keep_all=keep_all))


def _after_revealed(match: Match, event: KittyRevealed) -> Match:
    return match.in_phase(_in_phase(match, Tricks)._replace(kitty=event.cards))


P = TypeVar("P")


def _in_phase(match: Match, phase: type[P]) -> P:
    if not isinstance(match.phase, phase):
        raise BrokenHand(f"{type(match.phase).__name__} is not {phase.__name__}")
    return match.phase


_AFTER: dict[type, Callable[[Match, Any], Match]] = {
    HandPrepared: _after_prepared,
    CardsDealt: _after_dealt,
    Declared: _after_declared,
    DeclarationPassed: _after_passed,
    KittyTurned: _after_turned,
    TrumpFixed: _after_fixed,
    KittyTaken: _after_taken,
    KittyBuried: _after_buried,
    ThrowFailed: _after_throw,
    LeadForced: _after_forced,
    CardsPlayed: _after_played,
    TrickWon: _after_won,
    KittyRevealed: _after_revealed,
    HandScored: _after_scored,
}


def _dealt(prepared: HandPrepared, dealt: CardsDealt) -> Declaring:
    return Declaring(
        prepared=prepared,
        hands=tuple(dealt.drawn_by(Seat(seat)) for seat in range(dealt.seats)),
        kitty=dealt.left_over(),
        turned=(),
        speaker=prepared.first_drawer,
        passes=0,
        shown=(),
        standing=None,
        dealer=prepared.dealer,
    )


def _declared(declaring: Declaring, event: Declared) -> Declaring:
    return declaring._replace(
        speaker=right_of(event.seat, len(declaring.hands)),
        passes=0,
        shown=(*declaring.shown, Shown(event.seat, event.kind, event.cards)),
        standing=Declaration(event.seat, event.cards[0], event.copies),
        dealer=event.dealer,
    )


def held(order: Order, decks: int, cards: Cards) -> Held:
    """What is known of these cards, hidden ones counted."""
    known = tuple(card for card in cards if card != HIDDEN)
    return Held(hand_of(order, decks, known), len(cards) - len(known))


def _fixed(declaring: Declaring, trump_suit: Any, dealer: Seat, decks: int) -> Burying:
    prepared = declaring.prepared
    deal = Deal(prepared.trump_rank, trump_suit, dealer, prepared.first_drawer, declaring.shown, declaring.turned)
    hands = tuple(held(deal.order, decks, cards) for cards in declaring.hands)
    return Burying(deal, hands, declaring.kitty)


def _with_kitty(burying: Burying, seat: Seat, cards: Cards, decks: int) -> tuple[Held, ...]:
    taken = held(burying.deal.order, decks, cards)
    had = burying.hands[seat]
    return _with(burying.hands, seat, Held(hands_together(had.known, taken.known), had.hidden + taken.hidden))


def _buried(burying: Burying, seat: Seat, cards: Cards, players: int, decks: int) -> Tricks:
    return Tricks(
        deal=burying.deal,
        hands=_less(burying.hands, seat, held(burying.deal.order, decks, cards).known, len(cards)),
        kitty=cards,
        turn=seat,
        trick=None,
        throw=None,
        last_trick=None,
        history=(),
        captured=(),
        points=0,
        penalties=0,
        gone=no_cards(decks),
        voids=(0,) * players,
    )


def _with(hands: tuple[Held, ...], seat: Seat, now: Held) -> tuple[Held, ...]:
    changed = list(hands)
    changed[seat] = now
    return tuple(changed)


def _less(hands: tuple[Held, ...], seat: Seat, out: Hand, count: int) -> tuple[Held, ...]:
    """The hands after cards have left one of them; a viewer who does not know that hand sees it shrink."""
    had = hands[seat]
    if had.hidden:
        return _with(hands, seat, Held(had.known, had.hidden - count))
    return _with(hands, seat, Held(hand_without(had.known, out), 0))


def _booked(tricks: Tricks, forced: LeadForced) -> int:
    """A penalty from the opponents' point of view: they gain what the declarers lose (DEC-58)."""
    return forced.penalty if side_of(forced.seat) == side_of(tricks.deal.dealer) else -forced.penalty


def _played(tricks: Tricks, event: CardsPlayed, players: int, decks: int) -> Tricks:
    order = tricks.deal.order
    play = hand_of(order, decks, event.cards)
    trick = _trick_after(tricks.trick, event, order)
    return tricks._replace(
        hands=_less(tricks.hands, event.seat, play, len(event.cards)),
        turn=right_of(event.seat, players),
        trick=trick,
        gone=hands_together(tricks.gone, play),
        voids=_voids_after(tricks.voids, event.seat, trick.lead.suit, play),
    )


def _trick_after(trick: Trick | None, event: CardsPlayed, order: Order) -> Trick:
    play = Played(event.seat, event.cards)
    if trick is not None and not event.reading:
        return Trick(trick.lead, (*trick.plays, play), trick.standing, trick.winner)
    suit = order.suit_of[event.cards[0]]
    standing = Standing(suit, tuple([unit_of_cards(order, cards) for cards in event.reading]))
    if trick is not None:
        return Trick(trick.lead, (*trick.plays, play), standing, event.seat)
    lead = lead_of(suit, tuple([unit_of_cards(order, cards) for cards in event.units]))
    return Trick(lead, (play,), standing, event.seat)


def _voids_after(voids: tuple[int, ...], seat: Seat, led: EffectiveSuit, play: Hand) -> tuple[int, ...]:
    """A seat that does not follow with all its cards has no more of the suit led (SJ-FOLLOW-02)."""
    for suit in EFFECTIVE_SUITS:
        if play[suit][0] and suit != led:
            return (*voids[:seat], voids[seat] | 1 << led, *voids[seat + 1 :])
    return voids


def _won(tricks: Tricks, seat: Seat, points: int, *, keep_all: bool) -> Tricks:
    plays = tricks.trick.plays if tricks.trick else ()
    played = PlayedTrick(plays, seat, points, tricks.throw)
    by_opponents = side_of(seat) != side_of(tricks.deal.dealer)
    taken = tuple(card for play in plays for card in play.cards if POINTS[card]) if by_opponents else ()
    return tricks._replace(
        turn=seat,
        trick=None,
        throw=None,
        last_trick=played,
        history=(*tricks.history, played) if keep_all else (),
        captured=(*tricks.captured, *taken),
        points=tricks.points + (points if by_opponents else 0),
    )
