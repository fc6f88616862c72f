"""Moments of a match of Sheng Ji, and the exchange of its hidden cards.

At each moment there are cards that a viewer cannot know. The same match with these cards in other places is equally
possible, and the viewer must not be able to tell the two apart.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from domain.games.sheng_ji.commands import (
    Bury,
    CallFriends,
    ChallengePlay,
    Claim,
    ClaimRedeal,
    Consent,
    Declare,
    EndHand,
    FilePlan,
    Pass,
    Play,
    TakeBack,
)
from domain.games.sheng_ji.events import (
    Declared,
    HandRedealt,
    KittyBid,
    KittyBuried,
    KittyTaken,
    KittyTurned,
    PlanFiled,
    RedealClaimed,
    RoundDrawn,
)
from domain.games.sheng_ji.friends import Call
from domain.games.sheng_ji.holding import hand_cards
from domain.games.sheng_ji.plans import Plan, PlannedShow
from domain.games.sheng_ji.play_events import (
    CardsPlayed,
    HandConceded,
    HandScored,
    KittyRevealed,
    LeadForced,
    TakenBack,
    ThrowFailed,
)
from domain.games.sheng_ji.state import Declaring, Redealt, Reviewing, Scored
from domain.kernel.cards import FACE_OF_NAME, FACES, Cards
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker, Viewer
from domain.orders.order import Order, When
from domain.table.events import CardsDealt, HandOpened, MoveUndone, SecretPublished, TableOpened
from domain.table.redact import redact
from domain.table.seat_events import OrdersGiven
from domain.table.state import Table
from tests.support.matches import played_by_chance
from tests.support.table import SHENG_JI

Redaction = Callable[[Any, Any, Viewer], Any]


@dataclass(frozen=True)
class Moment:
    """The events of a match up to a point in a hand, and a viewer."""

    events: tuple[Any, ...]
    viewer: Viewer

    @property
    def dealt_at(self) -> int:
        """Returns the index of the event that dealt this hand."""
        return max(place for place, event in enumerate(self.events) if isinstance(event, CardsDealt))


def with_orders(events: tuple[Any, ...], luck: Random) -> tuple[Any, ...]:
    """Returns the events, followed by orders of every seat. The orders never act."""
    opened = next(event for event in events if isinstance(event, TableOpened))
    return (*events, *(orders_by_chance(Seat(seat), luck) for seat in range(opened.seats)))


def orders_by_chance(seat: Seat, luck: Random) -> OrdersGiven:
    """Returns random orders of a seat. They name cards and never act."""
    waiting = [
        Order("cover", str(number), when=When(led_shape=("never",)), until="match", keep=tuple(luck.sample(FACES, 3)))
        for number in range(luck.randint(1, 3))
    ]
    return OrdersGiven(seat, tuple(waiting), auto_forced=False)


def moment_by_chance(profile: str, options: dict[str, object], seed: int, talk: float = 0.0) -> Moment:
    """Returns a random moment in a hand, with a random viewer. `talk` is the probability of a proposal or claim."""
    luck = Random(seed)
    events = [event for outcome in played_by_chance(seed, profile, options, 2, talk=talk) for event in outcome.events]
    dealt = luck.choice([place for place, event in enumerate(events) if isinstance(event, CardsDealt)])
    ends = (HandConceded, KittyRevealed, HandScored, HandRedealt, SecretPublished)
    over = next(place for place, event in enumerate(events) if place > dealt and isinstance(event, ends))
    viewers = [*map(Seat, range(events[dealt].seats)), Onlooker.SPECTATOR]
    # Play is the longest part of a hand. Half of the moments are early, to test the phases before it as often.
    until = luck.choice([luck.randint(dealt + 1, min(dealt + 12, over)), luck.randint(dealt + 1, over)])
    viewer = luck.choice(viewers)
    return Moment(with_orders(tuple(events[:until]), luck), viewer)


# The places of cards ------------------------------------------------------------------------------------------------


class Hand:
    """A hand from the deal on. It knows where each card of the draw is, by its place in the order of the draw.

    If a seat holds several equal cards, any of them can be the one that it shows or plays.

    Attributes:
        open: the places whose cards all viewers have seen.
        own: the places whose cards the viewer has drawn or taken.
        events: the places of the cards of each event that has hidden cards, by the `id()` of the event.
    """

    def __init__(self, events: tuple[Any, ...], viewer: Viewer) -> None:
        """Processes the events of a hand, starting with the deal."""
        self.dealt: CardsDealt = events[0]
        self.viewer = viewer
        self.open: set[int] = set()
        self.own: set[int] = set()
        self.events: dict[int, list[int]] = {}
        size, seats = self.dealt.hand_size, self.dealt.seats
        self._coming = [
            [(seat - self.dealt.first_drawer) % seats + seats * n for n in range(size)] for seat in range(seats)
        ]
        self._hands = [places[: self.dealt.drawn] for places in self._coming]
        self._kitty = list(range(seats * size, len(self.dealt.order)))
        self._shown = [Counter[int]() for _ in range(seats)]
        self._before = self._hands
        self._undoable = (self._hands, self._kitty)
        if isinstance(viewer, int):
            self.own.update(self._hands[viewer])
        for event in events[1:]:
            self._follow(event)

    @property
    def hidden(self) -> list[int]:
        """Returns the places whose cards the viewer cannot know."""
        return [place for place in range(len(self.dealt.order)) if place not in self.open | self.own]

    def _follow(self, event: Any) -> None:  # noqa: C901, PLR0912 - one case for each event
        if SHENG_JI.undoable(event) is not None:
            self._undoable = (self._hands, self._kitty)
        match event:
            case RoundDrawn(round=number):
                drawn = [places[number - 1] for places in self._coming]
                self._hands = [[*hand, place] for hand, place in zip(self._hands, drawn, strict=True)]
                self.events[id(event)] = drawn
                if isinstance(self.viewer, int):
                    self.own.add(drawn[self.viewer])
            case Declared(seat=seat, kind=kind, cards=cards):
                self._before = self._hands
                had = self._shown[seat] if kind == "reinforce" else Counter()
                self._shown[seat] = had + Counter(cards)
                self.open.update(self._places(seat, self._shown[seat].elements()))
            case KittyBid(seat=seat, cards=cards) | RedealClaimed(seat=seat, cards=cards):
                self.open.update(self._places(seat, cards))
            case ThrowFailed(seat=seat, cards=cards):
                self.open.update(self._places(seat, cards))
            case LeadForced(witness=int() as seat, witness_cards=cards):
                self.open.update(self._places(seat, cards))
            case KittyTurned(cards=cards):
                self.open.update(self._kitty[: len(cards)])
            case KittyTaken(seat=seat):
                self._take(event, seat)
            case KittyBuried(seat=seat, cards=cards):
                self._kitty = self.events[id(event)] = self._places(seat, cards, hidden_first=True)
                self._lay_down(seat, self._kitty)
            case CardsPlayed(seat=seat, cards=cards):
                self._before = self._hands
                played = self._places(seat, cards)
                self.open.update(played)
                self._lay_down(seat, played)
            case TakenBack():
                self._hands = self._before
            case MoveUndone():
                self._hands, self._kitty = self._undoable

    def _take(self, event: KittyTaken, seat: Seat) -> None:
        self.events[id(event)] = self._kitty
        self._hands = [[*hand, *self._kitty] if it == seat else hand for it, hand in enumerate(self._hands)]
        if seat == self.viewer:
            self.own.update(self._kitty)

    def _lay_down(self, seat: Seat, places: list[int]) -> None:
        kept = [place for place in self._hands[seat] if place not in places]
        self._hands = [kept if it == seat else hand for it, hand in enumerate(self._hands)]

    def _places(self, seat: Seat, cards: Iterable[int], *, hidden_first: bool = False) -> list[int]:
        """Returns places of these cards in the seat's hand. Of equal cards, public or hidden ones come first."""
        left = sorted(self._hands[seat], key=lambda place: (place in self.open) == hidden_first)
        found = []
        for card in cards:
            place = next(place for place in left if self.dealt.order[place] == card)
            left.remove(place)
            found.append(place)
        return found


