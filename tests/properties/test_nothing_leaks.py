"""What a viewer receives does not depend on the hidden cards of others.

A match is cut at a random moment of a hand. The cards that the viewer cannot know are exchanged among hands and kitty,
and the events are rebuilt. The viewer's feed, view, moves, answers and refusals are compared.
"""

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any, get_type_hints

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.games.registry import GAMES
from domain.games.sheng_ji.card_order import TRUMPS
from domain.games.sheng_ji.check import NotYourTurn
from domain.games.sheng_ji.commands import CallFriends, Claim, FilePlan, Pass, Play
from domain.games.sheng_ji.events import FriendsCalled, HandPrepared, KittyTaken, KittyTurned
from domain.games.sheng_ji.game import ShengJi
from domain.games.sheng_ji.holding import hand_cards, hand_points, in_suit
from domain.games.sheng_ji.play_events import ClaimProven, HandScored, KittyRevealed
from domain.games.sheng_ji.state import Declaring, Held, Tricks
from domain.games.sheng_ji.ways_of_declaring import Sealed
from domain.kernel.cards import FACE_OF_NAME, HIDDEN, NAMES, Cards, write_cards
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Viewer
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.events import CardsDealt
from domain.table.evolve import evolve, fold
from domain.table.redact import redact
from domain.table.state import Table
from tests.support.exchange import (
    Hand,
    Moment,
    Redaction,
    batch_of_moves,
    feed,
    moment_by_chance,
    own_cards,
    with_hidden_cards_exchanged,
)
from tests.support.leaks import LEAKS_OF_DECLARING, REDACTIONS_THAT_LEAK
from tests.support.matches import is_refused, secret, tables
from tests.support.table import SHENG_JI, player

SEEDS = st.integers(0, 2**32)


@st.composite
def moments(draw: st.DrawFn) -> Moment:
    profile, options = draw(tables(("J", "Q", "K", "A")))
    return moment_by_chance(profile, options, draw(SEEDS), draw(st.sampled_from((0.0, 0.0, 0.05))))


# Public cards ---------------------------------------------------------------------------------------------------------


def known_faces(events: tuple[Any, ...], viewer: Viewer) -> set[int]:
    """Faces that the viewer has seen in this hand or that were called. `events` start with the deal."""
    hand = Hand(events, viewer)
    called = {call.card for event in events if isinstance(event, FriendsCalled) for call in event.calls}
    return called | {hand.dealt.order[place] for place in hand.open | hand.own}


# What a viewer receives -----------------------------------------------------------------------------------------------


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


def answers_to(truth: Table, seen: Table, seat: Seat, move: Any, redaction: Redaction) -> list[Any]:
    """Answers to a move of the seat: from the real table and from the seat's own view of it."""
    received_answers = []
    for table in (truth, seen):
        try:
            received_answers.append(table.game.preview(table.match, seat, move))
        except Refusal as refusal:
            received_answers.append(in_words(refusal))
    if is_lead_of_several(truth, move) or is_last_plan(truth, move):
        return received_answers
    try:
        events = decide({}, truth, Act(player(seat), move), secret(0, 0)).events
    except Refusal as refusal:
        return [*received_answers, in_words(refusal)]
    if any(isinstance(event, ClaimProven | KittyTurned | KittyTaken | KittyRevealed | HandScored) for event in events):
        return received_answers  # reveals cards to everybody or to the dealer
    return [*received_answers, [repr(event) for event in feed(events, seat, redaction)]]


def in_words(refusal: Refusal) -> list[Any]:
    legal = [[NAMES[card] for card in cards] for cards in refusal.legal]
    return [refusal.code(), refusal.detail, refusal.hint, refusal.rule, legal, refusal.facts]


def is_lead_of_several(truth: Table, move: Any) -> bool:
    """Whether the move is a throw, or the choice after one. The result depends on the cards of others."""
    phase = truth.match.phase
    leading = isinstance(phase, Tricks) and phase.trick is None and isinstance(move, Play)
    return leading and (len(move.cards) > 1 or bool(phase.choices))


def is_last_plan(truth: Table, move: Any) -> bool:
    """Whether the move opens the sealed plans. The result depends on the plans of others."""
    match truth.match.phase, move:
        case Declaring(way=Sealed(plans)), FilePlan() | Pass():
            return plans.count(None) == 1
        case _:
            return False


