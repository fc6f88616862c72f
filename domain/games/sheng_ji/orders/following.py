"""Following by order: with the lowest cards, with points, or with the lowest cards that beat the winning play.

The play is found by elimination. The most valuable card is kept if the rest can still answer the lead, then the next,
until as many cards are left as were led. The result is deterministic, and plays are never listed. The order of value,
most valuable first:

    lowest  most points first; trumps before others; high before low; spades, hearts, diamonds, clubs
    points  point cards beyond the permitted number; then cards without points as above; then point cards to give
"""

from collections.abc import Callable, Iterator
from itertools import islice

from domain.games.sheng_ji.card_order import TRUMPS, CardOrder, EffectiveSuit
from domain.games.sheng_ji.check import follows_suit
from domain.games.sheng_ji.follow import answering, best_fits, owed
from domain.games.sheng_ji.holding import hand_cards, hand_of, holding_cards, in_suit
from domain.games.sheng_ji.layers import Hand, Holding, without
from domain.games.sheng_ji.packing import fits, packings, tuples_only, units_of_shape
from domain.games.sheng_ji.rules import Rules
from domain.games.sheng_ji.state import Trick
from domain.games.sheng_ji.trick import beats, shapes_of
from domain.games.sheng_ji.units import Unit, holding_of_unit, unit_cards
from domain.kernel.cards import POINTS, Cards, Face

WAYS = 40
"""Largest number of combinations of units that are tried in answer to a throw."""

Dearness = Callable[[Face], tuple[int, ...]]
"""Returns the value of keeping a card; the highest is kept first."""


def lowest(order: CardOrder, rules: Rules, trick: Trick, hand: Hand) -> Cards:
    """Returns the lowest legal cards, without points if possible."""
    return _kept_back(order, rules, trick, hand, lambda card: dearness(order, card))


def points_given(order: CardOrder, rules: Rules, trick: Trick, hand: Hand, most: int) -> Cards:
    """Returns the legal play with the highest point cards, at most `most` by choice; the rest are the lowest cards."""
    held = in_suit(hand, trick.lead.suit)
    must = holding_cards(order, trick.lead.suit, held)
    if held.bit_count() <= trick.lead.size:
        # All cards of the suit are played, and others are added freely; trumps are kept.
        most -= sum(POINTS[card] > 0 for card in must)
        rest = hand_cards(order, without(hand, hand_of(order, must)))
        free = [card for card in rest if order.suit_of[card] != TRUMPS]
    else:
        free = list(must)
    free.sort(key=lambda card: (-POINTS[card], dearness(order, card)))
    given = [card for card in free if POINTS[card]][: max(most, 0)]
    left = {card: given.count(card) for card in given}

    def worth_keeping(card: Face) -> tuple[int, ...]:
        return (0, -POINTS[card]) if left.get(card) else (1, *dearness(order, card))

    return _kept_back(order, rules, trick, hand, worth_keeping, most_of=left)


def dearness(order: CardOrder, card: Face) -> tuple[int, ...]:
    """Returns the value of a card for a player who gives up the lowest cards without points first."""
    suit = order.suit_of[card]
    level = order.chains[suit].level_of[order.slot_of[card]]
    return (POINTS[card], suit == TRUMPS, level, card)


def _kept_back(
    order: CardOrder,
    rules: Rules,
    trick: Trick,
    hand: Hand,
    dearness: Dearness,
    most_of: dict[Face, int] | None = None,
) -> Cards:
    """Returns the play that remains after keeping the most valuable cards.

    Args:
        order: the order of the cards.
        rules: the rules of the table.
        trick: the current trick.
        hand: the seat's cards.
        dearness: the value of keeping a card.
        most_of: how many copies of a face to give; further copies are valuable.
    """
    lead, held = trick.lead, in_suit(hand, trick.lead.suit)
    if held.bit_count() <= lead.size:
        must = holding_cards(order, lead.suit, held)
        rest = hand_cards(order, without(hand, hand_of(order, must)))
        return must + _cheapest(rest, lead.size - len(must), dearness, most_of)
    chain = order.chains[lead.suit]
    counting = answering(lead, held, protect_tuples=rules.protect_tuples)
    shapes = owed(chain, tuples_only(counting), lead.demands)
    play = held
    for card in _dearest_first(holding_cards(order, lead.suit, held), dearness, most_of):
        if play.bit_count() == lead.size:
            break
        less = without(play, in_suit(hand_of(order, (card,)), lead.suit))
        if fits(chain, Holding(counting & less), shapes):
            play = less
    return holding_cards(order, lead.suit, play)


