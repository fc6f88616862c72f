"""The law of design §3: exchange the hidden cards among the others, and what a viewer receives stays the same.

A match is cut at some moment of a hand. The cards that the viewer cannot know change places among hands and kitty, the
events are built again, and the viewer's feed, view, moves, answers and refusals are compared.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, get_type_hints

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.cards import FACE_OF_NAME, FACES, HIDDEN, NAMES, Cards, points, write_cards
from domain.games import GAMES
from domain.refusals import Refusal
from domain.seats import Seat
from domain.shengji.check import NotYourTurn
from domain.shengji.commands import Bury, Declare, Pass, Play
from domain.shengji.events import (
    CardsPlayed,
    Declared,
    HandPrepared,
    HandScored,
    KittyBuried,
    KittyRevealed,
    KittyTaken,
    KittyTurned,
    LeadForced,
    ThrowFailed,
)
from domain.shengji.game import ShengJi
from domain.shengji.holding import hand_cards, hand_points, hand_size
from domain.shengji.order import TRUMPS
from domain.shengji.state import Held, Tricks
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.events import CardsDealt
from domain.table.evolve import evolve, fold
from domain.table.redact import redact
from domain.table.state import Table
from domain.viewers import Onlooker, Viewer
from tests.support.matches import is_refused, played_by_chance, secret, tables
from tests.support.table import SHENG_JI, player

VIEWERS: list[Viewer] = [Seat(0), Seat(1), Seat(2), Seat(3), Onlooker.SPECTATOR]
SEEDS = st.integers(0, 2**32)
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


@st.composite
def moments(draw: st.DrawFn) -> Moment:
    profile, options = draw(tables(("J", "Q", "K", "A")))
    return moment_by_chance(profile, options, draw(SEEDS))


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


# What is public ------------------------------------------------------------------------------------------------------


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


def known_faces(events: tuple[Any, ...], viewer: Viewer) -> set[int]:
    """The faces of which the viewer has seen at least one copy in this hand; `events` begin with the deal."""
    known: set[int] = set().union(*seen_in_hands(events))
    for event in events:
        match event:
            case CardsDealt() as dealt if isinstance(viewer, int):
                known |= set(dealt.drawn_by(viewer))
            case KittyTaken(seat=seat, cards=cards) if seat == viewer:
                known |= set(cards)
            case KittyTurned(cards=cards):
                known |= set(cards)
    return known


# The same match with hidden cards exchanged --------------------------------------------------------------------------


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


# What a viewer receives ----------------------------------------------------------------------------------------------


def feed(events: tuple[Any, ...], viewer: Viewer, redaction: Redaction) -> list[Any]:
    seen = (redaction(SHENG_JI, event, viewer) for event in events)
    return [event for event in seen if event is not None]


def received(moment: Moment, luck: Random, redaction: Redaction, game: ShengJi) -> dict[str, Any]:
    """Everything that the viewer receives, and the answers to a batch of good and bad moves."""
    games = {"sheng_ji": game}
    seen = feed(moment.events, moment.viewer, redaction)
    table = fold(games, seen)
    got: dict[str, Any] = {
        "feed": [repr(event) for event in seen],
        "view": json.dumps(game.view(table.match, moment.viewer)),
    }
    if isinstance(moment.viewer, int):
        truth = fold(games, moment.events)
        got["moves"] = json.dumps(game.legal_moves(table.match, moment.viewer))
        got["answers"] = [
            answers_to(truth, table, moment.viewer, move, redaction) for move in batch_of_moves(moment, table, luck)
        ]
    return got


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


def answers_to(truth: Table, seen: Table, seat: Seat, move: Any, redaction: Redaction) -> list[Any]:
    """What the seat hears of a move: from the table as it is, and from its own view of it."""
    heard = []
    for table in (truth, seen):
        try:
            heard.append(table.game.check(table.match, seat, move))
        except Refusal as refusal:
            heard.append(in_words(refusal))
    if is_lead_of_several(truth, move):
        return heard
    try:
        events = decide({}, truth, Act(player(seat), move), secret(0, 0)).events
    except Refusal as refusal:
        return [*heard, in_words(refusal)]
    if any(isinstance(event, KittyTurned | KittyTaken | KittyRevealed | HandScored) for event in events):
        return heard  # cards become public, or the dealer's, that nobody could know before
    return [*heard, [repr(event) for event in feed(events, seat, redaction)]]


def in_words(refusal: Refusal) -> list[Any]:
    legal = [[NAMES[card] for card in cards] for cards in refusal.legal]
    return [refusal.code(), refusal.detail, refusal.hint, refusal.rule, legal, refusal.facts]


def is_lead_of_several(truth: Table, move: Any) -> bool:
    """Whether the move is a throw, or the choice after one: there the others' cards decide what follows."""
    phase = truth.match.phase
    leading = isinstance(phase, Tricks) and phase.trick is None and isinstance(move, Play)
    return leading and (len(move.cards) > 1 or bool(phase.choices))


