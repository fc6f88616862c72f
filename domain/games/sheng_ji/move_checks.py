"""Checks of every move: turn, phase and cards held, and the moves before the play."""

from collections import Counter
from collections.abc import Sequence

from domain.games.sheng_ji.card_order import CardOrder
from domain.games.sheng_ji.chao import possible_shows_over, show_over
from domain.games.sheng_ji.commands import (
    ClaimRedeal,
    Consent,
    Declare,
    FilePlan,
    Move,
    Pass,
    TakeBack,
)
from domain.games.sheng_ji.declare import can_declare, may_declare, possible_shows, refuse_jokers, show
from domain.games.sheng_ji.friends import Call, WrongNumberOfCalls, check_calls
from domain.games.sheng_ji.holding import hand_cards, hand_of
from domain.games.sheng_ji.layers import Hand, holds, layer
from domain.games.sheng_ji.plans import PLAN_LIMIT, Plan
from domain.games.sheng_ji.redeal import check_claim
from domain.games.sheng_ji.state import (
    Bidding,
    Burying,
    Calling,
    Declaring,
    MatchState,
    Redealing,
    Reviewing,
    Tricks,
)
from domain.games.sheng_ji.ways_of_declaring import Auction, LiveDraw, Sealed
from domain.kernel.cards import NAMES, Cards, Face, Rank
from domain.kernel.messages import Message, message
from domain.kernel.refusals import LEGAL_LIMIT, Illegal, WrongMoment
from domain.kernel.seats import Seat
from domain.table.refusals import CardsNotHeld, NotYourTurn, WrongPhase


class WrongNumberOfCards(Illegal):
    """The number of cards is wrong."""

    usual_rule = "SJ-FOLLOW-01"


def _what_is_done(match: MatchState) -> Message:  # noqa: PLR0911 - one text for each phase
    match match.phase:
        case Declaring(way=Auction()):
            return message("trumps are being declared: declare or pass")
        case Declaring(way=Sealed()):
            return message("trumps are being declared: file a plan, or pass")
        case Declaring(way=LiveDraw(drawn=drawn)):
            return (
                message("trumps are being declared: declare or pass")
                if drawn
                else message("the cards are being drawn: declare")
            )
        case Redealing():
            return message("players may ask for a new deal: claim_redeal or pass")
        case Burying():
            return message("the dealer has taken the kitty: bury")
        case Bidding():
            return message("players may bid for the kitty: declare or pass")
        case Calling():
            return message("the dealer calls friends: call_friends")
        case Tricks():
            return message("the hand is being played: play")
        case Reviewing():
            return message("the hand has been played: challenge or pass")
        case _:
            return message("no hand is being played")


class CannotTakeBack(WrongMoment):
    """This seat has no move to take back."""

    usual_rule = "EX-BACK-01"


class NobodyAsks(WrongMoment):
    """There is no open request to take back a move, or this seat has answered it."""

    usual_rule = "EX-BACK-01"


IN_TURN = "SJ-GEN-04"


def check_named(cards: Cards) -> None:
    """Checks that a move names cards. Raises `WrongNumberOfCards`."""
    if not cards:
        raise WrongNumberOfCards(message("the command has no cards"), hint=message("give at least one card"))


def wrong_phase(match: MatchState) -> WrongPhase:
    """Returns the refusal of a move that does not fit the phase."""
    return WrongPhase(_what_is_done(match), rule="SJ-GEN-08")


def check_turn(expected: Seat, seat: Seat) -> None:
    """Checks that it is the turn of a seat. Raises `NotYourTurn`."""
    if seat != expected:
        raise NotYourTurn(
            message("it is seat {expected}'s turn", expected=expected),
            rule=IN_TURN,
            hint=message("wait for your turn"),
            facts={"turn": expected},
        )


def check_take_back(match: MatchState, seat: Seat) -> None:
    """Checks that a seat can ask to take its move back. Raises `CannotTakeBack`."""
    check_option("take_back", "on", "EX-BACK-01", present=match.rules.take_back)
    undo = match.undo
    if undo is None:
        raise CannotTakeBack(
            message("there is no move that can be taken back"),
            hint=message("take back a play or a declaration before anybody acts again"),
        )
    if undo.seat != seat:
        raise CannotTakeBack(
            message("another seat made the last move"), hint=message("you can take back only your own last move")
        )
    if undo.agreed is not None:
        raise CannotTakeBack(message("you have already asked"), hint=message("wait for the answers"))


