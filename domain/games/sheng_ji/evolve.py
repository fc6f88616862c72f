"""Applies the events of a match to its state.

The same functions serve the table and viewers who do not see every card.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from domain.games.sheng_ji.chao import first_polled, next_polled
from domain.games.sheng_ji.declare import Declaration, Floor, Shown, floor_after
from domain.games.sheng_ji.events import (
    CallAnswered,
    CardsPlayed,
    ClaimProven,
    DeclarationPassed,
    Declared,
    FriendsCalled,
    HandConceded,
    HandEnded,
    HandPrepared,
    HandRedealt,
    HandScored,
    KittyBid,
    KittyBidPassed,
    KittyBuried,
    KittyRevealed,
    KittyTaken,
    KittyTurned,
    LeadForced,
    PlanFiled,
    RedealClaimed,
    RedealWaived,
    ReviewPassed,
    RevokeProven,
    RoundDrawn,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
    ThrowFailed,
    TrickWon,
    TrumpFixed,
)
from domain.games.sheng_ji.follow import lead_of
from domain.games.sheng_ji.friends import after_play, called
from domain.games.sheng_ji.holding import Hand, hand_cards, hand_of, hand_size, hand_without, hands_together, no_cards
from domain.games.sheng_ji.levels import NO_TRUMP_LEVEL, Position
from domain.games.sheng_ji.order import EFFECTIVE_SUITS, EffectiveSuit, Order, red_fives
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.state import (
    Auction,
    Bidding,
    Burying,
    Calling,
    Deal,
    Declaring,
    FailedThrow,
    Held,
    LiveDraw,
    Match,
    Phase,
    Played,
    PlayedTrick,
    Prepared,
    Redealing,
    Redealt,
    Reviewing,
    Scored,
    Sealed,
    Trick,
    Tricks,
    Undo,
    declarers_at_first,
)
from domain.games.sheng_ji.trick import Standing
from domain.games.sheng_ji.units import unit_of_cards
from domain.kernel.cards import HIDDEN, POINTS, Cards
from domain.kernel.seats import Seat, right_of
from domain.table.events import CardsDealt


class BrokenHand(Exception):
    """A sequence of events that cannot occur in a hand: a defect, not a refusal. It is logged, so it names no card."""


def evolve(match: Match, event: Any) -> Match:
    """Returns the match after an event of the game or after `CardsDealt`."""
    after = _AFTER[type(event)](match, event)
    return after._replace(undo=_undo_after(match, event)) if match.rules.take_back else after


P = TypeVar("P")


def _in_phase(match: Match, phase: type[P]) -> P:
    if not isinstance(match.phase, phase):
        raise BrokenHand(f"{type(match.phase).__name__} is not {phase.__name__}")
    return match.phase


# --- before the play


def _after_prepared(match: Match, event: HandPrepared) -> Match:
    return match._replace(prepared=event, phase=Prepared(event))


def _after_dealt(match: Match, event: CardsDealt) -> Match:
    prepared = _in_phase(match, Prepared).prepared
    drawn = tuple(event.drawn_by(Seat(seat)) for seat in range(event.seats))
    way: Auction | LiveDraw | Sealed
    if match.rules.deal_mode == "live_draw":
        way = LiveDraw(drawn, rounds=0, shows=0, passed=0)
    elif match.rules.deal_mode == "plan":
        way = Sealed((None,) * event.seats)
    else:
        way = Auction(prepared.first_drawer, passes=0)
    declaring = Declaring(
        prepared=prepared,
        hands=tuple(cards[: event.drawn] for cards in drawn),
        kitty=event.left_over(),
        turned=(),
        way=way,
        shown=(),
        floor=Floor(),
        dealer=prepared.dealer,
    )
    return match.in_phase(declaring)


def _after_round(match: Match, event: RoundDrawn) -> Match:
    declaring = _in_phase(match, Declaring)
    if not isinstance(declaring.way, LiveDraw):
        raise BrokenHand("a round is drawn where the draw is not live")
    hands = tuple((*hand, card) for hand, card in zip(declaring.hands, event.cards, strict=True))
    way = declaring.way._replace(rounds=event.round)
    # "Immediately" ends when the overridden seat draws its next card (DEC-06); all seats draw one in a round.
    floor = declaring.floor._replace(overridden=None)
    return match.in_phase(declaring._replace(hands=hands, way=way, floor=floor))


def _after_plan(match: Match, event: PlanFiled) -> Match:
    declaring = _in_phase(match, Declaring)
    if not isinstance(declaring.way, Sealed):
        raise BrokenHand("a plan is filed where none is wanted")
    plans = declaring.way.plans
    filed = (*plans[: event.seat], event.plan, *plans[event.seat + 1 :])
    return match.in_phase(declaring._replace(way=Sealed(filed)))


def _after_declared(match: Match, event: Declared) -> Match:
    declaring = _in_phase(match, Declaring)
    act = Shown(event.seat, event.kind, event.cards)
    way = declaring.way
    if isinstance(way, Auction):
        way = Auction(right_of(event.seat, match.rules.players), passes=0)
    elif isinstance(way, LiveDraw) and way.drawn:
        way = way._replace(shows=way.shows + 1, passed=0)
    return match.in_phase(
        declaring._replace(
            way=way,
            shown=(*declaring.shown, act),
            floor=floor_after(declaring.floor, act),
            dealer=event.dealer,
        )
    )


def _after_passed(match: Match, event: DeclarationPassed) -> Match:
    declaring = _in_phase(match, Declaring)
    way = declaring.way
    floor = declaring.floor
    if floor.overridden is not None and floor.overridden.seat == event.seat:
        floor = floor._replace(overridden=None)
    if isinstance(way, Auction):
        way = Auction(right_of(event.seat, match.rules.players), way.passes + 1)
    elif isinstance(way, LiveDraw):
        way = way._replace(passed=way.passed | 1 << event.seat)
    return match.in_phase(declaring._replace(way=way, floor=floor))


def _after_turned(match: Match, event: KittyTurned) -> Match:
    return match.in_phase(_in_phase(match, Declaring)._replace(turned=event.cards))


def held(order: Order, copies: int, cards: Cards) -> Held:
    """Returns the known cards, grouped by suit, and the number of hidden ones."""
    known = tuple(card for card in cards if card != HIDDEN)
    return Held(hand_of(order, copies, known), len(cards) - len(known))


def _after_fixed(match: Match, event: TrumpFixed) -> Match:
    declaring, rules = _in_phase(match, Declaring), match.rules
    rank = event.trump_rank if event.trump_rank is not None else declaring.prepared.trump_rank
    if rank is None:
        raise BrokenHand("trumps are fixed without a rank")
    deal = Deal(
        trump_rank=rank,
        trump_suit=event.trump_suit,
        dealer=event.dealer,
        declarers=declarers_at_first(rules, event.dealer),
        first_drawer=declaring.prepared.first_drawer,
        ordering=rules.ordering,
        shown=declaring.shown,
        turned=declaring.turned,
    )
    hands = tuple(held(deal.order, rules.copies, cards) for cards in declaring.hands)
    redealing = Redealing(deal, hands, declaring.kitty, declaring.floor.standing, waived=0)
    return match.in_phase(redealing)


def _after_waived(match: Match, event: RedealWaived) -> Match:
    redealing = _in_phase(match, Redealing)
    return match.in_phase(redealing._replace(waived=redealing.waived | 1 << event.seat))


def _after_claimed(match: Match, event: RedealClaimed) -> Match:
    if match.prepared is None:
        raise BrokenHand("a new deal is asked for before the first")
    return match.in_phase(Redealt(match.prepared, event.seat, event.cards))


def _after_redealt(match: Match, _: HandRedealt) -> Match:
    if match.prepared is None:
        raise BrokenHand("a hand is dealt anew before the first")
    phase = match.phase if isinstance(match.phase, Redealt) else Redealt(match.prepared, None, ())
    return match._replace(redeals=match.redeals + 1, phase=phase)


def _after_taken(match: Match, event: KittyTaken) -> Match:
    rules, phase = match.rules, match.phase
    if isinstance(phase, Redealing):
        polled = _first_polled(rules, phase)
        burying = Burying(phase.deal, phase.hands, event.cards, event.seat, phase.standing, polled)
    else:
        burying = _in_phase(match, Burying)
    taken = held(burying.deal.order, rules.copies, event.cards)
    had = burying.hands[event.seat]
    now = Held(hands_together(had.known, taken.known), had.hidden + taken.hidden)
    return match.in_phase(burying._replace(kitty=event.cards, hands=_with(burying.hands, event.seat, now)))


def _first_polled(rules: Rules, redealing: Redealing) -> tuple[Seat, ...]:
    """Returns the seats that may bid for the kitty; none without a trump rank, since nothing can be shown."""
    if rules.chao_di_pi == "off" or redealing.deal.trump_rank == NO_TRUMP_LEVEL:
        return ()
    last = redealing.standing.seat if redealing.standing and rules.chao_skip_last_bidder else None
    return first_polled(redealing.deal.dealer, rules.players, last)


def _after_buried(match: Match, event: KittyBuried) -> Match:
    burying, rules = _in_phase(match, Burying), match.rules
    out = held(burying.deal.order, rules.copies, event.cards).known
    hands = _less(burying.hands, event.seat, out, len(event.cards))
    bidding = Bidding(burying.deal, hands, event.cards, event.seat, burying.standing, burying.polled)
    return match.in_phase(bidding if bidding.polled else _after_bidding(rules, bidding))


def _after_bid(match: Match, event: KittyBid) -> Match:
    bidding, rules = _in_phase(match, Bidding), match.rules
    deal = bidding.deal._replace(trump_suit=event.trump_suit)
    hands = tuple(_regrouped(each, bidding.deal.order, deal.order, rules.copies) for each in bidding.hands)
    standing = Declaration(event.seat, event.cards[0], len(event.cards))
    polled = next_polled(rules.chao_di_pi, bidding.polled, rules.players, overrode=True)
    return match.in_phase(Burying(deal, hands, bidding.kitty, event.seat, standing, polled))


def _regrouped(had: Held, before: Order, after: Order, copies: int) -> Held:
    """Regroups the known cards of a hand by the new trumps."""
    return Held(hand_of(after, copies, hand_cards(before, had.known)), had.hidden)


def _after_bid_passed(match: Match, _: KittyBidPassed) -> Match:
    bidding, rules = _in_phase(match, Bidding), match.rules
    polled = next_polled(rules.chao_di_pi, bidding.polled, rules.players, overrode=False)
    bidding = bidding._replace(polled=polled)
    return match.in_phase(bidding if polled else _after_bidding(rules, bidding))


def _after_bidding(rules: Rules, bidding: Bidding) -> Phase:
    """Ends bidding for the kitty: friends are called, or play begins."""
    calling = Calling(bidding.deal, bidding.hands, bidding.kitty, bidding.seat)
    return calling if rules.friends else _play_begins(rules, calling)


def _after_called(match: Match, event: FriendsCalled) -> Match:
    tricks = _play_begins(match.rules, _in_phase(match, Calling))
    return match.in_phase(tricks._replace(friends=called(event.calls), solo=event.solo))


def _play_begins(rules: Rules, calling: Calling) -> Tricks:
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
        gone=no_cards(rules.copies),
        voids=nobody,
    )


def _with(hands: tuple[Held, ...], seat: Seat, now: Held) -> tuple[Held, ...]:
    changed = list(hands)
    changed[seat] = now
    return tuple(changed)


def _less(hands: tuple[Held, ...], seat: Seat, out: Hand, count: int) -> tuple[Held, ...]:
    """Returns the hands after `count` cards have left one of them.

    For a viewer who does not know that hand, only its size changes.
    """
    had = hands[seat]
    if had.hidden:
        return _with(hands, seat, Held(had.known, had.hidden - count))
    return _with(hands, seat, Held(hand_without(had.known, out), 0))


# --- the play


def _after_throw(match: Match, event: ThrowFailed) -> Match:
    throw = FailedThrow(event.seat, event.cards, event.units, event.choices, event.chooser, forced=None)
    return match.in_phase(_in_phase(match, Tricks)._replace(throw=throw))


def _after_forced(match: Match, event: LeadForced) -> Match:
    tricks = _in_phase(match, Tricks)
    if tricks.throw is None:
        raise BrokenHand("a lead is forced where no throw has failed")
    penalties = _added(tricks.penalties, event.seat, event.penalty)
    return match.in_phase(tricks._replace(throw=tricks.throw._replace(forced=event), penalties=penalties))


def _added(counts: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + more, *counts[seat + 1 :]) if more else counts


def _after_played(match: Match, event: CardsPlayed) -> Match:
    return match.in_phase(_played(_in_phase(match, Tricks), event, match.rules))


def _played(tricks: Tricks, event: CardsPlayed, rules: Rules) -> Tricks:
    order = tricks.deal.order
    play = hand_of(order, rules.copies, event.cards)
    trick = _trick_after(tricks.trick, event, order)
    friends = tricks.friends
    if friends is not None and rules.friends is not None:
        friends = after_play(friends, tricks.deal.dealer, event.seat, event.cards, rules.friends.calls.double_join)
    return tricks._replace(
        hands=_less(tricks.hands, event.seat, play, len(event.cards)),
        friends=friends,
        turn=right_of(event.seat, rules.players),
        trick=trick,
        gone=hands_together(tricks.gone, play),
        voids=_voids_after(tricks.voids, event.seat, trick.lead.suit, play) if rules.shows_voids else tricks.voids,
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
    """Returns the voids after a play. A seat that plays another suit has no more of the suit led (SJ-FOLLOW-02)."""
    for suit in EFFECTIVE_SUITS:
        if play[suit][0] and suit != led:
            return (*voids[:seat], voids[seat] | 1 << led, *voids[seat + 1 :])
    return voids


def _after_answered(match: Match, event: CallAnswered) -> Match:
    if not event.joined:
        return match
    tricks = _in_phase(match, Tricks)
    deal = tricks.deal._replace(declarers=tricks.deal.declarers | 1 << event.seat)
    return match.in_phase(tricks._replace(deal=deal))


def _after_won(match: Match, event: TrickWon) -> Match:
    tricks, rules = _in_phase(match, Tricks), match.rules
    trick = tricks.trick
    if trick is None:
        raise BrokenHand("a trick is won that nobody has led to")
    plays = trick.plays
    played = PlayedTrick(trick.lead, plays, event.seat, event.points, tricks.throw)
    taken = tuple(card for play in plays for card in play.cards if POINTS[card])
    captured = tricks.captured
    if taken:
        mine = (*captured[event.seat], *taken)
        captured = (*captured[: event.seat], mine, *captured[event.seat + 1 :])
    keep_all = rules.history_view == "all" or rules.honor
    red_fives = tricks.red_fives
    if rules.hong_wu_penalty:
        red_fives = (*red_fives, *_red_fives_won(tricks.deal.order, plays, event.seat))
    after = tricks._replace(
        turn=event.seat,
        number=tricks.number + 1,
        trick=None,
        throw=None,
        last_trick=played,
        history=(*tricks.history, played) if keep_all else (),
        captured=captured,
        points=_added(tricks.points, event.seat, event.points),
        red_fives=red_fives,
    )
    left = after.hands[event.seat]
    over = not left.hidden and not hand_size(left.known)
    return match.in_phase(Reviewing(after, trick, 0) if rules.honor and over else after)


def _red_fives_won(order: Order, plays: tuple[Played, ...], winner: Seat) -> list[tuple[Seat, Seat]]:
    """Returns pairs (owner, winner) for the red fives of a trick (SJ-CARD-11)."""
    fives = red_fives(order.ordering.hong_wu)
    return [(play.seat, winner) for play in plays for card in play.cards if card in fives]


# --- the end


def _after_ended(match: Match, _: HandEnded) -> Match:
    return match


def _after_claim(match: Match, _: ClaimProven) -> Match:
    return match


def _after_conceded(match: Match, event: HandConceded) -> Match:
    tricks = _in_phase(match, Tricks)
    after = tricks._replace(
        trick=None,
        throw=None,
        points=_added(tricks.points, event.winner, event.points),
        red_fives=(*tricks.red_fives, *((owner, event.winner) for owner in event.red_fives)),
    )
    return match.in_phase(after)


def _after_reviewed(match: Match, event: ReviewPassed) -> Match:
    reviewing = _in_phase(match, Reviewing)
    return match.in_phase(reviewing._replace(passed=reviewing.passed | 1 << event.seat))


def _after_revoke(match: Match, _: RevokeProven) -> Match:
    return match


def tricks_of(match: Match) -> Tricks:
    """Returns the play of the hand, while it is played or reviewed."""
    phase = match.phase
    if isinstance(phase, Tricks):
        return phase
    return _in_phase(match, Reviewing).tricks


def _after_revealed(match: Match, event: KittyRevealed) -> Match:
    tricks = tricks_of(match)._replace(kitty=event.cards)
    phase = match.phase
    return match.in_phase(phase._replace(tricks=tricks) if isinstance(phase, Reviewing) else tricks)


def _after_scored(match: Match, event: HandScored) -> Match:
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


# --- taking back


def _after_asked_back(match: Match, _: TakeBackAsked) -> Match:
    return match


def _after_answered_back(match: Match, _: TakeBackAnswered) -> Match:
    return match


def _after_taken_back(match: Match, _: TakenBack) -> Match:
    if match.undo is None:
        raise BrokenHand("something is taken back that cannot be")
    return match.in_phase(match.undo.phase)


def _undo_after(match: Match, event: Any) -> Undo | None:
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


_AFTER: dict[type, Callable[[Match, Any], Match]] = {
    HandPrepared: _after_prepared,
    CardsDealt: _after_dealt,
    RoundDrawn: _after_round,
    PlanFiled: _after_plan,
    Declared: _after_declared,
    DeclarationPassed: _after_passed,
    KittyTurned: _after_turned,
    TrumpFixed: _after_fixed,
    RedealWaived: _after_waived,
    RedealClaimed: _after_claimed,
    HandRedealt: _after_redealt,
    KittyTaken: _after_taken,
    KittyBuried: _after_buried,
    KittyBid: _after_bid,
    KittyBidPassed: _after_bid_passed,
    FriendsCalled: _after_called,
    ThrowFailed: _after_throw,
    LeadForced: _after_forced,
    CardsPlayed: _after_played,
    CallAnswered: _after_answered,
    TrickWon: _after_won,
    HandEnded: _after_ended,
    ClaimProven: _after_claim,
    HandConceded: _after_conceded,
    ReviewPassed: _after_reviewed,
    RevokeProven: _after_revoke,
    TakeBackAsked: _after_asked_back,
    TakeBackAnswered: _after_answered_back,
    TakenBack: _after_taken_back,
    KittyRevealed: _after_revealed,
    HandScored: _after_scored,
}
