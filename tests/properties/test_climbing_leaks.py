"""What a viewer of the climbing game receives does not depend on hidden cards."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.registry import GAMES
from domain.games.zheng_shangyou.events import DiscardLaid, DiscardsRevealed, LeaderFound, TributePaid, TributeRevealed
from domain.games.zheng_shangyou.game import ZhengShangyou
from domain.games.zheng_shangyou.state import Climbing, Paying
from domain.games.zheng_shangyou.view import asked
from domain.kernel.cards import NAMES
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from domain.kernel.viewers import Viewer
from domain.table.commands import Act
from domain.table.decide import decide
from domain.table.events import CardsDealt
from domain.table.evolve import evolve, fold
from domain.table.game import Asked
from domain.table.hands import Chance
from domain.table.redact import redact
from domain.table.refusals import NotYourTurn
from domain.table.seat_events import OrdersGiven
from domain.table.state import Table
from tests.support.cases import cases
from tests.support.climbing import FORMS, GAME
from tests.support.climbing_exchange import (
    Moment,
    batch_of_moves,
    known_cards,
    moment_by_chance,
    tribute_is_highest,
    with_hidden_cards_exchanged,
)
from tests.support.exchange import with_other_secrets

SEEDS = st.integers(0, 2**32)


@st.composite
def moments(draw: st.DrawFn) -> Moment:
    profile, options = draw(st.sampled_from(FORMS))
    return moment_by_chance(profile, options, draw(SEEDS))


def received(moment: Moment, luck: Random, redaction: Any, game: ZhengShangyou) -> dict[str, Any]:
    """Everything that the viewer receives, and the answers to a batch of good and bad moves."""
    games = {game.name: game}
    truth = fold(games, moment.events)
    seen = [redaction(game, event, moment.viewer) for event in moment.events]
    table = fold(games, seen)
    got: dict[str, Any] = {
        "feed": [repr(event) for event in seen],
        "view": json.dumps(game.view(table.match, moment.viewer)),
        "asked": (game.asked(truth.match), game.asked(table.match)),
    }
    if isinstance(moment.viewer, int):
        got["moves"] = json.dumps(game.legal_moves(table.match, Seat(moment.viewer)))
        got["answers"] = [
            answers_to(truth, table, Seat(moment.viewer), move, redaction)
            for move in batch_of_moves(moment, table, luck)
        ]
    return got


def answers_to(truth: Table, seen: Table, seat: Seat, move: Any, redaction: Any) -> list[Any]:
    """Answers to a move of the seat: from the real table and from the seat's own view of it."""
    received_answers: list[Any] = []
    for table in (truth, seen):
        try:
            received_answers.append(table.game.preview(table.match, seat, move))
        except Refusal as refusal:
            received_answers.append(in_words(refusal))
    try:
        events = decide({}, truth, Act(truth.seats[seat].player, move), Chance(bytes(32))).events
    except Refusal as refusal:
        return [*received_answers, in_words(refusal)]
    if any(isinstance(event, TributeRevealed | DiscardsRevealed | CardsDealt) for event in events):
        return received_answers  # reveals cards that were unknown, or deals anew
    return [*received_answers, [repr(redaction(truth.game, event, seat)) for event in events]]


def in_words(refusal: Refusal) -> list[Any]:
    legal = [[NAMES[card] for card in cards] for cards in refusal.legal]
    return [refusal.code(), refusal.detail, refusal.hint, refusal.rule, legal, refusal.facts]


def changes(moment: Moment, seed: int, redaction: Any = redact, game: ZhengShangyou = GAME) -> list[Any]:
    """What the viewer receives that depends on the places of hidden cards."""
    other = with_hidden_cards_exchanged(moment, Random(seed))
    other = replace(other, events=with_other_secrets(other.events, Random(seed)))
    here = received(moment, Random(seed), redaction, game)
    there = received(other, Random(seed), redaction, game)
    return [(name, here[name], there[name]) for name in here if here[name] != there[name]]


@pytest.mark.slow
@given(moments(), SEEDS)
def test_what_a_viewer_receives_does_not_depend_on_hidden_cards(moment, seed):
    assert changes(moment, seed) == []


