"""Standing orders in whole matches: they act by the rules, end, and do not depend on hidden cards."""

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.games.registry import GAMES
from domain.games.sheng_ji.check import answers, follows_suit
from domain.games.sheng_ji.holding import hand_of
from domain.games.sheng_ji.orders import following, reader
from domain.games.sheng_ji.orders.following import covering, lowest, points_given
from domain.games.sheng_ji.orders.reader import ShengJiOrders
from domain.games.sheng_ji.state import Tricks
from domain.games.sheng_ji.trick import beats
from domain.games.zheng_shangyou.state import Climbing
from domain.kernel.cards import POINTS, read_cards
from domain.kernel.seats import Seat
from domain.kernel.viewers import Onlooker
from domain.orders.order import order_document, order_from_document
from domain.orders.running import OrderedSeat, next_step
from domain.table.automatic_moves import next_step_of_table
from domain.table.events import MatchEnded
from domain.table.evolve import evolve, fold
from domain.table.redact import redact
from domain.table.seat_events import ActedFor, OrdersEnded, OrdersGiven
from domain.table.state import Table
from domain.tools.verification import verify
from tests.support import climbing_exchange, exchange
from tests.support.cases import cases
from tests.support.climbing import FORMS
from tests.support.matches import tables
from tests.support.orders import orders_by_chance, played_with_orders

SEEDS = st.integers(0, 2**32)
Kind = tuple[str, str, dict[str, object]]


@st.composite
def kinds(draw: st.DrawFn) -> Kind:
    if draw(st.booleans()):
        return "zheng_shangyou", *draw(st.sampled_from(FORMS))
    return "sheng_ji", *draw(tables(("J", "Q", "K", "A")))


def outcomes_of(seed: int, kind: Kind, hands: int = 2) -> list[Any]:
    game, profile, options = kind
    return list(played_with_orders(seed, profile, options, hands, game=game))


# Whole matches -------------------------------------------------------------------------------------------------------


@given(SEEDS, kinds())
@cases(30)
def test_a_match_with_orders_ends_and_refolds_to_the_same_state(seed, kind):
    outcomes = outcomes_of(seed, kind)
    table = None
    for outcome in outcomes:
        table = fold(GAMES, outcome.events, table)
        assert table == outcome.table
        assert next_step_of_table(table) is None, "no possible move is left waiting"

    assert any(isinstance(event, MatchEnded) for event in outcomes[-1].events)
    assert not any(held.live for held in table.orders)


@given(SEEDS, kinds())
@cases(20)
def test_the_record_of_a_match_with_orders_verifies(seed, kind):
    events = [event for outcome in outcomes_of(seed, kind) for event in outcome.events]
    game = GAMES[kind[0]]
    recorded = [redact(game, event, Onlooker.ARCHIVE) for event in events]
    verified = verify(recorded)

    assert verified.disagreements == ()
    assert not any(isinstance(event, OrdersGiven) and event.orders for event in recorded)
    acted = [place for place, event in enumerate(recorded) if isinstance(event, ActedFor)]
    assume(acted)
    assert verify([*recorded[: acted[0]], ActedFor(Seat(9), "order", None), *recorded[acted[0] :]]).disagreements


@given(SEEDS, kinds())
@cases(30)
def test_orders_that_choose_their_cards_are_never_illegal(seed, kind):
    table = None
    for outcome in outcomes_of(seed, kind):
        for event in outcome.events:
            if isinstance(event, OrdersEnded) and event.reason == "not_legal":
                (ended,) = [order for order in table.orders_of(event.seat).live if order.id == event.orders[0]]
                assert ended.do in ("play", "lead")
            table = evolve(GAMES, table, event)


@given(SEEDS, kinds())
@cases(15)
def test_a_seat_sees_exactly_its_own_orders(seed, kind):
    outcomes = outcomes_of(seed, kind)
    game = GAMES[kind[0]]
    seats = range(len(outcomes[-1].table.seats))
    seen: dict[Any, Table | None] = dict.fromkeys([*map(Seat, seats), Onlooker.SPECTATOR])
    for outcome in outcomes:
        for viewer, table in seen.items():
            seen[viewer] = fold(GAMES, [redact(game, event, viewer) for event in outcome.events], table)
            own = outcome.table.orders_of(viewer) if isinstance(viewer, int) else None
            assert seen[viewer].orders == (() if own is None else (own,))


