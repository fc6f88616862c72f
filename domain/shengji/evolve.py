"""How a match changes by what has happened; for the table itself and for viewers, who do not see every card."""

from dataclasses import replace
from typing import Any

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
from domain.shengji.holding import Hand, hand_of, hand_size, hand_without, hands_together, no_cards
from domain.shengji.order import EFFECTIVE_SUITS, EffectiveSuit, Order
from domain.shengji.state import (
    Burying,
    Deal,
    Declaring,
    Held,
    Match,
    Phase,
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
    """Events that cannot follow each other in a hand; a defect, never a refusal."""


def evolve(match: Match, event: Any) -> Match:
    """The match after an event of the game, or after the cards were dealt."""
    if isinstance(event, HandPrepared):
        return replace(match, dealer=event.dealer, phase=Prepared(event))
    if isinstance(event, TrumpFixed):
        return replace(match, dealer=event.dealer, phase=_phase_after(match, event))
    if isinstance(event, HandScored):
        return replace(
            match,
            levels=event.levels_after,
            dealer=event.next_dealer,
            hands_played=match.hands_played + 1,
            phase=_phase_after(match, event),
            won_by=event.match_won_by,
        )
    return replace(match, phase=_phase_after(match, event))


def _phase_after(match: Match, event: Any) -> Phase:
    decks = match.rules.decks
    match match.phase, event:
        case Prepared(prepared), CardsDealt():
            return _dealt(prepared, event)
        case Declaring() as declaring, Declared():
            return _declared(declaring, event)
        case Declaring() as declaring, DeclarationPassed(seat):
            speaker = right_of(seat, len(declaring.hands))
            return replace(declaring, speaker=speaker, passes=declaring.passes + 1)
        case Declaring() as declaring, KittyTurned(cards):
            return replace(declaring, turned=cards)
        case Declaring() as declaring, TrumpFixed(trump_suit, dealer):
            return _fixed(declaring, trump_suit, dealer, decks)
        case Burying() as burying, KittyTaken(seat, cards):
            return replace(burying, kitty=cards, hands=_with_kitty(burying, seat, cards, decks))
        case Burying() as burying, KittyBuried(seat, cards):
            return _buried(burying, seat, cards, match.rules.players, decks)
        case Tricks() as tricks, ThrowFailed(_, cards, choices):
            return replace(tricks, thrown=cards, choices=choices)
        case Tricks() as tricks, LeadForced():
            return replace(tricks, thrown=(), choices=(), penalties=tricks.penalties + _booked(tricks, event))
        case Tricks() as tricks, CardsPlayed():
            return _played(tricks, event, match.rules.players, decks)
        case Tricks() as tricks, TrickWon(seat, points):
            return _won(tricks, seat, points, keep_all=match.rules.history_view == "all")
        case Tricks() as tricks, KittyRevealed(cards):
            return replace(tricks, kitty=cards)
        case Tricks(last_trick=PlayedTrick() as last_trick) as tricks, HandScored():
            return Scored(tricks.deal, last_trick, tricks.kitty, tricks.captured, event)
        case phase, _:
            raise BrokenHand(f"{event} cannot follow {phase}")


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
    return replace(
        declaring,
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
        hands=_less(burying.hands, seat, held(burying.deal.order, decks, cards)),
        kitty=cards,
        turn=seat,
        trick=None,
        choices=(),
        thrown=(),
        last_trick=None,
        history=(),
        captured=(),
        points=0,
        penalties=0,
        gone=no_cards(decks),
        voids=(0,) * players,
    )


def _with(hands: tuple[Held, ...], seat: Seat, now: Held) -> tuple[Held, ...]:
    return (*hands[:seat], now, *hands[seat + 1 :])


def _less(hands: tuple[Held, ...], seat: Seat, out: Held) -> tuple[Held, ...]:
    """The hands after cards have left one of them; a viewer who does not know that hand sees it shrink."""
    had = hands[seat]
    if not had.hidden:
        return _with(hands, seat, Held(hand_without(had.known, out.known), 0))
    return _with(hands, seat, Held(had.known, had.hidden - hand_size(out.known) - out.hidden))


def _booked(tricks: Tricks, forced: LeadForced) -> int:
    """A penalty from the opponents' point of view: they gain what the declarers lose (DEC-58)."""
    return forced.penalty if side_of(forced.seat) == side_of(tricks.deal.dealer) else -forced.penalty


def _played(tricks: Tricks, event: CardsPlayed, players: int, decks: int) -> Tricks:
    order = tricks.deal.order
    play = held(order, decks, event.cards)
    trick = _trick_after(tricks.trick, event, order)
    return replace(
        tricks,
        hands=_less(tricks.hands, event.seat, play),
        turn=right_of(event.seat, players),
        trick=trick,
        gone=hands_together(tricks.gone, play.known),
        voids=_voids_after(tricks.voids, event.seat, trick.lead.suit, play.known),
    )


def _trick_after(trick: Trick | None, event: CardsPlayed, order: Order) -> Trick:
    play = Played(event.seat, event.cards)
    reading = tuple(unit_of_cards(order, cards) for cards in event.reading)
    suit = order.suit_of[event.cards[0]]
    if trick is None:
        lead = lead_of(suit, tuple(unit_of_cards(order, cards) for cards in event.units))
        return Trick(lead, (play,), Standing(suit, reading), event.seat)
    if reading:
        return Trick(trick.lead, (*trick.plays, play), Standing(suit, reading), event.seat)
    return replace(trick, plays=(*trick.plays, play))


def _voids_after(voids: tuple[int, ...], seat: Seat, led: EffectiveSuit, play: Hand) -> tuple[int, ...]:
    """A seat that does not follow with all its cards has no more of the suit led (SJ-FOLLOW-02)."""
    if not any(play[suit][0] for suit in EFFECTIVE_SUITS if suit != led):
        return voids
    return (*voids[:seat], voids[seat] | 1 << led, *voids[seat + 1 :])


def _won(tricks: Tricks, seat: Seat, points: int, *, keep_all: bool) -> Tricks:
    plays = tricks.trick.plays if tricks.trick else ()
    played = PlayedTrick(plays, seat, points)
    by_opponents = side_of(seat) != side_of(tricks.deal.dealer)
    taken = tuple(card for play in plays for card in play.cards if POINTS[card]) if by_opponents else ()
    return replace(
        tricks,
        turn=seat,
        trick=None,
        last_trick=played,
        history=(*tricks.history, played) if keep_all else (),
        captured=(*tricks.captured, *taken),
        points=tricks.points + (points if by_opponents else 0),
    )