# The same match with hidden cards exchanged ---------------------------------------------------------------------------


def with_hidden_cards_exchanged(moment: Moment, luck: Random) -> Moment:
    """Returns the moment with the viewer's unknown cards exchanged. Other seats get new plans and orders."""
    before, events = moment.events[: moment.dealt_at], moment.events[moment.dealt_at :]
    hand = Hand(events, moment.viewer)
    order = list(hand.dealt.order)
    for place, other in zip(hand.hidden, luck.sample(hand.hidden, len(hand.hidden)), strict=True):
        order[place] = hand.dealt.order[other]
    dealt = replace(hand.dealt, order=tuple(order))

    def changed(event: Any) -> Any:
        if isinstance(event, CardsDealt):
            return dealt
        if isinstance(event, OrdersGiven) and event.seat != moment.viewer:
            return orders_by_chance(event.seat, luck)
        if isinstance(event, PlanFiled) and event.seat != moment.viewer:
            return replace(event, plan=_another_plan(dealt, event.seat, luck))
        places = hand.events.get(id(event))
        return event if places is None else replace(event, cards=tuple(order[place] for place in places))

    return replace(moment, events=(*before, *map(changed, events)))


def _another_plan(dealt: CardsDealt, seat: Seat, luck: Random) -> Plan:
    return tuple(PlannedShow((card,), "any") for card in luck.sample(dealt.drawn_by(seat), luck.randrange(3)))


