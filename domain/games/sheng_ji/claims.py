"""Claims (EX-CLAIM-01): the seat on lead says that it takes all tricks that are left.

A claim is proven from what the claimer knows, and from nothing else: the own hand, the cards that are gone, the kitty
for whoever buried it, and the suits in which others have shown that they are void. Every other card *may be out*: in
any one of the other hands, in the partner's too. The claim holds when each lead of the line wins its trick wherever
these cards lie and whatever the others legally play. As hidden cards are never looked at, a claim is no oracle: it
costs nothing, whether it holds, and how long that takes to find out, is the same at every table that looks the same to
the claimer, and a refusal can name the card that may be out, since it is one that the claimer cannot have seen. The
price is that a claim which is true can still be refused: *not proven* is not *false*.

A lead wins for certain when none of these can be in one other hand:

    a unit of the suit led, of the shape of one of its units and higher     SJ-TRICK-01, SJ-THROW-02
    trumps that match the lead, when it is no trump                         SJ-TRICK-04
    a bomb of as many cards, where there are bombs                          EX-BOMB-01

How many cards of a suit one hand can have is bounded besides: by the cards of that suit that may be out, by the cards
that every hand still has, and by the leads before, to each of which whoever could follow has followed (SJ-FOLLOW-02).
Where the server lets others not follow (`enforcement` = `honor`, `bombs` = `any_suit`) leads before prove nothing.

What the others play to tricks that are all won by one seat changes no result: every card goes to the same side. Claims
that this does not hold for are refused: while a called friend can still come out, and where the play with the largest
unit counts for the kitty (`kitty_unit_source` = `any_play`) and the last lead leaves open whose that is.

No step tries plays of others, so that a claim costs about as much as the plays it stands for.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from domain.games.sheng_ji.bombs import bombs_held, can_be_bombed
from domain.games.sheng_ji.holding import (
    Hand,
    hand_cards,
    hand_holds,
    hand_of,
    hand_size,
    hand_without,
    hands_together,
    holding_cards,
    nothing,
    size,
)
from domain.games.sheng_ji.lead import led_units
from domain.games.sheng_ji.order import EFFECTIVE_SUITS, TRUMPS, EffectiveSuit, Order
from domain.games.sheng_ji.packing import fits
from domain.games.sheng_ji.rules import Rules, pack_of
from domain.games.sheng_ji.state import Match, Tricks
from domain.games.sheng_ji.trick import shapes_of
from domain.games.sheng_ji.units import Unit, decompose, lowest_unit_above, unit_cards
from domain.kernel.cards import Cards, write_cards
from domain.kernel.refusals import Illegal, WrongMoment
from domain.kernel.seats import Seat

CLAIM = "EX-CLAIM-01"


class NotOnLead(WrongMoment):
    """A claim is made by the seat on lead, before it leads."""

    usual_rule = CLAIM


class ClaimNotProven(Illegal):
    """What this seat knows does not prove that it takes every trick that is left."""

    usual_rule = CLAIM


class LineNotWhole(Illegal):
    """The leads of a claim are all cards of the own hand, each once."""

    usual_rule = CLAIM


class _Out(NamedTuple):
    """What may be in another hand, as far as the claimer knows.

    Attributes:
        cards: the cards that the claimer has not seen go.
        most: for each effective suit how many cards of it one other hand can have.
        left: how many cards every hand has.
    """

    cards: Hand
    most: tuple[int, ...]
    left: int

    def after(self, suit: EffectiveSuit, count: int, *, suit_is_followed: bool) -> "_Out":
        """What may be out after a lead of so many cards of a suit."""
        left = self.left - count
        less = [most - count if each == suit and suit_is_followed else most for each, most in enumerate(self.most)]
        return _Out(self.cards, tuple(max(0, min(most, left)) for most in less), left)


class _Lead(NamedTuple):
    """A lead of the line."""

    cards: Cards
    suit: EffectiveSuit
    units: tuple[Unit, ...]


def proven_line(match: Match, tricks: Tricks, seat: Seat, leads: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """The leads with which the seat takes all tricks that are left.

    Args:
        match: the match, as the table or the seat itself knows it: no hidden card is looked at.
        tricks: its phase.
        seat: who claims.
        leads: the line that is claimed; none: one is looked for, by `_found_line`.

    Raises:
        NotOnLead: another seat leads, or a trick is under way.
        LineNotWhole: the leads are not the cards of the hand.
        MixedLead: one of them is of several suits.
        ClaimNotProven: the claim may be true, but is not proven.
    """
    hand = tricks.hands[seat].known
    if tricks.trick is not None or tricks.throw is not None or tricks.turn != seat or not hand_size(hand):
        raise NotOnLead("you are not on lead", hint="claim before you lead to a trick")
    if tricks.friends is not None and None in tricks.friends.answered_by:
        raise ClaimNotProven("a called friend can still come out", hint="play until every call is answered")
    rules, order = match.rules, tricks.deal.order
    out = _out(match, tricks, seat)
    line = _stated_line(order, rules, hand, leads) if leads else _found_line(order, rules, hand, out)
    for lead in line:
        _check_lead(order, rules, out, lead)
        out = out.after(lead.suit, sum(unit.size for unit in lead.units), suit_is_followed=rules.shows_voids)
    if not tricks.deal.declares(seat):
        _check_kitty(rules, line[-1])
    return tuple(lead.cards for lead in line)


def can_claim(match: Match, tricks: Tricks, seat: Seat) -> bool:
    """Whether the seat can claim all tricks that are left, without saying in which order."""
    try:
        proven_line(match, tricks, seat, ())
    except (NotOnLead, ClaimNotProven):
        return False
    return True


def _out(match: Match, tricks: Tricks, seat: Seat) -> _Out:
    """The pack without the own hand, the cards that are gone, and for whoever buried it the kitty."""
    rules, order = match.rules, tricks.deal.order
    hand = tricks.hands[seat].known
    seen = hands_together(hand, tricks.gone)
    if seat == tricks.burier:
        seen = hands_together(seen, hand_of(order, rules.copies, tricks.kitty))
    rank = match.prepared.trump_rank if match.prepared else None
    whole = hand_of(order, rules.copies, pack_of(rules, rank))
    unseen = hand_without(whole, seen) if hand_holds(whole, seen) else whole
    voids = [mask for other, mask in enumerate(tricks.voids) if other != seat]
    cards = tuple(
        nothing(rules.copies) if all(mask >> suit & 1 for mask in voids) else unseen[suit] for suit in EFFECTIVE_SUITS
    )
    left = hand_size(hand)
    return _Out(cards, tuple(min(size(held), left) for held in cards), left)


def _stated_line(order: Order, rules: Rules, hand: Hand, leads: tuple[Cards, ...]) -> list[_Lead]:
    stated = Counter(card for lead in leads for card in lead)
    if stated != Counter(hand_cards(order, hand)):
        raise LineNotWhole("the leads are not the cards of your hand", hint="name each card of your hand once")
    return [_read(order, rules, lead) for lead in leads]


def _read(order: Order, rules: Rules, cards: Cards) -> _Lead:
    return _Lead(cards, *led_units(order, rules, hand_of(order, rules.copies, cards), cards))


def _found_line(order: Order, rules: Rules, hand: Hand, out: _Out) -> list[_Lead]:
    """A line that is proven, or one that breaks off with a lead that is not.

    Each suit is divided into units as a lead of all its cards would be. Of the leads that are proven the smallest is
    made first, trumps before the other suits, so that the last trick is a large one; a lead that is proven stays so,
    since less and less can be out. Where no unit is proven, all that is left of a suit is thrown together.
    """
    line: list[_Lead] = []
    while hand_size(hand):
        proven = next((lead for lead in _leads_of(order, rules, hand) if not _beaten_by(order, rules, out, lead)), None)
        line.append(proven or next(_leads_of(order, rules, hand)))
        if proven is None:
            break
        hand = hand_without(hand, hand_of(order, rules.copies, proven.cards))
        out = out.after(proven.suit, len(proven.cards), suit_is_followed=rules.shows_voids)
    return line


def _leads_of(order: Order, rules: Rules, hand: Hand) -> Iterator[_Lead]:
    """The units of a hand, the smallest first and trumps before other suits; then each suit as a throw."""
    suits = [suit for suit in reversed(EFFECTIVE_SUITS) if hand[suit][0]]
    units = [
        (unit.size, -suit, unit_cards(order, suit, unit))
        for suit in suits
        for unit in decompose(order.chains[suit], hand[suit], rules.throw_ambiguity, rules.narrowest_tuple)
    ]
    for _, _, cards in sorted(units, key=lambda each: each[:2]):
        yield _read(order, rules, cards)
    for suit in suits:
        yield _read(order, rules, holding_cards(order, suit, hand[suit]))


# --- whether a lead wins


def _check_lead(order: Order, rules: Rules, out: _Out, lead: _Lead) -> None:
    """Whether the lead wins its trick wherever the cards lie that may be out. Raises `ClaimNotProven`."""
    beaten_by = _beaten_by(order, rules, out, lead)
    if beaten_by is not None:
        led, cards = " ".join(write_cards(lead.cards)), write_cards(beaten_by)
        raise ClaimNotProven(
            f"{led} can be beaten as far as you know: {' '.join(cards)} may be in one other hand",
            hint="play on, or state the leads in another order",
            facts={"lead": write_cards(lead.cards), "may_be_out": cards},
        )


def _beaten_by(order: Order, rules: Rules, out: _Out, lead: _Lead) -> Cards | None:
    """Cards with which one other hand could beat the lead, as far as the claimer knows; none when no hand can."""
    return _higher(order, out, lead) or _ruff(order, out, lead) or _bomb(order, rules, out, lead)


def _higher(order: Order, out: _Out, lead: _Lead) -> Cards | None:
    chain, may_be_out = order.chains[lead.suit], out.cards[lead.suit]
    for unit in lead.units:
        if unit.size <= out.most[lead.suit]:
            higher = lowest_unit_above(chain, may_be_out, unit)
            if higher is not None:
                return unit_cards(order, lead.suit, higher)
    return None


def _ruff(order: Order, out: _Out, lead: _Lead) -> Cards | None:
    count, trumps = len(lead.cards), out.cards[TRUMPS]
    if lead.suit == TRUMPS or out.most[TRUMPS] < count:
        return None
    shapes = tuple(shape for shape in shapes_of(lead.units) if shape != (1, 1))
    return holding_cards(order, TRUMPS, trumps) if fits(order.chains[TRUMPS], trumps, shapes) else None


def _bomb(order: Order, rules: Rules, out: _Out, lead: _Lead) -> Cards | None:
    count = len(lead.cards)
    if rules.bombs == "off" or not can_be_bombed(lead.units, count):
        return None
    bombs = (bomb for bomb in bombs_held(count, out.cards) if out.most[bomb.suit] >= count)
    return next((unit_cards(order, bomb.suit, bomb.unit(order)) for bomb in bombs), None)


def _check_kitty(rules: Rules, last: _Lead) -> None:
    """Whether the last lead is what counts for the kitty, whatever the others keep. Raises `ClaimNotProven`."""
    if rules.kitty_unit_source != "any_play" or len(last.cards) == 1:
        return
    if len(last.units) > 1 or last.units[0].width < rules.copies:
        raise ClaimNotProven(
            "the largest unit of the last trick counts for the kitty, and it may be another hand's",
            hint="claim with a last lead that is one card, or one unit as wide as can be",
        )
