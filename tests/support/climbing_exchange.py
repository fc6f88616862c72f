"""Moments of matches of Zheng Shangyou, and a random swap of the cards that the viewer of a moment does not know.

The game has one pack, so every card occurs once. The swap renames the unknown cards among themselves in all events of
the hand. Each tribute must still have the rung of the highest card dealt to the seat that paid it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from domain.games.zheng_shangyou.card_order import RUNG_OF
from domain.games.zheng_shangyou.commands import Discard, Move, Pass, PayTribute, Play, Take
from domain.games.zheng_shangyou.events import (
    CombinationPlayed,
    DiscardLaid,
    DiscardsRevealed,
    LeaderFound,
    PlacesScored,
    TributePaid,
    TributeRevealed,
)
from domain.kernel.cards import FACES, Face, read_cards
from domain.kernel.viewers import Onlooker, Viewer
from domain.table.events import CardsDealt, SecretPublished, TableOpened
from domain.table.seat_events import OrdersGiven
from domain.table.state import Table
from tests.support.climbing import GAME, played_by_chance
from tests.support.exchange import orders_by_chance, with_orders


@dataclass(frozen=True)
class Moment:
    """The events of a match up to a point in a hand, and a viewer."""

    events: tuple[Any, ...]
    viewer: Viewer

    @property
    def dealt_at(self) -> int:
        return max(place for place, event in enumerate(self.events) if isinstance(event, CardsDealt))

    @property
    def hand(self) -> tuple[Any, ...]:
        """Returns the events since the cards were dealt."""
        return self.events[self.dealt_at :]

    @property
    def last(self) -> Any:
        """Returns the last event except orders."""
        return next(event for event in reversed(self.events) if not isinstance(event, OrdersGiven))


def moment_by_chance(profile: str, options: dict[str, object], seed: int) -> Moment:
    """Returns a random moment during a hand or an exchange of cards, with a random viewer."""
    luck = Random(seed)
    events = played_by_chance(seed, profile, options, 2).events
    deals = [place for place, event in enumerate(events) if isinstance(event, CardsDealt)]
    dealt = luck.choice(deals)
    over = next(place for place, event in enumerate(events) if place > dealt and isinstance(event, PlacesScored))
    until = luck.choice([luck.randint(dealt + 1, min(dealt + 11, over)), luck.randint(dealt + 1, over)])
    seats = next(event.seats for event in events if isinstance(event, TableOpened))
    # No seat can be asked between the events of one move, so the moment must come after the last of them.
    while GAME.move_of_events(None, events, until) is None and not isinstance(events[until], SecretPublished):
        until += 1
    viewer = luck.choice([*range(seats), Onlooker.SPECTATOR])
    return Moment(with_orders(tuple(events[:until]), luck), viewer)


def known_cards(moment: Moment) -> set[Face]:
    """Returns the cards of this hand that the viewer knows."""
    known: set[Face] = set()
    for event in moment.hand:
        match event:
            case CardsDealt() as dealt if isinstance(moment.viewer, int):
                known |= set(dealt.drawn_by(moment.viewer))
            case CombinationPlayed(cards=cards) | TributeRevealed(cards=cards) | DiscardsRevealed(cards=cards):
                known |= set(cards)
            case LeaderFound(card=card):
                known.add(card)
    return known


def with_hidden_cards_exchanged(moment: Moment, luck: Random) -> Moment:
    """Returns the moment with the cards that the viewer does not know exchanged at random."""
    hidden = [card for card in FACES if card not in known_cards(moment)]
    names = {card: card for card in FACES}
    for _ in range(3 * len(hidden)):
        one, other = luck.choice(hidden), luck.choice(hidden)
        changed = {**names, one: names[other], other: names[one]}
        if tribute_is_highest(moment, changed):
            names = changed
    renamed = tuple(_renamed(event, names, moment.viewer, luck) for event in moment.hand)
    after = replace(moment, events=(*moment.events[: moment.dealt_at], *renamed))
    return replace(after, events=tuple(_another_discard(after, event, luck) for event in after.events))


def tribute_is_highest(moment: Moment, names: Mapping[Face, Face]) -> bool:
    dealt = moment.hand[0]
    return all(
        RUNG_OF[names[event.card]] == max(RUNG_OF[names[card]] for card in dealt.drawn_by(event.seat))
        for event in moment.hand
        if isinstance(event, TributePaid)
    )


def _renamed(event: Any, names: Mapping[Face, Face], viewer: Viewer, luck: Random) -> Any:
    match event:
        case OrdersGiven(seat=seat) if seat != viewer:
            return orders_by_chance(seat, luck)
        case CardsDealt(order=order):
            return replace(event, order=tuple(names[card] for card in order))
        case TributePaid(card=card) | DiscardLaid(card=card):
            return replace(event, card=names[card])
        case _:
            return event


def _another_discard(moment: Moment, event: Any, luck: Random) -> Any:
    """Returns the event. A face-down discard of another seat becomes a random card, because it may be any card."""
    if event is moment.last and isinstance(event, DiscardLaid) and event.seat != moment.viewer:
        return replace(event, card=luck.choice(moment.hand[0].drawn_by(event.seat)))
    return event


def batch_of_moves(moment: Moment, seen: Table, luck: Random) -> list[Move]:
    """Returns legal and illegal moves that the viewer might try. They depend only on what the viewer sees."""
    own = moment.hand[0].drawn_by(moment.viewer)
    listed = GAME.legal_moves(seen.match, moment.viewer)["cards"]
    legal = [read_cards(names) for names in luck.sample(listed, min(6, len(listed)))]
    tries = [
        *legal,
        *(tuple(luck.sample(own, n)) for n in (1, 2, 3)),
        *(tuple(luck.sample(FACES, n)) for n in (1, 2, 3)),
    ]
    single = [cards[0] for cards in tries]
    return [Pass(), *map(Play, tries), *(kind(card) for card in single for kind in (PayTribute, Take, Discard))]
