"""Decides moves in a hand of Sheng Ji.

Each function takes the match and a move and returns the events that follow, with the match after them. It also prepares
hands and handles the clock of a live draw. `check` decides whether a move is legal; `evolve` applies the events.
"""

from collections.abc import Sequence
from typing import Any

from domain.games.sheng_ji import first_drawer as drawing
from domain.games.sheng_ji.card_order import printed_trump_suit, red_fives
from domain.games.sheng_ji.check import check, checked_play
from domain.games.sheng_ji.claims import proven_line
from domain.games.sheng_ji.commands import (
    Bury,
    CallFriends,
    ChallengePlay,
    Claim,
    ClaimRedeal,
    CloseDeclaring,
    Consent,
    Declare,
    DrawRound,
    EndHand,
    FilePlan,
    Move,
    Pass,
    Play,
    TakeBack,
    Tick,
)
from domain.games.sheng_ji.concession import conceding_side
from domain.games.sheng_ji.declare import Show, Shown, dealer_by, show
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
    RedealReason,
    RedealWaived,
    RoundDrawn,
    TrumpFixed,
)
from domain.games.sheng_ji.hand_end import end_hand, last_trick_after_revoke
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.levels import NO_TRUMP_LEVEL
from domain.games.sheng_ji.move_checks import rank_to_declare
from domain.games.sheng_ji.no_declaration import Turned, turn_kitty
from domain.games.sheng_ji.plans import resolve
from domain.games.sheng_ji.play_decide import decide_play, end_review, play_out
from domain.games.sheng_ji.play_events import (
    HandConceded,
    HandEnded,
    ReviewPassed,
    RevokeProven,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
)
from domain.games.sheng_ji.play_evolve import BrokenHand
from domain.games.sheng_ji.recorder import HandRecorder, counted_events
from domain.games.sheng_ji.redeal import may_claim, may_redeal
from domain.games.sheng_ji.rules import pack_of
from domain.games.sheng_ji.state import (
    Bidding,
    Declaring,
    MatchState,
    Redealing,
    Redealt,
    Reviewing,
    Scored,
    Tricks,
)
from domain.games.sheng_ji.ways_of_declaring import Auction, LiveDraw, Sealed
from domain.kernel.cards import Cards, points
from domain.kernel.seats import Seat, others_in_turn, right_of
from domain.kernel.shuffle import Dice
from domain.table.game import DealPlan, Progress


def prepare(match: MatchState, dice: Dice, first_drawer: Seat | None = None) -> tuple[Sequence[Any], DealPlan]:
    """Returns the events before the deal, and the deal plan. A given `first_drawer` replaces the usual choice."""
    rules = match.rules
    if match.hands_played == 0:
        prepared = _first_hand(match, dice, first_drawer)
    elif isinstance(match.phase, Redealt):
        prepared = _redealt_hand(match, match.phase.prepared)
    else:
        prepared = _later_hand(match, dice)
    rank = prepared.trump_rank
    live = rules.deal_mode == "live_draw" and rank != NO_TRUMP_LEVEL
    hand = rules.deal_shape.hand
    drawn = 0 if live else hand
    return [prepared], DealPlan(pack_of(rules, rank), prepared.first_drawer, prepared.cutter, hand, drawn)


def _first_hand(match: MatchState, dice: Dice, chosen: Seat | None) -> HandPrepared:
    """Prepares the first hand, in which the declarations determine the dealer.

    The first drawer is chosen, counted, drawn by lot, or the shuffler (SJ-FIRST-03).
    """
    rules = match.rules
    shuffler: Seat | None = None
    exposed: Cards = ()
    if chosen is not None:
        drawer = chosen
    elif rules.first_drawer_method == "count":
        shuffler, exposed, drawer = counted_events(match, dice)
    else:
        drawer = Seat(dice.below(rules.players))
        shuffler = drawer if rules.first_drawer_method == "shuffler" else None
    return HandPrepared(rules.initial_level, None, shuffler, exposed, drawer, _cutter(match, drawer, dice))