@given(SEEDS, kinds())
@cases(15)
def test_an_order_round_trips_through_its_document(seed, kind):
    for outcome in outcomes_of(seed, kind):
        for event in outcome.events:
            for order in event.orders if isinstance(event, OrdersGiven) else ():
                assert order_from_document(order_document(order)) == order


# Hidden cards --------------------------------------------------------------------------------------------------------


@st.composite
def moments(draw: st.DrawFn) -> tuple[Any, Any, Any]:
    """A random moment of a hand, the same moment with cards exchanged that its viewer cannot know, and the game."""
    seed = draw(SEEDS)
    if draw(st.booleans()):
        profile, options = draw(st.sampled_from(FORMS))
        moment: Any = climbing_exchange.moment_by_chance(profile, options, seed)
        other: Any = climbing_exchange.with_hidden_cards_exchanged(moment, Random(seed))
        game = GAMES["zheng_shangyou"]
    else:
        profile, options = draw(tables(("J", "Q", "K", "A")))
        moment = exchange.moment_by_chance(profile, options, seed)
        other = exchange.with_hidden_cards_exchanged(moment, Random(seed))
        game = GAMES["sheng_ji"]
    assume(isinstance(moment.viewer, int))
    return moment, other, game


def steps(table: Table, game: Any, seat: Seat, orders: Any) -> list[Any]:
    """The move that each of these orders alone would make, and the forced move."""
    looked = OrderedSeat(game.orders, game.preview, table.match, seat)
    alone = [next_step(looked, (order,), auto_forced=False) for order in orders]
    return [*alone, next_step(looked, (), auto_forced=True), next_step(looked, orders, auto_forced=True)]


def differing(moment: Any, other: Any, game: Any, seed: int) -> list[Any]:
    """Differences between the moves of orders that depend on cards which the seat cannot know."""
    truth, elsewhere = fold(GAMES, moment.events), fold(GAMES, other.events)
    seen = fold(GAMES, [redact(game, event, moment.viewer) for event in moment.events])
    seat = Seat(moment.viewer)
    found = []
    for number in range(12):
        orders = orders_by_chance(seen, seat, Random(f"{seed} {number}"))
        by_view = steps(seen, game, seat, orders)
        for table in (truth, elsewhere):
            given_here = orders_by_chance(table, seat, Random(f"{seed} {number}"))
            if given_here != orders:
                found.append(("refused", orders, given_here))
            elif steps(table, game, seat, orders) != by_view:
                found.append((orders, by_view, steps(table, game, seat, orders)))
    return found


@pytest.mark.slow
@given(moments(), SEEDS)
def test_orders_do_not_depend_on_cards_unknown_to_their_seat(moment, seed):
    assert differing(*moment, seed) == []


class OrdersThatLookAtTheNextSeat(ShengJiOrders):
    """Planted leak: follows by order only if the next seat holds an even number of kings."""

    def move(self, state: Any, order: Any, scene: Any) -> Any:
        phase = state.phase
        if isinstance(phase, Tricks):
            others = ShengJiOrders().own_cards(state, Seat((scene.seat + 1) % state.rules.players))
            if sum(card % 13 == 11 for card in others if card < 52) % 2:
                return None
        return super().move(state, order, scene)


@pytest.mark.slow
def test_the_property_detects_orders_that_look_at_another_hand(monkeypatch):
    game = GAMES["sheng_ji"]
    monkeypatch.setattr(type(game), "orders", OrdersThatLookAtTheNextSeat())
    found = []
    for seed in range(60):
        moment = exchange.moment_by_chance("zhang-2021", {}, seed)
        if isinstance(moment.viewer, int):
            other = exchange.with_hidden_cards_exchanged(moment, Random(seed))
            found += differing(moment, other, game, seed)

    assert found


# Oracles -------------------------------------------------------------------------------------------------------------

LISTED = 2000
"""Most legal answers to a lead that are listed in search of the best."""


