"""How events of the play change a hand."""

from typing import Any, TypeVar

from domain.games.sheng_ji.card_order import CardOrder, EffectiveSuit, red_fives
from domain.games.sheng_ji.events import DeclarationPassed, Declared
from domain.games.sheng_ji.follow import lead_of
from domain.games.sheng_ji.friends import after_play
from domain.games.sheng_ji.holding import hand_of
from domain.games.sheng_ji.layers import NO_CARDS, OTHER_FACES, Hand, together, without
from domain.games.sheng_ji.levels import Position
from domain.games.sheng_ji.play_events import (
    CallAnswered,
    CardsPlayed,
    ClaimProven,
    HandConceded,
    HandEnded,
    HandScored,
    KittyRevealed,
    LeadForced,
    ReviewPassed,
    RevokeProven,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    ThrowFailed,
    TrickWon,
)
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.state import (
    Calling,
    Declaring,
    FailedThrow,
    Held,
    MatchState,
    Played,
    PlayedTrick,
    Reviewing,
    Scored,
    Trick,
    Tricks,
    Undo,
)
from domain.games.sheng_ji.trick import WinningPlay
from domain.games.sheng_ji.units import unit_of_cards
from domain.games.sheng_ji.ways_of_declaring import Auction
from domain.kernel.cards import POINTS, Face
from domain.kernel.seats import Seat, right_of


class BrokenHand(Exception):
    """A sequence of events that cannot occur in a hand: a defect, not a refusal. It is logged, so it names no card."""


P = TypeVar("P")


def in_phase(match: MatchState, phase: type[P]) -> P:
    """Returns the phase of the match, which must be of that type. Raises `BrokenHand`."""
    if not isinstance(match.phase, phase):
        raise BrokenHand(f"{type(match.phase).__name__} is not {phase.__name__}")
    return match.phase


def play_begins(rules: Rules, calling: Calling) -> Tricks:
    """Returns the state in which the first trick is led."""
    nobody = (0,) * rules.players
    return Tricks(
        deal=calling.deal,
        hands=calling.hands,
        kitty=calling.kitty,
        burier=calling.seat,
        friends=None,
        solo=False,
        turn=calling.deal.dealer,
        number=1,
        trick=None,
        throw=None,
        last_trick=None,
        history=(),
        captured=((),) * rules.players,
        points=nobody,
        penalties=nobody,
        red_fives=(),
        gone=NO_CARDS,
        voids=nobody,
    )


def with_hand(hands: tuple[Held, ...], seat: Seat, now: Held) -> tuple[Held, ...]:
    """Returns the hands with the one of a seat replaced."""
    return (*hands[:seat], now, *hands[seat + 1 :])


def without_cards(hands: tuple[Held, ...], seat: Seat, out: Hand, count: int) -> tuple[Held, ...]:
    """Returns the hands after a seat has played the cards `out`, which are `count` cards.

    For a viewer who does not know that hand, only its size changes.
    """
    known, hidden = hands[seat]
    after = list(hands)
    after[seat] = tuple.__new__(Held, (known, hidden - count) if hidden else (without(known, out), 0))
    return tuple(after)


def after_throw(match: MatchState, event: ThrowFailed) -> MatchState:
    throw = FailedThrow(event.seat, event.cards, event.units, event.choices, event.chooser, forced=None)
    return match.in_phase(in_phase(match, Tricks)._replace(throw=throw))


def after_forced(match: MatchState, event: LeadForced) -> MatchState:
    tricks = in_phase(match, Tricks)
    if tricks.throw is None:
        raise BrokenHand("a lead is forced where no throw has failed")
    penalties = _added(tricks.penalties, event.seat, event.penalty)
    return match.in_phase(tricks._replace(throw=tricks.throw._replace(forced=event), penalties=penalties))


def _added(counts: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :]) if more else counts


def after_played(match: MatchState, event: CardsPlayed) -> MatchState:
    tricks, rules = in_phase(match, Tricks), match.rules
    order = tricks.deal.order
    play, trick = hand_of(order, event.cards), _trick_after(tricks.trick, event, order)
    return match.in_phase(after_play_to_trick(tricks, rules, event, play, trick))