def with_other_secrets(events: tuple[Any, ...], luck: Random) -> tuple[Any, ...]:
    """Returns the events with other unpublished secrets. A secret reveals the deal, so it differs if the deal does."""
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
    """Returns the events as the viewer sees them."""
    seen = (redaction(SHENG_JI, event, viewer) for event in events)
    return [event for event in seen if event is not None]


def batch_of_moves(moment: Moment, seen: Table, luck: Random) -> list[Any]:
    """Returns legal and illegal moves that the viewer might try. They depend only on what the viewer sees."""
    own = own_cards(moment, seen)
    told = SHENG_JI.legal_moves(seen.match, moment.viewer)
    legal = [tuple(FACE_OF_NAME[name] for name in cards) for cards in told["cards"]]
    tries: list[Cards] = [
        *luck.sample(legal, min(6, len(legal))),
        *(tuple(luck.sample(own, min(n, len(own)))) for n in (1, 2, 3, 8)),
    ]
    tries += [tuple(card for card in sorted(set(own)) if card < 52 and card // 13 == suit)[:3] for suit in range(4)]
    tries += [tuple(luck.choices(FACES, k=n)) for n in (1, 2, 3, 8)]
    named = [Play(cards, tuple((card,) for card in cards)) for cards in luck.sample(tries, 3)]
    plans = [FilePlan((PlannedShow(cards, "any"), PlannedShow(cards[:1], "others"))) for cards in tries]
    moves: list[Any] = [kind(cards) for cards in tries for kind in (Declare, Bury, Play)]
    said = [Pass(), *moves, *named, *plans, *_calls(told, luck), *_words(seen, luck)]
    lines = (luck.sample(own, len(own)), sorted(own, reverse=True)) if own else ()
    return [*said, *(Claim(tuple((card,) for card in line)) for line in lines)]


def own_cards(moment: Moment, seen: Table) -> list[Any]:
    """Returns the cards that the viewer has drawn, and those that are now in the viewer's hand."""
    phase = seen.match.phase
    phase = phase.tricks if isinstance(phase, Reviewing) else phase
    own = next(event for event in reversed(feed(moment.events, moment.viewer, redact)) if isinstance(event, CardsDealt))
    drawn = Counter(card for card in own.drawn_by(Seat(moment.viewer)) if card >= 0)
    if isinstance(phase, Declaring):
        now = Counter(phase.hands[moment.viewer])
    elif isinstance(phase, Redealt | Scored):
        now = Counter()
    else:
        now = Counter(hand_cards(phase.deal.order, phase.hands[moment.viewer].known))
    return list((drawn | now).elements())


def _calls(told: dict[str, Any], luck: Random) -> list[CallFriends]:
    calls = [Call(each["word"], FACE_OF_NAME[each["card"]], each["ordinal"]) for each in told.get("calls", ())]
    some = [tuple(luck.sample(calls, min(n, len(calls)))) for n in (1, 2, 3)]
    any_card = [tuple(Call(luck.choice(CALL_WORDS), card) for card in luck.sample(FACES, n)) for n in (1, 2, 3)]
    return [CallFriends((), solo=True), CallFriends(()), *map(CallFriends, (*some, *any_card))]


CALL_WORDS = ("ordinal", "first", "other", "owner")


def _words(seen: Table, luck: Random) -> list[Any]:
    """Returns moves without cards."""
    seats = len(seen.seats)
    challenges = [ChallengePlay(luck.randint(0, 6), Seat(luck.randrange(seats))) for _ in range(4)]
    return [ClaimRedeal(), EndHand(), Claim(), TakeBack(), Consent(agree=True), Consent(agree=False), *challenges]