def changes(moment: Moment, seed: int, redaction: Redaction = redact, game: ShengJi = SHENG_JI) -> list[Any]:
    """What the viewer receives that depends on where the hidden cards lie."""
    other = with_hidden_cards_exchanged(moment, Random(seed))
    here = received(moment, Random(seed), redaction, game)
    there = received(other, Random(seed), redaction, game)
    return [(name, here[name], there[name]) for name in here if here[name] != there[name]]


@given(moments(), SEEDS)
def test_a_viewer_receives_the_same_wherever_the_hidden_cards_lie(moment, seed):
    assert changes(moment, seed) == []


# The property can fail -----------------------------------------------------------------------------------------------


def a_redaction_that_forgets_the_kitty(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, KittyTaken) else redact(game, event, viewer)


def a_redaction_that_forgets_what_was_buried(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, KittyBuried) else redact(game, event, viewer)


def a_redaction_that_forgets_the_partner(game: Any, event: Any, viewer: Viewer) -> Any:
    if not isinstance(event, CardsDealt) or not isinstance(viewer, int):
        return redact(game, event, viewer)
    hidden = redact(game, event, viewer).order
    partner = redact(game, event, Seat((viewer + 2) % 4)).order
    return replace(event, order=tuple(map(max, hidden, partner)))


def a_redaction_that_counts_the_points_of_the_kitty(game: Any, event: Any, viewer: Viewer) -> Any:
    seen = redact(game, event, viewer)
    return replace(seen, cut=points(event.left_over())) if isinstance(event, CardsDealt) else seen


@pytest.mark.parametrize(
    "redaction",
    [
        a_redaction_that_forgets_the_kitty,
        a_redaction_that_forgets_what_was_buried,
        a_redaction_that_forgets_the_partner,
        a_redaction_that_counts_the_points_of_the_kitty,
    ],
)
def test_the_property_notices(redaction):
    moments = (moment_by_chance("zhang-2021", {}, seed) for seed in range(40))

    assert any(changes(moment, 1, redaction) for moment in moments)


class RefusalsThatLookAtThePartner(ShengJi):
    """Says who has to wait in other words when the partner's hand is strong."""

    def check(self, state: Any, seat: Seat, move: Any) -> Any:
        try:
            return super().check(state, seat, move)
        except Refusal as refusal:
            if isinstance(state.phase, Tricks):
                refusal.facts = {"hint": hand_points(state.phase.deal.order, state.phase.hands[(seat + 2) % 4].known)}
            raise


class AnswersThatLookAtTheOpponent(ShengJi):
    """Refuses a follow when the next seat could beat it."""

    def decide(self, state: Any, seat: Seat, move: Any) -> Any:
        after = super().decide(state, seat, move)
        if isinstance(state.phase, Tricks) and hand_size(state.phase.hands[(seat + 1) % 4].known[TRUMPS:]) > 8:
            raise NotYourTurn("the next seat could ruff this")
        return after


@pytest.mark.parametrize("game", [RefusalsThatLookAtThePartner(), AnswersThatLookAtTheOpponent()])
def test_the_property_notices_a_game_with(game):
    moments = (moment_by_chance("zhang-2021", {}, seed) for seed in range(80))

    assert any(changes(moment, 1, game=game) for moment in moments)


@given(moments(), SEEDS)
def test_the_exchange_moves_hidden_cards_and_nothing_else(moment, seed):
    other = with_hidden_cards_exchanged(moment, Random(seed))
    truth, elsewhere = fold(GAMES, moment.events), fold(GAMES, other.events)
    here, there = (next(e for e in reversed(m.events) if isinstance(e, CardsDealt)) for m in (moment, other))

    assert Counter(here.order) == Counter(there.order)
    assert here.order != there.order
    assert len(SHENG_JI.asked(truth.match)) == len(SHENG_JI.asked(elsewhere.match)) == 1
    if isinstance(truth.match.phase, Tricks):
        assert truth.match.phase.gone == elsewhere.match.phase.gone
        assert all_the_cards(truth) == all_the_cards(elsewhere)