def after_play_to_trick(tricks: Tricks, rules: Rules, event: CardsPlayed, play: Hand, now: Trick) -> Tricks:
    """Returns the state after a play.

    Args:
        tricks: the state before.
        rules: the rules of the table.
        event: the play.
        play: its cards by effective suit.
        now: the trick after the play.
    """
    # This state changes most often. To name all members takes a fifth of the time of `_replace`.
    (deal, hands, kitty, burier, friends, solo, _, number, _) = tricks[:9]
    (throw, last_trick, history, captured, points, penalties, red_fives, gone, voids) = tricks[9:]
    seat = event.seat
    if friends is not None and rules.friends is not None:
        friends = after_play(friends, deal.dealer, seat, event.cards, rules.friends.double_join)
    led = now.lead.suit
    if rules.shows_voids and play & OTHER_FACES[led]:
        voids = _voids_after(voids, seat, led)
    hands = without_cards(hands, seat, play, len(event.cards))
    turn, gone = right_of(seat, rules.players), together(gone, play)
    before_now = (deal, hands, kitty, burier, friends, solo, turn, number, now)
    members = (*before_now, throw, last_trick, history, captured, points, penalties, red_fives, gone, voids)
    return tuple.__new__(Tricks, members)


def _trick_after(trick: Trick | None, event: CardsPlayed, order: CardOrder) -> Trick:
    play = Played(event.seat, event.cards)
    if trick is not None and not event.reading:
        return Trick(trick.lead, (*trick.plays, play), trick.standing, trick.winner)
    suit = order.suit_of[event.cards[0]]
    standing = WinningPlay(suit, tuple([unit_of_cards(order, cards) for cards in event.reading]))
    if trick is not None:
        return Trick(trick.lead, (*trick.plays, play), standing, event.seat)
    lead = lead_of(suit, tuple([unit_of_cards(order, cards) for cards in event.units]))
    return Trick(lead, (play,), standing, event.seat)


def _voids_after(voids: tuple[int, ...], seat: Seat, led: EffectiveSuit) -> tuple[int, ...]:
    """Returns the voids when a seat plays another suit, so has no more of the suit led (SJ-FOLLOW-02)."""
    if voids[seat] >> led & 1:
        return voids
    return (*voids[:seat], voids[seat] | 1 << led, *voids[seat + 1 :])


def after_answered(match: MatchState, event: CallAnswered) -> MatchState:
    if not event.joined:
        return match
    tricks = in_phase(match, Tricks)
    deal = tricks.deal._replace(declarers=tricks.deal.declarers | 1 << event.seat)
    return match.in_phase(tricks._replace(deal=deal))


def after_won(match: MatchState, event: TrickWon) -> MatchState:
    tricks = in_phase(match, Tricks)
    trick = tricks.trick
    if trick is None:
        raise BrokenHand("a trick is won that nobody has led to")
    return after_trick(match, tricks, trick, event, point_cards(trick))


def point_cards(trick: Trick) -> list[Face]:
    """Returns the cards of the trick that are worth points, in the order of the plays."""
    return [card for _, cards in trick.plays for card in cards if POINTS[card]]


def after_trick(match: MatchState, tricks: Tricks, trick: Trick, event: TrickWon, taken: list[Face]) -> MatchState:
    """Returns the match after a trick.

    Args:
        match: the match before.
        tricks: its phase.
        trick: the trick.
        event: its winner and its points.
        taken: its cards that are worth points.
    """
    (deal, hands, kitty, burier, friends, solo, _, number, _) = tricks[:9]
    (throw, _, history, captured, points, penalties, red_fives, gone, voids) = tricks[9:]
    rules, winner = match.rules, event.seat
    played = PlayedTrick(trick.lead, trick.plays, winner, event.points, throw)
    keep_all = rules.history_view == "all" or rules.enforcement == "honor"
    history = (*history, played) if keep_all else ()
    if taken:
        captured = (*captured[:winner], (*captured[winner], *taken), *captured[winner + 1 :])
    points = _added(points, winner, event.points)
    if rules.hong_wu_penalty:
        red_fives = (*red_fives, *_red_fives_won(deal.order, trick.plays, winner))
    before_next = (deal, hands, kitty, burier, friends, solo, winner, number + 1, None)
    members = (*before_next, None, played, history, captured, points, penalties, red_fives, gone, voids)
    after = tuple.__new__(Tricks, members)
    known, hidden = hands[winner]
    over = not hidden and not known
    return match.in_phase(Reviewing(after, trick, 0) if rules.enforcement == "honor" and over else after)


