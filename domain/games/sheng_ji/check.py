"""Checks whether a seat may make a move (SJ-ILLEGAL-01), from its own cards and public facts alone.

The state of a viewer in that seat is therefore enough. Neither a refusal nor its timing reveals cards of other hands.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.games.sheng_ji.chao import possible_shows_over, show_over
from domain.games.sheng_ji.choices import first_few, follows
from domain.games.sheng_ji.claims import proven_line
from domain.games.sheng_ji.commands import (
    Bury,
    CallFriends,
    Challenge,
    Claim,
    ClaimRedeal,
    Consent,
    Declare,
    EndHand,
    FilePlan,
    Move,
    Pass,
    Play,
    TakeBack,
)
from domain.games.sheng_ji.declare import can_declare, may_declare, possible_shows, refuse_jokers, show
from domain.games.sheng_ji.early_end import nothing_can_change
from domain.games.sheng_ji.follow import Lead, is_legal_follow
from domain.games.sheng_ji.friends import Call, WrongNumberOfCalls, check_calls
from domain.games.sheng_ji.holding import Hand, hand_cards, hand_holds, hand_of, hand_size, size, sole_suit
from domain.games.sheng_ji.lead import MixedLead, UnitsNotAsked, led_units
from domain.games.sheng_ji.order import EFFECTIVE_SUIT_NAMES, TRUMPS, EffectiveSuit, Order, trumps_in_words
from domain.games.sheng_ji.plans import PLAN_LIMIT, Plan
from domain.games.sheng_ji.redeal import check_claim
from domain.games.sheng_ji.revoke import is_revoke
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.state import (
    Auction,
    Bidding,
    Burying,
    Calling,
    Declaring,
    LiveDraw,
    Match,
    Redealing,
    Reviewing,
    Sealed,
    Tricks,
)
from domain.kernel.cards import NAMES, Cards, Face, Rank
from domain.kernel.refusals import LEGAL_LIMIT, Illegal, WrongMoment
from domain.kernel.seats import Seat
from domain.table.refusals import CardsNotHeld, NotYourTurn, WrongPhase

IN_TURN = "SJ-GEN-04"


class WrongNumberOfCards(Illegal):
    """So many cards cannot be played or set aside here."""

    usual_rule = "SJ-FOLLOW-01"


class MustFollow(Illegal):
    """The play does not answer the lead as it has to."""

    usual_rule = "SJ-FOLLOW-03"


class PlanTooLong(Illegal):
    """A plan has no more shows than can be of use."""

    usual_rule = "EX-PLAN-01"


class NotAChoice(Illegal):
    """One of the units of the throw that can be beaten has to be led."""

    usual_rule = "SJ-THROW-04"


class CannotTakeBack(WrongMoment):
    """There is nothing that this seat could take back."""

    usual_rule = "EX-BACK-01"


class NobodyAsks(WrongMoment):
    """No seat asks to take something back, or this one has answered."""

    usual_rule = "EX-BACK-01"


class CannotEnd(WrongMoment):
    """The result of the hand can still change."""

    usual_rule = "EX-EARLY-01"


class NotAtThisTable(Illegal):
    """The rules of this table have no such thing."""


class NotProven(Illegal):
    """The cards played since do not show that this seat could have followed."""

    usual_rule = "EX-HONOR-01"


def check(match: Match, seat: Seat, move: Move) -> None:  # noqa: C901, PLR0912 - one case for each move in each phase
    """Checks that the seat may make the move.

    Raises:
        Refusal: it may not.
    """
    match match.phase, move:
        case Tricks() as tricks, Play(cards, units):
            _check_named(cards)
            _check_turn(tricks.turn if tricks.chooser is None else tricks.chooser, seat)
            _check_play(tricks, match.rules, seat, cards, units)
        case Declaring() as declaring, _:
            _check_declaring(match, declaring, seat, move)
        case Redealing() as redealing, Pass() | ClaimRedeal():
            _check_redealing(match, redealing, seat, move)
        case Burying() as burying, Bury(cards):
            _check_named(cards)
            _check_turn(burying.seat, seat)
            check_held(burying.deal.order, match.rules.copies, burying.hands[seat].known, cards)
            kitty = match.rules.deal_shape.kitty
            if len(cards) != kitty:
                raise WrongNumberOfCards(
                    f"{len(cards)} cards instead of {kitty}", rule="SJ-KITTY-01", hint=f"set aside {kitty} cards"
                )
        case Bidding() as bidding, Declare(cards):
            _check_named(cards)
            _check_turn(bidding.polled[0], seat)
            _check_bid(match, bidding, seat, cards)
        case Bidding() as bidding, Pass():
            _check_turn(bidding.polled[0], seat)
        case Calling() as calling, CallFriends(calls, solo):
            _check_turn(calling.deal.dealer, seat)
            _check_calls(match, calling, calls, solo=solo)
        case Reviewing(passed=passed), Pass():
            if passed >> seat & 1:
                raise NotYourTurn("you have passed", rule=IN_TURN, hint="wait for the others")
        case ((Tricks() | Reviewing()), Challenge(number, offender)):
            _check_challenge(match, seat, number, offender)
        case Tricks() as tricks, Claim(leads):
            for lead in leads:
                _check_named(lead)
            proven_line(match, tricks, seat, leads)
        case Tricks() as tricks, EndHand():
            _check_end(match, tricks)
        case ((Tricks() | Reviewing()), TakeBack()):
            _check_take_back(match, seat)
        case ((Tricks() | Reviewing()), Consent()):
            _check_consent(match, seat)
        case _:
            raise _wrong_phase(match)


def _check_named(cards: Cards) -> None:
    if not cards:
        raise WrongNumberOfCards("no cards are named", hint="name at least one card")


def _wrong_phase(match: Match) -> WrongPhase:
    return WrongPhase(_what_is_done(match), rule="SJ-GEN-08")


def _what_is_done(match: Match) -> str:  # noqa: PLR0911 - one text for each phase
    match match.phase:
        case Declaring(way=Auction()):
            return "trumps are being declared: declare or pass"
        case Declaring(way=Sealed()):
            return "trumps are being declared: file a plan, or pass"
        case Declaring(way=LiveDraw(drawn=drawn)):
            return "trumps are being declared: declare or pass" if drawn else "the cards are being drawn: declare"
        case Redealing():
            return "a new deal can be asked for: claim_redeal or pass"
        case Burying():
            return "the kitty has been taken: bury"
        case Bidding():
            return "the kitty can be bid for: declare or pass"
        case Calling():
            return "the dealer calls friends: call_friends"
        case Tricks():
            return "the hand is being played: play"
        case Reviewing():
            return "the hand has been played: challenge or pass"
        case _:
            return "no hand is being played"


def _check_turn(expected: Seat, seat: Seat) -> None:
    if seat != expected:
        raise NotYourTurn(
            f"it is seat {expected}'s turn", rule=IN_TURN, hint="wait for your turn", facts={"turn": expected}
        )


def _check_option(option: str, wanted: str, rule: str, *, present: bool) -> None:
    """Refuses a move that the options of the table do not include."""
    if not present:
        raise NotAtThisTable(
            f"that needs a table with {option} = {wanted}", rule=rule, facts={"option": option, "wanted": wanted}
        )


def check_held(order: Order, decks: int, hand: Hand, cards: Cards) -> Hand:
    """Returns the cards as a part of the hand.

    Raises:
        CardsNotHeld: the hand does not have all of them.
    """
    part = hand_of(order, decks, cards)
    # The part is smaller than `cards` when a card is named more often than there are decks.
    if hand_holds(hand, part) and hand_size(part) == len(cards):
        return part
    counts = Counter(cards)
    missing = [card for card, copies in sorted(counts.items()) if not _holds(order, decks, hand, card, copies)]
    raise _not_held(missing, counts)


def _not_held(missing: list[Face], wanted: Counter[Face]) -> CardsNotHeld:
    names = [NAMES[card] for card in missing]
    counted = [f"{wanted[card]} times {NAMES[card]}" if wanted[card] > 1 else NAMES[card] for card in missing]
    return CardsNotHeld(
        f"you do not hold {', '.join(counted)}",
        rule="SJ-ILLEGAL-01",
        hint="name cards of your own hand",
        facts={"missing": names},
    )


def _holds(order: Order, decks: int, hand: Hand, card: Face, copies: int) -> bool:
    return copies <= decks and bool(hand[order.suit_of[card]][copies - 1] & order.bit_of[card])


def _check_declaring(match: Match, declaring: Declaring, seat: Seat, move: Move) -> None:
    match declaring.way, move:
        case Auction(speaker=speaker), Declare(cards):
            _check_named(cards)
            _check_turn(speaker, seat)
            _check_declaration(match, declaring, seat, cards)
        case Auction(speaker=speaker), Pass():
            _check_turn(speaker, seat)
        case LiveDraw(), Declare(cards):
            _check_named(cards)
            _check_declaration(match, declaring, seat, cards)
        case LiveDraw(drawn=True, passed=passed), Pass():
            if passed >> seat & 1:
                raise NotYourTurn("you have passed", rule=IN_TURN, hint="declare, or wait for the others")
        case Sealed(plans), FilePlan() | Pass():
            if plans[seat] is not None:
                raise NotYourTurn("you have filed your plan", rule="EX-PLAN-01", hint="wait for the others")
            _check_plan(match, declaring, seat, move.shows if isinstance(move, FilePlan) else ())
        case _, TakeBack():
            _check_take_back(match, seat)
        case _, Consent():
            _check_consent(match, seat)
        case _:
            raise _wrong_phase(match)


def rank_to_declare(match: Match, declaring: Declaring, seat: Seat) -> Rank:
    """Returns the rank with which a seat declares: the rank of the hand, or the seat's own level (SJ-BID-20)."""
    rank = declaring.prepared.trump_rank
    return match.level_of(seat) if rank is None else rank