@st.composite
def follows(draw: st.DrawFn) -> tuple[Table, Tricks, Seat, list[Any]]:
    """A seat that has to follow, with all its legal answers."""
    profile, options = draw(tables(("J", "Q", "K", "A")))
    seed = draw(SEEDS)
    outcomes = played_with_orders(seed, profile, options, 1, game="sheng_ji", share=0.0)
    found = [outcome.table for outcome in outcomes if is_following(outcome.table)]
    assume(found)
    table = found[Random(seed).randrange(len(found))]
    tricks, seat = table.match.phase, table.match.phase.turn
    legal = answers(tricks.deal.order, tricks.trick.lead, tricks.hands[seat].known, table.match.rules)
    plays = list(islice(legal, LISTED + 1))
    assume(len(plays) <= LISTED)
    return table, tricks, seat, plays


def is_following(table: Table) -> bool:
    phase = table.match.phase if table.match else None
    undone = phase is not None and table.match.undo is not None and table.match.undo.agreed is not None
    return isinstance(phase, Tricks) and phase.trick is not None and phase.chooser is None and not undone


def dearness(tricks: Tricks, cards: Any) -> list[Any]:
    return sorted((following.dearness(tricks.deal.order, card) for card in cards), reverse=True)


@given(follows())
def test_follow_lowest_plays_the_lowest_of_all_answers(follow):
    table, tricks, seat, plays = follow
    found = lowest(tricks.deal.order, table.match.rules, tricks.trick, tricks.hands[seat].known)
    # Bombs are legal too, but do not follow the combination.
    assume(table.match.rules.bombs == "off")

    assert Counter(found) in [Counter(play) for play in plays]
    assert dearness(tricks, found) == min(dearness(tricks, play) for play in plays)


@given(follows(), st.integers(0, 4))
def test_points_are_added_by_legal_plays_up_to_the_wanted_number(follow, most):
    table, tricks, seat, plays = follow
    assume(table.match.rules.bombs == "off")
    found = points_given(tricks.deal.order, table.match.rules, tricks.trick, tricks.hands[seat].known, most)

    assert Counter(found) in [Counter(play) for play in plays]
    fewest = min(point_cards(play) for play in plays)
    assert point_cards(found) <= max(most, fewest)


def point_cards(play: Any) -> int:
    return sum(POINTS[card] > 0 for card in play)


@given(follows())
def test_cover_beats_whenever_possible_and_with_the_lowest_unit(follow):
    table, tricks, seat, plays = follow
    rules, order, trick = table.match.rules, tricks.deal.order, tricks.trick
    assume(rules.bombs == "off")
    hand = tricks.hands[seat].known
    winning = [
        play
        for play in plays
        if beats(order, trick.lead, trick.standing, hand_of(order, play), rules.trump_throw_compare)
    ]
    found = covering(order, rules, trick, hand)

    assert (found is None) == (not winning)
    if found is not None:
        assert follows_suit(order, trick.lead, hand, hand_of(order, found), rules)
        assert Counter(found) in [Counter(play) for play in winning]
        if len(trick.lead.units) == 1:
            assert heights(tricks, found) == min(heights(tricks, play) for play in winning)


def heights(tricks: Tricks, cards: Any) -> list[Any]:
    return sorted((following._height(tricks.deal.order, card) for card in cards), reverse=True)


@given(follows())
def test_a_follow_is_forced_exactly_when_it_is_the_only_one(follow):
    table, _, seat, plays = follow
    forced = reader.ShengJiOrders().forced_move(table.match, seat)

    if len(plays) == 1:
        assert Counter(forced.cards) == Counter(plays[0])
    else:
        assert forced is None


@given(SEEDS, st.sampled_from(FORMS))
@cases(30)
def test_a_move_of_zheng_shangyou_is_forced_exactly_when_it_is_the_only_one(seed, form):
    game = GAMES["zheng_shangyou"]
    for outcome in played_with_orders(seed, *form, 1, game=game.name, share=0.0):
        match = outcome.table.match
        for asked in game.asked(match) if match else ():
            listed = game.legal_moves(match, asked.seat)
            moves = len(listed["cards"]) + listed.get("pass", False)
            forced = game.orders.forced_move(match, asked.seat)
            assert (forced is not None) == (moves == 1 and listed["complete"])
            if forced is not None and listed["cards"] and isinstance(match.phase, Climbing):
                assert forced.cards == read_cards(listed["cards"][0])
