"""Checks whether a seat may make a move (SJ-ILLEGAL-01), from its own cards and public facts alone.

The state of a viewer in that seat is therefore enough. Neither a refusal nor its timing reveals cards of other hands.
"""

from collections import Counter
from collections.abc import Iterator

from domain.games.sheng_ji.card_order import EFFECTIVE_SUIT_NAMES, TRUMPS, CardOrder, EffectiveSuit, trumps_in_words
from domain.games.sheng_ji.choices import first_few, follows
from domain.games.sheng_ji.claims import proven_line
from domain.games.sheng_ji.commands import (
    Bury,
    CallFriends,
    ChallengePlay,
    Claim,
    ClaimRedeal,
    Consent,
    Declare,
    EndHand,
    Move,
    Pass,
    Play,
    TakeBack,
)
from domain.games.sheng_ji.early_end import nothing_can_change
from domain.games.sheng_ji.follow import Lead, is_legal_follow
from domain.games.sheng_ji.holding import hand_of, in_suit, sole_suit
from domain.games.sheng_ji.layers import Hand
from domain.games.sheng_ji.lead import MixedLead, UnitsNotAsked, led_units
from domain.games.sheng_ji.move_checks import (
    IN_TURN,
    WrongNumberOfCards,
    check_bid,
    check_calling,
    check_consent,
    check_declaring,
    check_held,
    check_named,
    check_option,
    check_redealing,
    check_take_back,
    check_turn,
    wrong_phase,
)
from domain.games.sheng_ji.revoke import is_revoke
from domain.games.sheng_ji.rules import Rules
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
from domain.games.sheng_ji.units import Unit
from domain.kernel.cards import Cards
from domain.kernel.messages import message
from domain.kernel.refusals import LEGAL_LIMIT, Illegal, WrongMoment
from domain.kernel.seats import Seat
from domain.table.refusals import NotYourTurn


class MustFollow(Illegal):
    """The play does not follow the lead."""

    usual_rule = "SJ-FOLLOW-03"


class NotAChoice(Illegal):
    """The leader must lead one of the beatable units of the throw."""

    usual_rule = "SJ-THROW-04"


class CannotEnd(WrongMoment):
    """The result of the hand can still change."""

    usual_rule = "EX-EARLY-01"


class NotProven(Illegal):
    """The cards played since do not prove that this seat could have followed."""

    usual_rule = "EX-HONOR-01"


ReadPlay = tuple[Hand, tuple[EffectiveSuit, tuple[Unit, ...]] | None]
"""A play as the rules read it: its cards by effective suit, and the suit and the units of a lead, else `None`."""


def check(match: MatchState, seat: Seat, move: Move) -> None:  # noqa: C901, PLR0912 - one case for each move in each phase
    """Checks that the seat may make the move.

    Raises:
        Refusal: it may not.
    """
    match match.phase, move:
        case Tricks() as tricks, Play() as play:
            checked_play(tricks, match.rules, seat, play)
        case Declaring() as declaring, _:
            check_declaring(match, declaring, seat, move)
        case Redealing() as redealing, Pass() | ClaimRedeal():
            check_redealing(match, redealing, seat, move)
        case Burying() as burying, Bury(cards):
            _check_bury(match, burying, seat, cards)
        case Bidding() as bidding, Declare(cards):
            check_named(cards)
            check_turn(bidding.polled[0], seat)
            check_bid(match, bidding, seat, cards)
        case Bidding() as bidding, Pass():
            check_turn(bidding.polled[0], seat)
        case Calling() as calling, CallFriends(calls, solo):
            check_turn(calling.deal.dealer, seat)
            check_calling(match, calling, calls, solo=solo)
        case Reviewing(passed=passed), Pass():
            if passed >> seat & 1:
                raise NotYourTurn(
                    message("you have already passed"), rule=IN_TURN, hint=message("wait for the other players")
                )
        case ((Tricks() | Reviewing()), ChallengePlay(number, offender)):
            _check_challenge(match, seat, number, offender)
        case Tricks() as tricks, Claim(leads):
            for lead in leads:
                check_named(lead)
            proven_line(match, tricks, seat, leads)
        case Tricks() as tricks, EndHand():
            _check_end(match, tricks)
        case ((Tricks() | Reviewing()), TakeBack()):
            check_take_back(match, seat)
        case ((Tricks() | Reviewing()), Consent()):
            check_consent(match, seat)
        case _:
            raise wrong_phase(match)


def _check_bury(match: MatchState, burying: Burying, seat: Seat, cards: Cards) -> None:
    check_named(cards)
    check_turn(burying.seat, seat)
    check_held(burying.deal.order, burying.hands[seat].known, cards)
    kitty = match.rules.deal_shape.kitty
    if len(cards) != kitty:
        raise WrongNumberOfCards(
            message("you named {count} cards instead of {kitty}", count=len(cards), kitty=kitty),
            rule="SJ-KITTY-01",
            hint=message("bury {kitty} cards", kitty=kitty),
        )