def _later_hand(match: MatchState, dice: Dice) -> HandPrepared:
    rules, before = match.rules, match.phase
    if match.dealer is None or not isinstance(before, Scored):
        raise BrokenHand("a later hand without one before it")
    declared_dealer = rules.zpy_dealer == "declare"
    who = "right_of_previous_dealer" if declared_dealer else rules.later_first_drawer
    drawer = drawing.later_first_drawer(who, match.dealer, before.deal.dealer, rules.players)
    cutter = _cutter(match, drawer, dice)
    if declared_dealer:
        return HandPrepared(None, None, None, (), drawer, cutter)
    return HandPrepared(match.level_of(match.dealer), match.dealer, None, (), drawer, cutter)


def _redealt_hand(match: MatchState, before: HandPrepared) -> HandPrepared:
    """Repeats the preparation of the hand; by option, the last to declare deals at their own level (SJ-REDEAL-04)."""
    if match.rules.redeal_dealer == "keep":
        return before
    players = match.rules.players
    drawer = right_of(before.first_drawer, players)
    return HandPrepared(None, None, None, (), drawer, right_of(before.cutter, players))


def _cutter(match: MatchState, drawer: Seat, dice: Dice) -> Seat:
    rules = match.rules
    lot = dice.below(rules.players - 1) if rules.cutter == "any_other" else 0
    return drawing.cutter(drawer, rules.players, rules.cutter, lot)


def after_deal(match: MatchState) -> Progress:
    """Returns the events that follow the deal: without a trump rank, declaring closes at once (EX-LEVEL-01)."""
    recorder = HandRecorder(match)
    if recorder.declaring.prepared.trump_rank == NO_TRUMP_LEVEL:
        _close_declaring(recorder)
    return recorder.progress()


def decide(match: MatchState, seat: Seat, move: Move) -> Progress:  # noqa: C901 - one case for each move
    """Returns the events of a move, and the match after them.

    Raises:
        Refusal: the phase is wrong, it is another seat's turn, or a rule forbids the move. The match does not change.
    """
    recorder, phase = HandRecorder(match), match.phase
    if isinstance(move, Play) and isinstance(phase, Tricks):
        decide_play(recorder, phase, seat, move.cards, checked_play(phase, match.rules, seat, move))
        return recorder.progress()
    check(match, seat, move)
    match move:
        case Declare(cards):
            _declare(recorder, seat, cards)
        case FilePlan(plan):
            _file(recorder, PlanFiled(seat, plan))
        case Pass():
            _pass(recorder, seat)
        case ClaimRedeal():
            _claim(recorder, seat)
        case Bury(cards):
            recorder.record(KittyBuried(seat, cards))
        case CallFriends(calls, solo):
            recorder.record(FriendsCalled(seat, calls, solo))
        case ChallengePlay(number, offender):
            recorder.record(RevokeProven(seat, number, offender))
            end_hand(recorder, last_trick_after_revoke(match, offender), revoked_by=offender)
        case EndHand():
            recorder.record(HandEnded(seat))
            end_hand(recorder, None)
        case Claim(leads):
            play_out(recorder, seat, proven_line(match, recorder.tricks, seat, leads))
        case TakeBack():
            recorder.record(TakeBackAsked(seat))
        case Consent(agree):
            _answer(recorder, seat, agree=agree)
    return recorder.progress()


def concede(match: MatchState, seats: tuple[Seat, ...]) -> Progress:
    """Returns the events when a side concedes the rest of the hand (EX-CONCEDE-01).

    Args:
        match: the match.
        seats: the side, as `conceding_side` names it.

    Raises:
        Refusal: the side can no longer concede. The match does not change.
        BrokenHand: the seats are not a side.
    """
    if conceding_side(match, seats[0]) != seats:
        raise BrokenHand("a hand is conceded by seats that are no side")
    recorder = HandRecorder(match)
    rules, tricks = match.rules, recorder.tricks
    order = tricks.deal.order
    unplayed = [(Seat(seat), hand_cards(order, held.known)) for seat, held in enumerate(tricks.hands)]
    trick = tricks.trick.plays if tricks.trick else ()
    fives = red_fives(order.ordering.hong_wu) if rules.hong_wu_penalty else frozenset()
    recorder.record(
        HandConceded(
            seats=seats,
            winner=next(seat for seat in others_in_turn(seats[0], rules.players) if seat not in seats),
            points=sum(points(cards) for _, cards in (*trick, *unplayed)),
            red_fives=tuple(
                seat for seat, cards in (*trick, *unplayed) if seat in seats for card in cards if card in fives
            ),
        )
    )
    end_hand(recorder, None, conceded_by=seats)
    return recorder.progress()


