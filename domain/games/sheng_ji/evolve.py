"""Applies the events of a match to its state.

The same functions serve the table and viewers who do not see every card.
"""

from collections.abc import Callable
from typing import Any

from domain.games.sheng_ji.card_order import CardOrder
from domain.games.sheng_ji.chao import first_polled, next_polled
from domain.games.sheng_ji.declare import Declaration, Floor, Shown, floor_after
from domain.games.sheng_ji.events import (
    DeclarationPassed,
    Declared,
    FriendsCalled,
    HandPrepared,
    HandRedealt,
    KittyBid,
    KittyBidPassed,
    KittyBuried,
    KittyTaken,
    KittyTurned,
    PlanFiled,
    RedealClaimed,
    RedealWaived,
    RoundDrawn,
    TrumpFixed,
)
from domain.games.sheng_ji.friends import called
from domain.games.sheng_ji.holding import hand_cards, hand_of
from domain.games.sheng_ji.layers import together
from domain.games.sheng_ji.levels import NO_TRUMP_LEVEL
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
from domain.games.sheng_ji.play_evolve import (
    BrokenHand,
    after_answered,
    after_answered_back,
    after_asked_back,
    after_claim,
    after_conceded,
    after_ended,
    after_forced,
    after_played,
    after_revealed,
    after_reviewed,
    after_revoke,
    after_scored,
    after_taken_back,
    after_throw,
    after_won,
    in_phase,
    play_begins,
    undo_after,
    with_hand,
    without_cards,
)
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.state import (
    Bidding,
    Burying,
    Calling,
    Deal,
    Declaring,
    Held,
    MatchState,
    Phase,
    Prepared,
    Redealing,
    Redealt,
    declarers_at_first,
)
from domain.games.sheng_ji.ways_of_declaring import Auction, LiveDraw, Sealed
from domain.kernel.cards import HIDDEN, Cards
from domain.kernel.seats import Seat, right_of
from domain.table.events import CardsDealt


def evolve(match: MatchState, event: Any) -> MatchState:
    """Returns the match after an event of the game or after `CardsDealt`."""
    return with_undo(match, _AFTER[type(event)](match, event), event)


def with_undo(before: MatchState, after: MatchState, event: Any) -> MatchState:
    """Returns the match after an event with what can be taken back now."""
    return after._replace(undo=undo_after(before, event)) if after.rules.take_back else after


def _after_prepared(match: MatchState, event: HandPrepared) -> MatchState:
    return match._replace(prepared=event, phase=Prepared(event))


def _after_dealt(match: MatchState, event: CardsDealt) -> MatchState:
    prepared = in_phase(match, Prepared).prepared
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


def _after_round(match: MatchState, event: RoundDrawn) -> MatchState:
    declaring = in_phase(match, Declaring)
    if not isinstance(declaring.way, LiveDraw):
        raise BrokenHand("a round is drawn where the draw is not live")
    hands = tuple((*hand, card) for hand, card in zip(declaring.hands, event.cards, strict=True))
    way = declaring.way._replace(rounds=event.round)
    # "Immediately" ends when the overridden seat draws its next card (DEC-06); all seats draw one in a round.
    floor = declaring.floor._replace(overridden=None)
    return match.in_phase(declaring._replace(hands=hands, way=way, floor=floor))


def _after_plan(match: MatchState, event: PlanFiled) -> MatchState:
    declaring = in_phase(match, Declaring)
    if not isinstance(declaring.way, Sealed):
        raise BrokenHand("a plan is filed where none is wanted")
    plans = declaring.way.plans
    filed = (*plans[: event.seat], event.plan, *plans[event.seat + 1 :])
    return match.in_phase(declaring._replace(way=Sealed(filed)))


def _after_declared(match: MatchState, event: Declared) -> MatchState:
    declaring = in_phase(match, Declaring)
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


def _after_passed(match: MatchState, event: DeclarationPassed) -> MatchState:
    declaring = in_phase(match, Declaring)
    way = declaring.way
    floor = declaring.floor
    if floor.overridden is not None and floor.overridden.seat == event.seat:
        floor = floor._replace(overridden=None)
    if isinstance(way, Auction):
        way = Auction(right_of(event.seat, match.rules.players), way.passes + 1)
    elif isinstance(way, LiveDraw):
        way = way._replace(passed=way.passed | 1 << event.seat)
    return match.in_phase(declaring._replace(way=way, floor=floor))


def _after_turned(match: MatchState, event: KittyTurned) -> MatchState:
    return match.in_phase(in_phase(match, Declaring)._replace(turned=event.cards))


def held(order: CardOrder, cards: Cards) -> Held:
    """Returns the known cards, grouped by suit, and the number of hidden ones."""
    known = [card for card in cards if card != HIDDEN]
    return Held(hand_of(order, known), len(cards) - len(known))


