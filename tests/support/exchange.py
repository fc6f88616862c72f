"""Moments of a match at which the hidden cards can be exchanged, and the exchange itself (the law of design §3).

What a viewer cannot know at a moment may lie anywhere: the same match with these cards elsewhere is as good, and the
viewer may not be able to tell the two from each other.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from domain.cards import FACE_OF_NAME, FACES, Cards
from domain.seats import Seat
from domain.shengji.commands import Bury, Declare, Pass, Play
from domain.shengji.events import (
    CardsPlayed,
    Declared,
    HandScored,
    KittyBuried,
    KittyRevealed,
    KittyTaken,
    KittyTurned,
    LeadForced,
    ThrowFailed,
)
from domain.table.events import CardsDealt, HandOpened, SecretPublished, TableOpened
from domain.table.redact import redact
from domain.table.state import Table
from domain.viewers import Onlooker, Viewer
from tests.support.matches import played_by_chance
from tests.support.table import SHENG_JI

VIEWERS: list[Viewer] = [Seat(0), Seat(1), Seat(2), Seat(3), Onlooker.SPECTATOR]
Redaction = Callable[[Any, Any, Viewer], Any]


@dataclass(frozen=True)
class Moment:
    """A match cut in the middle of a hand, and somebody who looks on."""

    events: tuple[Any, ...]
    viewer: Viewer

    @property
    def dealt_at(self) -> int:
        """Where in the events the cards of this hand were dealt."""
        return max(place for place, event in enumerate(self.events) if isinstance(event, CardsDealt))


def moment_by_chance(profile: str, options: dict[str, object], seed: int) -> Moment:
    """A moment of a hand while it is played, early ones as often as late ones, and a viewer."""
    luck = Random(seed)
    events = [event for outcome in played_by_chance(seed, profile, options, 2) for event in outcome.events]
    dealt = luck.choice([place for place, event in enumerate(events) if isinstance(event, CardsDealt)])
    over = next(
        place for place, event in enumerate(events) if place > dealt and isinstance(event, KittyRevealed | HandScored)
    )
    # Most of a hand is its play; look as often at what goes before.
    until = luck.choice([luck.randint(dealt + 1, dealt + 12), luck.randint(dealt + 1, over)])
    return Moment(tuple(events[:until]), luck.choice(VIEWERS))


# What is public -------------------------------------------------------------------------------------------------------


def seen_in_hands(events: tuple[Any, ...]) -> list[Counter[int]]:
    """For each seat the cards that everybody knows to be or to have been in its hand; `events` begin with the deal."""
    played = [Counter[int]() for _ in range(4)]
    seen = [Counter[int]() for _ in range(4)]
    shown = Counter[int]()
    for event in events:
        match event:
            case Declared(seat=seat, cards=cards, copies=copies):
                shown = Counter({cards[0]: copies})
                seen[seat] |= shown
            case CardsPlayed(seat=seat, cards=cards):
                played[seat] += Counter(cards)
                seen[seat] |= played[seat]
            case ThrowFailed(seat=seat, cards=cards):
                seen[seat] |= played[seat] + Counter(cards)
            case LeadForced(witness=int() as seat, witness_cards=cards):
                seen[seat] |= played[seat] + Counter(cards)
    return seen


# The same match with hidden cards exchanged ---------------------------------------------------------------------------


def with_hidden_cards_exchanged(moment: Moment, luck: Random) -> Moment:
    """The same events, except that cards which the viewer cannot know lie elsewhere."""
    before, hand = moment.events[: moment.dealt_at], moment.events[moment.dealt_at :]
    dealt: CardsDealt = hand[0]
    taken = next((event for event in hand if isinstance(event, KittyTaken)), None)
    buried = next((event for event in hand if isinstance(event, KittyBuried)), None)
    owners = owners_of_places(dealt, taken)
    open_places = places_seen(hand, dealt, owners)
    kitty_places = places_buried(hand, dealt, owners, buried)
    hidden = [
        place
        for place, owner in enumerate(owners)
        if place not in open_places and (owner != moment.viewer or owner is None)
    ]
    order = list(dealt.order)
    for place, other in zip(hidden, luck.sample(hidden, len(hidden)), strict=True):
        order[place] = dealt.order[other]
    changed = replace(dealt, order=tuple(order))
    swap = {
        id(dealt): changed,
        id(taken): taken and replace(taken, cards=changed.left_over()),
        id(buried): buried and replace(buried, cards=tuple(order[place] for place in kitty_places)),
    }
    return replace(moment, events=(*before, *(swap.get(id(event), event) for event in hand)))


def owners_of_places(dealt: CardsDealt, taken: KittyTaken | None) -> list[int | None]:
    """For each place of the draw who has the card: who drew it, or the dealer once the kitty is taken."""
    drawn = dealt.seats * dealt.hand_size
    owners: list[int | None] = [(dealt.first_drawer + place) % dealt.seats for place in range(drawn)]
    return owners + [taken.seat if taken else None] * (len(dealt.order) - drawn)


def places_of(dealt: CardsDealt, owners: list[int | None], seat: int, cards: Counter[int]) -> list[int]:
    """Places at which the seat has these cards, those that it drew itself first."""
    left = cards.copy()
    places = []
    for place, (owner, card) in enumerate(zip(owners, dealt.order, strict=True)):
        if owner == seat and left[card] > 0:
            left[card] -= 1
            places.append(place)
    assert not +left
    return places


def places_seen(hand: tuple[Any, ...], dealt: CardsDealt, owners: list[int | None]) -> set[int]:
    """The places whose cards everybody has seen."""
    open_places: set[int] = set()
    for seat, seen in enumerate(seen_in_hands(hand)):
        open_places.update(places_of(dealt, owners, seat, seen))
    for event in hand:
        if isinstance(event, KittyTurned):
            kitty = dealt.seats * dealt.hand_size
            open_places.update(range(kitty, kitty + len(event.cards)))
    return open_places


def places_buried(
    hand: tuple[Any, ...], dealt: CardsDealt, owners: list[int | None], buried: KittyBuried | None
) -> list[int]:
    """The places of the cards that the dealer has set aside, in that order; none of them is a card that was played."""
    if buried is None:
        return []
    played = Counter(
        card for event in hand if isinstance(event, CardsPlayed) and event.seat == buried.seat for card in event.cards
    )
    both = places_of(dealt, owners, buried.seat, played + Counter(buried.cards))
    used = set(places_of(dealt, owners, buried.seat, played))
    places = [place for place in both if place not in used]
    return [places.pop(_place_with(card, places, dealt)) for card in buried.cards]


def _place_with(card: int, places: list[int], dealt: CardsDealt) -> int:
    return next(number for number, place in enumerate(places) if dealt.order[place] == card)


def with_other_secrets(events: tuple[Any, ...], luck: Random) -> tuple[Any, ...]:
    """The same events with other secrets where none is published yet: who had one could work the deal out from it."""
    published = {event.secret for event in events if isinstance(event, SecretPublished)}

    def changed(event: Any) -> Any:
        match event:
            case TableOpened(secret=str() as secret) if secret not in published:
                return replace(event, secret=luck.randbytes(32).hex())
            case HandOpened(next_secret=str() as secret) if secret not in published:
                return replace(event, next_secret=luck.randbytes(32).hex())
            case _:
                return event

    return tuple(map(changed, events))


# What a viewer sees and tries -----------------------------------------------------------------------------------------


def feed(events: tuple[Any, ...], viewer: Viewer, redaction: Redaction) -> list[Any]:
    """The events as the viewer is shown them."""
    seen = (redaction(SHENG_JI, event, viewer) for event in events)
    return [event for event in seen if event is not None]


def batch_of_moves(moment: Moment, seen: Table, luck: Random) -> list[Any]:
    """Moves that the viewer might try: what is legal, and a good deal of what is not; all from what the viewer sees."""
    own = next(event for event in reversed(feed(moment.events, moment.viewer, redact)) if isinstance(event, CardsDealt))
    drawn = own.drawn_by(Seat(moment.viewer))
    legal = [
        tuple(FACE_OF_NAME[name] for name in cards)
        for cards in SHENG_JI.legal_moves(seen.match, moment.viewer)["cards"]
    ]
    tries: list[Cards] = [
        *luck.sample(legal, min(6, len(legal))),
        *(tuple(luck.sample(drawn, n)) for n in (1, 2, 3, 8)),
    ]
    tries += [tuple(card for card in set(drawn) if card < 52 and card // 13 == suit)[:3] for suit in range(4)]
    tries += [tuple(luck.choices(FACES, k=n)) for n in (1, 2, 3, 8)]
    return [Pass(), *(kind(cards) for cards in tries for kind in (Declare, Bury, Play))]
