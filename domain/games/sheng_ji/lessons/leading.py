"""Why one lead is better than another."""

from dataclasses import dataclass

from domain.games.lessons import OTHER, Reason
from domain.games.sheng_ji.bots.card_counting import CardCounting
from domain.games.sheng_ji.card_order import TRUMPS, EffectiveSuit
from domain.games.sheng_ji.holding import hand_of, sole_suit
from domain.games.sheng_ji.lead import led_units
from domain.games.sheng_ji.lessons.cards import SUIT_WORDS, breaks_pair, broken_pair, named
from domain.games.sheng_ji.lessons.teams import opponent, partner
from domain.games.sheng_ji.state import MatchState, Tricks
from domain.games.sheng_ji.units import Unit
from domain.kernel.cards import Cards, points
from domain.kernel.messages import Message, message
from domain.kernel.refusals import Illegal
from domain.kernel.seats import Seat

LONG_THROW = 2


@dataclass(frozen=True)
class _LeadFacts:
    """A lead, as its seat sees it.

    Attributes:
        cards: the cards.
        suit: their effective suit.
        units: their units.
        is_safe: whether no other hand can beat any unit in the suit.
    """

    cards: Cards
    suit: EffectiveSuit
    units: tuple[Unit, ...]
    is_safe: bool

    @property
    def word(self) -> Message:
        return SUIT_WORDS[self.suit]

    @property
    def width(self) -> int:
        return max(unit.size for unit in self.units)


def why_lead(match: MatchState, tricks: Tricks, seat: Seat, played: Cards, best: Cards) -> Reason:
    """Returns why the seat should have led the cards `best` instead of `played`."""
    counting = CardCounting(match, tricks, seat)
    one, other = _facts_of(match, counting, played), _facts_of(match, counting, best)
    if one is None or other is None:
        return OTHER
    return (
        _safety(one, other)
        or _ruffs(tricks, seat, one, other)
        or _trumps(one, other)
        or _early(one, other)
        or _shape(counting, one, other)
        or _height(one, other)
        or OTHER
    )


def _facts_of(match: MatchState, counting: CardCounting, cards: Cards) -> _LeadFacts | None:
    order = counting.order
    play = hand_of(order, cards)
    if sole_suit(play) is None:
        return None
    try:
        suit, units = led_units(order, match.rules, play, cards)
    except Illegal:
        return None
    return _LeadFacts(cards, suit, units, all(counting.is_unbeatable(suit, unit) for unit in units))


def _safety(one: _LeadFacts, other: _LeadFacts) -> Reason | None:
    if len(one.units) >= LONG_THROW and not one.is_safe and (other.is_safe or len(other.units) == 1):
        text = message("Another hand may beat a unit of the throw {cards}.", cards=named(one.cards))
        return Reason("throw_risked", text)
    best = named(other.cards)
    if other.is_safe and len(other.units) > len(one.units):
        text = message("No other {suit} can beat any unit of the throw {cards}.", suit=other.word, cards=best)
        return Reason("throw_missed", text)
    if other.is_safe and not one.is_safe:
        text = (
            message("No other {suit} can beat {cards}, so that the seat keeps the lead.", suit=other.word, cards=best)
            if other.suit == TRUMPS
            else message("No other {suit} can beat {cards}; only a ruff can.", suit=other.word, cards=best)
        )
        return Reason("winner_not_led", text)
    return None


def _ruffs(tricks: Tricks, seat: Seat, one: _LeadFacts, other: _LeadFacts) -> Reason | None:
    deal = tricks.deal
    for suit, is_best in ((one.suit, False), (other.suit, True)):
        if one.suit == other.suit or suit == TRUMPS:
            continue
        void = [Seat(each) for each, voids in enumerate(tricks.voids) if each != seat and voids >> suit & 1]
        void = [each for each in void if not tricks.voids[each] >> TRUMPS & 1]
        friends = [each for each in void if deal.declares(each) == deal.declares(seat)]
        if is_best and friends and len(friends) == len(void):
            return Reason("partner_ruff", _can_ruff(partner(tricks, seat), suit))
        if not is_best and len(friends) < len(void):
            return Reason("ruff_invited", _can_ruff(opponent(tricks), suit))
    return None


def _can_ruff(who: Message, suit: EffectiveSuit) -> Message:
    return message("{who} has no more {suit} and can ruff the lead.", who=who.as_sentence(), suit=SUIT_WORDS[suit])


def _trumps(one: _LeadFacts, other: _LeadFacts) -> Reason | None:
    if other.suit == TRUMPS != one.suit:
        text = message("Leading {cards} draws trumps, with which others could ruff.", cards=named(other.cards))
        return Reason("trumps_not_drawn", text)
    if one.suit == TRUMPS != other.suit:
        text = message(
            "{cards} is worth more as a later ruff; {suit} cost no trump.", cards=named(one.cards), suit=other.word
        )
        return Reason("trumps_led", text)
    return None


def _early(one: _LeadFacts, other: _LeadFacts) -> Reason | None:
    if one.is_safe and not other.is_safe:
        text = message("{cards} can still win later, and is better kept as an entry.", cards=named(one.cards))
        return Reason("winner_led_early", text)
    return None


def _height(one: _LeadFacts, other: _LeadFacts) -> Reason | None:
    """Returns the reason if both leads have the same shape in the same suit."""
    top, best = (max(unit.top for unit in each.units) for each in (one, other))
    if one.suit != other.suit or top == best:
        return None
    led, instead = named(one.cards), named(other.cards)
    if best > top:
        return Reason("led_too_low", message("{best} is harder to beat than {played}.", best=instead, played=led))
    text = message("{best} keeps {played} for a later trick.", best=instead, played=led)
    return Reason("led_too_high", text)


def _shape(counting: CardCounting, one: _LeadFacts, other: _LeadFacts) -> Reason | None:
    led, instead = named(one.cards), named(other.cards)
    pair = broken_pair(counting.order, counting.hand, one.cards)
    if pair is not None and broken_pair(counting.order, counting.hand, other.cards) is None:
        return Reason("pair_broken", breaks_pair(one.cards, pair, other.cards))
    if other.width > one.width:
        text = message("{cards} has to be answered with more cards of the same shape.", cards=instead)
        return Reason("pair_not_led", text)
    if one.width > other.width:
        text = message("{played} can be beaten as a whole; {best} risks less.", played=led, best=instead)
        return Reason("pair_led", text)
    rest = [card for card in one.cards if card not in other.cards]
    if len(one.cards) > len(other.cards) and rest and one.suit == other.suit:
        text = message(
            "Led on its own, {best} leaves {rest} in the hand for a later trick.", best=instead, rest=named(tuple(rest))
        )
        return Reason("too_many_led", text)
    return _points(one, other) or _suit(one, other)


def _points(one: _LeadFacts, other: _LeadFacts) -> Reason | None:
    if points(one.cards) <= points(other.cards):
        return None
    text = message(
        "Others can win the {points} points of {played}; {best} risks fewer.",
        points=points(one.cards),
        played=named(one.cards),
        best=named(other.cards),
    )
    return Reason("points_led", text)


def _suit(one: _LeadFacts, other: _LeadFacts) -> Reason | None:
    if one.suit == other.suit:
        return None
    text = message(
        "{better} are the better suit to lead here than {led}.", better=other.word.as_sentence(), led=one.word
    )
    return Reason("other_suit", text)