def _check_declaration(match: Match, declaring: Declaring, seat: Seat, cards: Cards) -> None:
    hand = Counter(declaring.hands[seat])
    _refuse_missing(Counter(cards), hand)
    try:
        acts = show(match.rules.declaration, rank_to_declare(match, declaring, seat), declaring.floor, seat, cards)
    except Illegal as refusal:
        refusal.legal = declarations(match, declaring, seat)[:LEGAL_LIMIT]
        raise
    _refuse_missing(Counter(acts[-1].standing.cards), hand)


def _refuse_missing(wanted: Counter[Face], hand: Counter[Face]) -> None:
    missing = [card for card in sorted(wanted) if wanted[card] > hand[card]]
    if missing:
        raise _not_held(missing, wanted)


def declarations(match: Match, declaring: Declaring, seat: Seat) -> tuple[Cards, ...]:
    """Returns all cards that the seat could show now."""
    rank = rank_to_declare(match, declaring, seat)
    return possible_shows(match.rules.declaration, rank, declaring.floor, seat, Counter(declaring.hands[seat]))


def _check_plan(match: Match, declaring: Declaring, seat: Seat, plan: Plan) -> None:
    """Each show of a plan must be possible by itself, with cards of the hand."""
    if len(plan) > PLAN_LIMIT:
        raise PlanTooLong(f"{len(plan)} shows", hint=f"plan at most {PLAN_LIMIT}")
    hand = Counter(declaring.hands[seat])
    rank = rank_to_declare(match, declaring, seat)
    for planned in plan:
        _check_named(planned.cards)
        _refuse_missing(Counter(planned.cards), hand)
        can_declare(match.rules.declaration, rank, seat, planned.cards)