def changes(moment: Moment, seed: int, redaction: Redaction = redact, game: ShengJi = SHENG_JI) -> list[Any]:
    """What the viewer receives that depends on the places of hidden cards."""
    other = with_hidden_cards_exchanged(moment, Random(seed))
    here = received(moment, Random(seed), redaction, game)
    there = received(other, Random(seed), redaction, game)
    return [(name, here[name], there[name]) for name in here if here[name] != there[name]]


@given(moments(), SEEDS)
def test_what_a_viewer_receives_does_not_depend_on_hidden_cards(moment, seed):
    assert changes(moment, seed) == []


# Planted leaks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("redaction", REDACTIONS_THAT_LEAK)
def test_the_property_detects_a_planted_leak(redaction):
    moments = (moment_by_chance("zhang-2021", {}, seed) for seed in range(40))

    assert any(changes(moment, 1, redaction) for moment in moments)


@pytest.mark.slow
@pytest.mark.parametrize("mode", LEAKS_OF_DECLARING)
def test_the_property_detects_a_leak_in_declarations(mode):
    moments = [moment_by_chance("zhang-2021", {"deal_mode": mode}, seed) for seed in range(40)]

    assert any(changes(moment, 1, LEAKS_OF_DECLARING[mode]) for moment in moments)
    assert not any(changes(moment, 1) for moment in moments)


class RefusalsThatLookAtThePartner(ShengJi):
    """Leaks a strong hand of the partner by a different text of a refusal."""

    def preview(self, state: Any, seat: Seat, move: Any) -> Any:
        try:
            return super().preview(state, seat, move)
        except Refusal as refusal:
            if isinstance(state.phase, Tricks):
                refusal.facts = {"hint": hand_points(state.phase.deal.order, state.phase.hands[(seat + 2) % 4].known)}
            raise


class AnswersThatLookAtTheOpponent(ShengJi):
    """Leaks that the next seat could beat a follow by a refusal."""

    def decide(self, state: Any, seat: Seat, move: Any) -> Any:
        after = super().decide(state, seat, move)
        if isinstance(state.phase, Tricks) and in_suit(state.phase.hands[(seat + 1) % 4].known, TRUMPS).bit_count() > 8:
            raise NotYourTurn("the next seat could ruff this")
        return after


@pytest.mark.parametrize("game", [RefusalsThatLookAtThePartner(), AnswersThatLookAtTheOpponent()])
def test_the_property_detects_a_leaking_game(game):
    moments = (moment_by_chance("zhang-2021", {}, seed) for seed in range(80))

    assert any(changes(moment, 1, game=game) for moment in moments)


@given(moments(), SEEDS)
def test_the_exchange_moves_only_hidden_cards(moment, seed):
    other = with_hidden_cards_exchanged(moment, Random(seed))
    truth, elsewhere = fold(GAMES, moment.events), fold(GAMES, other.events)
    here, there = (next(e for e in reversed(m.events) if isinstance(e, CardsDealt)) for m in (moment, other))

    assert Counter(here.order) == Counter(there.order)
    # If fewer than ten different cards are hidden, a random exchange may put each back in its place.
    assert here.order != there.order or len({here.order[place] for place in hidden_places(moment)}) < 10
    assert SHENG_JI.asked(truth.match) == SHENG_JI.asked(elsewhere.match)
    assert SHENG_JI.clock(truth.match) == SHENG_JI.clock(elsewhere.match)
    if isinstance(truth.match.phase, Tricks):
        assert truth.match.phase.gone == elsewhere.match.phase.gone
        assert all_the_cards(truth) == all_the_cards(elsewhere)


def hidden_places(moment: Moment) -> list[int]:
    return Hand(moment.events[moment.dealt_at :], moment.viewer).hidden


def all_the_cards(table: Table) -> Counter[int]:
    phase = table.match.phase
    hands = (hand_cards(phase.deal.order, hand.known) for hand in (*phase.hands, Held(phase.gone, 0)))
    return sum(map(Counter, hands), Counter(phase.kitty))


# Card by card ---------------------------------------------------------------------------------------------------------


def faces_in(event: Any) -> set[int]:
    """All cards that an event names. Cards exposed for the count are from a separate pack."""
    if isinstance(event, HandPrepared):
        return set()
    hints = get_type_hints(type(event))
    single = (getattr(event, name) for name, hint in hints.items() if hint == Cards)
    lists = (cards for name, hint in hints.items() if hint == tuple[Cards, ...] for cards in getattr(event, name))
    return {card for cards in (*single, *lists) for card in cards} - {HIDDEN}