def _check_challenge(match: MatchState, seat: Seat, number: int, offender: Seat) -> None:
    check_option("enforcement", "honor", "EX-HONOR-01", present=match.rules.enforcement == "honor")
    tricks = match.phase.tricks if isinstance(match.phase, Reviewing) else match.phase
    if not isinstance(tricks, Tricks):
        raise wrong_phase(match)
    if not 1 <= number <= len(tricks.history):
        raise NotProven(
            message("there is no past trick {number}", number=number),
            hint=message("tricks are numbered 1 to {count}", count=len(tricks.history)),
        )
    if not 0 <= offender < match.rules.players or tricks.deal.declares(seat) == tricks.deal.declares(offender):
        raise NotProven(
            message("seat {offender} is not your opponent", offender=offender), hint=message("challenge an opponent")
        )
    if not is_revoke(tricks, match.rules, number, offender):
        raise NotProven(
            message(
                "the later plays of seat {offender} do not show that it could have followed in trick {number}",
                offender=offender,
                number=number,
            ),
            hint=message("challenge again after later tricks"),
        )


def _check_end(match: MatchState, tricks: Tricks) -> None:
    check_option("end_early", "on", "EX-EARLY-01", present=match.rules.end_early)
    if not nothing_can_change(tricks, match.rules):
        raise CannotEnd(
            message("the remaining points or the last trick can change the result"), hint=message("continue to play")
        )


def checked_play(tricks: Tricks, rules: Rules, seat: Seat, move: Play) -> ReadPlay:
    """Returns the play as the rules read it, so that the decision need not read it again.

    Raises:
        Refusal: the seat may not make it.
    """
    order, cards = tricks.deal.order, move.cards
    throw, trick = tricks.throw, tricks.trick
    chooser = None if throw is None else tricks.chooser
    turn = tricks.turn if chooser is None else chooser
    if not cards or seat != turn:
        check_named(cards)
        check_turn(turn, seat)
    if throw is not None and tricks.choices:
        _check_choice(tricks, cards)
        return hand_of(order, cards), None
    hand = tricks.hands[seat].known
    play = check_held(order, hand, cards)
    if trick is not None:
        if move.units:
            raise UnitsNotAsked(message("units can be named only for a lead"), hint=message("omit units"))
        lead = trick.lead
        if len(cards) != lead.size:
            raise _wrong_number(order, lead, hand, len(cards), rules)
        if rules.enforcement != "honor" and not follows_suit(order, lead, hand, play, rules):
            raise _must_follow(order, lead, hand, play, rules)
        return play, None
    _check_lead(order, play)
    return play, led_units(order, rules, play, cards, move.units)


def _check_choice(tricks: Tricks, cards: Cards) -> None:
    if Counter(cards) not in [Counter(choice) for choice in tricks.choices]:
        raise NotAChoice(
            message("these cards are not a beatable unit of the failed throw"),
            hint=message("lead one of the units offered"),
            legal=tricks.choices,
        )


def _check_lead(order: CardOrder, play: Hand) -> None:
    if sole_suit(play) is None:
        raise MixedLead(
            message("the cards belong to several effective suits"),
            hint=trumps_in_words(order),
        )


def _wrong_number(order: CardOrder, lead: Lead, hand: Hand, count: int, rules: Rules) -> WrongNumberOfCards:
    return WrongNumberOfCards(
        message("you played {count} cards instead of {size}", count=count, size=lead.size),
        hint=message("play as many cards as were led: {size}", size=lead.size),
        legal=_answers(order, lead, hand, rules),
    )


def _must_follow(order: CardOrder, lead: Lead, hand: Hand, play: Hand, rules: Rules) -> MustFollow:
    held, played = in_suit(hand, lead.suit).bit_count(), in_suit(play, lead.suit).bit_count()
    suit = suit_in_words(lead.suit)
    if played < min(held, lead.size):
        return MustFollow(
            message(
                "{suit} were led; you hold {held} of them but played {played}", suit=suit, held=held, played=played
            ),
            rule="SJ-FOLLOW-02",
            hint=message(
                "play {value} of your {suit}", value=(message("all") if held <= lead.size else lead.size), suit=suit
            ),
            legal=_answers(order, lead, hand, rules),
        )
    return MustFollow(
        message("you hold {suit} in pairs, tuples or runs, which have to answer those led", suit=suit),
        hint=message("answer runs with runs, then pairs with pairs and tuples with tuples, as far as you hold them"),
        legal=_answers(order, lead, hand, rules),
    )


def follows_suit(order: CardOrder, lead: Lead, hand: Hand, play: Hand, rules: Rules) -> bool:
    """Returns whether the play answers the lead by the rules of the table."""
    chain = order.chains[lead.suit]
    return is_legal_follow(chain, lead, hand, play, protect_tuples=rules.protect_tuples, bombs=rules.bombs)


def _answers(order: CardOrder, lead: Lead, hand: Hand, rules: Rules) -> tuple[Cards, ...]:
    return first_few(answers(order, lead, hand, rules), LEGAL_LIMIT)[0]


def answers(order: CardOrder, lead: Lead, hand: Hand, rules: Rules) -> Iterator[Cards]:
    """Yields every play that answers the lead by the rules of the table, lazily."""
    return follows(order, lead, hand, protect_tuples=rules.protect_tuples, bombs=rules.bombs)


def suit_in_words(suit: EffectiveSuit) -> str:
    """Returns `trumps`, or the name of the side suit."""
    if suit == TRUMPS:
        return message("trumps")
    names = {"C": message("clubs"), "D": message("diamonds"), "H": message("hearts"), "S": message("spades")}
    return names[EFFECTIVE_SUIT_NAMES[suit]]