def _check_redealing(match: Match, redealing: Redealing, seat: Seat, move: Move) -> None:
    if redealing.waived >> seat & 1:
        raise NotYourTurn("you have answered", rule=IN_TURN, hint="wait for the others")
    if isinstance(move, ClaimRedeal):
        check_claim(
            redealing.deal.order,
            hand_cards(redealing.deal.order, redealing.hands[seat].known),
            match.redeals,
            redeal_no_trump=match.rules.redeal_no_trump,
            redeal_points_below=match.rules.redeal_points_below,
        )


def _check_bid(match: Match, bidding: Bidding, seat: Seat, cards: Cards) -> None:
    _refuse_missing(Counter(cards), Counter(hand_cards(bidding.deal.order, bidding.hands[seat].known)))
    try:
        show_over(bidding.deal.trump_rank, bidding.standing, seat, cards)
        refuse_jokers(match.rules.declaration, bidding.deal.trump_rank, cards[0])
    except Illegal as refusal:
        refusal.legal = bids(match, bidding, seat)[:LEGAL_LIMIT]
        raise


def bids(match: Match, bidding: Bidding, seat: Seat) -> tuple[Cards, ...]:
    """Returns all cards that the seat could show to take the kitty."""
    rules = match.rules.declaration
    hand = Counter(hand_cards(bidding.deal.order, bidding.hands[seat].known))
    shows = possible_shows_over(bidding.deal.trump_rank, bidding.standing, seat, hand)
    return tuple(cards for cards in shows if may_declare(rules, cards[0]))