def _red_fives_won(order: CardOrder, plays: tuple[Played, ...], winner: Seat) -> list[tuple[Seat, Seat]]:
    """Returns pairs (owner, winner) for the red fives of a trick (SJ-CARD-11)."""
    fives = red_fives(order.ordering.hong_wu)
    return [(play.seat, winner) for play in plays for card in play.cards if card in fives]


def after_ended(match: MatchState, _: HandEnded) -> MatchState:
    return match


def after_claim(match: MatchState, _: ClaimProven) -> MatchState:
    return match


def after_conceded(match: MatchState, event: HandConceded) -> MatchState:
    tricks = in_phase(match, Tricks)
    after = tricks._replace(
        trick=None,
        throw=None,
        points=_added(tricks.points, event.winner, event.points),
        red_fives=(*tricks.red_fives, *((owner, event.winner) for owner in event.red_fives)),
    )
    return match.in_phase(after)


def after_reviewed(match: MatchState, event: ReviewPassed) -> MatchState:
    reviewing = in_phase(match, Reviewing)
    return match.in_phase(reviewing._replace(passed=reviewing.passed | 1 << event.seat))


def after_revoke(match: MatchState, _: RevokeProven) -> MatchState:
    return match


def tricks_of(match: MatchState) -> Tricks:
    """Returns the play of the hand, while it is played or reviewed."""
    phase = match.phase
    if isinstance(phase, Tricks):
        return phase
    return in_phase(match, Reviewing).tricks


def after_revealed(match: MatchState, event: KittyRevealed) -> MatchState:
    tricks = tricks_of(match)._replace(kitty=event.cards)
    phase = match.phase
    return match.in_phase(phase._replace(tricks=tricks) if isinstance(phase, Reviewing) else tricks)


def after_scored(match: MatchState, event: HandScored) -> MatchState:
    tricks = tricks_of(match)
    if tricks.last_trick is None:
        raise BrokenHand("a hand is scored before a trick was played")
    standing = zip(event.levels_after, event.laps_after, event.attempted_after, strict=True)
    captured = tuple(
        card for seat, cards in enumerate(tricks.captured) if not tricks.deal.declares(Seat(seat)) for card in cards
    )
    return match._replace(
        positions=tuple(Position(level, laps, attempted) for level, laps, attempted in standing),
        dealer=event.next_dealer,
        hands_played=match.hands_played + 1,
        redeals=0,
        phase=Scored(tricks.deal, tricks.last_trick, tricks.kitty, captured, tricks.friends, event),
        won_by=event.match_won_by,
    )


def after_asked_back(match: MatchState, _: TakeBackAsked) -> MatchState:
    return match


def after_answered_back(match: MatchState, _: TakeBackAnswered) -> MatchState:
    return match


def after_taken_back(match: MatchState, _: TakenBack) -> MatchState:
    if match.undo is None:
        raise BrokenHand("something is taken back that cannot be")
    return match.in_phase(match.undo.phase)


def undo_after(match: MatchState, event: Any) -> Undo | None:
    """Returns what can be taken back after an event: the last play or declaring act, until another act (EX-BACK-01)."""
    undo = match.undo
    match event:
        case Declared(seat=seat) | DeclarationPassed(seat=seat) if isinstance(match.phase, Declaring):
            # Opening with a pair where only a single card may open is one move with two acts (RUL-05).
            same_move = undo is not None and undo.seat == seat and undo.agreed is None
            auction = isinstance(match.phase.way, Auction)
            return undo if same_move else Undo(seat, match.phase, None) if auction else None
        case CardsPlayed(seat=seat) if isinstance(match.phase, Tricks):
            # A failed throw has revealed cards, so it cannot be taken back.
            led_by_force = match.phase.trick is None and match.phase.throw is not None
            return None if led_by_force else Undo(seat, match.phase, None)
        case TakeBackAsked() if undo is not None:
            return undo._replace(agreed=0)
        case TakeBackAnswered(seat=seat, agreed=agreed) if undo is not None and undo.agreed is not None:
            return undo._replace(agreed=undo.agreed | 1 << seat) if agreed else None
        case TrickWon() | CallAnswered():
            return undo
        case _:
            return None
