"""Claims (EX-CLAIM-01): the seat on lead claims all remaining tricks.

A claim is judged only by what the claimer knows: its own hand, the cards played, the kitty if the claimer buried it,
and the known voids of other hands. Every other card *may be out*: any other hand may hold it, the partner's included.
The claim holds if each lead of the line wins its trick for every such distribution and every legal play of the others.
The check never reads hidden cards, so a claim reveals nothing. Its result and its duration are the same at all tables
that look the same to the claimer. A refusal may name a card that may be out, since the claimer has not seen it. For the
same reason a true claim can be refused: *not proven* does not mean *false*.

A lead certainly wins if no single other hand can hold any of these:

    a higher unit of the suit led, with the shape of one of its units       SJ-TRICK-01, SJ-THROW-02
    trumps that match the lead, if the lead is not trumps                   SJ-TRICK-04
    a bomb of as many cards, if bombs are played                            EX-BOMB-01

The number of cards of a suit in one hand has three more bounds: the cards of that suit that may be out, the size of a
hand, and earlier leads of that suit, to which every hand followed while it could (SJ-FOLLOW-02). Earlier leads prove
nothing where a hand may legally not follow (`enforcement` = `honor`, `bombs` = `any_suit`).

If one seat wins all tricks, the plays of the others do not change the result: every card goes to the same side. Claims
are refused where this does not hold: while a called friend can still join, and where the play with the largest unit
counts for the kitty (`kitty_unit_source` = `any_play`) and the last lead does not determine it.

No step enumerates plays of the others, so a claim costs about as much as the plays it replaces.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from domain.games.sheng_ji.bombs import bombs_held, can_be_bombed
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, TRUMPS, CardOrder, EffectiveSuit
from domain.games.sheng_ji.holding import as_hand, hand_cards, hand_of, holding_cards, in_suit
from domain.games.sheng_ji.layers import Hand, holds, together, without
from domain.games.sheng_ji.lead import led_units
from domain.games.sheng_ji.packing import fits
from domain.games.sheng_ji.rules import Rules, pack_of
from domain.games.sheng_ji.state import MatchState, Tricks
from domain.games.sheng_ji.trick import shapes_of
from domain.games.sheng_ji.units import Unit, decompose, lowest_unit_above, unit_cards
from domain.kernel.cards import Cards, write_cards
from domain.kernel.messages import message
from domain.kernel.refusals import Illegal, WrongMoment
from domain.kernel.seats import Seat

CLAIM = "EX-CLAIM-01"


class NotOnLead(WrongMoment):
    """Only the seat on lead can claim, before it leads."""

    usual_rule = CLAIM


class ClaimNotProven(Illegal):
    """The facts that this seat knows do not prove that it wins all remaining tricks."""

    usual_rule = CLAIM


class LineNotWhole(Illegal):
    """The leads of a claim must use each card of the hand exactly once."""

    usual_rule = CLAIM


class _Out(NamedTuple):
    """The cards that other hands may hold, as far as the claimer knows.

    Attributes:
        cards: the cards that the claimer has not seen.
        most: for each effective suit, the largest number of its cards that one other hand can hold.
        left: the number of cards in every hand.
    """

    cards: Hand
    most: tuple[int, ...]
    left: int

    def after(self, suit: EffectiveSuit, count: int, *, suit_is_followed: bool) -> "_Out":
        """Returns what may be out after a lead of `count` cards of a suit."""
        left = self.left - count
        less = [most - count if each == suit and suit_is_followed else most for each, most in enumerate(self.most)]
        return _Out(self.cards, tuple(max(0, min(most, left)) for most in less), left)


class _Lead(NamedTuple):
    """A lead of the claimed line."""

    cards: Cards
    suit: EffectiveSuit
    units: tuple[Unit, ...]


def proven_line(match: MatchState, tricks: Tricks, seat: Seat, leads: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """Returns the leads with which the seat takes all remaining tricks.

    Args:
        match: the match as the table or the claimer knows it; hidden cards are not read.
        tricks: the phase of the match.
        seat: the claimer.
        leads: the claimed line; if empty, `_found_line` looks for one.

    Raises:
        NotOnLead: another seat leads, or a trick is under way.
        LineNotWhole: the leads are not the cards of the hand, each once.
        MixedLead: a lead has cards of several effective suits.
        ClaimNotProven: the claim may be true, but is not proven.
    """
    hand = tricks.hands[seat].known
    if tricks.trick is not None or tricks.throw is not None or tricks.turn != seat or not hand:
        raise NotOnLead(message("you are not on lead"), hint=message("claim when you are on lead, before you lead"))
    if tricks.friends is not None and None in tricks.friends.answered_by:
        raise ClaimNotProven(
            message("a called friend can still join"), hint=message("wait until every call is answered")
        )
    rules, order = match.rules, tricks.deal.order
    out = _out(match, tricks, seat)
    line = _stated_line(order, rules, hand, leads) if leads else _found_line(order, rules, hand, out)
    for lead in line:
        _check_lead(order, rules, out, lead)
        out = out.after(lead.suit, sum(unit.size for unit in lead.units), suit_is_followed=rules.shows_voids)
    if not tricks.deal.declares(seat):
        _check_kitty(rules, line[-1])
    return tuple(lead.cards for lead in line)


def can_claim(match: MatchState, tricks: Tricks, seat: Seat) -> bool:
    """Returns whether the seat can claim all remaining tricks without naming a line."""
    try:
        proven_line(match, tricks, seat, ())
    except (NotOnLead, ClaimNotProven):
        return False
    return True


def _out(match: MatchState, tricks: Tricks, seat: Seat) -> _Out:
    """Returns the pack without the seat's hand, the cards played and, if the seat buried it, the kitty."""
    rules, order = match.rules, tricks.deal.order
    hand = tricks.hands[seat].known
    seen = together(hand, tricks.gone)
    if seat == tricks.burier:
        seen = together(seen, hand_of(order, tricks.kitty))
    rank = match.prepared.trump_rank if match.prepared else None
    whole = hand_of(order, pack_of(rules, rank))
    unseen = without(whole, seen) if holds(whole, seen) else whole
    voids = [mask for other, mask in enumerate(tricks.voids) if other != seat]
    held = [suit for suit in EFFECTIVE_SUITS if not all(mask >> suit & 1 for mask in voids)]
    cards = Hand(sum(as_hand(suit, in_suit(unseen, suit)) for suit in held))
    left = hand.bit_count()
    return _Out(cards, tuple(min(in_suit(cards, suit).bit_count(), left) for suit in EFFECTIVE_SUITS), left)


