"""The bot `random`, which makes random legal moves. It is the benchmark for the other bots."""

from itertools import islice
from typing import TypeVar

from domain.games.sheng_ji.bots.watching import object_or_end
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, CardOrder
from domain.games.sheng_ji.choices import units_held
from domain.games.sheng_ji.commands import (
    Bury,
    CallFriends,
    ClaimRedeal,
    Consent,
    Declare,
    FilePlan,
    Move,
    Pass,
    Play,
    TakeBack,
)
from domain.games.sheng_ji.follow import Lead, best_fits
from domain.games.sheng_ji.friends import Call, calls_wanted, possible_calls
from domain.games.sheng_ji.holding import hand_cards, hand_of, holding_cards, in_suit
from domain.games.sheng_ji.layers import Hand, without
from domain.games.sheng_ji.move_checks import bids, declarations
from domain.games.sheng_ji.plans import Over, PlannedShow
from domain.games.sheng_ji.redeal import may_claim
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
from domain.games.sheng_ji.units import holding_of_unit, unit_cards
from domain.games.sheng_ji.ways_of_declaring import Sealed
from domain.kernel.cards import Cards
from domain.kernel.seats import Seat
from domain.table.bot import Luck
from domain.table.state import Table

T = TypeVar("T")
PACKINGS_LIMIT = 16
"""The maximum number of ways to answer runs and tuples among which the bot chooses."""
ONE_THROW_IN = 16
LARGEST_THROW = 6
ONE_TAKE_BACK_IN = 12
"""ONE_THROW_IN and ONE_TAKE_BACK_IN set how rarely the bot makes optional moves."""


class RandomBot:
    """Makes random legal moves: passes half of the time, leads one unit or rarely a throw, and follows as required.

    It never breaks a rule that opponents have to enforce, and challenges opponents who do.
    """

    name = "random"
    version = 1
    about = "Plays a random legal move; it is the bot that others are measured against."

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:  # noqa: C901, PLR0911 - one case for each phase
        """Returns a random legal move."""
        match: MatchState = view.match
        if is_asked_to_agree(match, seat):
            return Consent(agree=bool(luck.randrange(2)))
        if can_take_back(match, seat) and not luck.randrange(ONE_TAKE_BACK_IN):
            return TakeBack()
        match match.phase:
            case Declaring(way=Sealed()) as declaring:
                return _plan(match, declaring, seat, luck)
            case Declaring() as declaring:
                return _show(declarations(match, declaring, seat), luck)
            case Redealing() as redealing:
                return _redeal(match, redealing, seat, luck)
            case Burying() as burying:
                hand = hand_cards(burying.deal.order, burying.hands[seat].known)
                return Bury(_some_of(hand, match.rules.deal_shape.kitty, luck))
            case Bidding() as bidding:
                return _show(bids(match, bidding, seat), luck)
            case Calling() as calling:
                return _call(match, calling, luck)
            case Tricks() as tricks:
                return object_or_end(match, seat) or _play(tricks, tricks.hands[seat].known, match.rules, luck)
            case Reviewing():
                return object_or_end(match, seat) or Pass()
            case phase:
                raise ValueError(f"nothing is asked in {type(phase).__name__}")

    def interject(self, view: Table, seat: Seat, luck: Luck) -> Move | None:
        """Returns an occasional random declaration while the cards are drawn, or `None`."""
        match: MatchState = view.match
        if not isinstance(match.phase, Declaring) or luck.randrange(4):
            return None
        shows = declarations(match, match.phase, seat)
        return Declare(_any_of(shows, luck)) if shows else None


def is_asked_to_agree(match: MatchState, seat: Seat) -> bool:
    """Returns whether another seat asks to take something back and waits for the answer of this seat."""
    undo = match.undo
    return undo is not None and undo.agreed is not None and undo.seat != seat and not undo.agreed >> seat & 1


def can_take_back(match: MatchState, seat: Seat) -> bool:
    """Returns whether this seat acted last and has not yet asked to take that back."""
    undo = match.undo
    return undo is not None and undo.seat == seat and undo.agreed is None


def _show(shows: tuple[Cards, ...], luck: Luck) -> Move:
    return Declare(_any_of(shows, luck)) if shows and luck.randrange(2) else Pass()