def check_consent(match: MatchState, seat: Seat) -> None:
    """Checks that a seat is asked whether a move is taken back. Raises `NobodyAsks`."""
    check_option("take_back", "on", "EX-BACK-01", present=match.rules.take_back)
    undo = match.undo
    if undo is None or undo.agreed is None or undo.seat == seat or undo.agreed >> seat & 1:
        raise NobodyAsks(
            message("no seat is waiting for your answer"),
            hint=message("answer only a seat that asks to take back a move"),
        )


class PlanTooLong(Illegal):
    """The plan has too many declarations."""

    usual_rule = "EX-PLAN-01"


class NotAtThisTable(Illegal):
    """The rules of this table do not include this command."""


def check_option(option: str, wanted: str, rule: str, *, present: bool) -> None:
    """Refuses a move that the options of the table do not include."""
    if not present:
        raise NotAtThisTable(
            message("the command needs a table with {option} = {wanted}", option=option, wanted=wanted),
            rule=rule,
            facts={"option": option, "wanted": wanted},
        )


def check_held(order: CardOrder, hand: Hand, cards: Cards) -> Hand:
    """Returns the cards as a part of the hand.

    Raises:
        CardsNotHeld: the hand does not have all of them.
    """
    if len(cards) == 1:
        card = hand & order.bit_of[cards[0]]
        if card:
            return card  # type: ignore[return-value]
    elif len(cards) <= hand.bit_count():
        part = hand_of(order, cards)
        # Fillers have no bit where the pack has none, so the part can be smaller than `cards`.
        if holds(hand, part) and part.bit_count() == len(cards):
            return part
    counts = Counter(cards)
    missing = [card for card, copies in sorted(counts.items()) if not layer(hand, copies) & order.bit_of[card]]
    raise _not_held(missing, counts)


def _not_held(missing: list[Face], wanted: Counter[Face]) -> CardsNotHeld:
    names = [NAMES[card] for card in missing]
    counted = [f"{wanted[card]} times {NAMES[card]}" if wanted[card] > 1 else NAMES[card] for card in missing]
    return CardsNotHeld(
        message("you do not hold {counted}", counted=", ".join(counted)),
        rule="SJ-ILLEGAL-01",
        hint=message("give cards from your hand"),
        facts={"missing": names},
    )


def check_declaring(match: MatchState, declaring: Declaring, seat: Seat, move: Move) -> None:
    """Checks a move while declaring. Raises `Refusal`."""
    match declaring.way, move:
        case Auction(speaker=speaker), Declare(cards):
            check_named(cards)
            check_turn(speaker, seat)
            _check_declaration(match, declaring, seat, cards)
        case Auction(speaker=speaker), Pass():
            check_turn(speaker, seat)
        case LiveDraw(), Declare(cards):
            check_named(cards)
            _check_declaration(match, declaring, seat, cards)
        case LiveDraw(drawn=True, passed=passed), Pass():
            if passed >> seat & 1:
                raise NotYourTurn(
                    message("you have already passed"),
                    rule=IN_TURN,
                    hint=message("declare, or wait for the other players"),
                )
        case Sealed(plans), FilePlan() | Pass():
            if plans[seat] is not None:
                raise NotYourTurn(
                    message("you have already filed your plan"),
                    rule="EX-PLAN-01",
                    hint=message("wait for the other players"),
                )
            _check_plan(match, declaring, seat, move.shows if isinstance(move, FilePlan) else ())
        case _, TakeBack():
            check_take_back(match, seat)
        case _, Consent():
            check_consent(match, seat)
        case _:
            raise wrong_phase(match)


def rank_to_declare(match: MatchState, declaring: Declaring, seat: Seat) -> Rank:
    """Returns the rank with which a seat declares: the rank of the hand, or the seat's own level (SJ-BID-20)."""
    rank = declaring.prepared.trump_rank
    return match.level_of(seat) if rank is None else rank