def _stated_line(order: CardOrder, rules: Rules, hand: Hand, leads: tuple[Cards, ...]) -> list[_Lead]:
    stated = Counter(card for lead in leads for card in lead)
    if stated != Counter(hand_cards(order, hand)):
        raise LineNotWhole(
            message("the leads differ from the cards of your hand"), hint=message("give each card of your hand once")
        )
    return [_read(order, rules, lead) for lead in leads]


def _read(order: CardOrder, rules: Rules, cards: Cards) -> _Lead:
    return _Lead(cards, *led_units(order, rules, hand_of(order, cards), cards))


def _found_line(order: CardOrder, rules: Rules, hand: Hand, out: _Out) -> list[_Lead]:
    """Returns a line that is proven, or one that ends with the first lead that is not.

    Each suit is divided into units, as a lead of all its cards would be. The smallest proven lead is made first, trumps
    before the other suits, so that the last trick is large. A proven lead stays proven, because fewer and fewer cards
    may be out. If no unit is proven, the rest of a suit is thrown together.
    """
    line: list[_Lead] = []
    while hand:
        proven = next((lead for lead in _leads_of(order, rules, hand) if not _beaten_by(order, rules, out, lead)), None)
        line.append(proven or next(_leads_of(order, rules, hand)))
        if proven is None:
            break
        hand = without(hand, hand_of(order, proven.cards))
        out = out.after(proven.suit, len(proven.cards), suit_is_followed=rules.shows_voids)
    return line