def _check_calls(match: Match, calling: Calling, calls: Sequence[Call], *, solo: bool) -> None:
    friends = match.rules.friends
    if friends is None:
        raise _wrong_phase(match)
    if solo:
        _check_option("solo_call", "on", "LU-1V4-01", present=friends.calls.solo_call)
        if calls:
            raise WrongNumberOfCalls("who plays alone calls nobody", rule="LU-1V4-01", hint="leave the calls out")
        return
    order, dealer = calling.deal.order, calling.deal.dealer
    hand = hand_cards(order, calling.hands[dealer].known)
    # Calls must not be left out: playing alone needs `solo`.
    check_calls(friends.calls._replace(solo_call=False), order, hand, calls)


def _check_challenge(match: Match, seat: Seat, number: int, offender: Seat) -> None:
    _check_option("enforcement", "honor", "EX-HONOR-01", present=match.rules.honor)
    tricks = match.phase.tricks if isinstance(match.phase, Reviewing) else match.phase
    if not isinstance(tricks, Tricks):
        raise _wrong_phase(match)
    if not 1 <= number <= len(tricks.history):
        raise NotProven(f"there is no past trick {number}", hint=f"tricks are numbered 1 to {len(tricks.history)}")
    if not 0 <= offender < match.rules.players or tricks.deal.declares(seat) == tricks.deal.declares(offender):
        raise NotProven(f"seat {offender} is not an opponent of yours", hint="challenge an opponent")
    if not is_revoke(tricks, match.rules, number, offender):
        raise NotProven(
            f"what seat {offender} has played since does not show that it could have followed in trick {number}",
            hint="wait until its later cards show it",
        )


def _check_end(match: Match, tricks: Tricks) -> None:
    _check_option("end_early", "on", "EX-EARLY-01", present=match.rules.end_early)
    if not nothing_can_change(tricks, match.rules):
        raise CannotEnd("the points still out, or the last trick, can change the result", hint="play on")


def _check_take_back(match: Match, seat: Seat) -> None:
    _check_option("take_back", "on", "EX-BACK-01", present=match.rules.take_back)
    undo = match.undo
    if undo is None or undo.seat != seat:
        raise CannotTakeBack("the last to act was another seat", hint="only one's own last play can be taken back")
    if undo.agreed is not None:
        raise CannotTakeBack("you have asked", hint="wait for the answers")


