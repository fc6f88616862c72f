"""Generates the plays of a seat lazily. Nothing lists them all, because there can be millions."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence

from domain.games.sheng_ji.bombs import bombs_held, can_be_bombed
from domain.games.sheng_ji.card_order import EFFECTIVE_SUITS, CardOrder, EffectiveSuit
from domain.games.sheng_ji.follow import Lead, answering, is_legal_follow, owed
from domain.games.sheng_ji.holding import hand_cards, hand_of, holding_cards, in_suit
from domain.games.sheng_ji.layers import Hand, Holding, without
from domain.games.sheng_ji.options.extensions import Bombs
from domain.games.sheng_ji.packing import fits, remainders, tuples_only, units_in
from domain.games.sheng_ji.units import Unit, unit_cards
from domain.kernel.cards import Cards, Face

FEW_KEPT = 100
"""Up to this many ways to keep cards back are tried one by one."""


def selections(cards: Sequence[Face], count: int) -> Iterator[Cards]:
    """Yields every different way to take `count` of the cards, earlier ones first. Equal cards are interchangeable."""
    counted = list(Counter(cards).items())
    behind = list(itertools.accumulate([copies for _, copies in reversed(counted)], initial=0))[-2::-1]

    def take(place: int, wanted: int) -> Iterator[Cards]:
        if not wanted:
            yield ()
            return
        card, copies = counted[place]
        for number in range(min(copies, wanted), max(wanted - behind[place], 0) - 1, -1):
            for more in take(place + 1, wanted - number):
                yield (card,) * number + more

    return take(0, count) if count <= len(cards) else iter(())


def units_held(order: CardOrder, hand: Hand) -> Iterator[tuple[EffectiveSuit, Unit]]:
    """Yields every unit that can be led from the hand: suit by suit, singles first, then tuples and runs."""
    return ((suit, unit) for suit in EFFECTIVE_SUITS for unit in units_in(order.chains[suit], in_suit(hand, suit)))


def leads(order: CardOrder, hand: Hand) -> Iterator[Cards]:
    """Yields every lead of one unit."""
    return (unit_cards(order, suit, unit) for suit, unit in units_held(order, hand))


def follows(
    order: CardOrder, lead: Lead, hand: Hand, *, protect_tuples: bool = False, bombs: Bombs = "off"
) -> Iterator[Cards]:
    """Yields every play that answers the lead, without duplicates (SJ-FOLLOW-01..03).

    Plays that are legal only as bombs come last.

    Args:
        order: the order of the cards.
        lead: the lead.
        hand: the follower's hand.
        protect_tuples: the option (SJ-FOLLOW-06).
        bombs: the option.
    """
    following = _following(order, lead, hand, protect_tuples=protect_tuples)
    if bombs != "any_suit" or not can_be_bombed(lead.units, lead.size):
        return following
    return itertools.chain(following, _only_as_bombs(order, lead, hand, protect_tuples=protect_tuples))


def _only_as_bombs(order: CardOrder, lead: Lead, hand: Hand, *, protect_tuples: bool) -> Iterator[Cards]:
    """Yields the bombs that would not be legal otherwise."""
    for bomb in bombs_held(lead.size, hand):
        cards = (order.faces[bomb.suit][bomb.slot],) * lead.size
        play = hand_of(order, cards)
        if not is_legal_follow(order.chains[lead.suit], lead, hand, play, protect_tuples=protect_tuples):
            yield cards


def _following(order: CardOrder, lead: Lead, hand: Hand, *, protect_tuples: bool) -> Iterator[Cards]:
    """Returns the plays that follow suit as far as the hand can."""
    held = in_suit(hand, lead.suit)
    if held.bit_count() > lead.size:
        return _fitting(order, lead, held, protect_tuples=protect_tuples)
    must = holding_cards(order, lead.suit, held)
    others = hand_cards(order, without(hand, hand_of(order, must)))
    return (must + free for free in selections(others, lead.size - len(must)))


def _fitting(order: CardOrder, lead: Lead, held: Holding, *, protect_tuples: bool) -> Iterator[Cards]:
    """Yields the plays of the suit led with the best possible fit."""
    chain = order.chains[lead.suit]
    counting = answering(lead, held, protect_tuples=protect_tuples)
    shapes = owed(chain, tuples_only(counting), lead.demands)
    cards = holding_cards(order, lead.suit, held)
    kept = list(itertools.islice(selections(cards, len(cards) - lead.size), FEW_KEPT + 1))
    if len(kept) <= FEW_KEPT:
        # With few ways to keep cards, each is tried: a play fits if the owed shapes can be taken from it.
        for each in kept:
            play = without(held, in_suit(hand_of(order, each), lead.suit))
            if fits(chain, Holding(counting & play), shapes):
                yield holding_cards(order, lead.suit, play)
        return
    seen: set[Holding] = set()
    for left in remainders(chain, counting, shapes):
        taken = without(counting, left)
        fixed = holding_cards(order, lead.suit, taken)
        for free in selections(holding_cards(order, lead.suit, without(held, taken)), lead.size - len(fixed)):
            play = in_suit(hand_of(order, fixed + free), lead.suit)
            if play not in seen:
                seen.add(play)
                yield holding_cards(order, lead.suit, play)


def first_few(plays: Iterator[Cards], limit: int) -> tuple[tuple[Cards, ...], bool]:
    """Returns at most `limit` of the plays, and whether these are all."""
    found = tuple(itertools.islice(plays, limit + 1))
    return found[:limit], len(found) <= limit