def _leads_of(order: CardOrder, rules: Rules, hand: Hand) -> Iterator[_Lead]:
    """Yields the units of a hand, the smallest first and trumps before other suits; then each suit as a throw."""
    suits = [suit for suit in reversed(EFFECTIVE_SUITS) if in_suit(hand, suit)]
    units = [
        (unit.size, -suit, unit_cards(order, suit, unit))
        for suit in suits
        for unit in decompose(order.chains[suit], in_suit(hand, suit), rules.throw_ambiguity, rules.narrowest_tuple)
    ]
    for _, _, cards in sorted(units, key=lambda each: each[:2]):
        yield _read(order, rules, cards)
    for suit in suits:
        yield _read(order, rules, holding_cards(order, suit, in_suit(hand, suit)))


# --- whether a lead wins


def _check_lead(order: CardOrder, rules: Rules, out: _Out, lead: _Lead) -> None:
    """Raises `ClaimNotProven` unless the lead wins its trick for every distribution of the cards that may be out."""
    beaten_by = _beaten_by(order, rules, out, lead)
    if beaten_by is not None:
        led, cards = " ".join(write_cards(lead.cards)), write_cards(beaten_by)
        raise ClaimNotProven(
            message(
                "as far as you know, {led} can be beaten: {cards} may be in one other hand",
                led=led,
                cards=" ".join(cards),
            ),
            hint=message("continue to play, or claim with another order of leads"),
            facts={"lead": write_cards(lead.cards), "may_be_out": cards},
        )


def _beaten_by(order: CardOrder, rules: Rules, out: _Out, lead: _Lead) -> Cards | None:
    """Returns cards of one other hand that may beat the lead, as far as the claimer knows; `None` if no hand can."""
    return _higher(order, out, lead) or _ruff(order, out, lead) or _bomb(order, rules, out, lead)


def _higher(order: CardOrder, out: _Out, lead: _Lead) -> Cards | None:
    chain, may_be_out = order.chains[lead.suit], in_suit(out.cards, lead.suit)
    for unit in lead.units:
        if unit.size <= out.most[lead.suit]:
            higher = lowest_unit_above(chain, may_be_out, unit)
            if higher is not None:
                return unit_cards(order, lead.suit, higher)
    return None


def _ruff(order: CardOrder, out: _Out, lead: _Lead) -> Cards | None:
    count, trumps = len(lead.cards), in_suit(out.cards, TRUMPS)
    if lead.suit == TRUMPS or out.most[TRUMPS] < count:
        return None
    shapes = tuple(shape for shape in shapes_of(lead.units) if shape != (1, 1))
    return holding_cards(order, TRUMPS, trumps) if fits(order.chains[TRUMPS], trumps, shapes) else None


def _bomb(order: CardOrder, rules: Rules, out: _Out, lead: _Lead) -> Cards | None:
    count = len(lead.cards)
    if rules.bombs == "off" or not can_be_bombed(lead.units, count):
        return None
    bombs = (bomb for bomb in bombs_held(count, out.cards) if out.most[bomb.suit] >= count)
    return next((unit_cards(order, bomb.suit, bomb.unit(order)) for bomb in bombs), None)


def _check_kitty(rules: Rules, last: _Lead) -> None:
    """Raises `ClaimNotProven` if another hand's play may determine the multiplier of the kitty in the last trick."""
    if rules.kitty_unit_source != "any_play" or len(last.cards) == 1:
        return
    if len(last.units) > 1 or last.units[0].width < rules.copies:
        raise ClaimNotProven(
            message("the largest unit of the last trick counts for the kitty, and another hand may hold it"),
            hint=message("make the last lead a single card or one unit of the greatest width"),
        )