def cards_named(move: Any) -> set[int]:
    """All cards that a move names."""
    match move:
        case FilePlan(shows):
            return {card for planned in shows for card in planned.cards}
        case CallFriends(calls):
            return {call.card for call in calls}
        case Claim(leads):
            return {card for lead in leads for card in lead}
        case _:
            return set(getattr(move, "cards", ()))


def names_in(document: Any) -> set[int]:
    """All cards named anywhere in a JSON document."""
    if isinstance(document, dict):
        document = list(document.values())
    if isinstance(document, list):
        return set().union(*map(names_in, document)) if document else set()
    return {FACE_OF_NAME[document]} if document in FACE_OF_NAME else set()


@pytest.mark.slow
@given(moments())
def test_no_hidden_card_is_named_to_a_viewer(moment):
    hand = moment.events[moment.dealt_at :]
    known = known_faces(hand, moment.viewer)
    seen = feed(moment.events, moment.viewer, redact)
    table = fold(GAMES, seen)

    assert set().union(*map(faces_in, seen[-len(hand) :])) <= known
    assert names_in(SHENG_JI.view(table.match, moment.viewer)) <= known
    if isinstance(moment.viewer, int):
        moves = SHENG_JI.legal_moves(table.match, moment.viewer)
        # The dealer may call any card, so the list of calls is no leak.
        assert names_in({**moves, "calls": []}) <= known
        own = set(own_cards(moment, table))
        for move in batch_of_moves(moment, table, Random(1)):
            refusal = is_refused(fold(GAMES, moment.events), player(moment.viewer), moment.viewer, move)
            named = cards_named(move)
            assert refusal is None or {card for cards in refusal.legal for card in cards} <= known
            facts = {} if refusal is None else dict(refusal.facts)
            # The cards that may be out follow from the pack and from what the viewer has seen.
            facts.pop("may_be_out", None)
            assert names_in(facts) <= named | (own if isinstance(move, Claim) else set())


@pytest.mark.slow
@given(moments())
def test_the_card_search_finds_a_kitty_that_is_shown(moment):
    hand = moment.events[moment.dealt_at :]
    taken = [event for event in hand if isinstance(event, KittyTaken) and event.seat != moment.viewer]
    assume(taken)

    assert set(taken[0].cards) <= faces_in(taken[0])
    assert names_in({"kitty": [{"cards": write_cards(taken[0].cards)}]}) == set(taken[0].cards)


@given(moments())
def test_a_view_advanced_event_by_event_equals_the_view_folded_from_the_start(moment):
    table = None
    for event in moment.events:
        seen = redact(SHENG_JI, event, moment.viewer)
        if seen is not None:
            table = evolve(GAMES, table, seen)
            # Reading a view must not change it.
            if table.match:
                SHENG_JI.view(table.match, moment.viewer)
    scratch = fold(GAMES, feed(moment.events, moment.viewer, redact))

    assert table == scratch
    assert json.dumps(SHENG_JI.view(table.match, moment.viewer)) == json.dumps(
        SHENG_JI.view(scratch.match, moment.viewer)
    )


@pytest.mark.slow
@given(moments())
def test_a_seat_gets_the_same_answers_from_its_own_view_and_from_the_table(moment):
    assume(isinstance(moment.viewer, int))
    truth, table = fold(GAMES, moment.events), fold(GAMES, feed(moment.events, moment.viewer, redact))

    for move in batch_of_moves(moment, table, Random(2)):
        from_truth, from_view, *_ = answers_to(truth, table, moment.viewer, move, redact)
        assert from_truth == from_view
    assert SHENG_JI.legal_moves(truth.match, moment.viewer) == SHENG_JI.legal_moves(table.match, moment.viewer)


@given(moments())
def test_a_refusal_names_only_plays_that_would_be_accepted(moment):
    assume(isinstance(moment.viewer, int))
    truth = fold(GAMES, moment.events)
    for move in batch_of_moves(moment, truth, Random(3)):
        refusal = is_refused(truth, player(moment.viewer), moment.viewer, move)
        for cards in refusal.legal if refusal else ():
            assert is_refused(truth, player(moment.viewer), moment.viewer, replace(move, cards=cards)) is None