def all_the_cards(table: Table) -> Counter[int]:
    phase = table.match.phase
    hands = (hand_cards(phase.deal.order, hand.known) for hand in (*phase.hands, Held(phase.gone, 0)))
    return sum(map(Counter, hands), Counter(phase.kitty))


# Card by card --------------------------------------------------------------------------------------------------------


def faces_in(event: Any) -> set[int]:
    """Every card that an event names; what was exposed for the count comes from a pack of its own."""
    if isinstance(event, HandPrepared):
        return set()
    hints = get_type_hints(type(event))
    single = (getattr(event, name) for name, hint in hints.items() if hint == Cards)
    lists = (cards for name, hint in hints.items() if hint == tuple[Cards, ...] for cards in getattr(event, name))
    return {card for cards in (*single, *lists) for card in cards} - {HIDDEN}


def names_in(document: Any) -> set[int]:
    """Every card named anywhere in a JSON document."""
    if isinstance(document, dict):
        document = list(document.values())
    if isinstance(document, list):
        return set().union(*map(names_in, document)) if document else set()
    return {FACE_OF_NAME[document]} if document in FACE_OF_NAME else set()


@given(moments())
def test_no_card_is_named_to_a_viewer_who_may_not_know_it(moment):
    hand = moment.events[moment.dealt_at :]
    known = known_faces(hand, moment.viewer)
    seen = feed(moment.events, moment.viewer, redact)
    table = fold(GAMES, seen)

    assert set().union(*map(faces_in, seen[-len(hand) :])) <= known
    assert names_in(SHENG_JI.view(table.match, moment.viewer)) <= known
    if isinstance(moment.viewer, int):
        assert names_in(SHENG_JI.legal_moves(table.match, moment.viewer)) <= known
        for move in batch_of_moves(moment, table, Random(1)):
            refusal = is_refused(fold(GAMES, moment.events), player(moment.viewer), moment.viewer, move)
            named = set(getattr(move, "cards", ()))
            assert refusal is None or {card for cards in refusal.legal for card in cards} <= known
            assert refusal is None or names_in(refusal.facts) <= named


@given(moments())
def test_the_card_by_card_search_finds_a_kitty_that_is_shown(moment):
    hand = moment.events[moment.dealt_at :]
    taken = [event for event in hand if isinstance(event, KittyTaken) and event.seat != moment.viewer]
    assume(taken)

    assert set(taken[0].cards) <= faces_in(taken[0])
    assert names_in({"kitty": [{"cards": write_cards(taken[0].cards)}]}) == set(taken[0].cards)


@given(moments())
def test_a_view_advanced_event_by_event_is_the_view_folded_from_the_start(moment):
    table = None
    for event in moment.events:
        seen = redact(SHENG_JI, event, moment.viewer)
        if seen is not None:
            table = evolve(GAMES, table, seen)
            # Looking at a view must not change it.
            if table.match:
                SHENG_JI.view(table.match, moment.viewer)
    scratch = fold(GAMES, feed(moment.events, moment.viewer, redact))

    assert table == scratch
    assert json.dumps(SHENG_JI.view(table.match, moment.viewer)) == json.dumps(
        SHENG_JI.view(scratch.match, moment.viewer)
    )


@given(moments())
def test_a_seat_is_answered_the_same_from_its_own_view_as_from_the_table_itself(moment):
    assume(isinstance(moment.viewer, int))
    truth, table = fold(GAMES, moment.events), fold(GAMES, feed(moment.events, moment.viewer, redact))

    for move in batch_of_moves(moment, table, Random(2)):
        from_truth, from_view, *_ = answers_to(truth, table, moment.viewer, move, redact)
        assert from_truth == from_view
    assert SHENG_JI.legal_moves(truth.match, moment.viewer) == SHENG_JI.legal_moves(table.match, moment.viewer)


@given(moments())
def test_a_refusal_names_only_what_would_be_accepted(moment):
    assume(isinstance(moment.viewer, int))
    truth = fold(GAMES, moment.events)
    for move in batch_of_moves(moment, truth, Random(3)):
        refusal = is_refused(truth, player(moment.viewer), moment.viewer, move)
        for cards in refusal.legal if refusal else ():
            assert is_refused(truth, player(moment.viewer), moment.viewer, replace(move, cards=cards)) is None