def _plan(match: MatchState, declaring: Declaring, seat: Seat, luck: Luck) -> Move:
    shows = declarations(match, declaring, seat)
    overs: tuple[Over, ...] = ("nobody", "others", "opponents", "any")
    return FilePlan(tuple(PlannedShow(_any_of(shows, luck), _any_of(overs, luck)) for _ in range(min(3, len(shows)))))


def _redeal(match: MatchState, redealing: Redealing, seat: Seat, luck: Luck) -> Move:
    order, rules = redealing.deal.order, match.rules
    hand = hand_cards(order, redealing.hands[seat].known)
    can_claim = may_claim(
        order, hand, redeal_no_trump=rules.redeal_no_trump, redeal_points_below=rules.redeal_points_below
    )
    return ClaimRedeal() if can_claim and luck.randrange(2) else Pass()


def _call(match: MatchState, calling: Calling, luck: Luck) -> Move:
    friends = match.rules.friends
    if friends is None:
        raise ValueError("friends are called at a table of fixed teams")
    if friends.solo_call and not luck.randrange(4):
        return CallFriends((), solo=True)
    order = calling.deal.order
    hand = hand_cards(order, calling.hands[calling.deal.dealer].known)
    calls = list(possible_calls(friends, order, hand))
    chosen: list[Call] = []
    while len(chosen) < calls_wanted(match.rules.players):
        call = calls.pop(luck.randrange(len(calls)))
        if all((call.card, call.ordinal) != (other.card, other.ordinal) for other in chosen):
            chosen.append(call)
    return CallFriends(tuple(chosen))


def _any_of(things: tuple[T, ...] | list[T], luck: Luck) -> T:
    return things[luck.randrange(len(things))]


def _some_of(cards: Cards, count: int, luck: Luck) -> Cards:
    """Returns `count` of the cards; every set is equally likely (the start of a Fisher-Yates shuffle)."""
    pool = list(cards)
    for place in range(count):
        other = place + luck.randrange(len(pool) - place)
        pool[place], pool[other] = pool[other], pool[place]
    return tuple(pool[:count])


def _play(tricks: Tricks, hand: Hand, rules: Rules, luck: Luck) -> Play:
    order = tricks.deal.order
    if tricks.choices:
        return Play(_any_of(tricks.choices, luck))
    if tricks.trick is not None:
        return Play(random_follow(order, tricks.trick.lead, hand, luck, protect_tuples=rules.protect_tuples))
    if not luck.randrange(ONE_THROW_IN):
        return _throw(order, hand, rules, luck)
    return Play(unit_cards(order, *_any_of(list(units_held(order, hand)), luck)))


def _throw(order: CardOrder, hand: Hand, rules: Rules, luck: Luck) -> Play:
    """Returns random cards of one suit.

    If the leader specifies the reading, half of the time they are named as single cards.
    """
    suit = _any_of([suit for suit in EFFECTIVE_SUITS if in_suit(hand, suit)], luck)
    held = holding_cards(order, suit, in_suit(hand, suit))
    cards = _some_of(held, 1 + luck.randrange(min(LARGEST_THROW, len(held))), luck)
    named = rules.throw_ambiguity == "leader_specifies" and luck.randrange(2)
    return Play(cards, tuple((card,) for card in cards) if named else ())


def random_follow(order: CardOrder, lead: Lead, hand: Hand, luck: Luck, *, protect_tuples: bool = False) -> Cards:
    """Returns a random play that answers the lead."""
    held = in_suit(hand, lead.suit)
    if held.bit_count() <= lead.size:
        must = holding_cards(order, lead.suit, held)
        others = hand_cards(order, without(hand, hand_of(order, must)))
        return must + _some_of(others, lead.size - len(must), luck)
    ways = list(islice(best_fits(order.chains[lead.suit], lead, held, protect_tuples=protect_tuples), PACKINGS_LIMIT))
    units = _any_of(ways, luck) if ways[0] else ()
    left = held
    for unit in units:
        left = without(left, holding_of_unit(unit))
    fixed = tuple(card for unit in units for card in unit_cards(order, lead.suit, unit))
    return fixed + _some_of(holding_cards(order, lead.suit, left), lead.size - len(fixed), luck)