def tick(match: MatchState, what: Tick) -> Progress:
    """Returns the events when the clock of a live draw expires (EX-LIVE-01)."""
    recorder = HandRecorder(match)
    way = recorder.declaring.way
    match what:
        case DrawRound() if isinstance(way, LiveDraw) and not way.drawn:
            recorder.record(RoundDrawn(way.rounds + 1, tuple(cards[way.rounds] for cards in way.coming)))
        case CloseDeclaring() if isinstance(way, LiveDraw) and way.drawn:
            _close_declaring(recorder)
        case _:
            raise BrokenHand(f"{type(what).__name__} at the wrong time")
    return recorder.progress()


def _declare(recorder: HandRecorder, seat: Seat, cards: Cards) -> None:
    if not isinstance(recorder.match.phase, Declaring):
        _bid(recorder, seat, cards)
        return
    declaring = recorder.declaring
    rank = rank_to_declare(recorder.match, declaring, seat)
    for act in show(recorder.match.rules, rank, declaring.floor, seat, cards):
        _record_show(recorder, seat, act)


def _record_show(recorder: HandRecorder, seat: Seat, act: Show) -> None:
    declaring = recorder.declaring
    acts = (*declaring.shown, Shown(seat, act.kind, act.cards))
    prepared, dealer = declaring.prepared, declaring.prepared.dealer
    if dealer is None:
        # Where each seat declares at its own level, the last to declare deals (SJ-BID-20).
        rule = "last_declarer" if prepared.trump_rank is None else recorder.match.rules.first_hand_dealer
        dealer = dealer_by(rule, acts)
    trump_suit = printed_trump_suit(act.standing.card)
    recorder.record(Declared(seat, act.kind, act.cards, len(act.standing.cards), trump_suit, dealer))


def _bid(recorder: HandRecorder, seat: Seat, cards: Cards) -> None:
    """Records the bid, and gives the kitty to the bidder (SJ-CHAO-01)."""
    bidding = recorder.match.phase
    if not isinstance(bidding, Bidding):
        raise BrokenHand("the kitty is bid for at the wrong time")
    recorder.record(KittyBid(seat, cards, printed_trump_suit(cards[0])), KittyTaken(seat, bidding.kitty))


def _pass(recorder: HandRecorder, seat: Seat) -> None:
    match recorder.match.phase:
        case Declaring(way=Sealed()):
            _file(recorder, PlanFiled(seat, ()))
        case Declaring():
            recorder.record(DeclarationPassed(seat))
            if _all_have_passed(recorder, seat):
                _close_declaring(recorder)
        case Redealing():
            recorder.record(RedealWaived(seat))
            _take_kitty(recorder)
        case Reviewing():
            recorder.record(ReviewPassed(seat))
            end_review(recorder)
        case _:
            recorder.record(KittyBidPassed(seat))


def _all_have_passed(recorder: HandRecorder, seat: Seat) -> bool:
    """Returns whether all seats have passed in succession, or all except the last to declare (DEC-01, SJ-BID-18)."""
    declaring, rules = recorder.declaring, recorder.match.rules
    match declaring.way:
        case Auction(passes=passes):
            last_is_asked = declaring.floor.standing is None or rules.declaration_window == "until_kitty_taken"
            return passes >= rules.players - (not last_is_asked)
        case LiveDraw(passed=passed):
            takes_kitty = rules.declaration_window == "until_kitty_taken" and declaring.dealer == seat
            return takes_kitty or passed == (1 << rules.players) - 1
        case _:
            return False