def _check_declaration(match: MatchState, declaring: Declaring, seat: Seat, cards: Cards) -> None:
    hand = Counter(declaring.hands[seat])
    _refuse_missing(Counter(cards), hand)
    try:
        acts = show(match.rules, rank_to_declare(match, declaring, seat), declaring.floor, seat, cards)
    except Illegal as refusal:
        refusal.legal = declarations(match, declaring, seat)[:LEGAL_LIMIT]
        raise
    missing = _missing(Counter(acts[-1].standing.cards), hand)
    if missing:
        # The seat holds the shown cards. So some of them stand in its declaration already.
        raise CardsNotHeld(
            message("you have declared {names} already", names=", ".join(NAMES[card] for card in missing)),
            rule="SJ-ILLEGAL-01",
            hint=message("give only cards that you have not declared, or pass"),
            facts={"missing": [NAMES[card] for card in missing]},
        )


def _refuse_missing(wanted: Counter[Face], hand: Counter[Face]) -> None:
    missing = _missing(wanted, hand)
    if missing:
        raise _not_held(missing, wanted)


def _missing(wanted: Counter[Face], hand: Counter[Face]) -> list[Face]:
    return [card for card in sorted(wanted) if wanted[card] > hand[card]]


def declarations(match: MatchState, declaring: Declaring, seat: Seat) -> tuple[Cards, ...]:
    """Returns all cards that the seat could show now."""
    rank = rank_to_declare(match, declaring, seat)
    return possible_shows(match.rules, rank, declaring.floor, seat, Counter(declaring.hands[seat]))


def _check_plan(match: MatchState, declaring: Declaring, seat: Seat, plan: Plan) -> None:
    """Each show of a plan must be possible by itself, with cards of the hand."""
    if len(plan) > PLAN_LIMIT:
        raise PlanTooLong(
            message("the plan has {count} declarations", count=len(plan)),
            hint=message("give at most {plan_limit}", plan_limit=PLAN_LIMIT),
        )
    hand = Counter(declaring.hands[seat])
    rank = rank_to_declare(match, declaring, seat)
    for planned in plan:
        check_named(planned.cards)
        _refuse_missing(Counter(planned.cards), hand)
        can_declare(match.rules, rank, seat, planned.cards)


def check_redealing(match: MatchState, redealing: Redealing, seat: Seat, move: Move) -> None:
    """Checks a move while seats may claim a redeal. Raises `Refusal`."""
    if redealing.waived >> seat & 1:
        raise NotYourTurn(
            message("you have already answered"), rule=IN_TURN, hint=message("wait for the other players")
        )
    if isinstance(move, ClaimRedeal):
        check_claim(
            redealing.deal.order,
            hand_cards(redealing.deal.order, redealing.hands[seat].known),
            match.redeals,
            redeal_no_trump=match.rules.redeal_no_trump,
            redeal_points_below=match.rules.redeal_points_below,
        )


def check_bid(match: MatchState, bidding: Bidding, seat: Seat, cards: Cards) -> None:
    """Checks a bid for the kitty. Raises `Refusal`."""
    _refuse_missing(Counter(cards), Counter(hand_cards(bidding.deal.order, bidding.hands[seat].known)))
    try:
        show_over(bidding.deal.trump_rank, bidding.standing, seat, cards)
        refuse_jokers(match.rules, bidding.deal.trump_rank, cards[0])
    except Illegal as refusal:
        refusal.legal = bids(match, bidding, seat)[:LEGAL_LIMIT]
        raise


def bids(match: MatchState, bidding: Bidding, seat: Seat) -> tuple[Cards, ...]:
    """Returns all cards that the seat could show to take the kitty."""
    rules = match.rules
    hand = Counter(hand_cards(bidding.deal.order, bidding.hands[seat].known))
    shows = possible_shows_over(bidding.deal.trump_rank, bidding.standing, seat, hand)
    return tuple(cards for cards in shows if may_declare(rules, cards[0]))


def check_calling(match: MatchState, calling: Calling, calls: Sequence[Call], *, solo: bool) -> None:
    """Checks the calls of friends. Raises `Refusal`."""
    friends = match.rules.friends
    if friends is None:
        raise wrong_phase(match)
    if solo:
        check_option("solo_call", "on", "LU-1V4-01", present=friends.solo_call)
        if calls:
            raise WrongNumberOfCalls(
                message("a dealer who plays alone calls no cards"), rule="LU-1V4-01", hint=message("omit calls")
            )
        return
    order, dealer = calling.deal.order, calling.deal.dealer
    hand = hand_cards(order, calling.hands[dealer].known)
    # Calls must not be left out: playing alone needs `solo`.
    check_calls(friends._replace(solo_call=False), order, hand, calls)