@given(moments())
@cases(20)
def test_a_seat_gets_the_same_answers_from_the_table_and_from_its_own_view(moment):
    if not isinstance(moment.viewer, int):
        return
    truth = fold(GAMES, moment.events)
    seen = fold(GAMES, [redact(GAME, event, moment.viewer) for event in moment.events])
    for move in batch_of_moves(moment, seen, Random(1)):
        by_table, by_view, *_ = answers_to(truth, seen, Seat(moment.viewer), move, redact)
        assert by_table == by_view
    assert GAME.legal_moves(truth.match, moment.viewer) == GAME.legal_moves(seen.match, moment.viewer)


@given(moments(), SEEDS)
@cases(20)
def test_the_exchange_moves_only_hidden_cards(moment, seed):
    other = with_hidden_cards_exchanged(moment, Random(seed))
    here, there = (next(event for event in each.hand if isinstance(event, CardsDealt)) for each in (moment, other))

    assert sorted(here.order) == sorted(there.order)
    assert known_cards(moment) == known_cards(other)
    assert tribute_is_highest(other, {card: card for card in here.order})
    assert len(moment.events) == len(other.events)


# Planted leaks --------------------------------------------------------------------------------------------------------


def leaks_tribute(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, TributePaid) else redact(game, event, viewer)


def leaks_discards(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, DiscardLaid) else redact(game, event, viewer)


def leaks_a_card_of_the_deal(game: Any, event: Any, viewer: Viewer) -> Any:
    seen = redact(game, event, viewer)
    if isinstance(event, CardsDealt):
        return replace(seen, order=(*seen.order[:-1], event.order[-1]))
    return seen


def leaks_the_orders(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if isinstance(event, OrdersGiven) else redact(game, event, viewer)


def leaks_the_secret(game: Any, event: Any, viewer: Viewer) -> Any:
    return event if hasattr(event, "next_secret") else redact(game, event, viewer)


class AsksDependingOnTheHand(ZhengShangyou):
    """Leaks the hand of a payer by whether the payer is asked."""

    def asked(self, state: Any) -> tuple[Asked, ...]:
        if isinstance(state.phase, Paying):
            return tuple(
                each
                for each in asked(state)
                if len(state.phase.hands[each.seat].known) % 2 == 0 or state.phase.hands[each.seat].known[-1] < 50
            )
        return asked(state)


class RefusesIfTheNextSeatHasAJoker(ZhengShangyou):
    """Leaks a joker of the next seat by a different refusal."""

    def preview(self, state: Any, seat: Seat, move: Any) -> Any:
        if isinstance(state.phase, Climbing) and any(
            card >= 52 for card in state.phase.hands[(seat + 1) % len(state.phase.hands)].known
        ):
            raise NotYourTurn("the next seat could beat this")
        return super().preview(state, seat, move)


@pytest.mark.slow
@pytest.mark.parametrize(
    "redaction", [leaks_tribute, leaks_discards, leaks_a_card_of_the_deal, leaks_the_secret, leaks_the_orders]
)
def test_the_property_detects_a_planted_leak(redaction):
    found = (moment_by_chance("zheng-shangyou", {}, seed) for seed in range(120))

    assert any(changes(moment, 1, redaction) for moment in found)


@pytest.mark.slow
@pytest.mark.parametrize("game", [AsksDependingOnTheHand(), RefusesIfTheNextSeatHasAJoker()])
def test_the_property_detects_a_leaking_game(game):
    found = (moment_by_chance("zheng-shangyou", {}, seed) for seed in range(120))

    assert any(changes(moment, 1, game=game) for moment in found)


@given(moments())
@cases(20)
def test_a_view_is_the_fold_of_its_feed_at_every_event(moment):
    table = None
    for event in moment.events:
        table = evolve(GAMES, table, redact(GAME, event, moment.viewer))
    assert table == fold(GAMES, [redact(GAME, event, moment.viewer) for event in moment.events])
    assert not any(isinstance(event, LeaderFound) for event in moment.hand[2:])