def _after_fixed(match: MatchState, event: TrumpFixed) -> MatchState:
    declaring, rules = in_phase(match, Declaring), match.rules
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
    hands = tuple(held(deal.order, cards) for cards in declaring.hands)
    redealing = Redealing(deal, hands, declaring.kitty, declaring.floor.standing, waived=0)
    return match.in_phase(redealing)


def _after_waived(match: MatchState, event: RedealWaived) -> MatchState:
    redealing = in_phase(match, Redealing)
    return match.in_phase(redealing._replace(waived=redealing.waived | 1 << event.seat))


def _after_claimed(match: MatchState, event: RedealClaimed) -> MatchState:
    if match.prepared is None:
        raise BrokenHand("a new deal is asked for before the first")
    return match.in_phase(Redealt(match.prepared, event.seat, event.cards))


def _after_redealt(match: MatchState, _: HandRedealt) -> MatchState:
    if match.prepared is None:
        raise BrokenHand("a hand is dealt anew before the first")
    phase = match.phase if isinstance(match.phase, Redealt) else Redealt(match.prepared, None, ())
    return match._replace(redeals=match.redeals + 1, phase=phase)


def _after_taken(match: MatchState, event: KittyTaken) -> MatchState:
    rules, phase = match.rules, match.phase
    if isinstance(phase, Redealing):
        polled = _first_polled(rules, phase)
        burying = Burying(phase.deal, phase.hands, event.cards, event.seat, phase.standing, polled)
    else:
        burying = in_phase(match, Burying)
    taken = held(burying.deal.order, event.cards)
    had = burying.hands[event.seat]
    now = Held(together(had.known, taken.known), had.hidden + taken.hidden)
    return match.in_phase(burying._replace(kitty=event.cards, hands=with_hand(burying.hands, event.seat, now)))


def _first_polled(rules: Rules, redealing: Redealing) -> tuple[Seat, ...]:
    """Returns the seats that may bid for the kitty; none without a trump rank, since nothing can be shown."""
    if rules.chao_di_pi == "off" or redealing.deal.trump_rank == NO_TRUMP_LEVEL:
        return ()
    last = redealing.standing.seat if redealing.standing and rules.chao_skip_last_bidder else None
    return first_polled(redealing.deal.dealer, rules.players, last)


def _after_buried(match: MatchState, event: KittyBuried) -> MatchState:
    burying, rules = in_phase(match, Burying), match.rules
    out = held(burying.deal.order, event.cards).known
    hands = without_cards(burying.hands, event.seat, out, len(event.cards))
    bidding = Bidding(burying.deal, hands, event.cards, event.seat, burying.standing, burying.polled)
    return match.in_phase(bidding if bidding.polled else _after_bidding(rules, bidding))


def _after_bid(match: MatchState, event: KittyBid) -> MatchState:
    bidding, rules = in_phase(match, Bidding), match.rules
    deal = bidding.deal._replace(trump_suit=event.trump_suit)
    hands = tuple(_regrouped(each, bidding.deal.order, deal.order) for each in bidding.hands)
    standing = Declaration(event.seat, event.cards[0], len(event.cards))
    polled = next_polled(rules.chao_di_pi, bidding.polled, rules.players, overrode=True)
    return match.in_phase(Burying(deal, hands, bidding.kitty, event.seat, standing, polled))


def _regrouped(had: Held, before: CardOrder, after: CardOrder) -> Held:
    """Regroups the known cards of a hand by the new trumps."""
    return Held(hand_of(after, hand_cards(before, had.known)), had.hidden)


def _after_bid_passed(match: MatchState, _: KittyBidPassed) -> MatchState:
    bidding, rules = in_phase(match, Bidding), match.rules
    polled = next_polled(rules.chao_di_pi, bidding.polled, rules.players, overrode=False)
    bidding = bidding._replace(polled=polled)
    return match.in_phase(bidding if polled else _after_bidding(rules, bidding))


def _after_bidding(rules: Rules, bidding: Bidding) -> Phase:
    """Ends bidding for the kitty: friends are called, or play begins."""
    calling = Calling(bidding.deal, bidding.hands, bidding.kitty, bidding.seat)
    return calling if rules.friends else play_begins(rules, calling)


def _after_called(match: MatchState, event: FriendsCalled) -> MatchState:
    tricks = play_begins(match.rules, in_phase(match, Calling))
    return match.in_phase(tricks._replace(friends=called(event.calls), solo=event.solo))


_AFTER: dict[type, Callable[[MatchState, Any], MatchState]] = {
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
    ThrowFailed: after_throw,
    LeadForced: after_forced,
    CardsPlayed: after_played,
    CallAnswered: after_answered,
    TrickWon: after_won,
    HandEnded: after_ended,
    ClaimProven: after_claim,
    HandConceded: after_conceded,
    ReviewPassed: after_reviewed,
    RevokeProven: after_revoke,
    TakeBackAsked: after_asked_back,
    TakeBackAnswered: after_answered_back,
    TakenBack: after_taken_back,
    KittyRevealed: after_revealed,
    HandScored: after_scored,
}
