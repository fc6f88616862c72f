"""The bot `random`: any legal move, by chance. It is the yardstick for the others."""

from itertools import islice
from typing import TypeVar

from domain.bots.policy import Luck
from domain.cards import Cards
from domain.seats import Seat
from domain.shengji.check import declarations
from domain.shengji.choices import units_held
from domain.shengji.commands import Bury, Declare, Move, Pass, Play
from domain.shengji.follow import Lead, best_fits
from domain.shengji.holding import (
    Hand,
    hand_cards,
    hand_of,
    hand_without,
    holding_cards,
    size,
    without,
)
from domain.shengji.order import Order
from domain.shengji.state import Burying, Declaring, Match, Tricks
from domain.shengji.units import holding_of_unit, unit_cards
from domain.table.state import Table

T = TypeVar("T")
PACKINGS_LIMIT = 16
"""Among so many ways to answer runs and tuples the bot chooses; further ones are as good."""


class RandomBot:
    """Plays any legal move by chance: passes half of the time, leads one unit, follows as it must."""

    name = "random"

    def choose(self, view: Table, seat: Seat, luck: Luck) -> Move:
        """A legal move by chance."""
        match: Match = view.match
        match match.phase:
            case Declaring() as declaring:
                shows = declarations(match, declaring, seat)
                return Declare(_any_of(shows, luck)) if shows and luck.randrange(2) else Pass()
            case Burying() as burying:
                hand = hand_cards(burying.deal.order, burying.hands[seat].known)
                return Bury(_some_of(hand, match.rules.deal_shape.kitty, luck))
            case Tricks() as tricks:
                return Play(_play(tricks, tricks.hands[seat].known, luck))
            case phase:
                raise ValueError(f"nothing is asked in {type(phase).__name__}")


def _any_of(things: tuple[T, ...] | list[T], luck: Luck) -> T:
    return things[luck.randrange(len(things))]


def _some_of(cards: Cards, count: int, luck: Luck) -> Cards:
    """So many of the cards, each set equally likely (the start of a Fisher-Yates shuffle)."""
    pool = list(cards)
    for place in range(count):
        other = place + luck.randrange(len(pool) - place)
        pool[place], pool[other] = pool[other], pool[place]
    return tuple(pool[:count])


def _play(tricks: Tricks, hand: Hand, luck: Luck) -> Cards:
    order = tricks.deal.order
    if tricks.choices:
        return _any_of(tricks.choices, luck)
    if tricks.trick is None:
        return unit_cards(order, *_any_of(list(units_held(order, hand)), luck))
    return random_follow(order, tricks.trick.lead, hand, luck)


def random_follow(order: Order, lead: Lead, hand: Hand, luck: Luck, *, protect_tuples: bool = False) -> Cards:
    """A play by chance that answers the lead."""
    held = hand[lead.suit]
    decks = len(held)
    if size(held) <= lead.size:
        must = holding_cards(order, lead.suit, held)
        others = hand_cards(order, hand_without(hand, hand_of(order, decks, must)))
        return must + _some_of(others, lead.size - len(must), luck)
    ways = list(islice(best_fits(order.chains[lead.suit], lead, held, protect_tuples=protect_tuples), PACKINGS_LIMIT))
    units = _any_of(ways, luck) if ways[0] else ()
    left = held
    for unit in units:
        left = without(left, holding_of_unit(unit, decks))
    fixed = tuple(card for unit in units for card in unit_cards(order, lead.suit, unit))
    return fixed + _some_of(holding_cards(order, lead.suit, left), lead.size - len(fixed), luck)