def _dearest_first(cards: Cards, dearness: Dearness, most_of: dict[Face, int] | None) -> list[Face]:
    """Returns the cards, most valuable first. Of a face in `most_of`, only that many copies are cheap."""
    left = dict(most_of or {})
    ranked: list[tuple[tuple[int, ...], Face]] = []
    for card in cards:
        is_given = left.get(card, 0) > 0
        if is_given:
            left[card] -= 1
        ranked.append((dearness(card) if is_given or most_of is None or card not in most_of else (2, card), card))
    return [card for _, card in sorted(ranked, reverse=True)]


def _cheapest(cards: Cards, count: int, dearness: Dearness, most_of: dict[Face, int] | None) -> Cards:
    ranked = _dearest_first(cards, dearness, most_of)
    return tuple(ranked[len(ranked) - count :])


# --- covering


def covering(order: CardOrder, rules: Rules, trick: Trick, hand: Hand, keep: Cards = ()) -> Cards | None:
    """Returns the lowest cards that follow and take the trick without any face in `keep`, or `None`.

    Orders never play bombs. Of the ways to match a throw, the first `WAYS` are tried, high units first.
    """
    found = [cards for cards in _answers(order, rules, trick, hand) if not set(cards) & set(keep)]
    winning = [cards for cards in found if _takes(order, rules, trick, hand, cards)]
    if not winning:
        return None
    return min(winning, key=lambda cards: sorted((_height(order, card) for card in cards), reverse=True))


def _height(order: CardOrder, card: Face) -> tuple[int, ...]:
    points, is_trump, level, face = dearness(order, card)
    return is_trump, level, points, face


def _takes(order: CardOrder, rules: Rules, trick: Trick, hand: Hand, cards: Cards) -> bool:
    play = hand_of(order, cards)
    if not follows_suit(order, trick.lead, hand, play, rules):
        return False
    return beats(order, trick.lead, trick.standing, play, rules.trump_throw_compare, rules.bombs) is not None


def _answers(order: CardOrder, rules: Rules, trick: Trick, hand: Hand) -> Iterator[Cards]:
    """Yields plays that could win: all in the suit led, or all in trumps."""
    lead, held = trick.lead, in_suit(hand, trick.lead.suit)
    if held.bit_count() >= lead.size:
        yield from _in_shape(order, rules, trick, hand, lead.suit)
    elif not held.bit_count() and lead.suit != TRUMPS and in_suit(hand, TRUMPS).bit_count() >= lead.size:
        yield from _in_shape(order, rules, trick, hand, TRUMPS)


def _in_shape(order: CardOrder, rules: Rules, trick: Trick, hand: Hand, suit: EffectiveSuit) -> Iterator[Cards]:
    """Yields cards of one suit in the shape of the lead."""
    lead, held, chain = trick.lead, in_suit(hand, suit), order.chains[suit]
    if len(lead.units) == 1:
        yield from (unit_cards(order, suit, unit) for unit in units_of_shape(chain, held, lead.units[0].shape))
        return
    if suit == lead.suit:
        ways = best_fits(chain, lead, held, protect_tuples=rules.protect_tuples)
    else:
        ways = packings(chain, held, tuple(shape for shape in shapes_of(lead.units) if shape != (1, 1)))
    for units in islice(ways, WAYS):
        yield from _filled(order, hand, suit, (units, lead.size))


def _filled(order: CardOrder, hand: Hand, suit: EffectiveSuit, wanted: tuple[tuple[Unit, ...], int]) -> Iterator[Cards]:
    """Yields the units with the lowest other cards of the suit, then with each higher card in place of the last."""
    units, count = wanted
    left, fixed = in_suit(hand, suit), Cards()
    for unit in units:
        left = without(left, holding_of_unit(unit))
        fixed += unit_cards(order, suit, unit)
    rest = sorted(holding_cards(order, suit, left), key=lambda card: _height(order, card))
    missing = count - len(fixed)
    if not missing:
        yield fixed
    elif 0 < missing <= len(rest):
        yield from ((*fixed, *rest[: missing - 1], card) for card in dict.fromkeys(rest[missing - 1 :]))