def _check_consent(match: Match, seat: Seat) -> None:
    _check_option("take_back", "on", "EX-BACK-01", present=match.rules.take_back)
    undo = match.undo
    if undo is None or undo.agreed is None or undo.seat == seat or undo.agreed >> seat & 1:
        raise NobodyAsks("nobody waits for your answer", hint="answer a seat that asks to take something back")


def _check_play(tricks: Tricks, rules: Rules, seat: Seat, cards: Cards, units: Sequence[Cards]) -> None:
    order = tricks.deal.order
    hand = tricks.hands[seat].known
    if tricks.choices:
        _check_choice(tricks, cards)
        return
    play = check_held(order, rules.copies, hand, cards)
    if units and tricks.trick is not None:
        raise UnitsNotAsked("units are named only with a lead", hint="leave the units out")
    if tricks.trick is None:
        _check_lead(order, play)
        led_units(order, rules, play, cards, units)
    else:
        _check_follow(order, tricks.trick.lead, hand, play, cards, rules)


def _check_choice(tricks: Tricks, cards: Cards) -> None:
    if Counter(cards) not in [Counter(choice) for choice in tricks.choices]:
        raise NotAChoice(
            "the throw can be beaten, and these cards are not one of its units that can be",
            hint="lead one of the units offered",
            legal=tricks.choices,
        )


def _check_lead(order: Order, play: Hand) -> None:
    if sole_suit(play) is None:
        raise MixedLead(
            "the cards are of several effective suits",
            hint=trumps_in_words(order),
        )


def _check_follow(order: Order, lead: Lead, hand: Hand, play: Hand, cards: Cards, rules: Rules) -> None:
    if len(cards) != lead.size:
        raise WrongNumberOfCards(
            f"{len(cards)} cards instead of {lead.size}",
            hint=f"play as many cards as were led: {lead.size}",
            legal=_answers(order, lead, hand, rules),
        )
    if rules.honor or follows_suit(order, lead, hand, play, rules):
        return
    held, played = size(hand[lead.suit]), size(play[lead.suit])
    suit = suit_in_words(lead.suit)
    if played < min(held, lead.size):
        raise MustFollow(
            f"{suit} were led; you hold {held} of them and play {played}",
            rule="SJ-FOLLOW-02",
            hint=f"play {'all' if held <= lead.size else lead.size} of your {suit}",
            legal=_answers(order, lead, hand, rules),
        )
    raise MustFollow(
        f"your {suit} can answer the pairs, tuples or runs that were led better than this",
        hint="answer runs with runs, then tuples with tuples, as far as you hold them",
        legal=_answers(order, lead, hand, rules),
    )


def follows_suit(order: Order, lead: Lead, hand: Hand, play: Hand, rules: Rules) -> bool:
    """Returns whether the play answers the lead by the rules of the table."""
    chain = order.chains[lead.suit]
    return is_legal_follow(chain, lead, hand, play, protect_tuples=rules.protect_tuples, bombs=rules.bombs)


def _answers(order: Order, lead: Lead, hand: Hand, rules: Rules) -> tuple[Cards, ...]:
    return first_few(answers(order, lead, hand, rules), LEGAL_LIMIT)[0]


def answers(order: Order, lead: Lead, hand: Hand, rules: Rules) -> Iterator[Cards]:
    """Yields every play that answers the lead by the rules of the table, lazily."""
    return follows(order, lead, hand, protect_tuples=rules.protect_tuples, bombs=rules.bombs)


def suit_in_words(suit: EffectiveSuit) -> str:
    """Returns `trumps`, or the name of the side suit."""
    return (
        "trumps"
        if suit == TRUMPS
        else {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}[EFFECTIVE_SUIT_NAMES[suit]]
    )