def _file(recorder: HandRecorder, filed: PlanFiled) -> None:
    """Records a plan. The last plan starts the simulated draw (EX-PLAN-01)."""
    recorder.record(filed)
    declaring, match = recorder.declaring, recorder.match
    if not isinstance(declaring.way, Sealed) or None in declaring.way.plans:
        return
    shows = resolve(
        match.rules,
        lambda seat: rank_to_declare(match, declaring, seat),
        lambda one, other: _opposed(match, one, other),
        declaring.prepared.first_drawer,
        declaring.hands,
        [plan or () for plan in declaring.way.plans],
    )
    for made in shows:
        _record_show(recorder, made.seat, made.act)
    _close_declaring(recorder)


def _opposed(match: MatchState, one: Seat, other: Seat) -> bool:
    """Returns whether two seats are opponents before there are declarers. Where friends are called, all seats are."""
    return one != other and (match.rules.friends is not None or match.holder(one) != match.holder(other))


def _close_declaring(recorder: HandRecorder) -> None:
    """Fixes trumps by the standing declaration, or by the kitty if there is none."""
    declaring, match = recorder.declaring, recorder.match
    dealer = declaring.dealer
    if dealer is None:
        if match.hands_played == 0 and match.rules.first_dealer_fallback == "redeal" and may_redeal(match.redeals):
            recorder.record(HandRedealt("no_dealer"))
            return
        # Nobody declared: the dealer by succession deals, in the first hand the first drawer (SJ-NODECL-05, DEC-19).
        dealer = declaring.prepared.first_drawer if match.dealer is None else match.dealer
    rank = declaring.prepared.trump_rank
    own_rank = match.level_of(dealer) if rank is None else None
    standing = declaring.floor.standing
    if standing is not None:
        trump_suit = printed_trump_suit(standing.card)
    elif NO_TRUMP_LEVEL in (rank, own_rank):
        trump_suit = None
    else:
        turned = _turned(match, declaring, own_rank if rank is None else rank)
        recorder.record(KittyTurned(declaring.kitty[: turned.cards]))
        if turned.redeal:
            recorder.record(HandRedealt("kitty_joker"))
            return
        trump_suit = turned.trump_suit
    recorder.record(TrumpFixed(trump_suit, dealer, own_rank))
    _take_kitty(recorder)


def _turned(match: MatchState, declaring: Declaring, rank: Any) -> Turned:
    rules = match.rules
    joker = rules.no_declaration_joker
    if joker == "redeal" and not may_redeal(match.redeals):
        joker = "skip"
    return turn_kitty(declaring.kitty, rank, rules.no_declaration, joker)


def _take_kitty(recorder: HandRecorder) -> None:
    """Gives the kitty to the dealer once no seat can claim a redeal (DEC-14)."""
    match, redealing = recorder.match, recorder.match.phase
    if not isinstance(redealing, Redealing):
        raise BrokenHand("the kitty is taken before trumps are fixed")
    asked = match.rules.redeals and may_redeal(match.redeals)
    if not asked or redealing.waived == (1 << match.rules.players) - 1:
        recorder.record(KittyTaken(redealing.deal.dealer, redealing.kitty))


def _claim(recorder: HandRecorder, seat: Seat) -> None:
    rules, redealing = recorder.match.rules, recorder.match.phase
    if not isinstance(redealing, Redealing):
        raise BrokenHand("a new deal is asked for at the wrong time")
    order = redealing.deal.order
    hand = hand_cards(order, redealing.hands[seat].known)
    no_trump = may_claim(order, hand, redeal_no_trump=rules.redeal_no_trump, redeal_points_below=0)
    reason: RedealReason = "no_trump" if no_trump else "points"
    recorder.record(RedealClaimed(seat, hand), HandRedealt(reason))


def _answer(recorder: HandRecorder, seat: Seat, *, agree: bool) -> None:
    recorder.record(TakeBackAnswered(seat, agree))
    undo = recorder.match.undo
    everybody = (1 << recorder.match.rules.players) - 1
    if undo is not None and undo.agreed is not None and undo.agreed | 1 << undo.seat == everybody:
        recorder.record(TakenBack(undo.seat))
